#include "app/viewer/panels/stream_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/plain_text.h"

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

bool has_several_streams(const Session& session) {
  return std::ranges::any_of(session.recordings, [](const OpenRecording& open) {
    return has_several_streams(*open.recording);
  });
}

std::string stream_title(const Timeline& timeline, StreamIndex stream) {
  const Stream& info = timeline.stream_info(stream);
  if (!info.name.empty()) return printable(info.name.substr(0, 200));
  return "Client " + printable(info.id.substr(0, 60));
}

ImVec4 stream_color(const Theme& theme, StreamIndex stream) {
  return categorical_color(theme, stream.value);
}

bool is_hidden(const OpenRecording& open, StreamIndex stream) {
  return stream.value < open.hidden_streams.size() && open.hidden_streams[stream.value];
}

void set_hidden(OpenRecording& open, StreamIndex stream, bool hidden) {
  if (open.hidden_streams.size() <= stream.value) {
    if (!hidden) return;
    open.hidden_streams.resize(std::size_t{stream.value} + 1);
  }
  open.hidden_streams[stream.value] = hidden;
  if (std::ranges::count(open.hidden_streams, true) == 0) open.hidden_streams.clear();
}

void show_alone(OpenRecording& open, StreamIndex stream) {
  if (shown_alone(open) == stream) {
    show_all(open);
    return;
  }
  open.hidden_streams.assign(open.recording->timeline().stream_count(), true);
  set_hidden(open, stream, false);
}

void show_all(OpenRecording& open) { open.hidden_streams.clear(); }

std::optional<StreamIndex> shown_alone(const OpenRecording& open) {
  const std::size_t streams = open.recording->timeline().stream_count();
  std::optional<StreamIndex> shown;
  for (std::size_t i = 0; i < streams; ++i) {
    if (is_hidden(open, StreamIndex(i))) continue;
    if (shown) return std::nullopt;
    shown = StreamIndex(i);
  }
  return streams > 1 ? shown : std::nullopt;
}

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

std::string age_text(const StreamAge& age, Seconds offset) {
  if (age.is_before_first) return "begins at " + seconds_text(age.edge + offset);
  if (age.has_ended) return "ended at " + seconds_text(age.edge + offset);
  std::array<char, 48> text{};
  const char* const form = age.away < 9.95 ? "%.1f s" : age.away < 120 ? "%.0f s" : "%.0f min";
  std::snprintf(text.data(), text.size(), form, age.away < 120 ? age.away : age.away / 60);
  return "last frame " + std::string(text.data()) + " ago";
}

}  // namespace scrubjay
