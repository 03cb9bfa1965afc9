#pragma once

#include "scenery/scenery_format.h"

namespace scrubjay::gltf {

/// Levels as glTF 2.0: .gltf with its buffers beside it or inside, and .glb
/// (scenery/gltf/README.md).
extern const SceneryFormat kFormat;

}  // namespace scrubjay::gltf
