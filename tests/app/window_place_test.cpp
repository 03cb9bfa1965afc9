#include "app/viewer/panels/widgets/window_place.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/viewer/panels/filters/filters_list.h"
#include "panel_fixture.h"
#include "test_scene.h"

namespace scrubjay {
namespace {

/// The windows above the areas, in letters of any size on a small screen.
class WindowPlace : public PanelTest, public testing::WithParamInterface<float> {
 protected:
  WindowPlace() : PanelTest({1280, 720}) { scale_ = GetParam(); }

  void draw(PanelContext& context) override {
    if (state_.windows[WindowId::help]) help_window(context);
    if (state_.windows[WindowId::queries]) queries_window(context);
    if (state_.windows[WindowId::filters]) filters_window(context);
    if (state_.windows[WindowId::problems]) problems_window(context);
    if (state_.windows[WindowId::reading]) reading_window(context);
    if (state_.windows[WindowId::save]) save_window(context);
  }
  static void expect_on_screen(const char* title) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(title);
    ASSERT_NE(window, nullptr) << title;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    EXPECT_GE(window->Pos.x, 0) << title;
    EXPECT_GE(window->Pos.y, 0) << title;
    EXPECT_LE(window->Pos.x + window->Size.x, screen.x) << title;
    EXPECT_LE(window->Pos.y + window->Size.y, screen.y) << title;
  }
};

INSTANTIATE_TEST_SUITE_P(Scales, WindowPlace, testing::Values(1.0F, 1.5F, 2.0F, 3.0F));

TEST_P(WindowPlace, EveryWindowOpensWithinTheScreen) {
  open(recording_of(TestScene{}));
  state_.windows[WindowId::help] = state_.windows[WindowId::queries] =
      state_.windows[WindowId::filters] = true;
  state_.windows[WindowId::problems] = state_.windows[WindowId::reading] =
      state_.windows[WindowId::save] = true;
  pictures(3);
  for (const char* title :
       {"Keys and mouse", "Queries", "Filters", "Problems", "How it is read", "Save as"}) {
    expect_on_screen(title);
  }
}

TEST_P(WindowPlace, ComesBackWhenTheScreenBecomesSmaller) {
  state_.windows[WindowId::filters] = true;
  pictures(3);
  ImGui::SetWindowPos("Filters", {1000, 600});
  pictures(2);
  ImGui::GetIO().DisplaySize = {640, 360};
  pictures(3);
  const ImGuiWindow* const window = ImGui::FindWindowByName("Filters");
  EXPECT_LE(window->Size.x, 640);
  EXPECT_LE(window->Size.y, 360);
  EXPECT_LE(window->Pos.y + window->TitleBarHeight(), 360);
  EXPECT_LT(window->Pos.x, 640 - window->TitleBarHeight());
}

TEST_P(WindowPlace, AWindowMovedAboveTheEdgeComesBackOnceItIsLetGo) {
  state_.windows[WindowId::filters] = true;
  pictures(3);
  ImGui::GetIO().MouseDown[0] = true;
  ImGui::SetWindowPos("Filters", {100, -40});
  pictures(2);
  EXPECT_LT(ImGui::FindWindowByName("Filters")->Pos.y, 0);
  ImGui::GetIO().MouseDown[0] = false;
  pictures(3);
  EXPECT_EQ(ImGui::FindWindowByName("Filters")->Pos.y, 0);
}

}  // namespace
}  // namespace scrubjay
