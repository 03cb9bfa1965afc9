#pragma once

#include <array>

#include "formats/format.h"

namespace scrubjay::carla {

/// CARLA's own three questions: file-info, collisions, blocked. With style "scrubjay" (the default)
/// they answer with a table and mended semantics: decimals, the deleted actor and not the last
/// added one is forgotten, the last frame's -1 is no time. With "carla" they answer with the text
/// that CARLA prints.
extern const std::array<Query, 3> kQueries;

}  // namespace scrubjay::carla
