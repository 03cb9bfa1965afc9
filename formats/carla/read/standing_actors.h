#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <unordered_map>
#include <vector>

#include "core/recording.h"
#include "formats/carla/read/file_index.h"
#include "formats/format.h"

namespace scrubjay::carla {

/// CARLA's letter for what an entity is: v vehicle, w walker, t traffic light, o other.
char letter_of(EntityKind kind);

/// Who stands still, and since when.
class StandingActors {
 public:
  /// `min_time` in seconds, `min_distance` in cm; `type` is a letter of letter_of() or `a` for all.
  StandingActors(const Recording& recording, const FileIndex& index, double min_time,
                 double min_distance, char type)
      : recording_(recording),
        index_(index),
        min_time_(min_time),
        min_distance_(min_distance),
        type_(type) {}

  /// Frames one after the other; `duration` in seconds until the next one.
  void take_frame(FrameIndex frame, double duration);
  /// All rows, longest first.
  std::vector<QueryRow> finish();

 private:
  struct Actor {
    EntityIndex entity;
    glm::dvec3 anchor{0.0};
    FrameIndex start;
    double duration = 0;
    bool has_anchor = false;
  };
  struct Row {
    double duration;
    FrameIndex start;
    EntityIndex entity;
  };

  void take_position(const Position& position, FrameIndex frame, double duration);
  void end_standing(Actor& actor);

  const Recording& recording_;
  const FileIndex& index_;
  double min_time_;
  double min_distance_;
  char type_;
  std::unordered_map<std::uint32_t, Actor> actors_;
  std::vector<Row> rows_;
};

}  // namespace scrubjay::carla
