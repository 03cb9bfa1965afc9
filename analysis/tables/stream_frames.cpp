#include "analysis/tables/stream_frames.h"

#include <algorithm>
#include <utility>

namespace scrubjay::tables {

StreamFrames::StreamFrames(std::shared_ptr<const Recording> recording,
                           std::optional<CoordinateSystem> coordinates,
                           std::optional<std::vector<EntityIndex>> only)
    : recording_(std::move(recording)),
      coordinates_(std::move(coordinates)),
      only_(std::move(only)) {}

const Frame& StreamFrames::decode(std::optional<Cursor>& cursor, FrameIndex frame) {
  if (!cursor) {
    cursor.emplace(recording_);
    cursor->set_coordinates(coordinates_);
    cursor->want(only_);
  }
  return cursor->seek(frame);
}

const Frame* StreamFrames::seek_before(const Frame& frame) {
  const FrameIndex before = recording_->timeline().frame_before(frame.index);
  if (!before.exists()) return nullptr;
  if (given_ != nullptr && given_->index == before) return given_;
  const auto kept = std::ranges::find(kept_, before, [](const auto& one) { return one->index; });
  return kept == kept_.end() ? &decode(before_, before) : kept->get();
}

const Frame* StreamFrames::seek_former_life(EntityIndex entity, FrameIndex frame) {
  recording_->lifetimes_of(entity, lives_);
  FrameIndex last;
  for (const Lifetime& life : lives_) {
    if (life.last < frame && (!last.exists() || life.last > last)) last = life.last;
  }
  return last.exists() ? &decode(former_, last) : nullptr;
}

void StreamFrames::keep(const Frame& frame) {
  if (is_given_) return;
  const auto same =
      std::ranges::find(kept_, frame.stream, [](const auto& one) { return one->stream; });
  if (same != kept_.end()) {
    copy_frame(frame, **same);
  } else if (kept_.size() < kMostKept) {
    kept_.push_back(std::make_unique<Frame>());
    copy_frame(frame, *kept_.back());
  } else {
    copy_frame(frame, *kept_[next_++ % kMostKept]);
  }
}

}  // namespace scrubjay::tables
