#include "core/timeline.h"

#include <algorithm>
#include <cassert>

#include "core/limits.h"

namespace scrubjay {

std::size_t Timeline::frames_before(StreamIndex stream, FrameIndex frame) const {
  return partition_row(frame_count(stream),
                       [&](std::size_t n) { return frame_of(stream, n) < frame; });
}

FrameIndex Timeline::frame_before(FrameIndex frame) const {
  const std::size_t before = frames_before(stream(frame), frame);
  return before == 0 ? FrameIndex::none() : frame_of(stream(frame), before - 1);
}

TimeRange Timeline::range() const {
  const std::size_t count = size();
  if (count == 0) return {};
  return {times_[0], times_[count - 1]};
}

FrameIndex Timeline::frame_at(Seconds t) const {
  const std::size_t count = size();
  if (count == 0) return FrameIndex::none();
  const std::size_t after = partition_row(count, [&](std::size_t i) { return times_[i] <= t; });
  return FrameIndex(after == 0 ? 0 : after - 1);
}

FrameIndex Timeline::frame_at(StreamIndex stream, Seconds t) const {
  const GrowingColumn<FrameIndex>& frames = streams_[stream.value].frames;
  const std::size_t count = frames.size();
  if (count == 0) return FrameIndex::none();
  const std::size_t after =
      partition_row(count, [&](std::size_t i) { return times_[frames[i].value] <= t; });
  return frames[after == 0 ? 0 : after - 1];
}

StreamIndex Timeline::add_stream(const Stream& stream) {
  assert(streams_.size() < limits::kMostStreams);
  streams_.append(stream);
  return StreamIndex(streams_.size() - 1);
}

FrameIndex Timeline::add_frame(Seconds time, std::int64_t number, ByteRange bytes,
                               StreamIndex stream) {
  assert(empty() || time >= times_[size() - 1]);
  const FrameIndex frame(size());
  numbers_.append(number);
  ranges_.append(bytes);
  streams_of_frames_.append(static_cast<std::uint16_t>(stream.value));
  times_.append(time);
  // Last of all, so that a reader finds no frame through its stream that is not published.
  streams_.writable(stream.value).frames.append(frame);
  return frame;
}

std::size_t Timeline::memory_bytes() const {
  std::size_t total = numbers_.bytes() + ranges_.bytes() + streams_of_frames_.bytes() +
                      streams_.bytes() + times_.bytes();
  for (std::size_t i = 0; i < streams_.size(); ++i) total += streams_[i].frames.bytes();
  return total;
}

namespace {

/// By how much the number of `after` is above that of `before`; 0 where it is not.
std::uint64_t number_step(const Timeline& timeline, FrameIndex before, FrameIndex after) {
  if (timeline.number(after) <= timeline.number(before)) return 0;
  return static_cast<std::uint64_t>(timeline.number(after)) -
         static_cast<std::uint64_t>(timeline.number(before));
}

}  // namespace

std::vector<Gap> find_gaps(const Timeline& timeline, Seconds least) {
  std::vector<Gap> gaps;
  std::vector<Seconds> steps;
  std::vector<std::uint64_t> number_steps;
  for (std::size_t s = 0; s < timeline.stream_count(); ++s) {
    const StreamIndex stream(s);
    const std::size_t count = timeline.frame_count(stream);
    if (count < 2) continue;
    steps.clear();
    number_steps.clear();
    for (std::size_t i = 1; i < count; ++i) {
      const FrameIndex before = timeline.frame_of(stream, i - 1);
      const FrameIndex after = timeline.frame_of(stream, i);
      steps.push_back(timeline.time(after) - timeline.time(before));
      const std::uint64_t step = number_step(timeline, before, after);
      if (step > 0) number_steps.push_back(step);
    }
    // A recorder that keeps every twelfth frame leaves out none of its own.
    std::uint64_t usual = 1;
    if (number_steps.size() > 1) {
      const auto median =
          number_steps.begin() + static_cast<std::ptrdiff_t>((number_steps.size() - 1) / 2);
      std::ranges::nth_element(number_steps, median);
      usual = *median;
    }
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::ranges::nth_element(steps, middle);
    const Seconds pause = std::max(least, *middle * 10);
    for (std::size_t i = 1; i < count; ++i) {
      const FrameIndex before = timeline.frame_of(stream, i - 1);
      const FrameIndex after = timeline.frame_of(stream, i);
      const std::uint64_t step = number_step(timeline, before, after);
      if (step > usual) {
        gaps.push_back({Gap::Kind::interruption, before, after, (step - 1) / usual});
      } else if (timeline.time(after) - timeline.time(before) >= pause) {
        gaps.push_back({Gap::Kind::pause, before, after, 0});
      }
    }
  }
  std::ranges::sort(gaps, {}, &Gap::after);
  return gaps;
}

}  // namespace scrubjay
