#pragma once

#include "scenery/scenery_format.h"

namespace scrubjay::opendrive {

/// Roads of an OpenDRIVE file (scenery/opendrive/README.md).
extern const SceneryFormat kFormat;

}  // namespace scrubjay::opendrive
