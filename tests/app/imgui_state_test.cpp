#include "app/viewer/shell/imgui_state.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include "headless_imgui.h"

namespace scrubjay {
namespace {

/// Pictures without a display.
class ImGuiStateTest : public testing::Test {
 private:
  HeadlessImGui imgui_{{400, 300}};

 protected:
  /// Whether a window appears in a picture of one with a child at that height in it.
  static bool appears_in_picture(float child_top) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({200, 100});
    ImGui::Begin("window");
    ImGui::SetCursorPosY(child_top);
    ImGui::BeginChild("child", {100, 50});
    ImGui::TextUnformatted("text");
    ImGui::EndChild();
    ImGui::End();
    const bool appears = is_window_appearing();
    ImGui::Render();
    return appears;
  }
};

TEST_F(ImGuiStateTest, ANewWindowAppearsInItsFirstPicture) { EXPECT_TRUE(appears_in_picture(30)); }

TEST_F(ImGuiStateTest, AWindowThatStaysIsAtItsPlace) {
  for (int i = 0; i < 5; ++i) appears_in_picture(30);
  EXPECT_FALSE(appears_in_picture(30));
}

TEST_F(ImGuiStateTest, AChildOutsideOfItsWindowDoesNotAppearForever) {
  for (int i = 0; i < 5; ++i) appears_in_picture(500);
  EXPECT_FALSE(appears_in_picture(500));
}

}  // namespace
}  // namespace scrubjay
