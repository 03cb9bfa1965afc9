#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "formats/format_writer.h"

namespace scrubjay {

/// What of a recording is written, and under which rows. Unchanging, so that all workers may use
/// it. Memory grows with the entities and lifetimes, not with frames.
class WritePlan {
 public:
  static constexpr std::uint32_t kNoRow = EntityIndex().value;

  explicit WritePlan(const WriteRequest& request);

  const WriteRequest& request() const { return request_; }
  const Recording& recording() const { return *request_.recording; }
  bool is_partial() const { return is_partial_; }

  // Frames [first, end) of the recording are written, from row 0 on.
  std::size_t first_frame() const { return first_frame_; }
  std::size_t end_frame() const { return end_frame_; }
  std::uint32_t frame_row(FrameIndex frame) const;

  /// kNoRow for an entity that is not written, and for none.
  std::uint32_t entity_row(EntityIndex entity) const;
  bool has_entity(EntityIndex entity) const { return entity_row(entity) != kNoRow; }
  /// By rows.
  const std::vector<EntityIndex>& entities() const { return entities_; }
  /// By first frames, with rows as they are written. One that lived in no frame ends before its
  /// first one: for frame 0 at none.
  const std::vector<Lifetime>& lifetimes() const { return lifetimes_; }
  /// What belongs to no entity is written only with all entities.
  bool has_frames_own() const { return !request_.entities; }
  bool has_event(const EventInfo& event) const;
  /// How many of a frame's events are written; of all frames'. O(these).
  std::uint64_t count_events(const Frame& frame) const;
  std::uint64_t count_events() const;
  /// How many parents and references of what is written of a frame are entities that are left out,
  /// since only some were asked for. O(values of the frame).
  std::uint64_t count_cut(const Frame& frame) const;

  CoordinateSystem coordinates() const;

 private:
  void choose_frames();
  void choose_entities();
  void choose_lifetimes();
  void note_left_out();
  bool lives_in_range(const Lifetime& life) const;

  const WriteRequest& request_;
  bool is_partial_ = false;
  std::size_t first_frame_ = 0;
  std::size_t end_frame_ = 0;
  std::vector<EntityIndex> entities_;
  std::vector<std::uint32_t> rows_;  ///< by entity
  std::vector<Lifetime> lifetimes_;
  std::unordered_set<std::string_view> left_out_;  ///< ids of those that were not asked for
};

}  // namespace scrubjay
