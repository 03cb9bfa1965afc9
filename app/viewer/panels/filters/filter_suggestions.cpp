#include "app/viewer/panels/filters/filter_suggestions.h"

#include <algorithm>

#include "analysis/derived/road_values.h"
#include "core/text.h"

namespace scrubjay {

namespace {

void add_suggestion(const KnownProperty& known, std::vector<FilterSuggestion>& out) {
  const auto add = [&](std::string_view inner, MemberType type) {
    out.push_back({known.name + std::string(inner), known.unit, type});
  };
  const auto add_numbers = [&](std::initializer_list<std::string_view> inner) {
    for (const std::string_view one : inner) add(one, MemberType::number);
  };
  switch (known.type) {
    case PropertyType::string:
    case PropertyType::comment:
    case PropertyType::resource: add("", MemberType::string); break;
    case PropertyType::entity: add(".id", MemberType::string); break;
    case PropertyType::boolean: add("", MemberType::boolean); break;
    case PropertyType::integer:
    case PropertyType::number: add("", MemberType::number); break;
    case PropertyType::vec2: add_numbers({".x", ".y"}); break;
    case PropertyType::vec3: add_numbers({".x", ".y", ".z"}); break;
    case PropertyType::vec4:
    case PropertyType::quat: add_numbers({".x", ".y", ".z", ".w"}); break;
    case PropertyType::color: add_numbers({".r", ".g", ".b", ".a"}); break;
    default: break;
  }
}

bool begins_with(std::string_view text, std::string_view part) {
  return contains_ignoring_case(text.substr(0, part.size()), part);
}

}  // namespace

std::vector<FilterSuggestion> filter_suggestions(const std::vector<const SurveyFound*>& found,
                                                 bool has_roads) {
  std::vector<FilterSuggestion> suggestions;
  for (const RoadValueInfo& info : road_value_infos()) {
    if (!has_roads) break;
    KnownProperty known;
    known.name = info.path;
    known.type = info.type;
    known.unit = info.unit;
    add_suggestion(known, suggestions);
  }
  for (const SurveyFound* survey : found) {
    if (survey == nullptr) continue;
    for (const KnownProperty& known : survey->properties) {
      // Names of entries in lists are numbers: nobody asks for these.
      if (!known.name.empty()) add_suggestion(known, suggestions);
    }
  }
  std::ranges::stable_sort(suggestions, {}, &FilterSuggestion::name);
  const auto doubles = std::ranges::unique(suggestions, {}, &FilterSuggestion::name);
  suggestions.erase(doubles.begin(), doubles.end());
  return suggestions;
}

std::vector<const FilterSuggestion*> fitting_suggestions(
    const std::vector<FilterSuggestion>& suggestions, std::string_view typed, std::size_t most) {
  std::vector<const FilterSuggestion*> fitting;
  for (const bool at_begin : {true, false}) {
    for (const FilterSuggestion& suggestion : suggestions) {
      if (fitting.size() == most) return fitting;
      if (suggestion.name == typed) return {};
      if (begins_with(suggestion.name, typed) != at_begin) continue;
      if (contains_ignoring_case(suggestion.name, typed)) fitting.push_back(&suggestion);
    }
  }
  return fitting;
}

}  // namespace scrubjay
