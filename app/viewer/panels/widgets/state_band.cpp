#include "app/viewer/panels/widgets/state_band.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/series/state_runs.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

enum class Hatch : std::uint8_t { none, rising, falling, crossed };
constexpr std::uint32_t kHatches = 4;

bool is_no_state(std::string_view text) { return text.empty() || text == "false"; }

Hatch hatch_of(std::string_view text) {
  if (is_no_state(text)) return Hatch::none;
  return static_cast<Hatch>(stable_hash(text) / kCategoricalColors % kHatches);
}

/// Parallel lines at the same places whatever the field is: fields side by side go on.
void draw_hatch(ImDrawList& list, ImVec2 min, ImVec2 max, Hatch hatch, ImU32 color, float scale) {
  const float step = std::round(9 * scale);
  const float height = max.y - min.y;
  const auto lines = [&](bool is_rising) {
    const float first = std::floor((min.x - height) / step) * step;
    for (float x = first; x < max.x; x += step) {
      const float low = is_rising ? max.y : min.y;
      const float high = is_rising ? min.y : max.y;
      list.AddLine({x, low}, {x + height, high}, color, std::max(1.0F, scale));
    }
  };
  if (hatch == Hatch::none) return;
  list.PushClipRect(min, max, true);
  if (hatch != Hatch::falling) lines(true);
  if (hatch != Hatch::rising) lines(false);
  list.PopClipRect();
}

void draw_field(const DrawContext& context, ImDrawList& list, ImVec2 min, ImVec2 max,
                std::string_view text, float opacity) {
  const ImVec4 ground = state_ground(context.theme, text);
  list.AddRectFilled(min, max, packed(with_alpha(ground, opacity)),
                     max.x - min.x > 6 * context.scale ? 2 * context.scale : 0);
  draw_hatch(list, min, max, hatch_of(text),
             packed(with_alpha(mixed(ground, context.theme.text, 0.35F), 0.5F * opacity)),
             context.scale);
  // "false" is a value: where there is none nothing is drawn.
  if (is_no_state(text)) {
    list.AddRect(min, max, packed(with_alpha(context.theme.dim, 0.35F * opacity)),
                 max.x - min.x > 6 * context.scale ? 2 * context.scale : 0);
  }
}

/// The name of a state in its stretch, on a ground without hatching. False where it has no room.
bool draw_state_name(const DrawContext& context, ImDrawList& list, ImVec2 min, ImVec2 max,
                     std::string_view text, float opacity) {
  const float s = context.scale;
  if (max.x - min.x <= 24 * s) return false;
  ImFont* const font = context.fonts.small;
  const std::string name = text.empty() ? "empty" : one_line(text, 80);
  const float room = max.x - min.x - 8 * s;
  const float width = std::min(text_width(font, name), room);
  const float middle = (min.y + max.y) / 2;
  const float half = font->FontSize * 0.62F;
  list.AddRectFilled({min.x + 2 * s, middle - half}, {min.x + 7 * s + width, middle + half},
                     packed(with_alpha(state_ground(context.theme, text), opacity)), 2 * s);
  return draw_text_if_room(font, min.x + 5 * s, min.y, max.y,
                           packed(with_alpha(context.theme.text, opacity)), name, room) > 0;
}

}  // namespace

ImVec4 state_ground(const Theme& theme, std::string_view text) {
  if (is_no_state(text)) return mixed(theme.panel, theme.raised, 0.8F);
  constexpr float kAmount = 0.42F;
  const std::optional<ImVec4> called = parse_css_color(text);
  if (called && called->w == 1) {
    constexpr float kReadable = 4.5F;
    return readable_on(mixed(theme.panel, *called, kAmount), theme.text, kReadable);
  }
  return mixed(theme.panel, categorical_color(theme, stable_hash(text) % kCategoricalColors),
               kAmount);
}

void draw_state_swatch(const DrawContext& context, ImDrawList& list, ImVec2 min, ImVec2 max,
                       std::string_view text) {
  draw_field(context, list, min, max, text, 1);
}

DrawnBand draw_state_band(const DrawContext& context, ImDrawList& list, const StateBand& band) {
  DrawnBand drawn;
  const ValuePlot& plot = band.plot;
  if (plot.size() == 0 || band.right <= band.left) return drawn;
  const float left = std::floor(band.left);
  const Seconds origin = band.axis.time_at(static_cast<double>(left)) - band.offset;
  const auto count = static_cast<int>(std::ceil(band.right - left));
  const StateColumns columns = state_columns(plot.runs(), plot.time(plot.size() - 1), origin,
                                             band.axis.seconds_per_pixel(), count);
  list.PushClipRect({band.left, band.top}, {band.right, band.bottom}, true);
  for (const StateSegment& segment : columns.segments) {
    if (segment.state == kNoState) continue;
    const std::string_view text = plot.state_text(static_cast<double>(segment.state));
    const float gap = segment.last - segment.first > 3 ? 1 : 0;
    const ImVec2 min{left + static_cast<float>(segment.first), band.top};
    const ImVec2 max{left + static_cast<float>(segment.last) - gap, band.bottom};
    draw_field(context, list, min, max, text, band.opacity);
    ++drawn.segments;
    if (draw_state_name(context, list, min, max, text, band.opacity)) ++drawn.named;
  }
  for (const StateMix& mix : columns.mixed) {
    const float x = left + static_cast<float>(mix.column);
    float y = band.bottom;
    for (const StateShare& share : mix.shares) {
      const float top = y - static_cast<float>(share.share) * (band.bottom - band.top);
      if (share.state != kNoState) {
        const std::string_view text = plot.state_text(static_cast<double>(share.state));
        list.AddRectFilled({x, top}, {x + 1, y},
                           packed(with_alpha(state_ground(context.theme, text), band.opacity)));
      }
      y = top;
    }
    ++drawn.mixed;
  }
  list.PopClipRect();
  return drawn;
}

}  // namespace scrubjay
