#include "app/viewer/panels/widgets/row_paint.h"

#include "app/viewer/panels/widgets/event_glyph.h"

#include <gtest/gtest.h>

#include "core/text.h"
#include "headless_imgui.h"

namespace scrubjay {
namespace {

TEST(EventGlyph, IsByWhatANameSaysElseTheSameForATag) {
  EXPECT_EQ(event_glyph("collision", "physics"), EventGlyph::burst);
  EXPECT_EQ(event_glyph("Damage received", "combat"), EventGlyph::burst);
  EXPECT_EQ(event_glyph("tag_added", "tag"), EventGlyph::plus);
  EXPECT_EQ(event_glyph("tag_removed", "tag"), EventGlyph::minus);
  EXPECT_EQ(event_glyph("Despawned", ""), EventGlyph::minus) << "not what spawns";
  EXPECT_EQ(event_glyph("light changed", "traffic"), EventGlyph::swap);
  EXPECT_EQ(event_glyph("Footstep", "audio"), event_glyph("Music", "audio"));
  EXPECT_GE(event_glyph("Footstep", "audio"), EventGlyph::circle);
}

TEST(EventGlyph, StaysInsideItsRadius) {
  const HeadlessImGui imgui({640, 480});
  ImGui::NewFrame();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  for (int glyph = 0; glyph <= static_cast<int>(EventGlyph::hexagon); ++glyph) {
    const int before = list.VtxBuffer.Size;
    draw_event_glyph(list, {100, 100}, 10, static_cast<EventGlyph>(glyph), IM_COL32_WHITE);
    EXPECT_GT(list.VtxBuffer.Size, before) << glyph;
    for (int i = before; i < list.VtxBuffer.Size; ++i) {
      // Half a pixel of soft edge on each side of what is drawn, and of its corners.
      EXPECT_NEAR(list.VtxBuffer[i].pos.x, 100, 12) << glyph;
      EXPECT_NEAR(list.VtxBuffer[i].pos.y, 100, 12) << glyph;
    }
  }
  ImGui::Render();
}

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
