#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/recording.h"
#include "tests/core/test_values.h"

namespace scrubjay {

/// An entity of a DerivedScene at one frame.
struct DerivedEntity {
  std::uint32_t row = 0;
  std::optional<std::uint32_t> parent = {};
  Transform world = {};
  std::optional<Box> box = {};
};

/// An event "collision" of `entity`, with the id of the other; none: of something that is no
/// entity.
struct DerivedCollision {
  std::uint32_t entity = 0;
  std::optional<std::uint32_t> other = {};
};

struct DerivedFrame {
  Seconds time = 0;
  std::uint32_t stream = 0;
  std::vector<DerivedEntity> entities = {};  ///< ascending by row
  std::vector<DerivedCollision> collisions = {};
};

/// A recording made by hand of which only places, boxes and collisions matter. Entity n is "e<n>".
struct DerivedScene {
  CoordinateSystem coordinates;
  std::uint32_t streams = 1;
  std::vector<EntityKind> kinds;  ///< of each entity
  std::vector<DerivedFrame> frames;
};

/// Indexed.
std::shared_ptr<Recording> derived_recording(DerivedScene scene);

}  // namespace scrubjay
