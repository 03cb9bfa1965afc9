#pragma once

#include "scenery/scenery_format.h"

namespace scrubjay::obj {

/// Levels as Wavefront OBJ with colours of .mtl files (scenery/obj/README.md).
extern const SceneryFormat kFormat;

}  // namespace scrubjay::obj
