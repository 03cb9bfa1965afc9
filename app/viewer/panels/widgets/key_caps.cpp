#include "app/viewer/panels/widgets/key_caps.h"

#include <algorithm>

#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

constexpr float kGapOfCaps = 4;

/// Calls `visit(key, x, width)` for each; returns the width of all.
template <class Visit>
float visit_caps(const DrawContext& context, std::string_view keys, Visit visit) {
  const float s = context.scale;
  float x = 0;
  while (!keys.empty()) {
    const std::size_t bar = std::min(keys.find('|'), keys.size());
    const std::string_view key = keys.substr(0, bar);
    const float width = text_width(context.fonts.small, key) + 10 * s;
    visit(key, x, width);
    x += width + kGapOfCaps * s;
    keys.remove_prefix(std::min(bar + 1, keys.size()));
  }
  return x == 0 ? 0 : x - kGapOfCaps * s;
}

}  // namespace

float draw_key_caps(const DrawContext& context, float x, float top, float bottom,
                    std::string_view keys) {
  const float s = context.scale;
  return visit_caps(context, keys, [&](std::string_view key, float at, float width) {
    ImGui::GetWindowDrawList()->AddRectFilled({x + at, top + 2 * s},
                                              {x + at + width, bottom - 2 * s},
                                              packed(context.theme.raised), 3 * s);
    draw_text(context.fonts.small, x + at + 5 * s, top, bottom, packed(context.theme.text), key,
              width);
  });
}

float key_caps_width(const DrawContext& context, std::string_view keys) {
  return visit_caps(context, keys, [](std::string_view, float, float) {});
}

}  // namespace scrubjay
