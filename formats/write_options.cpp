#include "formats/write_options.h"

#include <algorithm>

namespace scrubjay {

namespace {

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

Problem refusal(std::string message, std::string expected) {
  return {.severity = Severity::fatal,
          .code = "option",
          .message = std::move(message),
          .expected = std::move(expected)};
}

}  // namespace

std::optional<Problem> check_write_options(
    std::span<const WriteOption> offered,
    const std::vector<std::pair<std::string, std::string>>& options) {
  for (const auto& [name, value] : options) {
    const auto option = std::ranges::find(offered, name, &WriteOption::name);
    if (option == offered.end()) {
      std::vector<std::string_view> names;
      for (const WriteOption& each : offered) names.push_back(each.name);
      return refusal("The format has no option \"" + name + "\".", joined(names));
    }
    if (std::ranges::find(option->values, value) != option->values.end()) continue;
    return refusal("\"" + value + "\" is no value of " + name + ".", joined(option->values));
  }
  return std::nullopt;
}

std::string_view chosen_value(const WriteOption& option,
                              const std::vector<std::pair<std::string, std::string>>& options) {
  std::string_view value = option.values[0];
  for (const auto& [name, chosen] : options) {
    if (name == option.name) value = chosen;
  }
  return value;
}

}  // namespace scrubjay
