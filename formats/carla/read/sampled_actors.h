#pragma once

#include <cstdint>
#include <vector>

#include "core/recording.h"
#include "formats/carla/read/actor_table.h"
#include "formats/carla/read/file_index.h"

namespace scrubjay::carla {

/// Which actors have Position records at all (formats/carla/README.md, 9): those that have one in
/// the first two frames of their lives. Each actor is looked up once, in these frames alone.
class SampledActors {
 public:
  SampledActors(const Recording& recording, const FileIndex& index)
      : recording_(recording), index_(index) {}

  /// Whether an actor that lives in `frame` and has no record there is nowhere: it is sampled, and
  /// its EventAdd, which says where it is, does not stand in the frame.
  bool is_missing(EntityIndex entity, FrameIndex frame);

 private:
  static constexpr std::uint32_t kNotLookedUp = 0;
  static constexpr std::uint32_t kNever = 0xFFFFFFFF;

  void name_those_of(FrameIndex first);

  const Recording& recording_;
  const FileIndex& index_;
  std::vector<std::uint32_t> missing_from_;  ///< by row: first frame in which it can be missing
  FrameIndex named_from_;
  ActorTable named_;  ///< by records of that frame and the next one
  std::vector<Lifetime> lives_;
};

}  // namespace scrubjay::carla
