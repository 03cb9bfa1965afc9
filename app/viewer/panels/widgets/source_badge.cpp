#include "app/viewer/panels/widgets/source_badge.h"

#include <algorithm>
#include <cmath>

#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

ImVec4 mark_color(const Theme& theme, const SourceMark& mark) {
  const std::uint32_t color = theme.is_dark ? mark.color : mark.color_on_light;
  const auto part = [&](int shift) { return static_cast<float>((color >> shift) & 0xFF) / 255.0F; };
  return {part(16), part(8), part(0), 1};
}

float source_badge_width(const DrawContext& context, const SourceMark& mark) {
  if (mark.letters.empty()) return 0;
  const float text = text_width(context.fonts.small, mark.letters);
  return std::round(std::max(kSourceBadge * context.scale, text + 6 * context.scale));
}

float draw_source_badge(const DrawContext& context, ImDrawList& list, float x, float middle,
                        const SourceMark& mark, float strength) {
  const float width = source_badge_width(context, mark);
  if (width == 0) return 0;
  const float half = std::round(kSourceBadge * context.scale / 2);
  const ImVec2 min{std::round(x), std::round(middle) - half};
  list.AddRectFilled(min, {min.x + width, min.y + 2 * half},
                     packed(with_alpha(mark_color(context.theme, mark), strength)),
                     3 * context.scale);
  const ImFont* font = context.fonts.small;
  const float text = text_width(context.fonts.small, mark.letters);
  // The panel's own colour: dark on the light colours of the dark theme, light on the deep ones.
  list.AddText(font, font->FontSize,
               {std::round(min.x + (width - text) / 2), std::round(middle - font->FontSize / 2)},
               packed(context.theme.panel), mark.letters.c_str());
  return width;
}

}  // namespace scrubjay
