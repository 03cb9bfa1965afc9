#pragma once

#include "formats/format.h"

namespace scrubjay::carla {

/// CARLA recorder files.
extern const Format kFormat;

}  // namespace scrubjay::carla
