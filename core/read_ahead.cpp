#include "core/read_ahead.h"

#include <algorithm>

namespace scrubjay {

ReadAhead::ReadAhead(const Recording& recording, Ask ask)
    : recording_(recording), ask_(std::move(ask)) {
  if (ask_) return;
  ask_ = [&file = recording.file()](std::uint64_t begin, std::uint64_t size) {
    file.will_need(begin, size);
  };
}

void ReadAhead::shown(FrameIndex frame) {
  if (!frame.exists() || frame == last_) return;
  const int direction = !last_.exists() || frame > last_ ? 1 : -1;
  const bool goes_on = direction == direction_ && is_on_the_way(frame.value);
  last_ = frame;
  direction_ = direction;
  if (!goes_on) asked_ = frame.value;
  const std::uint64_t have = bytes_ahead(frame.value);
  if (have < kWindowBytes / 2 && distance(frame.value) <= kMostFrames / 2) {
    extend(frame.value, have);
  }
}

/// Whether the frame is one of those asked for.
bool ReadAhead::is_on_the_way(std::uint32_t frame) const {
  return direction_ > 0 ? frame <= asked_ : frame >= asked_;
}

/// Frames asked for behind the frame, in the direction of play.
std::uint32_t ReadAhead::distance(std::uint32_t frame) const {
  return direction_ > 0 ? asked_ - frame : frame - asked_;
}

/// Bytes asked for behind the frame, in the direction of play.
std::uint64_t ReadAhead::bytes_ahead(std::uint32_t frame) const {
  std::uint64_t bytes = 0;
  const auto [low, high] = std::minmax(frame, asked_);
  for (std::uint32_t i = low; i <= high && bytes < kWindowBytes; ++i) {
    if (i != frame) bytes += recording_.timeline().bytes(FrameIndex(i)).size;
  }
  return bytes;
}

void ReadAhead::extend(std::uint32_t frame, std::uint64_t have) {
  const std::size_t count = recording_.frame_count();
  Range run;
  while (have < kWindowBytes) {
    const bool is_at_end = direction_ > 0 ? asked_ + std::size_t{1} >= count : asked_ == 0;
    if (is_at_end || distance(frame) >= kMostFrames) break;
    asked_ = direction_ > 0 ? asked_ + 1 : asked_ - 1;
    ByteRange bytes = recording_.timeline().bytes(FrameIndex(asked_));
    bytes.size = std::min(bytes.size, kWindowBytes);
    have += bytes.size;
    add(bytes, run);
  }
  ask_for(run);
}

/// Adds bytes to the run where they are near it; else asks for the run and begins another one.
void ReadAhead::add(ByteRange bytes, Range& run) const {
  const std::uint64_t end = bytes.begin + bytes.size;
  const bool is_near =
      run.begin < run.end && bytes.begin <= run.end + kMostGap && end + kMostGap >= run.begin;
  if (is_near) {
    run = {std::min(run.begin, bytes.begin), std::max(run.end, end)};
    return;
  }
  ask_for(run);
  run = {bytes.begin, end};
}

void ReadAhead::ask_for(const Range& run) const {
  if (run.begin < run.end) ask_(run.begin, run.end - run.begin);
}

}  // namespace scrubjay
