#include "core/time_cursor.h"

#include <algorithm>

namespace scrubjay {

std::optional<TimeCursor> TimeCursor::open(std::shared_ptr<const Recording> recording) {
  auto decoder = recording->reader().decoder(*recording);
  auto* between = dynamic_cast<TimeDecoder*>(decoder.get());
  if (between == nullptr) return std::nullopt;
  return TimeCursor(std::move(recording), std::move(decoder), *between);
}

const Frame& TimeCursor::seek(Seconds time, Sampling sampling) {
  const Timeline& timeline = recording_->timeline();
  const FrameIndex frame = timeline.frame_at(time);
  frame_.clear();
  frame_.index = frame;
  frame_.stream = timeline.stream(frame);
  frame_.number = timeline.number(frame);
  frame_.time = timeline.time(frame);
  if (sampling == Sampling::linear) frame_.time = std::max(frame_.time, time);
  frame_.coordinates = recording_->info().coordinates;
  between_->decode_at(time, sampling, frame_);
  const auto [first, last] = recording_->events_in(frame, frame);
  for (std::size_t row = first; row < last; ++row) {
    const PropertyTree::Node mark = frame_.tree.size();
    decoder_->decode_event(EventIndex(row), frame_.tree);
    frame_.events.push_back({EventIndex(row), frame_.tree.since(mark)});
  }
  if (target_) convert_coordinates(frame_, *target_);
  return frame_;
}

}  // namespace scrubjay
