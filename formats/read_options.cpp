#include "formats/read_options.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::array<std::string_view, 12> kVectorMeanings{
    "none",  "point",    "direction", "axial", "velocity", "extent",
    "euler", "rotation", "factors",   "plane", "matrix",   "length",
};

constexpr std::array<ReadOption, 1> kForAll{{
    {.name = kVectorsOption,
     .title = "Vectors mean",
     .description =
         "what the vectors of a name (or path, as stats/aim) mean where coordinates change; none: "
         "they stay as recorded",
     .kind = ReadOption::Kind::mapping,
     .values = kVectorMeanings},
}};

}  // namespace

std::vector<const ReadOption*> read_options_of(const Format& format) {
  std::vector<const ReadOption*> options;
  for (const ReadOption& option : format.read_options) options.push_back(&option);
  for (const ReadOption& option : kForAll) options.push_back(&option);
  return options;
}

SplitReadOptions split_read_options(const ReadOptions& options) {
  SplitReadOptions split;
  for (const auto& [name, value] : options) {
    if (name != kVectorsOption) {
      split.own.emplace_back(name, value);
      continue;
    }
    const std::size_t equals = value.rfind('=');
    if (equals == std::string::npos) continue;
    const auto meaning = meaning_from(std::string_view(value).substr(equals + 1));
    if (meaning) split.meanings.push_back({value.substr(0, equals), *meaning});
  }
  return split;
}

std::optional<Problem> check_read_options(const Format& format, const ReadOptions& options) {
  const std::vector<const ReadOption*> offered = read_options_of(format);
  for (const auto& [name, value] : options) {
    const auto found = std::ranges::find(offered, name, &ReadOption::name);
    const ReadOption* const option = found == offered.end() ? nullptr : *found;
    if (option == nullptr) {
      return fatal_problem("option",
                           "Recordings of the format " + std::string(format.name) +
                               " are not read with a choice \"" + name + "\".",
                           "");
    }
    std::string_view chosen = value;
    if (option->kind == ReadOption::Kind::text) continue;
    if (option->kind == ReadOption::Kind::mapping) {
      const std::size_t equals = chosen.rfind('=');
      if (equals == std::string_view::npos || equals == 0) {
        return fatal_problem(
            "option", "\"" + value + "\" for \"" + name + "\" is not of the form NAME=VALUE.",
            "a value of " + joined(option->values));
      }
      chosen.remove_prefix(equals + 1);
    }
    if (std::ranges::find(option->values, chosen) == option->values.end()) {
      return fatal_problem("option",
                           "\"" + std::string(chosen) + "\" cannot be chosen for \"" + name + "\".",
                           "one of " + joined(option->values));
    }
  }
  return std::nullopt;
}

}  // namespace scrubjay
