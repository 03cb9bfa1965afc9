#pragma once

#include <cstdint>

#include "core/frame.h"

namespace scrubjay {

// The set of Okabe and Ito ("Color Universal Design", 2008): told apart with any colour vision.
// 0xRRGGBB.
inline constexpr std::uint32_t kOrange = 0xE69F00;
inline constexpr std::uint32_t kSkyBlue = 0x56B4E9;
inline constexpr std::uint32_t kBluishGreen = 0x009E73;
inline constexpr std::uint32_t kYellow = 0xF0E442;
inline constexpr std::uint32_t kBlue = 0x0072B2;
inline constexpr std::uint32_t kVermillion = 0xD55E00;
inline constexpr std::uint32_t kReddishPurple = 0xCC79A7;
inline constexpr std::uint32_t kNeutralGrey = 0x9AA3AD;

/// The colour of a kind of entity wherever it is drawn, 0xRRGGBB.
constexpr std::uint32_t kind_color(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle: return kSkyBlue;
    case EntityKind::person: return kOrange;
    case EntityKind::signal: return kYellow;
    case EntityKind::sign: return kVermillion;
    case EntityKind::sensor: return kBluishGreen;
    case EntityKind::controller: return kBlue;
    case EntityKind::camera: return kReddishPurple;
    case EntityKind::prop:
    case EntityKind::other: break;
  }
  return kNeutralGrey;
}

}  // namespace scrubjay
