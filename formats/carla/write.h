#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"
#include "formats/states/extension.h"

namespace scrubjay::carla {

/// See Format::write. A recording of CARLA's own is copied packet by packet (copy.h), any other one
/// is written from its frames (convert.h).
Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink);

/// See Format::coordinates_written.
Result<CoordinateSystem> coordinates_written(const WriteRequest& request);

inline constexpr std::array<std::string_view, 2> kUnrealChoices{"4", "5"};
inline constexpr WriteOption kUnrealOption{
    "unreal",
    "for CARLA of Unreal 4 (0.9, 32-bit vectors) or Unreal 5 (0.10, 64-bit ones); a copied "
    "recording keeps its own",
    kUnrealChoices};
inline constexpr std::array kWriteOptions{states::kRemainderOption, kUnrealOption};

}  // namespace scrubjay::carla
