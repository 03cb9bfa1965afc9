#pragma once

#include <cstdint>

#include "core/ids.h"

namespace scrubjay {

/// What is drawn of a value over time: first a part of it, then how fast that changes, then its
/// mean over a while.
struct CurveForm {
  static constexpr std::int8_t kComponents = -1;  ///< each by itself
  static constexpr std::int8_t kMagnitude = -2;   ///< their length as one vector
  std::int8_t part = kComponents;                 ///< 0 for x to 3 for w: that one alone
  bool is_derivative = false;                     ///< difference from sample to sample, a second
  Seconds average = 0;  ///< mean of the samples of so many seconds up to each; 0: none
  bool operator==(const CurveForm&) const = default;
};

}  // namespace scrubjay
