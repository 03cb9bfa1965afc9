#include "app/cli/empty_values.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace scrubjay {

namespace {

bool takes_value(const CLI::App& app, const std::string& name) {
  const CLI::Option* const option = app.get_option_no_throw(name);
  if (option != nullptr && option->get_items_expected_max() > 0) return true;
  return std::ranges::any_of(app.get_subcommands([](const CLI::App*) { return true; }),
                             [&](const CLI::App* one) { return takes_value(*one, name); });
}

}  // namespace

void part_empty_values(const CLI::App& app, std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& word = arguments[i];
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    std::string name = word.substr(0, word.size() - 1);
    if (!takes_value(app, name)) continue;
    arguments[i] = std::move(name);
    arguments.emplace(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace scrubjay
