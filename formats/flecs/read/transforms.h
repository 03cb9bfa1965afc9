#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <numbers>
#include <optional>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

/// Where an entity's components say that it is (formats/flecs/README.md, 13). Angles are radians.
struct Place {
  std::optional<glm::dvec3> position;
  std::optional<glm::dquat> rotation;
  std::optional<glm::dvec3> scale;
  std::optional<Box> box;
  bool is_world = false;   ///< not relative to the parent
  bool is_chosen = false;  ///< a person said what tells it, or a part of it

  bool has_transform() const { return position || rotation || scale; }
  /// translate * rotate * scale; what is missing is the identity.
  glm::dmat4 matrix() const;
};

/// How angles without a unit are read.
enum class AngleGuess : std::uint8_t { radians, degrees };

/// In what places are said.
struct PlaceUnits {
  AngleGuess angles = AngleGuess::radians;
  double metres_per_unit = 1;  ///< of the scene: lengths whose type says their unit become those
};

/// Adds what a component of that role says; to be called by the roles' ranks. A part that is known
/// already stays. What is of the world does not count beside what a person chose to be local.
void read_place(const simdjson::dom::element& value, const Schema* schema, const Role& role,
                const PlaceUnits& units, Place& out);

/// How many metres the unit of a type, or of its first member or element with one, is; nothing
/// without a unit of length (formats/flecs/README.md, 5, 13).
std::optional<double> metres_of(const Schema* schema);

/// The value at "pose/p" inside of `value`; its schema goes along. False where there is none.
bool find_member(std::string_view path, simdjson::dom::element& value, const Schema*& schema);

/// Calls `visit(value, schema, role)` for the members that a person gave a role, and for the whole
/// value if it has one. The item has a value.
template <class Visit>
void for_each_role(const Snapshot::Item& item, Visit visit) {
  for (const ComponentId::MemberRole& member : item.id->members) {
    simdjson::dom::element value = item.value;
    const Schema* schema = item.schema;
    if (find_member(member.path, value, schema)) visit(value, schema, member.role);
  }
  if (item.id->role.kind != Role::Kind::none) visit(item.value, item.schema, item.id->role);
}

/// Angles beyond it are taken for degrees: a full turn, and something for how it is printed.
inline constexpr double kMostRadians = 2 * std::numbers::pi + 1e-6;

/// Angles whose unit has to be guessed.
struct GuessedAngles {
  bool are_large = false;  ///< one of them is too large for radians
  /// Of the components or members that hold them, as documents call them; live as long as those.
  std::vector<std::string_view> names;
};
GuessedAngles guessed_angles(const Snapshot& snapshot);

/// Position, rotation and scale of a matrix without shear; mirrors show as a negative scale of x.
Transform decomposed(const glm::dmat4& matrix);

}  // namespace scrubjay::flecs
