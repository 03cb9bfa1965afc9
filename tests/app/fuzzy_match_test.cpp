#include "app/viewer/fuzzy_match.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace scrubjay {
namespace {

/// The texts that fit, the best first.
std::vector<std::string> found(std::string_view typed, std::vector<std::string> texts) {
  const FuzzyPattern pattern(typed);
  std::erase_if(texts, [&](const std::string& text) { return !pattern.score(text); });
  std::ranges::stable_sort(texts, std::ranges::greater(),
                           [&](const std::string& text) { return *pattern.score(text); });
  return texts;
}

/// `text` with the letters that were found in brackets.
std::string bracketed(std::string_view typed, std::string_view text) {
  const auto places = FuzzyPattern(typed).places(text);
  std::string out;
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    const bool is_found = std::ranges::binary_search(places, i);
    out += is_found ? std::string{'[', text[i], ']'} : std::string{text[i]};
  }
  return out;
}

TEST(FuzzyMatch, PrefersBeginsOfWordsAndRuns) {
  using Strings = std::vector<std::string>;
  EXPECT_EQ(found("tesla", {"static.prop.metesland", "vehicle.tesla.model3", "walker"}),
            (Strings{"vehicle.tesla.model3", "static.prop.metesland"}));
  EXPECT_EQ(found("ne", {"One frame", "Next event"}).front(), "Next event");
  EXPECT_EQ(found("hide", {"Hide or show the selection", "chide"}).front(),
            "Hide or show the selection");
  EXPECT_EQ(found("loop", {"Loop", "Loop the selected range"}).front(), "Loop") << "the shorter";
  EXPECT_EQ(found("hf", {"shelf", "HealthFull"}).front(), "HealthFull");
}

TEST(FuzzyMatch, GoesFromBeginsOverWordsAndPiecesToInitials) {
  using Strings = std::vector<std::string>;
  const Strings ranked{"Plot\u2026", "Add a plot", "exploit of subplots",
                       "Paths of late objects then"};
  Strings texts(ranked.rbegin(), ranked.rend());
  EXPECT_EQ(found("plot", texts), ranked);
  EXPECT_EQ(bracketed("plot", "exploit of subplots"), "exploit of sub[p][l][o][t]s");
}

TEST(FuzzyMatch, LettersInsideOfWordsAreNoMatch) {
  EXPECT_FALSE(FuzzyPattern("plot").score("pose/location"));
  EXPECT_FALSE(FuzzyPattern("plot").score("static.prop.plantpot01"));
  EXPECT_TRUE(FuzzyPattern("plot").places("pose/location").empty());
  EXPECT_EQ(bracketed("coplin", "Copy link"), "[C][o][p]y [l][i][n]k");
}

TEST(FuzzyMatch, FindsInitialsAndWordsInAnyOrder) {
  EXPECT_EQ(bracketed("nos", "Next event of the selection"), "[N]ext event [o]f the [s]election");
  EXPECT_EQ(bracketed("192 tesla", "vehicle.tesla.model3  192"),
            "vehicle.[t][e][s][l][a].model3  [1][9][2]");
  EXPECT_EQ(bracketed("TESLA", "vehicle.tesla"), "vehicle.[t][e][s][l][a]");
}

TEST(FuzzyMatch, LeavesOutWhatIsNotThere) {
  EXPECT_FALSE(FuzzyPattern("teslax").score("vehicle.tesla"));
  EXPECT_FALSE(FuzzyPattern("tesla 7").score("vehicle.tesla"));
  EXPECT_FALSE(FuzzyPattern("tesla").score("Coordinates: unreal")) << "letters strewn over a text";
  EXPECT_TRUE(FuzzyPattern("tesla").places("Coordinates").empty());
}

TEST(FuzzyMatch, TakesAnything) {
  EXPECT_TRUE(FuzzyPattern("").empty());
  EXPECT_TRUE(FuzzyPattern(" \t ").empty());
  EXPECT_FALSE(FuzzyPattern("a").score(""));
  const std::string much(100'000, 'a');
  EXPECT_TRUE(FuzzyPattern(much).score(much));
  EXPECT_TRUE(FuzzyPattern("\xE2\x9A\xA0").score("sign \xE2\x9A\xA0"));
  // What stands behind the part that is looked at is not found.
  EXPECT_FALSE(FuzzyPattern("b").score(much + "b"));
}

}  // namespace
}  // namespace scrubjay
