#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/found/property_survey.h"
#include "core/filter.h"

namespace scrubjay {

/// A property that a condition of a filter may be about.
struct FilterSuggestion {
  std::string name;  ///< as FilterMember::name
  std::string unit;
  MemberType type = MemberType::string;
  bool operator==(const FilterSuggestion&) const = default;
};

/// What is known of the open recordings as conditions name it: "health", "position.x", "target.id".
/// `has_roads`: also what follows from roads. In order of name, each once.
std::vector<FilterSuggestion> filter_suggestions(const std::vector<const SurveyFound*>& found,
                                                 bool has_roads = false);

/// At most `most` of those whose names hold `typed`; those that begin with it first. One that is
/// typed in full needs no suggestion.
std::vector<const FilterSuggestion*> fitting_suggestions(
    const std::vector<FilterSuggestion>& suggestions, std::string_view typed, std::size_t most);

}  // namespace scrubjay
