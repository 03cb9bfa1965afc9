#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/recording.h"

namespace scrubjay::tables {

/// What was before the frames of a recording that somebody goes through: kept on the way where they
/// come in order, else decoded. One a thread.
class StreamFrames {
 public:
  StreamFrames(std::shared_ptr<const Recording> recording,
               std::optional<CoordinateSystem> coordinates,
               std::optional<std::vector<EntityIndex>> only = {});

  /// The stream's frame before, or null; valid until another frame is sought or kept.
  const Frame* seek_before(const Frame& frame);
  /// The last frame of the entity's former life, or null; valid until called again.
  const Frame* seek_former_life(EntityIndex entity, FrameIndex frame);
  /// Copies a frame, to be the one before the next of its stream; not where those are given.
  void keep(const Frame& frame);
  /// From now on somebody has the frame before, null where there is none: no frame is copied.
  void give(const Frame* before) {
    given_ = before;
    is_given_ = true;
  }

 private:
  /// Beyond so many streams they take each other's places.
  static constexpr std::size_t kMostKept = 8;

  const Frame& decode(std::optional<Cursor>& cursor, FrameIndex frame);

  std::shared_ptr<const Recording> recording_;
  std::optional<CoordinateSystem> coordinates_;
  std::optional<std::vector<EntityIndex>> only_;  ///< what is wanted of frames (Frame::only)
  const Frame* given_ = nullptr;
  bool is_given_ = false;
  std::vector<std::unique_ptr<Frame>> kept_;
  std::size_t next_ = 0;  ///< the place that is taken next
  std::optional<Cursor> before_;
  std::optional<Cursor> former_;
  std::vector<Lifetime> lives_;
};

}  // namespace scrubjay::tables
