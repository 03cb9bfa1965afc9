#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/frame.h"
#include "formats/carla/packets.h"
#include "formats/write_plan.h"

namespace scrubjay::carla {

/// A record as it stands in its packet's list, but with 0 for the actor's id, which is set when the
/// frame is written.
struct ProjectedRecord {
  PacketKind kind = PacketKind::position;
  std::uint32_t row = 0;  ///< of the entity, as written
  std::size_t begin = 0;  ///< in ProjectedFrame::bytes
  std::size_t size = 0;
};

struct ProjectedActor {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::uint32_t row = 0;
  std::uint32_t parent = 0;  ///< row, or WritePlan::kNoRow
  std::uint8_t type = 0;
  std::optional<std::uint32_t> told_id;  ///< as a format in between had to keep it
  bool is_from_carla = false;            ///< its properties are those of a CARLA recording
  bool has_sampled_pose = false;         ///< and say that it was sampled
  std::size_t name = 0;                  ///< hash of its name, where that is what EventAdd says
  // Places in ProjectedFrame::bytes, or kNone.
  std::size_t position = kNone;  ///< a Position
  std::size_t add = kNone;       ///< an EventAdd with the place in the world
  std::size_t add_size = 0;
  std::size_t relative = kNone;  ///< location and rotation from the parent's place
};

struct ProjectedCollision {
  std::optional<std::uint32_t> sequence;
  std::uint32_t row1 = 0;  ///< WritePlan::kNoRow: no actor
  std::uint32_t row2 = 0;
  bool is_hero1 = false;
  bool is_hero2 = false;
};

struct ProjectedDoor {
  std::uint32_t row = 0;
  std::uint8_t door = 0;
  bool is_open = false;
};

/// What CARLA's packets can say of a frame. Used again and again, with its storage.
struct ProjectedFrame {
  std::vector<std::byte> bytes;
  std::vector<ProjectedActor> actors;    ///< ascending by row
  std::vector<ProjectedRecord> sampled;  ///< of this frame only
  std::vector<ProjectedRecord> held;     ///< what holds until it changes
  std::vector<ProjectedCollision> collisions;
  std::vector<ProjectedDoor> doors;
  std::vector<SceneLight> scene_lights;
  std::optional<Weather> weather;
  std::optional<double> platform_time;
  std::optional<double> visual_time;
  std::optional<double> duration;  ///< until the next frame, where a CARLA recording said so

  void clear();
};

/// Finds in decoded frames what CARLA's packets can say. Reads only; any number of threads.
///
/// What was a CARLA recording has its records in properties as properties.cpp writes them, and gets
/// them back to the bit as far as they still agree with where the entity is. For others there are
/// places, boxes, parents and what the kind of an entity says.
class Projection {
 public:
  Projection(const WritePlan& plan, VectorWidth width);

  /// `frame` is in Unreal's coordinates.
  void project(const Frame& frame, ProjectedFrame& out) const;

 private:
  class Pass;

  const WritePlan& plan_;
  VectorWidth width_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> begins_;  ///< lives: frame, entity; rows
  std::vector<FrameIndex> first_frames_;                         ///< that are written, by stream
};

/// The entity that stands for the frame where a format in between has none for it: it has the
/// frame's own properties.
bool stands_for_frame(const Frame& frame, const Entity& entity);

}  // namespace scrubjay::carla
