#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/recording.h"

namespace scrubjay::kept {

using OpenOwn = std::function<Result<std::shared_ptr<Recording>>()>;

/// The recording in which another one is kept, as the file's own format reads it. Opened, which
/// takes a pass over the file, when first asked for. Any thread.
class OwnRecording {
 public:
  explicit OwnRecording(OpenOwn open) : open_(std::move(open)) {}

  /// Null where it does not open.
  std::shared_ptr<const Recording> get() const;

 private:
  OpenOwn open_;
  mutable std::once_flag is_opened_;
  mutable std::shared_ptr<const Recording> recording_;
};

/// Frames as the file's own format says them, for those of which what is kept cannot be read.
class OwnFrames {
 public:
  /// `own` may be null: all frames are empty then.
  OwnFrames(const Recording& kept, std::shared_ptr<const Recording> own);

  /// Fills a frame, whose index, time, stream and coordinates are set, from the own frame that is
  /// nearest in time: of its entities those that are known to be one that lives then, by their ids
  /// or names. O(frames + entities).
  void fill(Frame& out);

 private:
  std::optional<FrameIndex> nearest(const Frame& frame) const;
  EntityIndex kept_entity(EntityIndex own) const;
  void keep_up();
  void add_name(std::string name, EntityIndex entity);

  const Recording& kept_;
  std::optional<Cursor> cursor_;
  /// Of the recording that is kept, by what its file may call them.
  std::unordered_map<std::string, std::vector<EntityIndex>> names_;
  std::size_t named_ = 0;       ///< entities in it
  std::vector<bool> is_alive_;  ///< by its entities, in the frame that is filled
};

}  // namespace scrubjay::kept
