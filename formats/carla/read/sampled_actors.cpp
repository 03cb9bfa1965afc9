#include "formats/carla/read/sampled_actors.h"

#include <algorithm>

#include "formats/carla/read/packet_walker.h"

namespace scrubjay::carla {

bool SampledActors::is_missing(EntityIndex entity, FrameIndex frame) {
  if (entity.value >= missing_from_.size()) {
    missing_from_.resize(std::max<std::size_t>(index_.actors.size(), entity.value + 1));
  }
  std::uint32_t& from = missing_from_[entity.value];
  if (from == kNotLookedUp) {
    recording_.lifetimes_of(entity, lives_);
    // What stands in the frame behind may not be read yet.
    if (lives_.empty() || lives_.front().first >= frame) return false;
    const FrameIndex first = lives_.front().first;
    name_those_of(first);
    const bool is_named = named_.find(index_.actors[entity.value].id) != ActorTable::kNone;
    from = is_named ? first.value + 1 : kNever;
  }
  return frame.value >= from;
}

/// Actors that are looked up one after the other mostly came in the same frame.
void SampledActors::name_those_of(FrameIndex first) {
  if (named_from_ == first) return;
  named_from_ = first;
  named_.clear();
  const VectorWidth width = index_.width.load(std::memory_order_acquire);
  for (const FrameIndex frame : {first, FrameIndex(first.value + 1)}) {
    visit_positions(recording_.file().bytes(), recording_.timeline().bytes(frame), width,
                    [&](const Position& position) { named_.set(position.id, 0); });
  }
}

}  // namespace scrubjay::carla
