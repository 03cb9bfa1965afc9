#pragma once

#include <cstdint>
#include <string>

#include "assets/scene.h"
#include "core/json_writer.h"
#include "formats/format_writer.h"

namespace scrubjay::assets {

/// Tells a scene as a person would who dumps a flecs world once a frame: a 4.x world document,
/// wrapped with time and frame, with the components of flecs-hub (x east, y up, z north), prefabs
/// for blueprints, a type, a singleton, tags and relations (formats/flecs/README.md, 8.3, 11.2,
/// 13).
class FlecsFeed {
 public:
  explicit FlecsFeed(const Scene& scene) : scene_(scene) {}

  /// The scene's present frame as one line.
  std::string line();

 private:
  void add_prefabs(JsonWriter& json, const SceneFrame& frame);
  void add_actor(JsonWriter& json, const SceneActor& actor);
  void add_place(JsonWriter& json, const SceneActor& actor);
  void add_state(JsonWriter& json, const SceneActor& actor);
  std::string path_of(std::uint32_t id) const;

  const Scene& scene_;
};

/// Writes `scene` from its present frame on into `sink`: `frames` frames, or fewer once
/// `most_bytes` are reached (0: no such limit). Errors: "not-written" when the sink refuses.
Result<void> write_flecs(Scene& scene, const ByteSink& sink, std::uint64_t frames,
                         std::uint64_t most_bytes = 0);

}  // namespace scrubjay::assets
