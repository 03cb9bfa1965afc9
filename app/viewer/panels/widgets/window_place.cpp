#include "app/viewer/panels/widgets/window_place.h"

#include <imgui_internal.h>

#include <algorithm>

namespace scrubjay {

namespace {

constexpr float kMargin = 16;  ///< left free around a window that opens [pixels]
/// Of its height, with which a window is of use.
constexpr float kLeastHeight = 0.7F;

/// `place` moved so that `size` from there on lies within `screen`; its begin counts most.
float within(float place, float size, float screen, float margin) {
  return std::max(margin, std::min(place, screen - size - margin));
}

/// What moved, resized or scaled windows may have come to. A screen that becomes smaller takes them
/// along; else part of one that was moved may stay outside.
void keep_on_screen(ImGuiWindow& window, ImVec2 screen) {
  if (ImGui::IsAnyMouseDown()) return;
  const ImVec2 size{std::min(window.SizeFull.x, screen.x), std::min(window.SizeFull.y, screen.y)};
  if (size.x < window.SizeFull.x || size.y < window.SizeFull.y) ImGui::SetNextWindowSize(size);
  ImGuiStorage& before = window.StateStorage;
  const ImGuiID width = ImHashStr("screen width");
  const ImGuiID height = ImHashStr("screen height");
  const bool is_smaller =
      screen.x < before.GetFloat(width, screen.x) || screen.y < before.GetFloat(height, screen.y);
  before.SetFloat(width, screen.x);
  before.SetFloat(height, screen.y);
  const float title = window.TitleBarHeight();
  const ImVec2 outside = is_smaller ? ImVec2(0, 0) : ImVec2(size.x - 4 * title, size.y - title);
  const ImVec2 place{std::clamp(window.Pos.x, std::min(0.0F, -outside.x),
                                std::max(0.0F, screen.x - size.x + outside.x)),
                     std::clamp(window.Pos.y, 0.0F, std::max(0.0F, screen.y - size.y + outside.y))};
  if (place.x != window.Pos.x || place.y != window.Pos.y) ImGui::SetNextWindowPos(place);
}

}  // namespace

void place_window(const DrawContext& context, const char* title, ImVec2 size, ImGuiCond when,
                  float height) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float above_timeline = context.timeline_top - context.areas_top;
  const bool is_above_timeline = above_timeline - 2 * kMargin >= kLeastHeight * size.y;
  const float top = is_above_timeline ? context.areas_top : 0;
  const ImVec2 room{screen.x, is_above_timeline ? above_timeline : screen.y};
  const ImVec2 fitting{std::max(1.0F, std::min(size.x, room.x - 2 * kMargin)),
                       std::max(1.0F, std::min(size.y, room.y - 2 * kMargin))};
  ImGui::SetNextWindowSize(fitting, when);
  ImGui::SetNextWindowPos(
      {within((room.x - fitting.x) / 2, fitting.x, room.x, kMargin),
       top + within(room.y * height - fitting.y / 2, fitting.y, room.y, kMargin)},
      when);
  ImGuiWindow* const known = ImGui::FindWindowByName(title);
  const bool is_placed_anew = known == nullptr || !known->WasActive;
  if (known != nullptr && !(is_placed_anew && when == ImGuiCond_Appearing)) {
    keep_on_screen(*known, screen);
  }
}

bool begin_window(const DrawContext& context, const char* title, bool& open, ImVec2 size,
                  ImGuiCond when, float height) {
  place_window(context, title, size, when, height);
  return ImGui::Begin(title, &open, ImGuiWindowFlags_NoCollapse);
}

int begun_windows() { return ImGui::GetCurrentContext()->WindowsActiveCount; }

int front_since(int begun) {
  int front = -1;
  for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
    const bool is_one = window->Active && window->BeginOrderWithinContext >= begun &&
                        (window->Flags & ImGuiWindowFlags_ChildWindow) == 0;
    if (is_one) front = std::max(front, static_cast<int>(window->FocusOrder));
  }
  return front;
}

void add_window(PlaceReport& places, std::string_view name) {
  const ImVec2 min = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  places.add(name, min, {min.x + size.x, min.y + size.y});
}

}  // namespace scrubjay
