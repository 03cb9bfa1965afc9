#pragma once

#include <atomic>
#include <limits>

#include "core/coordinate_system.h"
#include "core/property_tree.h"

/// Values that tests of several files call by name.
namespace scrubjay {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline constexpr Precision k64 = Precision::float64;
inline constexpr Precision k32 = Precision::float32;

inline constexpr CoordinateSystem kUnreal{Axis::pos_y, Axis::pos_z, Axis::pos_x, 0.01};

/// For what can be told to stop, and is not.
inline const std::atomic<bool> kNotCancelled{false};

}  // namespace scrubjay
