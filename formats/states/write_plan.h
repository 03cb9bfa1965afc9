#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "formats/format.h"
#include "formats/states/flat.h"

namespace scrubjay::states {

/// A lifetime with rows as they are written.
struct WrittenLife {
  std::uint32_t entity = 0;
  std::uint64_t first = 0;
  std::int64_t last = 0;  ///< before `first`: lived in no frame
};

/// What of a recording is written, and under which rows. Unchanging, so that all workers may use
/// it. Memory grows with the entities and lifetimes, not with frames.
class WritePlan {
 public:
  static constexpr std::uint32_t kNoRow = Flattener::kNoRow;

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
  /// By rows.
  const std::vector<EntityIndex>& entities() const { return entities_; }
  /// By first frames.
  const std::vector<WrittenLife>& lives() const { return lives_; }
  bool has_event(const EventInfo& event) const;

  CoordinateSystem coordinates_of(FrameIndex frame) const;
  CoordinateSystem coordinates() const;

 private:
  void choose_frames();
  void choose_entities();
  void choose_lives();
  bool lives_in_range(const Lifetime& life) const;

  const WriteRequest& request_;
  bool is_partial_ = false;
  std::size_t first_frame_ = 0;
  std::size_t end_frame_ = 0;
  std::vector<EntityIndex> entities_;
  std::vector<std::uint32_t> rows_;  ///< by entity
  std::vector<WrittenLife> lives_;
};

}  // namespace scrubjay::states
