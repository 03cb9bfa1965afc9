#include "app/viewer/panels/timeline_marks.h"

#include <algorithm>
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

using ColorShare = KnownMarks::ColorShare;

/// Appends the colours of one mark.
void add_colors(const PanelContext& context, const LaneMark& mark, KnownMarks& out) {
  const std::size_t first = out.colors.size();
  const auto own = [&] { return out.colors.begin() + static_cast<std::ptrdiff_t>(first); };
  for (std::size_t i = 0; i < mark.sample_count; ++i) {
    const Recording& recording = *context.session().recordings[mark.samples[i].recording].recording;
    const EventInfo event = recording.event(mark.samples[i].event);
    const ImU32 color = packed(event_color(context.theme, event.name, event.tag));
    // The same order in every column: layers, not noise.
    auto place = std::ranges::lower_bound(own(), out.colors.end(), color, {}, &ColorShare::color);
    if (place == out.colors.end() || place->color != color) {
      place = out.colors.insert(place, {color, 0});
    }
    place->share += 1;
  }
  for (auto at = own(); at != out.colors.end(); ++at) {
    at->share /= static_cast<float>(mark.sample_count);
  }
  out.colors_end.push_back(static_cast<std::uint32_t>(out.colors.size()));
}

void make_marks(const PanelContext& context, std::span<const EventSource> sources,
                const ColumnGrid& grid, KnownMarks& out) {
  lane_marks(context.session(), sources, grid, out.marks);
  out.colors.clear();
  out.colors_end.clear();
  for (const LaneMark& mark : out.marks) add_colors(context, mark, out);
}

bool are_of(const KnownMarks& known, const Session& session, std::span<const EventSource> sources,
            const ColumnGrid& grid, const Theme& theme) {
  const auto is_same = [&](const KnownMarks::Source& a, const EventSource& b) {
    const OpenRecording& open = session.recordings[b.recording];
    return a.place == b.recording && a.recording.lock() == open.recording && a.count == b.count &&
           a.offset == open.offset && a.by_frame == b.by_frame && a.has_spans == b.has_spans;
  };
  return known.picture != 0 && known.theme == &theme && known.grid == grid &&
         std::ranges::equal(known.sources, sources, is_same);
}

/// The marks of a lane: as they were made for an earlier picture where nothing has changed.
const KnownMarks& marks_of(PanelContext& context, std::span<const EventSource> sources,
                           const ColumnGrid& grid) {
  TimelineCache& cache = context.caches.timeline;
  const Session& session = context.session();
  const auto is_listed = [](const EventSource& source) { return source.rows != nullptr; };
  if (std::ranges::any_of(sources, is_listed)) {
    make_marks(context, sources, grid, cache.other_marks);
    return cache.other_marks;
  }
  const auto known = std::ranges::find_if(cache.marks, [&](const KnownMarks& marks) {
    return are_of(marks, session, sources, grid, context.theme);
  });
  KnownMarks& marks = known != cache.marks.end()
                          ? *known
                          : *std::ranges::min_element(cache.marks, {}, &KnownMarks::picture);
  marks.picture = ++cache.pictures;
  if (known != cache.marks.end()) return marks;
  marks.sources.clear();
  for (const EventSource& source : sources) {
    const OpenRecording& open = session.recordings[source.recording];
    marks.sources.push_back({source.recording, open.recording, source.count, open.offset,
                             source.by_frame, source.has_spans});
  }
  marks.grid = grid;
  marks.theme = &context.theme;
  make_marks(context, sources, grid, marks);
  return marks;
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
  const Session& session = context.session();
  const float tick = std::max(2.0F, std::round(area.scaled(2)));
  const float column = std::max(3.0F, std::round(area.scaled(3)));
  const ColumnGrid grid =
      ColumnGrid::over(area.visible, static_cast<double>(column) * area.axis.seconds_per_pixel());
  const KnownMarks& known = marks_of(context, sources, grid);
  const std::vector<LaneMark>& marks = known.marks;
  std::size_t most = 1;
  for (const LaneMark& mark : marks) most = std::max(most, mark.count);

  draw_spans_from_before(context, area, list, sources, bottom - area.scaled(2));
  const float height = bottom - top;
  const ImFont* font = context.fonts.small;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const LaneMark& mark = marks[i];
    const float wide = mark.count > 1 ? column : tick;
    const float x = std::floor(area.x_of(mark.time) - wide / 2);
    const std::size_t first = i == 0 ? 0 : known.colors_end[i - 1];
    const auto shares = std::span(known.colors).subspan(first, known.colors_end[i] - first);
    float y = bottom;
    const float left = style == MarkStyle::ticks
                           ? height
                           : height * static_cast<float>(density_height(mark.count, most));
    for (const ColorShare& color : shares) {
      const float part = left * color.share;
      list.AddRectFilled({x, std::round(y - part)}, {x + wide, std::round(y)}, color.color);
      y -= part;
    }
    if (mark.until > mark.time) {
      draw_span(list, area, x, area.x_of(mark.until), bottom - area.scaled(2), shares[0].color);
    }
    if (style == MarkStyle::ticks) continue;
    const float next =
        i + 1 < marks.size() ? area.x_of(marks[i + 1].time) : area.right - area.scaled(8);
    const float room = next - x - wide - area.scaled(10);
    if (room < area.scaled(16)) continue;
    const std::string label = mark_label(session, mark, font, room);
    draw_text(list, font, {x + wide + area.scaled(4), (top + bottom - font->FontSize) / 2},
              faded(context.theme.text, 0.85F), label);
  }
}

}  // namespace scrubjay
