#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "app/viewer/panels/dock/dock_icons.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/tab.h"

namespace scrubjay {

namespace {

constexpr float kTabs = 28;   // height of the row of tabs
constexpr float kCross = 20;  // width of what closes one

/// A button of `draw` over [min, max). True when clicked.
template <class Draw>
bool icon_button(const DrawContext& context, const char* name, ImVec2 min, ImVec2 max,
                 const char* help, Draw draw) {
  ImGui::SetCursorScreenPos(min);
  const bool pressed = ImGui::InvisibleButton(name, {max.x - min.x, max.y - min.y});
  const bool hovered = ImGui::IsItemHovered();
  draw(ImVec2{(min.x + max.x) / 2, (min.y + max.y) / 2},
       packed(hovered ? context.theme.text : context.theme.dim));
  if (hovered) text_tooltip(context, help);
  return pressed;
}

/// The row of tabs over the width of the area; what is in front may be another one afterwards, or
/// closed, or out of the dock.
void draw_tabs(PanelContext& context, ImVec2 min, ImVec2 max) {
  ViewState& state = context.state;
  const float s = context.scale;
  ImGui::GetWindowDrawList()->AddRectFilled(min, max, packed(context.theme.window));
  const float icons = kTabs * s;
  std::vector<const WindowRow*> tools;
  std::vector<float> widths;
  for (const WindowRow& tool : kWindows) {
    if (!is_docked(state, tool.id)) continue;
    tools.push_back(&tool);
    widths.push_back(
        std::ceil(text_width(context.fonts.text, tool_name(tool)) + (16 + kCross) * s));
  }
  fit_tabs(widths, max.x - icons - min.x, 2 * kCross * s);
  float x = min.x;
  for (std::size_t i = 0; i < tools.size(); ++i) {
    const WindowRow& tool = *tools[i];
    const std::string name = tool_name(tool);
    const float end = x + widths[i];
    const bool is_in_front = state.dock_front == tool.id;
    ImGui::PushID(static_cast<int>(tool.id));
    if (draw_tab(context, name.c_str(), {}, is_in_front, {x, min.y}, {end - kCross * s, max.y})) {
      bring_to_dock_front(state, tool.id);
    }
    context.places.add_item("dock." + std::string(tool.name));
    const ImVec2 cross{end - kCross * s, min.y};
    ImGui::GetWindowDrawList()->AddRectFilled(
        cross, {end, max.y}, packed(is_in_front ? context.theme.panel : context.theme.window));
    if (icon_button(context, "close", cross, {end, max.y}, "Close",
                    [&](ImVec2 at, ImU32 color) { draw_cross(at, 3.5F * s, color); })) {
      state.windows[tool.id] = false;
    }
    context.places.add_item("dock." + std::string(tool.name) + ".close");
    ImGui::PopID();
    x = end;
  }
  if (icon_button(context, "float", {max.x - icons, min.y}, max, "In a window of its own",
                  [&](ImVec2 at, ImU32 color) { draw_dock_icon(at, 5 * s, false, color); })) {
    set_docked(state, state.dock_front, false);
  }
  context.places.add_item("dock.float");
}

}  // namespace

void dock_panel(PanelContext& context) {
  const ImVec2 min = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  const float tabs = std::round(kTabs * context.scale);
  draw_tabs(context, min, {min.x + size.x, min.y + tabs});
  if (!is_docked(context.state, context.state.dock_front)) {
    context.needs_redraw = true;  // another one is in front in the next picture
    return;
  }
  ImGui::SetCursorScreenPos({min.x, min.y + tabs});
  context.in_dock = true;
  kWindows[static_cast<std::size_t>(context.state.dock_front)].draw(context);
  context.in_dock = false;
}

}  // namespace scrubjay
