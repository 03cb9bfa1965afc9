#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <queue>
#include <string_view>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/states/index.h"

namespace scrubjay::states {

/// Builds a recording up again from the tables of the one that was written, in the order in which
/// they were told: what begins before the frame in which it does. Everything names rows of the
/// recording that was written; where parts of the file are damaged, fewer are left and rows shift.
/// Each method returns false when what it is told cannot be, and then does nothing.
class Rebuilder {
 public:
  Rebuilder(Index& index, RecordingBuilder& builder)
      : index_(index), builder_(builder), coordinates_(index.coordinates) {}

  struct Entity {
    std::uint32_t row = 0;
    std::string_view id;
    std::string_view name;
    EntityKind kind = EntityKind::other;
    std::int64_t stream = 0;
    std::optional<std::uint32_t> parent;
    bool is_background = false;
  };
  struct Event {
    std::uint32_t row = 0;
    std::uint32_t frame = 0;
    std::uint32_t place = 0;  ///< in its frame
    std::string_view name;
    std::string_view tag;
    std::optional<std::uint32_t> entity;
    double time = 0;
    double end = 0;
    std::uint32_t order = 0;
  };
  struct Frame {
    std::uint32_t row = 0;
    std::int64_t stream = 0;
    double time = 0;
    std::uint64_t number = 0;
    ByteRange bytes;
  };

  bool add_stream(std::int64_t row, std::string_view id, std::string_view name);
  bool add_entity(const Entity& entity);
  /// `last` before `first`: it lived in no frame.
  bool add_life(std::optional<std::uint32_t> entity, std::uint32_t first, std::int64_t last);
  /// Of the frame to come.
  bool add_event(const Event& event);
  bool add_frame(const Frame& frame);
  /// They hold from the frame to come until others are told.
  void set_coordinates(const CoordinateSystem& system);
  /// `comment` without frame, entity and event, which are given as rows that were written.
  void add_comment(CommentInfo comment, std::optional<std::uint32_t> frame,
                   std::optional<std::uint32_t> entity, std::optional<std::uint32_t> event);
  /// Behind everything else.
  void finish();

 private:
  struct Life {
    std::uint64_t first = 0;
    std::uint64_t row = 0;  ///< in the file: equal begins keep their order
    std::uint64_t last = 0;
    EntityIndex entity;
    auto operator<=>(const Life&) const = default;
  };
  /// When a life that has begun ends.
  using End = std::pair<std::uint64_t, LifetimeIndex>;
  template <class T>
  using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;

  std::optional<StreamIndex> stream(std::int64_t row);
  void begin_and_end_lives(std::uint64_t frame);
  FrameIndex frame_index(std::optional<std::uint32_t> written) const;
  EventIndex event_index(std::optional<std::uint32_t> written) const;
  EntityIndex entity_index(std::optional<std::uint32_t> written) const;

  Index& index_;
  RecordingBuilder& builder_;
  std::vector<StreamIndex> streams_;                            ///< by row as written
  std::vector<std::pair<EntityIndex, std::uint32_t>> parents_;  ///< child, parent as written
  Soonest<Life> lives_;                                         ///< that are still to begin
  Soonest<End> ends_;
  std::uint64_t life_rows_ = 0;
  /// Rows of events as written and those of the recording, where they run on from.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> event_runs_;
  std::uint32_t events_ = 0;
  CoordinateSystem coordinates_;  ///< of the frame added last
};

/// The kind of that name; `other` for a name that is none.
EntityKind kind_named(std::string_view name);

}  // namespace scrubjay::states
