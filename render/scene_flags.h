#pragma once

#include <cstdint>

namespace scrubjay {

/// Bits of SceneInstance::flags and SceneShape::flags.
enum SceneFlags : std::uint8_t {
  kSceneSelected = 1,
  kSceneHovered = 2,
  kSceneDimmed = 4,
  kSceneHasBox = 8,       ///< the size was recorded, not assumed
  kSceneHasHeading = 16,  ///< the rotation was recorded
  kSceneHasShape = 32     ///< shapes of its own show where it is: no marker is drawn
};

}  // namespace scrubjay
