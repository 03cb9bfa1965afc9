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
  begin_frame(*recording_, recording_->timeline().frame_at(time), frame_);
  if (sampling == Sampling::linear) frame_.time = std::max(frame_.time, time);
  between_->decode_at(time, sampling, frame_);
  finish_frame(*recording_, *decoder_, target_, frame_);
  return frame_;
}

}  // namespace scrubjay
