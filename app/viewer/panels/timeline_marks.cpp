#include "app/viewer/panels/timeline_marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/plain_text.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/timeline_draw.h"

namespace scrubjay {

namespace {

/// How the colours of a mark's samples share its height.
struct ColorShare {
  ImU32 color = 0;
  float share = 0;
};

std::size_t color_shares(const PanelContext& context, const LaneMark& mark,
                         std::array<ColorShare, LaneMark::kSamples>& shares) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < mark.sample_count; ++i) {
    const Recording& recording = *context.session().recordings[mark.samples[i].recording].recording;
    const EventInfo event = recording.event(mark.samples[i].event);
    const ImU32 color = packed(event_color(context.theme, event.name, event.tag));
    const auto end = shares.begin() + static_cast<std::ptrdiff_t>(count);
    // The same order in every column: layers, not noise.
    const auto place = std::ranges::lower_bound(shares.begin(), end, color, {}, &ColorShare::color);
    if (place == end || place->color != color) {
      std::move_backward(place, end, end + 1);
      *place = {color, 0};
      ++count;
    }
    place->share += 1;
  }
  for (std::size_t i = 0; i < count; ++i) shares[i].share /= static_cast<float>(mark.sample_count);
  return count;
}

/// What is written beside a mark: names, else how many events there are, else nothing.
std::string mark_label(const Session& session, const LaneMark& mark, const ImFont* font,
                       float room) {
  const std::string names = mark_names(session, mark);
  if (!names.empty() && text_width(font, names) <= room) return names;
  if (mark.count == 1) return "";
  const std::string number = grouped_digits(mark.count) + " events";
  return text_width(font, number) <= room ? number : "";
}

void draw_span(ImDrawList& list, const TimelineArea& area, float x0, float x1, float y,
               ImU32 color) {
  const float half = std::max(1.0F, area.scaled(1.5F));
  list.AddRectFilled({x0, y - half}, {x1, y + half}, color, half);
}

/// Bars of events that began before what is shown. They lie on one line: of each colour only the
/// longest is seen, so only that is drawn.
void draw_spans_from_before(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                            std::span<const EventSource> sources, float y) {
  const Session& session = context.session();
  std::vector<EventPlace>& spans = context.caches.timeline.spans;
  spans_at(session, sources, area.visible.begin, spans);
  std::map<ImU32, Seconds> longest;
  for (const EventPlace& place : spans) {
    const OpenRecording& open = session.recordings[place.recording];
    const EventInfo event = open.recording->event(place.event);
    const Seconds end = event.end + open.offset;
    const auto [known, is_new] =
        longest.try_emplace(packed(event_color(context.theme, event.name, event.tag)), end);
    if (!is_new) known->second = std::max(known->second, end);
  }
  std::vector<std::pair<Seconds, ImU32>> bars;
  for (const auto& [color, end] : longest) bars.emplace_back(end, color);
  std::ranges::sort(bars, std::greater());
  for (const auto& [end, color] : bars) {
    draw_span(list, area, area.left, area.x_of(end), y, color);
  }
}

}  // namespace

void draw_marks(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                std::span<const EventSource> sources, float top, float bottom, MarkStyle style) {
  TimelineCache& cache = context.caches.timeline;
  const Session& session = context.session();
  const float tick = std::max(2.0F, std::round(area.scaled(2)));
  const float column = std::max(3.0F, std::round(area.scaled(3)));
  const ColumnGrid grid =
      ColumnGrid::over(area.visible, static_cast<double>(column) * area.axis.seconds_per_pixel());
  lane_marks(session, sources, grid, cache.marks);
  std::size_t most = 1;
  for (const LaneMark& mark : cache.marks) most = std::max(most, mark.count);

  draw_spans_from_before(context, area, list, sources, bottom - area.scaled(2));
  const float height = bottom - top;
  std::array<ColorShare, LaneMark::kSamples> shares;
  const ImFont* font = context.fonts.small;
  for (std::size_t i = 0; i < cache.marks.size(); ++i) {
    const LaneMark& mark = cache.marks[i];
    const float wide = mark.count > 1 ? column : tick;
    const float x = std::floor(area.x_of(mark.time) - wide / 2);
    const std::size_t colors = color_shares(context, mark, shares);
    float y = bottom;
    const float left = style == MarkStyle::ticks
                           ? height
                           : height * static_cast<float>(density_height(mark.count, most));
    for (std::size_t c = 0; c < colors; ++c) {
      const float part = left * shares[c].share;
      list.AddRectFilled({x, std::round(y - part)}, {x + wide, std::round(y)}, shares[c].color);
      y -= part;
    }
    if (mark.until > mark.time) {
      draw_span(list, area, x, area.x_of(mark.until), bottom - area.scaled(2), shares[0].color);
    }
    if (style == MarkStyle::ticks) continue;
    const float next = i + 1 < cache.marks.size() ? area.x_of(cache.marks[i + 1].time)
                                                  : area.right - area.scaled(8);
    const float room = next - x - wide - area.scaled(10);
    if (room < area.scaled(16)) continue;
    const std::string label = mark_label(session, mark, font, room);
    draw_text(list, font, {x + wide + area.scaled(4), (top + bottom - font->FontSize) / 2},
              faded(context.theme.text, 0.85F), label);
  }
}

}  // namespace scrubjay
