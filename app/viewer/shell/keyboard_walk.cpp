#include "app/viewer/shell/keyboard_walk.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace scrubjay {

namespace {

constexpr const char* kAreasWindow = "##areas";

}  // namespace

ImGuiWindow* window_of_area(AreaId area) {
  ImGuiWindow* const areas = ImGui::FindWindowByName(kAreasWindow);
  if (areas == nullptr) return nullptr;
  const ImGuiID id = ImHashStr(kAreas[static_cast<std::size_t>(area)].name, 0, areas->ID);
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->ChildId == id && window->ParentWindow == areas) return window;
  }
  return nullptr;
}

bool KeyboardWalk::is_canvas(AreaId area) const {
  return has_content_ && (area == AreaId::scene || area == AreaId::timeline);
}

void KeyboardWalk::step(int direction) {
  const auto count = static_cast<int>(kAreas.size());
  int at = area_ ? static_cast<int>(*area_) : direction > 0 ? -1 : 0;
  for (int tried = 0; tried < count; ++tried) {
    at = (at + direction + count) % count;
    if (enter(kAreas[static_cast<std::size_t>(at)].id)) return;
  }
}

bool KeyboardWalk::enter(AreaId area) {
  ImGuiWindow* const window = window_of_area(area);
  if (window == nullptr || !window->WasActive) return false;
  ImGui::ClearActiveID();
  area_ = area;
  ImGui::FocusWindow(window);
  if (!is_canvas(area)) {
    ImGui::NavInitWindow(window, true);
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
    ImGui::GetCurrentContext()->NavDisableMouseHover = true;
  }
  return true;
}

void KeyboardWalk::enter_once_shown(AreaId area) {
  awaited_ = area;
  show();
}

void KeyboardWalk::leave() {
  area_.reset();
  ImGui::ClearActiveID();
  ImGui::GetCurrentContext()->NavDisableHighlight = true;
}

bool KeyboardWalk::is_above_areas() const {
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (gui.OpenPopupStack.Size > 0) return true;
  const ImGuiWindow* const window = gui.NavWindow == nullptr ? nullptr : gui.NavWindow->RootWindow;
  return window != nullptr && (window->Active || window->WasActive) &&
         std::string_view(window->Name) != kAreasWindow;
}

bool KeyboardWalk::takes_above(const KeyPress& press) {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  // What it stands on is to be seen from the first key on.
  const bool is_walking = popups_before_ > 0 || !gui.NavDisableHighlight;
  if (press.key != GLFW_KEY_TAB && !(is_walking && walks_widgets(press))) return false;
  gui.NavDisableHighlight = false;
  const bool is_side = press.key == GLFW_KEY_LEFT || press.key == GLFW_KEY_RIGHT;
  if (is_side && popups_before_ == 1 && menu_shown_ >= 0) {
    menu_step_ = press.key == GLFW_KEY_LEFT ? -1 : +1;
  }
  return true;
}

bool KeyboardWalk::close_popup() {
  if (popups_before_ == 0) return false;
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  // Dear ImGui may have closed it already.
  if (gui.OpenPopupStack.Size >= popups_before_) ImGui::ClosePopupToLevel(popups_before_ - 1, true);
  // A menu under the mouse would open again what was closed in it.
  const ImGuiWindow* const left =
      gui.OpenPopupStack.empty() ? nullptr : gui.OpenPopupStack.back().Window;
  if (left != nullptr && (left->Flags & ImGuiWindowFlags_ChildMenu) != 0 &&
      !gui.NavDisableMouseHover && left->Rect().Contains(gui.IO.MousePos)) {
    ImGui::ClosePopupToLevel(0, true);
  }
  return true;
}

void KeyboardWalk::right_click(float scale) const {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (gui.NavWindow == nullptr || gui.NavId == 0 || gui.NavDisableHighlight) return;
  const ImRect place =
      ImGui::WindowRectRelToAbs(gui.NavWindow, gui.NavWindow->NavRectRel[gui.NavLayer]);
  gui.IO.MousePos = {std::min(place.Min.x + 40 * scale, place.GetCenter().x), place.GetCenter().y};
  gui.IO.MouseReleased[ImGuiMouseButton_Right] = true;
  gui.NavDisableMouseHover = false;
  gui.HoveredWindow = gui.NavWindow;
}

void KeyboardWalk::open_menu(int place) {
  menu_to_open_ = place;
  show();
}

void KeyboardWalk::begin_menus() {
  menus_ = 1;
  menu_shown_ = -1;
}

void KeyboardWalk::drawn_menu(int place, bool is_open) {
  menus_ = place + 1;
  if (is_open) menu_shown_ = place;
}

/// Left and right in a menu of the menu bar, where it has not opened a menu in it.
void KeyboardWalk::step_menu() {
  if (menu_step_ != 0 && ImGui::GetCurrentContext()->OpenPopupStack.Size <= 1) {
    open_menu((std::max(0, menu_before_) + menu_step_ + menus_) % menus_);
  }
  menu_step_ = 0;
}

/// Once its menus are closed the keyboard is where it was.
void KeyboardWalk::leave_menu_bar() const {
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  const bool is_in_bar =
      gui.NavWindow != nullptr && (gui.NavWindow->Flags & ImGuiWindowFlags_MenuBar) != 0;
  const bool is_used = gui.OpenPopupStack.Size > 0 || gui.ActiveId != 0 || menu_to_open_ >= 0;
  if (!is_in_bar || is_used) return;
  ImGuiWindow* const area = area_ ? window_of_area(*area_) : nullptr;
  ImGui::FocusWindow(area != nullptr ? area : ImGui::FindWindowByName(kAreasWindow));
}

void KeyboardWalk::share_keys() {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  step_menu();
  leave_menu_bar();
  menu_before_ = menu_shown_;
  const bool is_above = is_above_areas();
  if (area_) {
    const ImGuiWindow* const window = window_of_area(*area_);
    const bool is_left = window == nullptr || !window->Active || ImGui::IsAnyMouseDown();
    if (is_left && !is_above) area_.reset();
  }
  if (awaited_ && (enter(*awaited_) || !is_shown())) awaited_.reset();
  const bool is_walked_gone = gui.NavWindow != nullptr && !gui.NavWindow->Active;
  // A list in whose place something else is shown.
  if (area_ && !is_above && !is_canvas(*area_) && is_walked_gone) enter(*area_);
  // What a key has opened shows what it stands on.
  if (is_shown() && is_above) gui.NavDisableHighlight = false;
  pictures_ = std::max(0, pictures_ - 1);
  const bool is_walking = is_above ? gui.OpenPopupStack.Size > 0 || !gui.NavDisableHighlight
                                   : area_ && !is_canvas(*area_);
  if (is_walking) {
    gui.IO.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else {
    gui.IO.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    if (!is_above) gui.NavDisableHighlight = true;
  }
#if IMGUI_VERSION_NUM < 18700
  // From area to area Tab goes by the shell.
  gui.IO.KeyMap[ImGuiKey_Tab] = is_above ? GLFW_KEY_TAB : -1;
#endif
  popups_before_ = gui.OpenPopupStack.Size;
}

void KeyboardWalk::draw(const DrawContext& context) const {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float line = std::max(2.0F, std::round(2 * context.scale));
  const ImU32 color = packed(context.theme.focus);
  const auto frame = [&](const ImRect& rect, float rounding) {
    list.AddRect({rect.Min.x + line / 2, rect.Min.y + line / 2},
                 {rect.Max.x - line / 2, rect.Max.y - line / 2}, color, rounding, 0, line);
  };
  const bool is_above = is_above_areas();
  if (area_ && !is_above) {
    if (const ImGuiWindow* window = window_of_area(*area_)) frame(window->Rect(), 0);
  }
  if (gui.NavDisableHighlight || gui.NavWindow == nullptr || gui.NavId == 0 || !gui.NavIdIsAlive) {
    return;
  }
  if (!is_above && !area_) return;
  const ImGuiWindow& window = *gui.NavWindow;
  if (window.NavRectRel[gui.NavLayer].IsInverted()) return;
  ImRect place = ImGui::WindowRectRelToAbs(gui.NavWindow, window.NavRectRel[gui.NavLayer]);
  place.ClipWith(gui.NavLayer == ImGuiNavLayer_Main ? window.InnerRect : window.Rect());
  if (place.GetWidth() < 2 * line || place.GetHeight() < 2 * line) return;
  frame(place, 3 * context.scale);
  context.places.add("focus", place.Min, place.Max);
}

}  // namespace scrubjay
