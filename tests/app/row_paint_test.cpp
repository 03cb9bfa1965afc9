#include "app/viewer/panels/row_paint.h"

#include <gtest/gtest.h>

#include "core/text.h"
#include "headless_imgui.h"

namespace scrubjay {
namespace {

TEST(CutInMiddle, LeavesBeginAndEnd) {
  const HeadlessImGui imgui({640, 480});
  ImFont* const font = imgui.fonts().text;
  const std::string name = "vehicle.volkswagen.t2_2021";
  const float whole = text_width(font, name);
  EXPECT_EQ(cut_in_middle(font, name, whole), name);
  const std::string cut = cut_in_middle(font, name, whole * 0.6F);
  EXPECT_LE(text_width(font, cut), whole * 0.6F + 0.5F);
  EXPECT_TRUE(cut.starts_with("vehicl")) << cut;
  EXPECT_TRUE(cut.ends_with("_2021")) << cut;
  EXPECT_NE(cut.find("\u2026"), std::string::npos) << cut;
  EXPECT_NE(cut, cut_in_middle(font, "vehicle.volkswagen.t2", whole * 0.6F));
  EXPECT_EQ(cut_in_middle(font, name, 1), "");
  // Characters of several bytes stay whole.
  for (float width = 0; width < 200; width += 3) {
    const std::string umlauts = cut_in_middle(font, "äöüäöüäöüäöüäöüäöüäöüäöü", width);
    EXPECT_EQ(valid_utf8(umlauts), umlauts);
  }
}

}  // namespace
}  // namespace scrubjay
