#include "core/session.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace scrubjay {

namespace {

/// Calls `visit(place of the recording, its timeline, stream)` for each shown stream that has
/// frames.
template <class Visit>
void visit_shown(const Session& session, Visit visit) {
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const Timeline& timeline = session.recordings[i].recording->timeline();
    for (std::size_t s = 0, streams = timeline.stream_count(); s < streams; ++s) {
      const StreamIndex stream(s);
      if (session.is_shown(i, stream) && timeline.frame_count(stream) > 0) {
        visit(i, timeline, stream);
      }
    }
  }
}

/// Session time of the n-th frame of a stream. All comparisons are between session times: recording
/// time + offset is rounded, and taking the offset off again need not lead back to the same number.
Seconds session_time(const Session& session, std::size_t recording, const Timeline& timeline,
                     StreamIndex stream, std::size_t n) {
  return timeline.time(timeline.frame_of(stream, n)) + session.recordings[recording].offset;
}

constexpr Seconds kForever = std::numeric_limits<Seconds>::infinity();

}  // namespace

Seconds own_time(Seconds t, Seconds offset) {
  const Seconds near = t - offset;
  if (offset == 0 || !std::isfinite(near)) return near;
  const Seconds most = std::max({std::fabs(t), std::fabs(offset), std::fabs(near)});
  const Seconds step = std::nextafter(most, kForever) - most;
  Seconds before = near - step;
  Seconds after = near + 2 * step;
  while (true) {
    const Seconds between = std::midpoint(before, after);
    if (between <= before || between >= after) return before;
    (between + offset <= t ? before : after) = between;
  }
}

TimeRange own_range(TimeRange range, Seconds offset) {
  if (offset == 0) return range;
  const Seconds before = own_time(std::nextafter(range.begin, -kForever), offset);
  return {std::nextafter(before, kForever), own_time(range.end, offset)};
}

bool Session::is_shown(std::size_t recording, StreamIndex stream) const {
  const OpenRecording& open = recordings[recording];
  return open.visible &&
         (stream.value >= open.hidden_streams.size() || !open.hidden_streams[stream.value]);
}

TimeRange Session::range() const {
  constexpr Seconds kNever = std::numeric_limits<Seconds>::infinity();
  TimeRange range{kNever, -kNever};
  visit_shown(*this, [&](std::size_t i, const Timeline& timeline, StreamIndex stream) {
    const std::size_t count = timeline.frame_count(stream);
    range.begin = std::min(range.begin, session_time(*this, i, timeline, stream, 0));
    range.end = std::max(range.end, session_time(*this, i, timeline, stream, count - 1));
  });
  return range.begin <= range.end ? range : TimeRange{};
}

void Session::frames_at(Seconds t, std::vector<FrameRef>& out) const {
  out.clear();
  visit_shown(*this, [&](std::size_t i, const Timeline& timeline, StreamIndex stream) {
    const std::size_t after = partition_row(timeline.frame_count(stream), [&](std::size_t n) {
      return session_time(*this, i, timeline, stream, n) <= t;
    });
    out.push_back({i, timeline.frame_of(stream, after == 0 ? 0 : after - 1)});
  });
}

Seconds Session::next_frame_time(Seconds t) const {
  constexpr Seconds kNever = std::numeric_limits<Seconds>::infinity();
  Seconds best = kNever;
  visit_shown(*this, [&](std::size_t i, const Timeline& timeline, StreamIndex stream) {
    const std::size_t count = timeline.frame_count(stream);
    const std::size_t after = partition_row(
        count, [&](std::size_t n) { return session_time(*this, i, timeline, stream, n) <= t; });
    if (after < count) best = std::min(best, session_time(*this, i, timeline, stream, after));
  });
  return best == kNever ? t : best;
}

Seconds Session::previous_frame_time(Seconds t) const {
  constexpr Seconds kNever = -std::numeric_limits<Seconds>::infinity();
  Seconds best = kNever;
  visit_shown(*this, [&](std::size_t i, const Timeline& timeline, StreamIndex stream) {
    const std::size_t at = partition_row(timeline.frame_count(stream), [&](std::size_t n) {
      return session_time(*this, i, timeline, stream, n) < t;
    });
    if (at > 0) best = std::max(best, session_time(*this, i, timeline, stream, at - 1));
  });
  return best == kNever ? t : best;
}

}  // namespace scrubjay
