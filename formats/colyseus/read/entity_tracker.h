#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/colyseus/read/frame_queue.h"
#include "formats/colyseus/read/placement.h"

namespace scrubjay::colyseus {

/// "pickups[3]": the name of what has no key (formats/colyseus/README.md, 9).
std::string list_item_name(std::string_view collection, std::uint32_t position);

/// Finds what came, went and moved in one stream by comparing the tree with the one before
/// (formats/colyseus/README.md, 9): entities, their lives, derived events.
class EntityTracker {
 public:
  EntityTracker(FileIndex& index, RecordingBuilder& builder, FrameQueue& queue,
                std::uint32_t stream, std::string root_name);

  /// A frame was added; `state` is its tree, `frame` its index and `time` its time. O(1) when
  /// nothing came, went or moved. What is wrong with the tree goes to `problems`.
  void frame_added(State& state, FrameIndex frame, Seconds time, Problems& problems);
  /// No more frames: whoever lives ends with the stream.
  void finish();

 private:
  /// An entity that is in the tree.
  struct Living {
    std::uint64_t ref_id = 0;
    std::uint32_t entity = 0;  ///< row of known_
    Place place;
    bool is_seen = false;
  };
  /// An entity that ever was.
  struct Known {
    EntityIndex entity;
    LifetimeIndex life;
  };

  void compare(const State& state, FrameIndex frame, Seconds time);
  Place place_of(const State& state, const Placed& placed, const Living* before);
  std::uint32_t known_row(const Placed& placed, const Place& place);
  std::string name_of(const Placed& placed, const Place& place) const;
  void add_event(std::string_view name, EventKind kind, const Living& entity, const Place& to,
                 Seconds time, EventRole role = EventRole::none);
  void tell_problems(Problems& problems);

  FileIndex& index_;
  RecordingBuilder& builder_;
  FrameQueue& queue_;
  std::uint32_t stream_;
  std::string root_name_;
  Placement placement_;
  std::vector<Living> living_;
  std::vector<Living> next_;
  SlotMap living_rows_;  ///< by refId, rows of living_
  std::vector<Known> known_;
  SlotMap known_rows_;  ///< by refId, rows of known_
  std::vector<std::uint64_t> told_cycles_;
  FrameIndex newest_;
};

}  // namespace scrubjay::colyseus
