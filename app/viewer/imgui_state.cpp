#include "app/viewer/imgui_state.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace scrubjay {

bool is_window_appearing() {
  const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
  return std::any_of(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
    return window->Active && (window->Appearing || window->HiddenFramesCanSkipItems > 0 ||
                              window->HiddenFramesCannotSkipItems > 0);
  });
}

}  // namespace scrubjay
