#include "app/viewer/panels/timeline/timeline_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/found/recording_gaps.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/timeline/timeline_marks.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/panels/widgets/time_text.h"

namespace scrubjay {

namespace {

constexpr double kFramePixels = 6;  ///< from this distance on frames are drawn one by one
constexpr float kEndBand = 28;      ///< width of the band behind a recording that was cut off
constexpr float kPlainEnd = 20;
constexpr float kHatchStep = 6;

/// Whether the frames in view stand far enough apart to be drawn one by one.
struct FramesInView {
  std::size_t first = 0;
  std::size_t last = 0;
  bool apart = false;
};

/// `time_of(i)` is the session time of the i-th of `count` frames.
template <class TimeOf>
FramesInView frames_in_view(std::size_t count, const TimelineArea& area, TimeOf time_of) {
  const auto row_of = [&](Seconds t, bool after) {
    return partition_row(count,
                         [&](std::size_t i) { return after ? time_of(i) <= t : time_of(i) < t; });
  };
  FramesInView frames{row_of(area.visible.begin, false), row_of(area.visible.end, true), false};
  if (frames.last <= frames.first) return frames;
  const Seconds covered = time_of(frames.last - 1) - time_of(frames.first);
  const double pixels = covered / area.axis.seconds_per_pixel();
  const auto steps = static_cast<double>(frames.last - frames.first - 1);
  frames.apart = steps == 0 || pixels >= steps * kFramePixels * static_cast<double>(area.scale);
  return frames;
}

/// Calls `visit(x)` for each frame in view when they stand apart.
template <class TimeOf, class Visit>
void visit_frames(std::size_t count, const TimelineArea& area, TimeOf time_of, Visit visit) {
  const FramesInView frames = frames_in_view(count, area, time_of);
  if (!frames.apart) return;
  for (std::size_t i = frames.first; i < frames.last; ++i) visit(area.x_of(time_of(i)));
}

template <class Visit>
void visit_frames(const OpenRecording& open, const TimelineArea& area, Visit visit) {
  const Timeline& timeline = open.recording->timeline();
  visit_frames(
      timeline.size(), area,
      [&](std::size_t i) { return timeline.time(FrameIndex(i)) + open.offset; }, visit);
}

/// Calls `visit(gap, x0, x1)` for gaps in view; those that share their pixels with one that was
/// visited are passed over, so that the cost is that of the pixels.
template <class Visit>
void visit_gaps(std::span<const Gap> gaps, const OpenRecording& open, const TimelineArea& area,
                Visit visit) {
  const Timeline& timeline = open.recording->timeline();
  const auto first_after = [&](Seconds t) {
    return partition_row(gaps.size(), [&](std::size_t i) {
      return timeline.time(gaps[i].after) + open.offset <= t;
    });
  };
  std::size_t i = first_after(area.visible.begin);
  while (i < gaps.size()) {
    const Seconds begin = timeline.time(gaps[i].before) + open.offset;
    const Seconds end = timeline.time(gaps[i].after) + open.offset;
    if (begin > area.visible.end) return;
    visit(gaps[i], area.x_of(begin), area.x_of(end));
    i = std::max(i + 1, first_after(end + area.axis.seconds_per_pixel()));
  }
}

struct LaneDraw {
  PanelContext& context;
  const TimelineArea& area;
  ImDrawList& list;
  const TimelineLane& lane;

  float middle() const { return (lane.top + lane.bottom) / 2; }
  const Theme& theme() const { return context.theme; }
  const OpenRecording& open() const { return context.session().recordings[lane.index]; }
};

void draw_gaps(const LaneDraw& draw, StreamIndex stream, float top, float bottom) {
  const Theme& theme = draw.theme();
  const auto gaps = draw.context.caches.of<RecordingGaps>().of(draw.lane.index, stream);
  visit_gaps(gaps, draw.open(), draw.area, [&](const Gap& gap, float x0, float x1) {
    x1 = std::max(x1, x0 + std::max(2.0F, draw.area.scaled(2)));
    draw.list.AddRectFilled({x0, top}, {x1, bottom}, packed(theme.panel));
    if (x1 - x0 < draw.area.scaled(4)) {
      draw.list.AddRectFilled({x0, top}, {x1, bottom}, faded(theme.warning, 0.8F));
      return;
    }
    const bool is_loss = gap.kind == Gap::Kind::interruption;
    const ImVec4& color = is_loss ? theme.warning : theme.dim;
    draw.list.AddRectFilled({x0, top}, {x1, bottom}, faded(color, 0.12F));
    draw_hatching(draw.list, {x0, top}, {x1, bottom}, faded(color, 0.75F),
                  draw.area.scaled(kHatchStep), draw.area.scale);
  });
}

/// Where the rest of the recording will be, as far as the part that is indexed tells.
void draw_rest_to_index(const LaneDraw& draw, TimeRange own, float top, float bottom) {
  const IndexProgress progress = draw.open().recording->progress();
  if (progress.state >= IndexState::done || progress.bytes_total == 0) return;
  const double part = static_cast<double>(std::max<std::uint64_t>(progress.bytes_done, 1)) /
                      static_cast<double>(progress.bytes_total);
  const Seconds end = own.begin + own.length() / std::clamp(part, 1e-6, 1.0);
  const float x0 = draw.area.x_of(own.end);
  const float x1 = std::max(draw.area.x_of(end), x0 + draw.area.scaled(kEndBand));
  draw.list.AddRectFilled({x0, top}, {x1, bottom}, faded(draw.theme().dim, 0.08F));
  draw_hatching(draw.list, {x0, top}, {std::min(x1, draw.area.right), bottom},
                faded(draw.theme().dim, 0.5F), draw.area.scaled(kHatchStep), draw.area.scale);
}

void draw_ending(const LaneDraw& draw, TimeRange own) {
  if (!draw.context.caches.of<TimelineCache>().recordings[draw.lane.index].ending) return;
  const float x0 = draw.area.x_of(own.end) + draw.area.scaled(2);
  const float x1 = x0 + draw.area.scaled(kEndBand);
  const ImVec2 min{x0, draw.lane.top + draw.area.scaled(2)};
  const ImVec2 max{x1, draw.lane.bottom - draw.area.scaled(2)};
  draw.list.AddRectFilled(min, max, faded(draw.theme().warning, 0.22F));
  draw_hatching(draw.list, min, max, packed(draw.theme().warning), draw.area.scaled(kHatchStep),
                draw.area.scaled(1.5F));
}

void draw_problems(const LaneDraw& draw) {
  const Timeline& timeline = draw.open().recording->timeline();
  float last = draw.area.left - 100;
  for (const Problem& problem :
       draw.context.caches.of<TimelineCache>().recordings[draw.lane.index].problems) {
    if (problem.severity == Severity::note || problem.frame->value >= timeline.size()) continue;
    const float x = draw.area.x_of(timeline.time(*problem.frame) + draw.open().offset);
    if (x < draw.area.left || x > draw.area.right || x < last + 1) continue;
    last = x;
    const float half = draw.area.scaled(4);
    const float y = draw.lane.top + draw.area.scaled(1);
    const ImVec4& color =
        problem.severity == Severity::warning ? draw.theme().warning : draw.theme().error;
    draw.list.AddTriangleFilled({x - half, y}, {x + half, y}, {x, y + half * 1.6F}, packed(color));
  }
}

/// Where a frame begins in a bar.
void cut_at_frame(const LaneDraw& draw, float x, float top, float bottom) {
  draw.list.AddRectFilled({std::floor(x), top},
                          {std::floor(x) + std::max(1.0F, std::floor(draw.area.scale)), bottom},
                          packed(draw.theme().panel));
}

/// One bar a life; lives that share a pixel are drawn as one.
void draw_lifetimes(const LaneDraw& draw, const TimelineOfEntity& known, ImU32 color, float top,
                    float bottom) {
  const OpenRecording& open = draw.context.session().recordings[known.entity.recording];
  const Timeline& timeline = open.recording->timeline();
  const std::vector<Lifetime>& lives = known.lifetimes.lives();
  const auto ends_before = [&](Seconds t) {
    return partition_row(lives.size(), [&](std::size_t i) {
      return timeline.time(lives[i].last) + open.offset < t;
    });
  };
  std::size_t i = ends_before(draw.area.visible.begin);
  while (i < lives.size()) {
    const Seconds begin = timeline.time(lives[i].first) + open.offset;
    const Seconds end = timeline.time(lives[i].last) + open.offset;
    if (begin > draw.area.visible.end) return;
    const float x0 = draw.area.x_of(begin);
    const float x1 = std::max(draw.area.x_of(end), x0 + std::max(2.0F, draw.area.scaled(2)));
    draw.list.AddRectFilled({x0, top}, {x1, bottom}, color, draw.area.scaled(2));
    i = std::max(i + 1, ends_before(end + draw.area.axis.seconds_per_pixel()));
  }
}

std::string problem_remark(const PanelContext& context, const TimelineArea& area,
                           const TimelineLane& lane, float mouse_x) {
  const OpenRecording& open = context.session().recordings[lane.index];
  const Timeline& timeline = open.recording->timeline();
  for (const Problem& problem :
       context.caches.of<TimelineCache>().recordings[lane.index].problems) {
    if (problem.severity == Severity::note || problem.frame->value >= timeline.size()) continue;
    const float x = area.x_of(timeline.time(*problem.frame) + open.offset);
    if (std::fabs(x - mouse_x) <= area.scaled(4)) return one_line(describe(problem), 400);
  }
  return "";
}

/// Between the text and the edge of the label that says how long the selected range is.
constexpr float kRangeLabelPad = 6;

/// What is said of the selected range on the ruler, and where across it.
struct RangeLabel {
  std::string text;
  float begin;
  float end;
};

/// None where no range is in view.
std::optional<RangeLabel> range_label(const ViewContext& context, const TimelineArea& area) {
  const std::optional<TimeRange>& range = context.state.playback.range;
  if (!range) return std::nullopt;
  std::string text = time_text(range->length(), area.axis.seconds_per_pixel());
  const float width = text_width(context.fonts.small, text);
  const float pad = area.scaled(kRangeLabelPad);
  const float x0 = std::max(area.x_of(range->begin), area.left);
  const float x1 = std::min(area.x_of(range->end), area.right);
  if (x1 < area.left || x0 > area.right) return std::nullopt;
  float x = (x0 + x1 - width) / 2;
  // Too narrow: beside it, on the side that has room.
  if (x1 - x0 < width + 4 * pad)
    x = x1 + 2 * pad + width < area.right ? x1 + 2 * pad : x0 - 2 * pad - width;
  x = std::clamp(x, area.left + pad, std::max(area.left + pad, area.right - width - pad));
  return RangeLabel{std::move(text), std::floor(x - pad), std::ceil(x + width + pad)};
}

}  // namespace

void draw_ruler(ViewContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom, std::span<const PixelSpan> taken) {
  const Theme& theme = context.theme;
  list.AddLine({area.left, bottom - 0.5F}, {area.right, bottom - 0.5F}, packed(theme.line));
  const ImFont* font = context.fonts.small;
  const TickScale scale = tick_scale(
      area.axis, context.session().range(), static_cast<double>(area.scaled(24)),
      [&](std::string_view label) { return static_cast<double>(text_width(font, label)); });
  list.PushClipRect({area.left, top}, {area.right, bottom}, true);
  for (const OpenRecording& open : context.session().recordings) {
    if (!open.visible) continue;
    visit_frames(open, area, [&](float x) {
      list.AddLine({x, bottom - area.scaled(3)}, {x, bottom}, faded(theme.accent, 0.55F));
    });
  }
  visit_ticks(area.visible, scale.minor_step, [&](Seconds t) {
    const float x = std::floor(area.x_of(t)) + 0.5F;
    list.AddLine({x, bottom - area.scaled(5)}, {x, bottom}, faded(theme.dim, 0.4F));
  });
  const auto range = range_label(context, area);
  visit_ticks(area.visible, scale.step, [&](Seconds t) {
    const float x = std::floor(area.x_of(t)) + 0.5F;
    list.AddLine({x, bottom - area.scaled(10)}, {x, bottom}, faded(theme.dim, 0.8F));
    const std::string label = tick_label(t, scale);
    const float width = text_width(font, label);
    const auto begin = label_begin(x, x + area.scaled(4), width, taken);
    if (!begin || *begin + width > area.right) return;
    const ImVec2 at{static_cast<float>(*begin), top + area.scaled(2)};
    // Nothing can be read of two that lie over each other.
    if (range && at.x < range->end && at.x + width > range->begin) return;
    draw_text(list, font, at, packed(theme.dim), label);
    context.places.add("timeline.tick." + label, at, {at.x + width, at.y + font->FontSize});
  });
  list.PopClipRect();
}

void draw_recording_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                         const TimelineLane& lane) {
  const LaneDraw draw{context, area, list, lane};
  const OpenRecording& open = draw.open();
  const Theme& theme = draw.theme();
  const bool has_streams = has_several_streams(*open.recording);
  if (open.recording->timeline().empty()) return;

  TimeRange own = open.recording->timeline().range();
  own = {own.begin + open.offset, own.end + open.offset};
  const float half = draw.area.scaled(4);
  const float top = std::round(draw.middle() - half);
  const float bottom = std::round(draw.middle() + half);
  const float x0 = draw.area.x_of(own.begin);
  const float x1 = std::max(draw.area.x_of(own.end), x0 + draw.area.scaled(2));
  // Beside others, or above its clients, a recording has the colour of its mark.
  const SourceMark mark = mark_of(draw.context.session(), draw.lane.index);
  const ImVec4 color = mark.letters.empty() ? theme.dim : mark_color(theme, mark);
  const float strength = mark.letters.empty() || has_streams ? 0.5F : 0.75F;
  draw.list.PushClipRect({draw.area.left, draw.lane.top}, {draw.area.right, draw.lane.bottom},
                         true);
  draw.list.AddRectFilled({x0, top}, {x1, bottom}, faded(color, open.visible ? strength : 0.2F),
                          draw.area.scaled(2));
  // Each stream has a lane for its own.
  if (!has_streams) {
    visit_frames(open, draw.area, [&](float x) { cut_at_frame(draw, x, top, bottom); });
    draw_gaps(draw, StreamIndex(0), top, bottom);
  }
  draw_rest_to_index(draw, own, top, bottom);
  draw_ending(draw, own);
  draw_problems(draw);
  draw.list.PopClipRect();
}

void draw_stream_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane) {
  const LaneDraw draw{context, area, list, lane};
  const OpenRecording& open = draw.open();
  const Timeline& timeline = open.recording->timeline();
  const StreamIndex stream = draw.lane.stream;
  const Theme& theme = draw.theme();
  const bool shown = open.visible && !is_hidden(open, stream);
  const std::size_t count = timeline.frame_count(stream);
  if (count == 0) return;
  const auto time_of = [&](std::size_t n) {
    return timeline.time(timeline.frame_of(stream, n)) + open.offset;
  };
  const float half = draw.area.scaled(3.5F);
  const float top = std::round(draw.middle() - half);
  const float bottom = std::round(draw.middle() + half);
  const float x0 = draw.area.x_of(time_of(0));
  const float x1 = std::max(draw.area.x_of(time_of(count - 1)), x0 + draw.area.scaled(2));
  draw.list.PushClipRect({draw.area.left, draw.lane.top}, {draw.area.right, draw.lane.bottom},
                         true);
  draw.list.AddRectFilled(
      {x0, top}, {x1, bottom},
      faded(mark_color(theme, mark_of(draw.context.session(), draw.lane.index, stream)),
            shown ? 0.75F : 0.25F),
      draw.area.scaled(2));
  visit_frames(count, draw.area, time_of, [&](float x) { cut_at_frame(draw, x, top, bottom); });
  draw_gaps(draw, stream, top, bottom);
  draw.list.PopClipRect();
}

void draw_events_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane) {
  const LaneDraw draw{context, area, list, lane};
  const auto sources = events_of_all(context, lane);
  const ImVec2 min{draw.area.left, draw.lane.top + draw.area.scaled(2)};
  const ImVec2 max{draw.area.right, draw.lane.bottom - draw.area.scaled(2)};
  draw.list.AddRectFilled(min, max, faded(draw.theme().raised, 0.4F), draw.area.scaled(2));
  draw.list.PushClipRect(min, max, true);
  draw_marks(draw.context, draw.area, draw.list, sources, min.y + draw.area.scaled(2), max.y,
             MarkStyle::bars_with_names);
  draw.list.PopClipRect();
}

void draw_entity_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane) {
  const LaneDraw draw{context, area, list, lane};
  const TimelineOfEntity& known = draw.context.caches.of<TimelineCache>().entities[draw.lane.index];
  const Recording& recording = *draw.context.session().recordings[known.entity.recording].recording;
  const EntityInfo entity = recording.entity(known.entity.entity);
  const ImVec4 color = kind_color(draw.theme(), entity.kind);
  draw.list.PushClipRect({draw.area.left, draw.lane.top}, {draw.area.right, draw.lane.bottom},
                         true);
  const float half = draw.area.scaled(6);
  draw_lifetimes(draw, known, faded(color, 0.35F), std::round(draw.middle() - half),
                 std::round(draw.middle() + half));
  const auto sources = events_of_entity(context, lane);
  draw_marks(draw.context, draw.area, draw.list, sources, std::round(draw.middle() - half),
             std::round(draw.middle() + half), MarkStyle::ticks);
  draw.list.PopClipRect();
}

std::string gap_remark(const PanelContext& context, const TimelineArea& area,
                       const TimelineLane& lane, float mouse_x) {
  const OpenRecording& open = context.session().recordings[lane.index];
  const Timeline& timeline = open.recording->timeline();
  TimelineArea near = area;
  const auto x = static_cast<double>(mouse_x);
  near.visible = {area.axis.time_at(x - 2), area.axis.time_at(x + 2)};
  std::string remark;
  const StreamIndex stream = lane.kind == TimelineLane::Kind::stream ? lane.stream : StreamIndex(0);
  const bool has_gaps =
      lane.kind == TimelineLane::Kind::stream || !has_several_streams(*open.recording);
  if (has_gaps) {
    visit_gaps(context.caches.of<RecordingGaps>().of(lane.index, stream), open, near,
               [&](const Gap& gap, float, float) {
                 if (!remark.empty()) return;
                 const Seconds length = timeline.time(gap.after) - timeline.time(gap.before);
                 if (gap.kind == Gap::Kind::pause) {
                   remark = "No frames for " + time_text(length) + ".";
                 } else {
                   remark = gap.missing == 1
                                ? "A frame is missing here."
                                : grouped_digits(gap.missing) + " frames are missing here.";
                 }
               });
  }
  return remark;
}

void draw_range(const ViewContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom, bool handles) {
  const std::optional<TimeRange>& range = context.state.playback.range;
  if (!range) return;
  list.PushClipRect({area.left, top}, {area.right, bottom}, true);
  const float x0 = area.x_of(range->begin);
  const float x1 = area.x_of(range->end);
  list.AddRectFilled({x0, top}, {x1, bottom}, faded(context.theme.accent, 0.13F));
  for (const float x : {x0, x1}) {
    list.AddLine({x, top}, {x, bottom}, faded(context.theme.accent, 0.6F),
                 std::max(1.0F, area.scale));
    if (!handles) continue;
    const float half = area.scaled(2);
    list.AddRectFilled({x - half, top + area.scaled(2)}, {x + half, top + area.scaled(13)},
                       packed(context.theme.accent), half);
  }
  list.PopClipRect();
}

void draw_range_length(const PanelContext& context, const TimelineArea& area, ImDrawList& list,
                       float top, float bottom) {
  const auto label = range_label(context, area);
  if (!label) return;
  const ImFont* const font = context.fonts.small;
  const ImVec2 min{label->begin, top + area.scaled(1)};
  const ImVec2 max{label->end, bottom - area.scaled(7)};
  list.AddRectFilled(min, max, packed(context.theme.raised), area.scaled(4));
  draw_text(list, font, {min.x + area.scaled(kRangeLabelPad), (min.y + max.y - font->FontSize) / 2},
            packed(context.theme.text), label->text);
  context.places.add("timeline.range.length", min, max);
}

std::vector<EventSource> events_of_all(const PanelContext& context, const TimelineLane&) {
  return all_events(context.session(), context.caches.of<TimelineCache>(),
                    context.caches.of<FilteredEvents>().passed);
}

std::vector<EventSource> events_of_recording(const PanelContext& context,
                                             const TimelineLane& lane) {
  auto sources = events_of_all(context, lane);
  std::erase_if(sources, [&](const EventSource& source) { return source.recording != lane.index; });
  return sources;
}

std::vector<EventSource> events_of_entity(const PanelContext& context, const TimelineLane& lane) {
  return {events_of(context.caches.of<TimelineCache>(), lane.index)};
}

std::string recording_remark(const PanelContext& context, const TimelineArea& area,
                             const TimelineLane& lane, float mouse_x) {
  const OpenRecording& open = context.session().recordings[lane.index];
  const Timeline& timeline = open.recording->timeline();
  if (timeline.empty()) return "";
  const float end = area.x_of(timeline.range().end + open.offset);
  if (mouse_x > end) {
    const auto& ending = context.caches.of<TimelineCache>().recordings[lane.index].ending;
    if (ending && mouse_x <= end + area.scaled(kEndBand + 2)) {
      return (ending->code == "cancelled" ? "" : "The recording is cut off here: ") +
             one_line(describe(*ending), 400);
    }
    if (!open.recording->is_indexed()) return "This part is still being read.";
    return "";
  }
  const std::string problem = problem_remark(context, area, lane, mouse_x);
  return problem.empty() ? gap_remark(context, area, lane, mouse_x) : problem;
}

float room_at_end(const PanelContext& context) {
  const Session& session = context.session();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    if (!open.visible || open.recording->timeline().empty()) continue;
    if (!open.recording->is_indexed() || context.caches.of<TimelineCache>().recordings[i].ending) {
      return kEndBand + kPlainEnd;
    }
  }
  return kPlainEnd;
}

}  // namespace scrubjay
