#pragma once

#include <imgui.h>

namespace scrubjay {

/// A window of which the lower part is filled, for what puts one there (`into`), or one that lies
/// above another, for what takes it out.
inline void draw_dock_icon(ImVec2 center, float radius, bool into, ImU32 color) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const auto [x, y] = center;
  const float r = radius;
  if (into) {
    list->AddRect({x - r, y - r}, {x + r, y + r}, color);
    list->AddRectFilled({x - r, y + r * 0.2F}, {x + r, y + r}, color);
  } else {
    list->AddRect({x - r, y - r * 0.4F}, {x + r * 0.4F, y + r}, color);
    list->AddRectFilled({x - r * 0.4F, y - r}, {x + r, y + r * 0.4F}, color);
  }
}

}  // namespace scrubjay
