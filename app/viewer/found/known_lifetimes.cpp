#include "app/viewer/found/known_lifetimes.h"

namespace scrubjay {

const std::vector<Lifetime>& KnownLifetimes::of(const std::shared_ptr<const Recording>& recording,
                                                EntityIndex entity) {
  const std::size_t lifetimes = recording->lifetime_count();
  const std::size_t frames = recording->frame_count();
  if (recording_.lock() == recording && entity_ == entity && lifetime_count_ == lifetimes &&
      frame_count_ == frames) {
    return lives_;
  }
  recording_ = recording;
  entity_ = entity;
  lifetime_count_ = lifetimes;
  frame_count_ = frames;
  recording->lifetimes_of(entity, lives_);
  return lives_;
}

}  // namespace scrubjay
