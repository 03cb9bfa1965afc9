#include "app/viewer/frames/decoder_pool.h"

#include <utility>

#include "core/concurrency/background.h"

namespace scrubjay {

DecoderPool::DecoderPool(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording)), knows_between_(TimeCursor::open(recording_).has_value()) {}

std::size_t DecoderPool::size() const {
  const std::lock_guard lock(mutex_);
  return decoders_.size();
}

std::size_t DecoderPool::most_decoders() {
  constexpr std::size_t kFew = 4;  // the playhead's frame and the one before, of two streams
  return Background::most_threads(Steps::short_ones) + kFew;
}

const Frame& DecoderPool::Decoder::seek(const FrameRequest& wanted) {
  if (!knows_between) return seek(wanted.frame);
  if (!between) between = TimeCursor::open(recording);
  return between->seek(wanted.time, wanted.sampling);
}

const Frame& DecoderPool::Decoder::seek(FrameIndex wanted) {
  if (!frames) frames.emplace(recording);
  return frames->seek(wanted);
}

/// The one that the reader had, else a new one, else the one that was not used for longest.
DecoderPool::Decoder& DecoderPool::lend(const void* reader) {
  const std::lock_guard lock(mutex_);
  Decoder* best = nullptr;
  for (const auto& decoder : decoders_) {
    if (decoder->is_lent) continue;
    if (best == nullptr || decoder->reader == reader || decoder->used < best->used) {
      best = decoder.get();
    }
    if (best->reader == reader) break;
  }
  const bool is_own = best != nullptr && best->reader == reader;
  if (best == nullptr || (!is_own && decoders_.size() < most_decoders())) {
    decoders_.push_back(std::make_unique<Decoder>(recording_, knows_between_));
    best = decoders_.back().get();
  }
  best->reader = reader;
  best->used = ++loans_;
  best->is_lent = true;
  return *best;
}

void DecoderPool::take_back(Decoder& decoder) {
  const std::lock_guard lock(mutex_);
  decoder.is_lent = false;
}

}  // namespace scrubjay
