#pragma once

#include <glm/vec3.hpp>
#include <map>
#include <memory>
#include <vector>

#include "app/viewer/frames/decoder_pool.h"
#include "core/concurrency/latest_wanted.h"

namespace scrubjay {

/// Where entities of one recording were: their positions in frames [first, last] of a stream.
struct TrailRequest {
  StreamIndex stream;
  std::size_t first = 0;   ///< frames counted within the stream
  std::size_t last = 0;    ///< included
  std::size_t now = 0;     ///< the frame of the playhead: what is near it is read first
  std::size_t stride = 1;  ///< only every so many frames are looked at
  bool all = false;        ///< of all entities that have a position, up to kMostEntities a frame
  std::vector<EntityIndex> entities;  ///< ascending; of those only
  bool operator==(const TrailRequest&) const = default;
};

/// The positions of one entity in viewer space, oldest first.
struct TrailPoints {
  EntityIndex entity;
  std::vector<glm::dvec3> points;
  std::vector<Seconds> times = {};  ///< beside `points`, the recording's own
};

/// Finds trails in the background. Frames that were looked at for the same entities are kept
/// while they stay in range, so that a moving playhead costs one frame a step.
class TrailTracker {
 public:
  /// `background` must outlive this.
  TrailTracker(std::shared_ptr<DecoderPool> decoders, Background& background);

  void request(const TrailRequest& request) { trails_.request(request); }
  /// The newest trails found, which may be those of an earlier request; null before the first.
  /// Valid until the next call.
  const std::vector<TrailPoints>* latest() { return trails_.latest(); }
  /// True when what `latest` gave is what was asked for last.
  bool is_current() const { return trails_.is_current(); }

  /// At most this many frames are looked at for a trail.
  static constexpr std::size_t kMostFrames = 1000;
  static constexpr std::size_t kMostEntities = 1000;

 private:
  struct Position {
    EntityIndex entity;
    glm::dvec3 at;  ///< viewer space
  };
  /// Of one frame.
  struct Positions {
    Seconds time = 0;
    std::vector<Position> of;  ///< ascending by entity
  };

  /// Decodes some of what is missing of `wanted`; true when nothing is.
  bool fill(const TrailRequest& wanted);
  static void read(const Frame& frame, const TrailRequest& wanted, Positions& positions);
  void write_trails(std::vector<TrailPoints>& out) const;

  std::shared_ptr<DecoderPool> decoders_;
  // Of the background:
  std::vector<EntityIndex> known_entities_;
  bool known_all_ = false;
  std::map<std::size_t, Positions> known_;  ///< by frame of the stream
  LatestWanted<TrailRequest, std::vector<TrailPoints>>
      trails_;  ///< last: it ends before the others
};

/// The frames of a trail over the last `seconds` before `frame` of a stream, and, with `ahead`, as
/// many after it; infinity for all.
TrailRequest trail_request(const Timeline& timeline, StreamIndex stream, FrameIndex frame,
                           Seconds seconds, bool ahead = false);

}  // namespace scrubjay
