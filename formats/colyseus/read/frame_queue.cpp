#include "formats/colyseus/read/frame_queue.h"

#include <algorithm>

namespace scrubjay::colyseus {

void FrameQueue::add_frame(std::uint32_t stream, Seconds time, std::int64_t number, ByteRange bytes,
                           const FrameRow& row) {
  waiting_.push_back({time, number, bytes, stream, row, std::move(early_[stream])});
  early_[stream].clear();
  newest_[stream] = next();
  ++count_;
  publish_closed();
}

void FrameQueue::add_event(std::uint32_t stream, WaitingEvent event) {
  if (!newest_[stream].exists()) {
    early_[stream].push_back(std::move(event));
    return;
  }
  const std::size_t published = count_ - waiting_.size();
  waiting_[newest_[stream].value - published].events.push_back(std::move(event));
}

void FrameQueue::finish(std::uint32_t stream) {
  is_over_[stream] = true;
  publish_closed();
}

bool FrameQueue::is_closed(std::size_t place) const {
  const Waiting& frame = waiting_[place];
  const std::size_t published = count_ - waiting_.size();
  return newest_[frame.stream] != FrameIndex(published + place) || is_over_[frame.stream];
}

void FrameQueue::publish_closed() {
  // Events of a stream that has no frames yet may have to go to any frame.
  const bool may_come = std::ranges::any_of(
      early_, [](const std::vector<WaitingEvent>& events) { return !events.empty(); });
  if (may_come) return;
  // One stays, for events of streams that have no frames.
  while (waiting_.size() > (is_finished_ ? 0 : 1) && is_closed(0)) {
    publish(waiting_.front(), FrameIndex(count_ - waiting_.size()));
    waiting_.pop_front();
  }
}

void FrameQueue::publish(Waiting& frame, FrameIndex index) {
  std::uint32_t order = 0;
  for (WaitingEvent& event : frame.events) {
    index_.events.append(event.row);
    builder_.add_event({.frame = index,
                        .time = event.time,
                        .end = event.time,
                        .entity = event.entity,
                        .name = event.name,
                        .tag = event.tag,
                        .order = order++,
                        .role = event.role});
  }
  index_.frames.append(frame.row);
  builder_.add_frame(frame.time, frame.number, frame.bytes, StreamIndex(frame.stream));
}

void FrameQueue::place_early_events() {
  for (std::size_t stream = 0; stream < early_.size(); ++stream) {
    if (early_[stream].empty()) continue;
    if (count_ == 0) {
      // Without a frame nobody would see them.
      FrameRow none;
      none.stream = static_cast<std::uint32_t>(stream);
      none.step = FrameRow::kNoStep;
      add_frame(none.stream, early_[stream].front().time, 0, {}, none);
      continue;
    }
    for (WaitingEvent& event : early_[stream]) {
      const auto after = std::ranges::upper_bound(waiting_, event.time, {}, &Waiting::time);
      Waiting& frame = after == waiting_.begin() ? waiting_.front() : *std::prev(after);
      frame.events.push_back(std::move(event));
    }
    early_[stream].clear();
  }
}

void FrameQueue::finish_all() {
  place_early_events();
  is_over_.assign(is_over_.size(), true);
  is_finished_ = true;
  publish_closed();
}

}  // namespace scrubjay::colyseus
