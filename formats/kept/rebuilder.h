#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <queue>
#include <string_view>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/kept/index.h"

namespace scrubjay::kept {

/// Builds a recording up again from the tables of the one that was written, in the order in which
/// they are written: what begins before the frame in which it does. Everything names rows as
/// written; where parts of the file are damaged, fewer are left and rows shift. Each method returns
/// false when what it is given cannot be, and then does nothing.
class Rebuilder {
 public:
  Rebuilder(Index& index, RecordingBuilder& builder)
      : index_(index), builder_(builder), coordinates_(index.coordinates) {}

  bool add_stream(const Stream& stream);
  bool add_entity(std::uint32_t row, EntityInfo entity);
  bool add_lifetime(const Lifetime& lifetime);
  /// Of the frame to come; `place` counts in it.
  bool add_event(std::uint32_t row, std::uint32_t place, EventInfo event);
  bool add_frame(std::uint32_t row, const FrameInfo& frame);
  /// They hold from the frame to come until others are named.
  void set_coordinates(const CoordinateSystem& system);
  void add_comment(CommentInfo comment);
  /// Behind everything else.
  void finish();

 private:
  struct Begin {
    std::uint64_t first = 0;
    std::uint64_t row = 0;  ///< in the file: equal begins keep their order
    std::uint64_t end = 0;  ///< the first frame without it; 0: it never lived
    EntityIndex entity;
    auto operator<=>(const Begin&) const = default;
  };
  /// When a lifetime that has begun ends.
  using End = std::pair<std::uint64_t, LifetimeIndex>;
  template <class T>
  using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;

  // A row as written as the recording's; none for what is lost.
  std::optional<StreamIndex> found(StreamIndex written);
  FrameIndex found(FrameIndex written) const;
  EventIndex found(EventIndex written) const;
  EntityIndex found(EntityIndex written) const { return index_.entity(written.value); }
  void begin_and_end_lifetimes(std::uint64_t frame);

  Index& index_;
  RecordingBuilder& builder_;
  std::vector<StreamIndex> streams_;                          ///< by row as written
  std::vector<std::pair<EntityIndex, EntityIndex>> parents_;  ///< child, parent as written
  Soonest<Begin> begins_;                                     ///< of lifetimes still to begin
  Soonest<End> ends_;
  std::uint64_t lifetime_rows_ = 0;
  std::size_t missing_entities_ = 0;
  /// Rows of events as written and those of the recording, where they run on from.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> event_runs_;
  std::uint32_t events_ = 0;
  CoordinateSystem coordinates_;  ///< of the frame added last
};

}  // namespace scrubjay::kept
