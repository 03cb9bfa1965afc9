#include <algorithm>

#include "formats/format.h"

namespace scrubjay {

namespace {

Problem wrong_option(std::string message, std::string expected) {
  return {.severity = Severity::fatal,
          .code = "option",
          .message = std::move(message),
          .expected = std::move(expected)};
}

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

}  // namespace

std::optional<Problem> check_read_options(const Format& format, const ReadOptions& options) {
  for (const auto& [name, value] : options) {
    const auto option = std::ranges::find(format.read_options, name, &ReadOption::name);
    if (option == format.read_options.end() || format.open_with == nullptr) {
      return wrong_option("Recordings of the format " + std::string(format.name) +
                              " are not read with a choice \"" + name + "\".",
                          "");
    }
    std::string_view chosen = value;
    if (option->kind == ReadOption::Kind::text) continue;
    if (option->kind == ReadOption::Kind::mapping) {
      const std::size_t equals = chosen.rfind('=');
      if (equals == std::string_view::npos || equals == 0) {
        return wrong_option("\"" + value + "\" for \"" + name + "\" is not of the form NAME=VALUE.",
                            "a value of " + joined(option->values));
      }
      chosen.remove_prefix(equals + 1);
    }
    if (std::ranges::find(option->values, chosen) == option->values.end()) {
      return wrong_option("\"" + std::string(chosen) + "\" cannot be chosen for \"" + name + "\".",
                          "one of " + joined(option->values));
    }
  }
  return std::nullopt;
}

}  // namespace scrubjay
