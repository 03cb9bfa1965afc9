#pragma once

#include <cstdint>
#include <vector>

#include "assets/scene.h"
#include "formats/carla/write/writer.h"

namespace scrubjay::assets {

/// How a scene's recording says which file it is: the writer's options for it.
carla::WriterOptions carla_options(carla::VectorWidth width);

/// Packets that a recording may do without: older releases did not write them, and newer ones only
/// when asked for additional data.
struct CarlaPackets {
  bool boxes = true;
  bool collisions = true;
};

/// Tells a scene to a CARLA writer, frame by frame, as CARLA's recorder with additional data would:
/// centimetres, degrees, Y to the south (Unreal's left-handed axes).
class CarlaFeed {
 public:
  CarlaFeed(carla::Writer& writer, const Scene& scene, CarlaPackets packets = {})
      : writer_(writer), scene_(scene), packets_(packets) {}

  /// Adds the scene's present frame.
  void add_frame();

 private:
  void add_coming_and_going(const SceneFrame& frame);
  void add_actor(const SceneActor& actor, bool is_attached_now);
  void add_box(const SceneActor& actor);
  void add_physics(const SceneActor& actor);
  void add_contacts(const SceneFrame& frame);
  void add_contact(const SceneActor& reporter, const SceneActor* other);
  void add_samples(const SceneActor& actor);
  void add_vehicle(const SceneActor& actor);
  void add_pedestrian(const SceneActor& actor);
  void add_light(const SceneActor& actor);
  void add_world(const SceneFrame& frame);

  carla::Writer& writer_;
  const Scene& scene_;
  CarlaPackets packets_;
  std::uint32_t collisions_ = 0;
  std::vector<carla::Attribute> attributes_;
  std::vector<carla::Bone> bones_;
};

/// Writes `scene` from its present frame on into `sink`: `frames` frames, or fewer once
/// `most_bytes` are reached (0: no such limit). Memory does not grow with the file. Errors: the
/// writer's.
Result<void> write_carla(Scene& scene, const ByteSink& sink, std::uint64_t frames,
                         std::uint64_t most_bytes = 0,
                         carla::VectorWidth width = carla::VectorWidth::float32,
                         CarlaPackets packets = {});

}  // namespace scrubjay::assets
