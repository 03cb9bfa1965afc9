#include "app/viewer/css_color.h"

#include <gtest/gtest.h>

#include <string>

namespace scrubjay {
namespace {

struct CssCase {
  std::string text;
  ImVec4 color;
};

void PrintTo(const CssCase& one, std::ostream* out) { *out << one.text; }

class CssColor : public testing::TestWithParam<CssCase> {};

TEST_P(CssColor, IsReadAsBrowsersDo) {
  const auto color = parse_css_color(GetParam().text);
  ASSERT_TRUE(color);
  const ImVec4& expected = GetParam().color;
  EXPECT_NEAR(color->x, expected.x, 0.003);
  EXPECT_NEAR(color->y, expected.y, 0.003);
  EXPECT_NEAR(color->z, expected.z, 0.003);
  EXPECT_NEAR(color->w, expected.w, 0.003);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, CssColor,
    testing::Values(
        CssCase{"#f80", {1, 0.533F, 0, 1}}, CssCase{"#F808", {1, 0.533F, 0, 0.533F}},
        CssCase{"#8442B9", {0.518F, 0.259F, 0.725F, 1}}, CssCase{"#00ff0080", {0, 1, 0, 0.502F}},
        CssCase{"  Tomato ", {1, 0.388F, 0.278F, 1}}, CssCase{"aliceblue", {0.941F, 0.973F, 1, 1}},
        CssCase{"yellowgreen", {0.604F, 0.804F, 0.196F, 1}}, CssCase{"transparent", {0, 0, 0, 0}},
        CssCase{"rgb(255, 128, 0)", {1, 0.502F, 0, 1}},
        CssCase{"rgba(255,128,0,.25)", {1, 0.502F, 0, 0.25F}},
        CssCase{"rgb(100% 50% 0% / 40%)", {1, 0.5F, 0, 0.4F}},
        CssCase{"rgb(300, -5, 0)", {1, 0, 0, 1}}, CssCase{"hsl(120, 100%, 50%)", {0, 1, 0, 1}},
        CssCase{"hsla(-120deg, 100%, 50%, 0.5)", {0, 0, 1, 0.5F}}));

TEST(CssColor, RefusesWhatIsNoColor) {
  for (const char* text : {"", " ", "#", "#12", "#12345", "#ggg", "reddish", "rgb(", "rgb(1,2)",
                           "rgb(1,2,3", "rgb(1,2,3,4,5)", "hsl()", "url(x)", "rgb(nan,1,2)"}) {
    EXPECT_FALSE(parse_css_color(text)) << text;
  }
  EXPECT_FALSE(parse_css_color(std::string(100'000, '(')));
}

TEST(CssColor, ContrastIsThatOfWcag) {
  EXPECT_NEAR(contrast({1, 1, 1, 1}, {0, 0, 0, 1}), 21, 0.01);
  EXPECT_NEAR(contrast({0.467F, 0.467F, 0.467F, 1}, {1, 1, 1, 1}), 4.48, 0.03);
}

TEST(CssColor, IsMadeReadableOnAnyBackground) {
  const ImVec4 dark(0.09F, 0.1F, 0.12F, 1);
  const ImVec4 light(0.97F, 0.97F, 0.98F, 1);
  for (const char* name : {"black", "white", "navy", "yellow", "gray", "#181B1F"}) {
    for (const ImVec4& background : {dark, light}) {
      EXPECT_GE(contrast(readable_on(*parse_css_color(name), background, 4.5F), background), 4.5F)
          << name;
    }
  }
  const ImVec4 kept = readable_on(*parse_css_color("gold"), dark, 4.5F);
  EXPECT_NEAR(kept.y, 0.843, 0.003);
}

}  // namespace
}  // namespace scrubjay
