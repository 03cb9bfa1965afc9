#include "app/viewer/panels/widgets/tab.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

bool draw_tab(const DrawContext& context, const char* name, std::optional<std::size_t> count,
              bool is_in_front, ImVec2 min, ImVec2 max) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  ImGui::SetCursorScreenPos(min);
  const bool pressed = ImGui::InvisibleButton(name, {max.x - min.x, max.y - min.y});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, packed(is_in_front ? theme.panel : theme.window));
  const ImU32 color = packed(is_in_front || hovered ? theme.text : theme.dim);
  const float x = min.x + 12 * s;
  const float used = draw_text(context.fonts.text, x, min.y, max.y, color, name, max.x - x);
  if (count) {
    draw_text_if_room(context.fonts.small, x + used + 6 * s, min.y, max.y, packed(theme.dim),
                      grouped_digits(*count), max.x - x - used - 8 * s);
  }
  if (is_in_front) {
    list->AddRectFilled({x, max.y - 2 * s}, {x + used, max.y}, packed(theme.text));
  }
  return pressed;
}

void fit_tabs(std::span<float> widths, float room, float least) {
  std::vector<float> narrowest_first(widths.begin(), widths.end());
  std::ranges::sort(narrowest_first);
  auto left = static_cast<float>(widths.size());
  for (const float width : narrowest_first) {
    if (width * left > room) {
      const float most = std::max(least, std::floor(room / left));
      for (float& cut : widths) cut = std::min(cut, most);
      return;
    }
    room -= width;
    --left;
  }
}

}  // namespace scrubjay
