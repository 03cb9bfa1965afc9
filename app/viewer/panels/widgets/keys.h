#pragma once

#include <imgui.h>
#include <imgui_internal.h>

namespace scrubjay {

/// Enter on the number pad, which Dear ImGui spells otherwise since 1.87.
#if IMGUI_VERSION_NUM < 18700
inline constexpr ImGuiKey_ kKeypadEnter = ImGuiKey_KeyPadEnter;
#else
inline constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeypadEnter;
#endif

inline bool is_pressed(ImGuiKey key, bool repeats = true) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
}
inline bool is_enter_pressed(bool repeats = true) {
  return is_pressed(ImGuiKey_Enter, repeats) || is_pressed(kKeypadEnter, repeats);
}

/// The next item takes the keyboard, in the next picture.
inline void give_keyboard_to_next() {
#if IMGUI_VERSION_NUM >= 19000 && IMGUI_VERSION_NUM < 19020
  // Dear ImGui looks for the item only in the window that has the keyboard already, up to 1.90.1.
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  gui.NavFocusScopeId = gui.CurrentFocusScopeId;
#endif
  ImGui::SetKeyboardFocusHere();
}

/// The item drawn last takes the keyboard at once, and shows it.
inline void take_keyboard() {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  ImGui::ClearActiveID();
  ImGui::FocusWindow(ImGui::GetCurrentWindow());
  ImGui::SetFocusID(ImGui::GetItemID(), ImGui::GetCurrentWindow());
  gui.NavDisableHighlight = false;
  gui.NavDisableMouseHover = true;
}

}  // namespace scrubjay
