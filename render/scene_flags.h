#pragma once

#include <cstdint>

namespace scrubjay {

/// Bits of SceneInstance::flags and SceneShape::flags; the shaders know the first three and
/// kSceneStill by number.
enum SceneFlags : std::uint8_t {
  kSceneSelected = 1,
  kSceneHovered = 2,
  kSceneDimmed = 4,
  kSceneHasBox = 8,       ///< the size was recorded, not assumed
  kSceneHasHeading = 16,  ///< the rotation was recorded
  kSceneHasShape = 32,    ///< something else shows where it is: no marker is drawn
  kSceneStill = 64,       ///< never moves: drawn back, without a name
  kSceneInEvent = 128     ///< something happens to it now
};

/// Whether something changes its place over a recording.
enum class Mobility : std::uint8_t { unknown, still, moves };

}  // namespace scrubjay
