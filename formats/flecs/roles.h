#pragma once

#include <cstdint>
#include <string_view>

namespace scrubjay::flecs {

enum class AngleUnit : std::uint8_t { unknown, radians, degrees };

/// What a component says about the place of its entity (formats/flecs/README.md, 13).
struct Role {
  enum class Kind : std::uint8_t {
    none,
    position,
    rotation,
    scale,
    velocity,
    transform,  ///< holds the others as members, or is a matrix
    size,       ///< a box around the position
    color,
  };
  Kind kind = Kind::none;
  bool is_world = false;                  ///< in the world, not relative to the parent
  AngleUnit angles = AngleUnit::unknown;  ///< as a person says; else the type tells, or a guess
  bool is_hub = false;     ///< one of flecs-hub's own: radians, and nothing has to be guessed
  bool is_chosen = false;  ///< by a person

  /// Of roles that say the same part of a place that of the lowest rank counts: a person's choice,
  /// then the world, then flecs-hub's components, then names.
  static constexpr unsigned kLastRank = 7;
  unsigned rank() const {
    return (is_chosen ? 0U : 4U) + (is_world ? 0U : 2U) + (is_hub ? 0U : 1U);
  }
  bool operator==(const Role&) const = default;
};

/// The role of a component by its full path: flecs-hub's components first, then the last element
/// of the path as people name such things (formats/flecs/README.md, 13, default detection 1 and 2).
/// A pure function: a person's own choice stands in front of it.
Role role_of_component(std::string_view path);

/// The role of a member of a transform: "position", "p", "t", ...
Role::Kind role_of_member(std::string_view name);

}  // namespace scrubjay::flecs
