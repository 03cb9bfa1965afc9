#pragma once

#include "core/coordinate_system.h"

namespace scrubjay {

/// The space in which scenes are drawn and cameras move: right-handed, Z up, metres. Recorded
/// values come here exactly once, through a `CoordinateConversion` from their frame's coordinates.
inline constexpr CoordinateSystem kViewerCoordinates{
    .right = Axis::pos_x, .up = Axis::pos_z, .forward = Axis::pos_y, .metres_per_unit = 1.0};

}  // namespace scrubjay
