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
inline constexpr std::array<std::string_view, 2> kVectorChoices{"float32", "float64"};
inline constexpr std::array<WriteOption, 2> kWriteOptions{{
    {"remainder",
     "what CARLA's packets cannot say: kept in packets of Scrubjay's own, over which CARLA steps, "
     "or left out",
     kRemainderChoices},
    {"vectors", "of Unreal 4 (CARLA 0.9) or Unreal 5 (0.10); a copied recording keeps its own",
     kVectorChoices},
}};

}  // namespace scrubjay::carla
