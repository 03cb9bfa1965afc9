#pragma once

#include <array>
#include <string_view>

#include "formats/carla/header.h"
#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::carla {

inline constexpr std::string_view kTitle = "CARLA recorder file";
inline constexpr std::array<std::string_view, 3> kExtensions{"log", "rec", "dat"};

/// CARLA recorder files.
extern const Format kFormat;
/// A recording of CARLA's own is copied packet by packet (write/copy.h), any other one is written
/// from its frames (write/convert.h).
extern const FormatWriter kWriter;

}  // namespace scrubjay::carla
