#pragma once

#include <cstdint>

namespace scrubjay {

/// A colour for a share of a range, 0xRRGGBB: dark violet at 0, green-blue, yellow at 1; as light
/// rises evenly it reads in grey and with any colour vision (viridis, S. van der Walt and N. Smith,
/// 2015, CC0). Outside [0, 1] as at the ends; NaN is 0.
std::uint32_t scale_color(double share);

}  // namespace scrubjay
