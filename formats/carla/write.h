#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"

namespace scrubjay::carla {

/// See Format::write. A recording of CARLA's own is copied packet by packet (copy.h), any other one
/// is written from its frames (convert.h).
Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink);

inline constexpr std::array<std::string_view, 2> kRemainderChoices{"kept", "left-out"};
inline constexpr std::array<std::string_view, 2> kUnrealChoices{"4", "5"};
inline constexpr std::array<WriteOption, 2> kWriteOptions{{
    {"remainder",
     "what CARLA's packets cannot say: kept in packets of Scrubjay's own, over which CARLA steps, "
     "or left out",
     kRemainderChoices},
    {"unreal",
     "for CARLA of Unreal 4 (0.9, 32-bit vectors) or Unreal 5 (0.10, 64-bit ones); a copied "
     "recording keeps its own",
     kUnrealChoices},
}};

}  // namespace scrubjay::carla
