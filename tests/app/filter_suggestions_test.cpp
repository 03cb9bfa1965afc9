#include "app/viewer/panels/filters/filter_suggestions.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

SurveyFound known() {
  SurveyFound found;
  found.properties = {{"Health", "stats", "%", PropertyType::number},
                      {"Max Health", "stats", "%", PropertyType::number},
                      {"Target", "ai", "", PropertyType::entity},
                      {"position", "transform", "m", PropertyType::vec3},
                      {"mesh", "body", "", PropertyType::mesh}};
  return found;
}

std::string names_of(const std::vector<const FilterSuggestion*>& suggestions) {
  std::string names;
  for (const FilterSuggestion* one : suggestions) names += one->name + "|";
  return names;
}

TEST(FilterSuggestions, NamePropertiesAsConditionsDo) {
  const SurveyFound one = known();
  const auto suggestions = filter_suggestions({&one, nullptr, &one});
  std::string names;
  for (const FilterSuggestion& suggestion : suggestions) names += suggestion.name + "|";
  EXPECT_EQ(names, "Health|Max Health|Target.id|position.x|position.y|position.z|")
      << "each once, and nothing that cannot be compared";
  EXPECT_EQ(suggestions[0].unit, "%");
  EXPECT_EQ(suggestions[0].type, MemberType::number);
  EXPECT_EQ(suggestions[2].type, MemberType::string);
}

TEST(FilterSuggestions, ThoseThatBeginWithWhatIsTypedComeFirst) {
  const SurveyFound one = known();
  const auto suggestions = filter_suggestions({&one});
  EXPECT_EQ(names_of(fitting_suggestions(suggestions, "HEA", 8)), "Health|Max Health|");
  EXPECT_EQ(names_of(fitting_suggestions(suggestions, "pos", 2)), "position.x|position.y|");
  EXPECT_EQ(names_of(fitting_suggestions(suggestions, "Health", 8)), "") << "typed in full";
  EXPECT_EQ(names_of(fitting_suggestions(suggestions, "zzz", 8)), "");
  EXPECT_EQ(fitting_suggestions(suggestions, "", 8).size(), 6u);
}

}  // namespace
}  // namespace scrubjay
