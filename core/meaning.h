#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace scrubjay {

/// What a vector or a number means in space, so that a change of coordinates treats it rightly (the
/// rules are those of CoordinateConversion). The format's reader states it, or the person who looks
/// (core/meaning_choice.h); `none` stays as recorded.
///
/// What is measured in lengths is in the recording's own unit, unless the property's `unit` states
/// another one: then only its axes change. The numbers of these stand in files (formats/xrec): new
/// ones are added at the end.
enum class Meaning : std::uint8_t {
  none,
  point,      ///< a place or displacement
  direction,  ///< no length: a direction, a normal
  velocity,   ///< a displacement a second, a single number a speed; a stated unit is kept
  axial,      ///< angular velocity, torque: flips with handedness
  extent,     ///< sizes along the axes
  length,     ///< one number
  euler,      ///< three angles about the axes, see CoordinateConversion::euler
  rotation,   ///< a unit quaternion: x, y, z, w
  factors,    ///< scale factors along the axes
  area,       ///< one number, in units squared
  volume,     ///< one number, in units cubed
  plane,      ///< a unit normal and how far along it the plane lies: x, y, z, d
  matrix,     ///< 9 or 16 numbers, column after column: a frame's axes and, of 16, its place
};
inline constexpr std::size_t kMeanings = 14;

/// "point", "direction", ...; "none" for what stays as recorded.
std::string_view to_text(Meaning meaning);
/// The meaning of that name, or nothing.
std::optional<Meaning> meaning_from(std::string_view text);

/// True for what changes with the unit of length.
constexpr bool is_measured_in_lengths(Meaning meaning) {
  switch (meaning) {
    case Meaning::point:
    case Meaning::velocity:
    case Meaning::extent:
    case Meaning::length:
    case Meaning::area:
    case Meaning::volume:
    case Meaning::plane:
    case Meaning::matrix: return true;
    case Meaning::none:
    case Meaning::direction:
    case Meaning::axial:
    case Meaning::euler:
    case Meaning::rotation:
    case Meaning::factors: return false;
  }
  return false;
}

}  // namespace scrubjay
