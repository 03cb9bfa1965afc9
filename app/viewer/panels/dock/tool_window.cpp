#include "app/viewer/panels/dock/tool_window.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/viewer/panels/dock/dock_icons.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"

namespace scrubjay {

namespace {

/// In the title bar of the window that was begun, left of what closes it. True when clicked. It is
/// no item: neither the layout nor the keyboard comes by it, which has the menu. Lit where the
/// window belongs into the dock and waits for room in it.
bool dock_button(const DrawContext& context, std::string_view name, bool is_waiting) {
  ImGuiWindow& window = *ImGui::GetCurrentWindow();
  const ImRect bar = window.TitleBarRect();
  const float side = ImGui::GetFontSize();
  const float right = bar.Max.x - ImGui::GetStyle().FramePadding.x - 1.5F * side;
  const ImRect place({right - side, bar.Min.y}, {right, bar.Max.y});
  bool hovered = false;
  bool held = false;
  ImGui::PushClipRect(bar.Min, bar.Max, false);
  const bool pressed =
      ImGui::ButtonBehavior(place, window.GetID("#dock"), &hovered, &held, ImGuiButtonFlags_None);
  context.places.add(std::string(name) + ".dock", place.Min, place.Max);
  draw_dock_icon(place.GetCenter(), 5 * context.scale, true,
                 packed(is_waiting ? context.theme.accent
                        : hovered  ? context.theme.text
                                   : context.theme.dim));
  ImGui::PopClipRect();
  if (hovered) {
    text_tooltip(context, is_waiting
                              ? "Goes below the scene once there is room; click to keep it here"
                              : "Dock it below the scene");
  }
  return pressed;
}

}  // namespace

std::string tool_name(const WindowRow& tool) {
  constexpr std::string_view kDots = "…";
  std::string name(tool.title);
  if (name.ends_with(kDots)) name.resize(name.size() - kDots.size());
  return name;
}

bool begin_tool_window(ViewContext& context, WindowId window, const char* title, ImVec2 size,
                       float height) {
  if (context.in_dock) {
    // To the edges of the area, whose padding is for others.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 area = ImGui::GetWindowPos();
    const ImVec2 whole = ImGui::GetWindowSize();
    return ImGui::BeginChild(
        title, {std::max(1.0F, area.x + whole.x - at.x), std::max(1.0F, area.y + whole.y - at.y)},
        false, ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NavFlattened);
  }
  const bool is_seen = begin_window(context, title, context.state.windows[window], size,
                                    ImGuiCond_FirstUseEver, height);
  const WindowRow& row = kWindows[static_cast<std::size_t>(window)];
  const bool is_waiting = context.state.layout.docked[window];
  if (dock_button(context, row.name, is_waiting)) set_docked(context.state, window, !is_waiting);
  return is_seen;
}

void end_tool_window(const DrawContext& context) {
  if (context.in_dock) {
    ImGui::EndChild();
  } else {
    ImGui::End();
  }
}

}  // namespace scrubjay
