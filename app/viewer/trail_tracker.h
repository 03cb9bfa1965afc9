#pragma once

#include <condition_variable>
#include <functional>
#include <glm/vec3.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// Where entities of one recording were: their positions in frames [first, last] of a stream.
struct TrailRequest {
  StreamIndex stream;
  std::size_t first = 0;   ///< frames counted within the stream
  std::size_t last = 0;    ///< included
  std::size_t stride = 1;  ///< only every so many frames are looked at
  bool all = false;        ///< of all entities that have a position, up to kMostEntities a frame
  std::vector<EntityIndex> entities;  ///< ascending; of those only
  bool operator==(const TrailRequest&) const = default;
};

/// The positions of one entity in viewer space, oldest first.
struct TrailPoints {
  EntityIndex entity;
  std::vector<glm::dvec3> points;
};

/// Finds trails on a thread of its own. Frames that were looked at for the same entities are kept
/// while they stay in range, so that a moving playhead costs one frame a step.
class TrailTracker {
 public:
  TrailTracker(std::shared_ptr<const Recording> recording, std::function<void()> wake);
  ~TrailTracker();
  TrailTracker(const TrailTracker&) = delete;
  TrailTracker& operator=(const TrailTracker&) = delete;

  void request(const TrailRequest& request);
  /// Replaces `out` by the newest trails found, which may be those of an earlier request.
  void latest(std::vector<TrailPoints>& out) const;
  bool is_current() const;

  /// At most this many frames are looked at for a trail.
  static constexpr std::size_t kMostFrames = 1000;
  static constexpr std::size_t kMostEntities = 1000;

 private:
  struct Position {
    EntityIndex entity;
    glm::dvec3 at;  ///< viewer space
  };
  using Positions = std::vector<Position>;  ///< ascending by entity

  void work(const std::stop_token& stop);
  /// Decodes what is missing of `wanted`; false when a newer request came in between.
  bool fill(const TrailRequest& wanted);
  static void read(const Frame& frame, const TrailRequest& wanted, Positions& positions);
  std::vector<TrailPoints> trails() const;

  std::function<void()> wake_;
  Cursor cursor_;
  std::vector<EntityIndex> known_entities_;
  bool known_all_ = false;
  std::map<std::size_t, Positions> known_;  ///< by frame of the stream; only the thread's
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  TrailRequest wanted_;
  TrailRequest done_;
  std::vector<TrailPoints> found_;
  std::jthread thread_;
};

/// The frames of a trail over the last `seconds` before `frame` of a stream; infinity for all.
TrailRequest trail_request(const Timeline& timeline, StreamIndex stream, FrameIndex frame,
                           Seconds seconds);

}  // namespace scrubjay
