#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "formats/carla/write/actor_ids.h"
#include "formats/carla/write/projection.h"
#include "formats/carla/write/writer.h"

namespace scrubjay::carla {

/// Puts projected frames into CARLA's packets, one after the other: who came, who went and who got
/// a parent since the frame before; samples; and of what holds until it changes the changes.
///
/// A frame of one of several streams stands between frames of the others, whose actors live on as
/// they were: their samples are written again, as CARLA expects every actor in every frame.
class FrameWriter {
 public:
  FrameWriter(const WritePlan& plan, Writer& writer);

  /// Begins a frame `step` seconds behind the one before. More may be added to the writer's frame.
  void write(StreamIndex stream, double step, const ProjectedFrame& frame);

  const ActorIds& ids() const { return ids_; }
  /// Children that lost their parent while both lived: there is no record that says so.
  std::uint64_t detached() const { return detached_; }
  /// How often an actor was called otherwise than its EventAdd says.
  std::uint64_t renamed() const { return renamed_; }

 private:
  /// A living actor.
  struct Actor {
    std::uint32_t stream = 0;                  ///< that had it last
    std::uint32_t parent = WritePlan::kNoRow;  ///< told last
    std::size_t name = 0;                      ///< ProjectedActor::name at its EventAdd
    bool is_new = true;                        ///< its EventAdd is in this frame
    bool is_relative = false;                  ///< its EventAdd's place is its parent's
    bool is_sampled = false;                   ///< had a Position: without one it were nowhere
    std::string add_pose;                      ///< bytes of its EventAdd's place
    std::map<PacketKind, std::string> held;    ///< records written last
  };
  struct Sample {
    PacketKind kind = PacketKind::position;
    std::uint32_t row = 0;
    std::size_t begin = 0;  ///< in Stream::sample_bytes
    std::size_t size = 0;
  };
  struct Stream {
    std::vector<std::uint32_t> rows;  ///< of its last frame's actors, ascending
    std::vector<Sample> samples;      ///< of its last frame
    std::vector<std::byte> sample_bytes;
  };

  void end_lives(const ProjectedFrame& frame, std::uint32_t stream);
  void begin_life(const ProjectedFrame& frame, const ProjectedActor& actor, Actor& living);
  void write_parent(const ProjectedFrame& frame, const ProjectedActor& actor, Actor& living);
  void take_samples(const ProjectedFrame& frame, Stream& stream);
  void take_sample(PacketKind kind, Bytes record, std::uint32_t row, Stream& stream) const;
  bool is_sampled(const ProjectedFrame& frame, const ProjectedActor& actor,
                  const Actor& living) const;
  void write_held(const ProjectedFrame& frame);
  void write_physics(Bytes record, std::optional<std::size_t>& wheel_bytes);
  void write_events(const ProjectedFrame& frame);
  void write_world(const ProjectedFrame& frame);
  std::string record_of(const ProjectedFrame& frame, std::size_t begin, std::size_t size,
                        std::uint32_t row) const;
  std::size_t pose_bytes() const { return 2 * vec_bytes(writer_.options().width); }

  const WritePlan& plan_;
  Writer& writer_;
  ActorIds ids_;
  std::unordered_set<std::uint32_t> living_ids_;
  std::unordered_map<std::uint32_t, Actor> actors_;  ///< by row
  std::vector<Stream> streams_;
  std::optional<Weather> weather_;
  std::unordered_map<std::int32_t, SceneLight> scene_lights_;
  std::uint32_t collisions_ = 0;
  std::uint64_t detached_ = 0;
  std::uint64_t renamed_ = 0;
};

}  // namespace scrubjay::carla
