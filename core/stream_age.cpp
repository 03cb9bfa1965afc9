#include "core/stream_age.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scrubjay {

namespace {

/// A stream is quiet when this many of its usual steps have passed without a frame.
constexpr double kQuietSteps = 6;
constexpr Seconds kQuietAtLeast = 0.25;
constexpr std::size_t kStepsLookedAt = 16;

/// How far frames around the n-th of a stream usually lie apart; 0 with one frame.
Seconds usual_step(const Timeline& timeline, StreamIndex stream, std::size_t n) {
  const std::size_t count = timeline.frame_count(stream);
  const std::size_t begin = n > kStepsLookedAt ? n - kStepsLookedAt : 0;
  const std::size_t end = std::min(count - 1, std::max(n, begin + 1));
  std::array<Seconds, kStepsLookedAt + 1> steps{};
  std::size_t found = 0;
  for (std::size_t i = begin; i < end && found < steps.size(); ++i) {
    steps[found++] = timeline.time(timeline.frame_of(stream, i + 1)) -
                     timeline.time(timeline.frame_of(stream, i));
  }
  if (found == 0) return 0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(found / 2);
  std::nth_element(steps.begin(), middle, steps.begin() + static_cast<std::ptrdiff_t>(found));
  return *middle;
}

}  // namespace

std::optional<StreamAge> stream_age(const Recording& recording, StreamIndex stream, Seconds t) {
  const bool indexed = recording.is_indexed();
  const Timeline& timeline = recording.timeline();
  if (stream.value >= timeline.stream_count()) return std::nullopt;
  const std::size_t count = timeline.frame_count(stream);
  if (count == 0) return std::nullopt;
  const std::size_t after = partition_row(
      count, [&](std::size_t n) { return timeline.time(timeline.frame_of(stream, n)) <= t; });
  StreamAge age;
  age.is_before_first = after == 0;
  age.has_ended = after == count;
  // What comes next may not be read yet.
  if (age.has_ended && !indexed) return std::nullopt;
  const std::size_t n = after == 0 ? 0 : after - 1;
  age.edge = timeline.time(timeline.frame_of(stream, n));
  age.away = std::fabs(t - age.edge);
  // What comes is not there before it comes; what was last holds for a while. A session's time is
  // rounded where it becomes the recording's.
  constexpr Seconds kRounding = 1e-6;
  if (age.is_before_first) return age.away > kRounding ? std::optional(age) : std::nullopt;
  const Seconds quiet = std::max(kQuietAtLeast, kQuietSteps * usual_step(timeline, stream, n));
  return age.away > quiet ? std::optional(age) : std::nullopt;
}

std::optional<StreamAge> recording_age(const OpenRecording& open, Seconds session_time) {
  std::optional<StreamAge> nearest;
  for (std::size_t i = 0; i < open.recording->timeline().stream_count(); ++i) {
    if (open.recording->timeline().frame_count(StreamIndex(i)) == 0) continue;
    const auto age = stream_age(*open.recording, StreamIndex(i), session_time - open.offset);
    if (!age) return std::nullopt;
    if (!nearest || age->away < nearest->away) nearest = age;
  }
  return nearest;
}

std::string_view to_text(Presence presence) {
  switch (presence) {
    case Presence::live: return "live";
    case Presence::past: return "past";
    case Presence::absent: return "absent";
  }
  return "live";
}

Presence presence_of(const OpenRecording& open, StreamIndex stream, Seconds session_time) {
  const auto age = stream_age(*open.recording, stream, session_time - open.offset);
  if (!age || (!age->is_before_first && !age->has_ended)) return Presence::live;
  if (age->is_before_first) return Presence::absent;
  const auto all = recording_age(open, session_time);
  return all && all->has_ended ? Presence::past : Presence::absent;
}

}  // namespace scrubjay
