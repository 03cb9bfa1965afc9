#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/shared/source_mark.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/widgets/time_axis.h"
#include "app/viewer/shell/shell.h"

namespace scrubjay {

namespace {

constexpr const char* kAreasWindow = "##areas";

struct KeyName {
  int key;
  std::string_view name;
};
constexpr KeyName kKeyNames[] = {
    {GLFW_KEY_SPACE, "Space"},        {GLFW_KEY_LEFT, "Left"},
    {GLFW_KEY_RIGHT, "Right"},        {GLFW_KEY_UP, "Up"},
    {GLFW_KEY_DOWN, "Down"},          {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_END, "End"},            {GLFW_KEY_PAGE_UP, "Page up"},
    {GLFW_KEY_PAGE_DOWN, "Page down"}, {GLFW_KEY_TAB, "Tab"},
    {GLFW_KEY_ESCAPE, "Esc"},         {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_KP_ENTER, "Enter"},     {GLFW_KEY_MENU, "Menu"},
    {GLFW_KEY_COMMA, ","},            {GLFW_KEY_PERIOD, "."},
    {GLFW_KEY_SLASH, "/"},            {GLFW_KEY_EQUAL, "+"},
    {GLFW_KEY_KP_ADD, "+"},           {GLFW_KEY_MINUS, "-"},
    {GLFW_KEY_KP_SUBTRACT, "-"},      {GLFW_KEY_LEFT_BRACKET, "["},
    {GLFW_KEY_RIGHT_BRACKET, "]"},    {GLFW_KEY_DELETE, "Delete"},
};

std::string name_of_key(int key) {
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) {
    return "F" + std::to_string(key - GLFW_KEY_F1 + 1);
  }
  const bool is_sign = (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) ||
                       (key >= GLFW_KEY_0 && key <= GLFW_KEY_9);
  if (is_sign) return {static_cast<char>(key)};
  const auto named = std::ranges::find(kKeyNames, key, &KeyName::key);
  return named == std::end(kKeyNames) ? "" : std::string(named->name);
}

/// "Ctrl + Shift + F" as the tables of commands and windows have it; empty for a key without a
/// name.
std::string key_text(const KeyPress& press) {
  const std::string name = name_of_key(press.key);
  if (name.empty()) return "";
  std::string text;
  if ((press.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0) text += "Ctrl + ";
  if ((press.modifiers & GLFW_MOD_ALT) != 0) text += "Alt + ";
  // "+" needs Shift on most keyboards.
  if ((press.modifiers & GLFW_MOD_SHIFT) != 0 && name != "+") text += "Shift + ";
  return text + name;
}

bool is_control(const KeyPress& press) {
  return (press.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
}

/// A key by which one walks through the widgets of a window, and works them.
bool walks_widgets(const KeyPress& press) {
  if (is_control(press) || (press.modifiers & GLFW_MOD_ALT) != 0) return false;
  switch (press.key) {
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_HOME:
    case GLFW_KEY_END:
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_SPACE:
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return true;
    default: return false;
  }
}

/// A key that belongs to a text field that is being edited.
bool is_of_text(const KeyPress& press) {
  if (press.key >= GLFW_KEY_F1 && press.key <= GLFW_KEY_F25) return false;
  if (press.key == GLFW_KEY_TAB) return false;
  if (!is_control(press)) return true;
  if ((press.modifiers & GLFW_MOD_ALT) != 0) return false;
  switch (press.key) {
    case GLFW_KEY_Z:
    case GLFW_KEY_Y:
    case GLFW_KEY_A:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_HOME:
    case GLFW_KEY_END: return true;
    default: return false;
  }
}

/// The keyboard is in a window, menu or notice above the areas.
bool is_above_areas(const ImGuiContext& gui) {
  if (gui.OpenPopupStack.Size > 0) return true;
  const ImGuiWindow* const window = gui.NavWindow == nullptr ? nullptr : gui.NavWindow->RootWindow;
  return window != nullptr && (window->Active || window->WasActive) &&
         std::string_view(window->Name) != kAreasWindow;
}

ImGuiWindow* window_of_area(AreaId area) {
  ImGuiWindow* const areas = ImGui::FindWindowByName(kAreasWindow);
  if (areas == nullptr) return nullptr;
  const ImGuiID id = ImHashStr(kAreas[static_cast<std::size_t>(area)].name, 0, areas->ID);
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->ChildId == id && window->ParentWindow == areas) return window;
  }
  return nullptr;
}

void move_camera(Camera& camera, const KeyPress& press) {
  constexpr double kStep = 24;  // pixels, as if dragged
  constexpr double kNearer = 0.85;
  switch (press.key) {
    case GLFW_KEY_LEFT: orbit(camera, {kStep, 0}); break;
    case GLFW_KEY_RIGHT: orbit(camera, {-kStep, 0}); break;
    case GLFW_KEY_UP: orbit(camera, {0, kStep}); break;
    case GLFW_KEY_DOWN: orbit(camera, {0, -kStep}); break;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD: zoom_towards(camera, camera.target, kNearer); break;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: zoom_towards(camera, camera.target, 1 / kNearer); break;
    default: break;
  }
}

bool moves_camera(const KeyPress& press) {
  switch (press.key) {
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: return press.modifiers == 0 || press.modifiers == GLFW_MOD_SHIFT;
    default: return false;
  }
}

}  // namespace

void Shell::handle_keys(PanelContext& context) {
  const bool is_flying = caches_->of<SceneCache>().drag == SceneDrag::fly;
  for (const KeyPress& press : keys_) {
    if (is_flying && press.key == GLFW_KEY_D) continue;  // to the right
    if (ImGui::GetIO().WantTextInput && is_of_text(press)) continue;
    handle_key(press, context);
  }
  keys_.clear();
}

void Shell::handle_key(const KeyPress& press, PanelContext& context) {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (answer_closing_choice(press)) return;
  if (press.key == GLFW_KEY_ESCAPE && leave_one_thing()) return;
  if (is_above_areas(gui)) {
    // Dear ImGui walks there by itself; what it stands on is to be seen from the first key on.
    const bool is_walking = popups_before_ > 0 || !gui.NavDisableHighlight;
    if (press.key == GLFW_KEY_TAB || (is_walking && walks_widgets(press))) {
      gui.NavDisableHighlight = false;
      const bool is_side = press.key == GLFW_KEY_LEFT || press.key == GLFW_KEY_RIGHT;
      if (is_side && popups_before_ == 1 && menu_shown_ >= 0) {
        menu_step_ = press.key == GLFW_KEY_LEFT ? -1 : +1;
      }
      return;
    }
  } else if (keyboard_area_ && use_in_area(press)) {
    return;
  }
  const std::string text = key_text(press);
  if (text.empty()) return;
  const auto window = std::ranges::find(kWindows, text, &WindowRow::key);
  if (window != kWindows.end()) {
    if (window->is_of_use(context.session())) {
      toggle_window(*window);
    } else {
      state_.windows[window->id] = false;
    }
    focus_pictures_ = 3;
    return;
  }
  const auto command =
      std::ranges::find_if(kCommands, [&](const CommandRow& row) { return has_key(row.keys, text); });
  if (command != kCommands.end()) run(command->id, context);
}

/// What Esc leaves before it steps back in the view: looking for a change, a menu, a file's preview,
/// walking in an area.
bool Shell::leave_one_thing() {
  if (std::exchange(caches_->of<PropertySteps>().direction, 0) != 0) return true;
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (popups_before_ > 0) {
    // Dear ImGui may have closed it already.
    if (gui.OpenPopupStack.Size >= popups_before_) {
      ImGui::ClosePopupToLevel(popups_before_ - 1, true);
    }
    // A menu under the mouse would open again what was closed in it.
    const ImGuiWindow* const left =
        gui.OpenPopupStack.empty() ? nullptr : gui.OpenPopupStack.back().Window;
    if (left != nullptr && (left->Flags & ImGuiWindowFlags_ChildMenu) != 0 &&
        !gui.NavDisableMouseHover && left->Rect().Contains(gui.IO.MousePos)) {
      ImGui::ClosePopupToLevel(0, true);
    }
    return true;
  }
  if (state_.open_resource) {
    state_.open_resource.reset();
    return true;
  }
  if (keyboard_area_ && !is_above_areas(gui)) {
    leave_areas();
    return true;
  }
  return false;
}

/// A key while the bar asks which recording to close. False: it means what it means elsewhere.
bool Shell::answer_closing_choice(const KeyPress& press) {
  if (!bar_ || bar_->kind != BarKind::which_to_close) return false;
  const Session& session = workspace_.session();
  const std::string text = key_text(press);
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (text != mark_of(session, i).letters) continue;
    close_recording(i);
    return true;
  }
  if (press.key == GLFW_KEY_ESCAPE) bar_.reset();
  return press.key == GLFW_KEY_ESCAPE;
}

/// A key in the area that has the keyboard. False: it means what it means everywhere.
bool Shell::use_in_area(const KeyPress& press) {
  if (!is_canvas(*keyboard_area_)) return walks_widgets(press);
  if (*keyboard_area_ == AreaId::scene && moves_camera(press)) {
    move_camera(state_.camera, press);
    return true;
  }
  if (*keyboard_area_ == AreaId::timeline && press.modifiers == 0 &&
      (press.key == GLFW_KEY_UP || press.key == GLFW_KEY_DOWN)) {
    zoom_time(press.key == GLFW_KEY_UP ? 0.8 : 1.25);
    return true;
  }
  return false;
}

/// In these areas arrows move what is shown; in the others they walk from widget to widget.
bool Shell::is_canvas(AreaId area) const {
  const bool has_content = !workspace_.session().recordings.empty();
  return has_content && (area == AreaId::scene || area == AreaId::timeline);
}

/// Zooms the timeline at the playhead; `factor` below 1: nearer.
void Shell::zoom_time(double factor) {
  const ImGuiWindow* const window = window_of_area(AreaId::timeline);
  const double width = window == nullptr ? 1000 : static_cast<double>(window->Size.x);
  state_.timeline.shown = zoomed(state_.timeline.shown, state_.playback.playhead, factor,
                                 workspace_.session().range(), width);
  state_.timeline.fit = false;
}

void Shell::leave_areas() {
  keyboard_area_.reset();
  ImGui::ClearActiveID();
  ImGui::GetCurrentContext()->NavDisableHighlight = true;
}

/// Gives the keyboard to the next (+1) or previous (-1) area that is shown.
void Shell::step_area(int direction) {
  const auto count = static_cast<int>(kAreas.size());
  int at = keyboard_area_ ? static_cast<int>(*keyboard_area_) : direction > 0 ? -1 : 0;
  for (int tried = 0; tried < count; ++tried) {
    at = (at + direction + count) % count;
    if (enter_area(kAreas[static_cast<std::size_t>(at)].id)) return;
  }
}

/// Gives it the keyboard. False: it is not shown.
bool Shell::enter_area(AreaId area) {
  ImGuiWindow* const window = window_of_area(area);
  if (window == nullptr || !window->WasActive) return false;
  ImGui::ClearActiveID();
  keyboard_area_ = area;
  ImGui::FocusWindow(window);
  if (!is_canvas(area)) {
    ImGui::NavInitWindow(window, true);
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
    ImGui::GetCurrentContext()->NavDisableMouseHover = true;
  }
  return true;
}

/// As if the right button were pressed and released on what has the keyboard.
void Shell::right_click_focus() {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (gui.NavWindow == nullptr || gui.NavId == 0 || gui.NavDisableHighlight) return;
  const ImRect place = ImGui::WindowRectRelToAbs(gui.NavWindow, gui.NavWindow->NavRectRel[gui.NavLayer]);
  gui.IO.MousePos = {std::min(place.Min.x + 40 * scale_, place.GetCenter().x), place.GetCenter().y};
  gui.IO.MouseReleased[ImGuiMouseButton_Right] = true;
  gui.NavDisableMouseHover = false;
  gui.HoveredWindow = gui.NavWindow;
}

/// Left and right in a menu of the menu bar, where it has not opened a menu in it.
void Shell::step_menu() {
  constexpr int kMenus = 5;
  if (menu_step_ == 0) return;
  if (ImGui::GetCurrentContext()->OpenPopupStack.Size <= 1) {
    menu_to_open_ = (std::max(0, menu_before_) + menu_step_ + kMenus) % kMenus;
    focus_pictures_ = 3;
  }
  menu_step_ = 0;
}

/// Once its menus are closed the keyboard is where it was.
void Shell::leave_menu_bar() {
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  const bool is_in_bar =
      gui.NavWindow != nullptr && (gui.NavWindow->Flags & ImGuiWindowFlags_MenuBar) != 0;
  const bool is_used = gui.OpenPopupStack.Size > 0 || gui.ActiveId != 0 || menu_to_open_ >= 0;
  if (!is_in_bar || is_used) return;
  ImGuiWindow* const area = keyboard_area_ ? window_of_area(*keyboard_area_) : nullptr;
  ImGui::FocusWindow(area != nullptr ? area : ImGui::FindWindowByName(kAreasWindow));
}

/// Which keys Dear ImGui takes in the next picture: all where one walks by keys in what is above the
/// areas or in one of them, else none, since there they mean what the tables say.
void Shell::share_keyboard() {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  step_menu();
  leave_menu_bar();
  menu_before_ = menu_shown_;
  const bool is_above = is_above_areas(gui);
  if (dock_pictures_ > 0 && --dock_pictures_ == 0) {
    const bool is_taken = !std::exchange(state_.dock_takes_keyboard, false);
    if (!is_taken && is_dock_asked_by_key_) enter_area(AreaId::dock);
  }
  if (keyboard_area_) {
    const ImGuiWindow* const window = window_of_area(*keyboard_area_);
    const bool is_left = window == nullptr || !window->Active || ImGui::IsAnyMouseDown();
    if (is_left && !is_above) keyboard_area_.reset();
  }
  // What a key has opened shows what it stands on.
  if (focus_pictures_ > 0 && is_above) gui.NavDisableHighlight = false;
  focus_pictures_ = std::max(0, focus_pictures_ - 1);
  const bool is_walking = is_above ? gui.OpenPopupStack.Size > 0 || !gui.NavDisableHighlight
                                   : keyboard_area_ && !is_canvas(*keyboard_area_);
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

/// Around what has the keyboard.
void Shell::draw_focus() {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float line = std::max(2.0F, std::round(2 * scale_));
  const ImU32 color = packed(theme_->focus);
  const bool is_above = is_above_areas(gui);
  if (keyboard_area_ && !is_above) {
    if (const ImGuiWindow* window = window_of_area(*keyboard_area_)) {
      const ImRect area = window->Rect();
      list.AddRect({area.Min.x + line / 2, area.Min.y + line / 2},
                   {area.Max.x - line / 2, area.Max.y - line / 2}, color, 0, 0, line);
    }
  }
  if (gui.NavDisableHighlight || gui.NavWindow == nullptr || gui.NavId == 0 || !gui.NavIdIsAlive) {
    return;
  }
  if (!is_above && !keyboard_area_) return;
  const ImGuiWindow& window = *gui.NavWindow;
  if (window.NavRectRel[gui.NavLayer].IsInverted()) return;
  ImRect place = ImGui::WindowRectRelToAbs(gui.NavWindow, window.NavRectRel[gui.NavLayer]);
  place.ClipWith(gui.NavLayer == ImGuiNavLayer_Main ? window.InnerRect : window.Rect());
  if (place.GetWidth() < 2 * line || place.GetHeight() < 2 * line) return;
  list.AddRect({place.Min.x + line / 2, place.Min.y + line / 2},
               {place.Max.x - line / 2, place.Max.y - line / 2}, color, 3 * scale_, 0, line);
  places_.add("focus", place.Min, place.Max);
}

}  // namespace scrubjay
