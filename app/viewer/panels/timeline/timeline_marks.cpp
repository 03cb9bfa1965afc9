#include "app/viewer/panels/timeline/timeline_marks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/event_glyph.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

using ColorShare = KnownMarks::ColorShare;

/// Appends the colours of one mark.
void add_colors(const ViewContext& context, const LaneMark& mark, KnownMarks& out) {
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

/// What happens seldom is what one looks for: it is called by name before the rest.
void sort_by_rarity(const Session& session, KnownMarks& out) {
  const auto name_of = [&](const EventPlace& place) {
    return session.recordings[place.recording].recording->event(place.event).name;
  };
  std::map<std::string_view, std::size_t> count_of_name;
  for (const LaneMark& mark : out.marks) {
    const std::size_t stands_for = mark.count / mark.sample_count;
    for (std::size_t i = 0; i < mark.sample_count; ++i) {
      count_of_name[name_of(mark.samples[i])] += stands_for;
    }
  }
  out.rarest.clear();
  std::vector<std::size_t> rarity;
  for (const LaneMark& mark : out.marks) {
    const auto count = [&](const EventPlace& place) { return count_of_name[name_of(place)]; };
    const auto samples = std::span(mark.samples).first(mark.sample_count);
    out.rarest.push_back(*std::ranges::min_element(samples, {}, count));
    rarity.push_back(std::max(count(out.rarest.back()), mark.count));
  }
  out.by_rarity.resize(out.marks.size());
  std::iota(out.by_rarity.begin(), out.by_rarity.end(), 0U);
  std::ranges::stable_sort(out.by_rarity, {}, [&](std::uint32_t row) { return rarity[row]; });
}

void make_marks(const ViewContext& context, std::span<const EventSource> sources,
                const ColumnGrid& grid, KnownMarks& out) {
  lane_marks(context.session(), sources, grid, out.marks);
  out.colors.clear();
  out.colors_end.clear();
  for (const LaneMark& mark : out.marks) add_colors(context, mark, out);
  sort_by_rarity(context.session(), out);
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
  TimelineCache& cache = context.caches.of<TimelineCache>();
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

/// What a mark is called: the names of its events where they are few, the rarest first, else that
/// one and how many more there are.
std::string mark_label(const Session& session, const LaneMark& mark, const EventPlace& rarest) {
  constexpr std::size_t kLongest = 28;
  if (mark.count > mark.sample_count) return grouped_digits(mark.count) + " events";
  const std::string_view first =
      session.recordings[rarest.recording].recording->event(rarest.event).name;
  std::string names = mark_names(session, mark, first);
  if (mark.count == 1 || names.size() <= kLongest) return names;
  return one_line(first, 60) + " +" + grouped_digits(mark.count - 1);
}

struct EventStyle {
  EventGlyph glyph;
  ImU32 color;
};

EventStyle style_of(const ViewContext& context, const EventPlace& place) {
  const EventInfo event =
      context.session().recordings[place.recording].recording->event(place.event);
  return {event_glyph(event.name, event.tag),
          packed(event_color(context.theme, event.name, event.tag))};
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
  std::vector<EventPlace>& spans = context.caches.of<TimelineCache>().spans;
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

/// The row above the bars: what the marks are, by glyph and, where there is room, by name. The
/// rarest come first.
void draw_names(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                const KnownMarks& known, float top, float bottom) {
  constexpr std::size_t kMostTried = 300;
  const ImFont* const font = context.fonts.small;
  const float radius = area.scaled(4.5F);
  const float gap = area.scaled(4);
  const float y = (top + bottom) / 2;
  auto& named = context.caches.of<TimelineCache>().named;
  named.clear();
  const auto claims = [&](float x0, float x1) {
    if (x0 < area.left || x1 > area.right) return false;
    const auto touches = [&](const std::pair<float, float>& other) {
      return x0 < other.second && x1 > other.first;
    };
    if (std::ranges::any_of(named, touches)) return false;
    named.emplace_back(x0, x1);
    return true;
  };
  for (const std::uint32_t row :
       std::span(known.by_rarity).first(std::min(known.by_rarity.size(), kMostTried))) {
    const LaneMark& mark = known.marks[row];
    const float x = std::floor(area.x_of(mark.time));
    const std::string label = mark_label(context.session(), mark, known.rarest[row]);
    const float width = text_width(font, label);
    float text = x + radius + gap;
    bool is_named = claims(x - radius, text + width + gap);
    if (!is_named) {
      // At the right edge on the other side.
      text = x - radius - gap - width;
      is_named = x + radius + gap + width > area.right && claims(text - gap, x + radius);
    }
    if (!is_named && !claims(x - radius - 1, x + radius + 1)) continue;
    const EventStyle style = style_of(context, known.rarest[row]);
    draw_event_glyph(list, {x, y}, radius, style.glyph, style.color);
    if (!is_named) continue;
    draw_text(list, font, {text, y - font->FontSize / 2}, faded(context.theme.text, 0.9F), label);
  }
}

/// Whether a mark of a row without names stands far enough from its neighbours for a glyph.
bool has_room(const TimelineArea& area, const std::vector<LaneMark>& marks, std::size_t i) {
  const float least = area.scaled(11);
  const float x = area.x_of(marks[i].time);
  return (i == 0 || x - area.x_of(marks[i - 1].time) >= least) &&
         (i + 1 == marks.size() || area.x_of(marks[i + 1].time) - x >= least);
}

}  // namespace

void draw_marks(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                std::span<const EventSource> sources, float top, float bottom, MarkStyle style) {
  const float tick = std::max(2.0F, std::round(area.scaled(2)));
  const float column = std::max(3.0F, std::round(area.scaled(3)));
  const ColumnGrid grid =
      ColumnGrid::over(area.visible, static_cast<double>(column) * area.axis.seconds_per_pixel());
  const KnownMarks& known = marks_of(context, sources, grid);
  const std::vector<LaneMark>& marks = known.marks;
  std::size_t most = 1;
  for (const LaneMark& mark : marks) most = std::max(most, mark.count);

  draw_spans_from_before(context, area, list, sources, bottom - area.scaled(2));
  if (style == MarkStyle::bars_with_names) {
    const float names = top + std::round(context.fonts.small->FontSize + area.scaled(2));
    draw_names(context, area, list, known, top, names);
    top = names + area.scaled(1);
  }
  const float height = bottom - top;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const LaneMark& mark = marks[i];
    const float wide = mark.count > 1 ? column : tick;
    const float x = std::floor(area.x_of(mark.time) - wide / 2);
    const std::size_t first = i == 0 ? 0 : known.colors_end[i - 1];
    const auto shares = std::span(known.colors).subspan(first, known.colors_end[i] - first);
    const bool is_glyph = style == MarkStyle::ticks && has_room(area, marks, i);
    if (is_glyph) {
      const EventStyle drawn = style_of(context, known.rarest[i]);
      draw_event_glyph(list, {x + wide / 2, (top + bottom) / 2}, area.scaled(4.5F), drawn.glyph,
                       drawn.color);
    }
    float y = bottom;
    const float left = is_glyph ? 0
                       : style == MarkStyle::ticks
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
  }
}

}  // namespace scrubjay
