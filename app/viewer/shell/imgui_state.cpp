#include "app/viewer/shell/imgui_state.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace scrubjay {

bool is_window_appearing() {
  const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
  return std::any_of(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
    if (!window->Active) return false;
    // A child that lies outside of its parent stays hidden for as long as it does.
    const bool is_child = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0;
    return window->Appearing || window->HiddenFramesCannotSkipItems > 0 ||
           (!is_child && window->HiddenFramesCanSkipItems > 0);
  });
}

void hide_tooltips() {
  for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
    if (window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) window->Hidden = true;
  }
}

}  // namespace scrubjay
