#include "formats/flecs/read/transforms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "core/steady_math.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/values.h"

namespace scrubjay::flecs {

namespace {

using simdjson::SUCCESS;
using simdjson::dom::element;

AngleUnit angle_unit_of(const Schema* schema) {
  if (schema == nullptr) return AngleUnit::unknown;
  if (schema->unit == "rad" || schema->unit_path.ends_with("Radians")) return AngleUnit::radians;
  if (schema->unit == "°" || schema->unit_path.ends_with("Degrees")) return AngleUnit::degrees;
  for (const Schema& member : schema->members) {
    if (const AngleUnit unit = angle_unit_of(&member); unit != AngleUnit::unknown) return unit;
  }
  return schema->element() != nullptr ? angle_unit_of(schema->element()) : AngleUnit::unknown;
}

/// Of the module flecs.units (formats/flecs/README.md, 5). Pixels are no length.
struct LengthUnit {
  std::string_view name;  ///< last element of the unit's path
  std::string_view symbol;
  double metres;
};
constexpr std::array kLengths{
    LengthUnit{"PicoMeters", "pm", 1e-12}, LengthUnit{"NanoMeters", "nm", 1e-9},
    LengthUnit{"MicroMeters", "μm", 1e-6}, LengthUnit{"MilliMeters", "mm", 1e-3},
    LengthUnit{"CentiMeters", "cm", 1e-2}, LengthUnit{"Meters", "m", 1},
    LengthUnit{"KiloMeters", "km", 1e3},   LengthUnit{"Miles", "mi", 1609.344},
};

/// What lengths of that type are to be multiplied with to be of the scene.
double length_factor(const Schema* schema, const PlaceUnits& units) {
  const auto metres = metres_of(schema);
  return metres ? *metres / units.metres_per_unit : 1;
}

/// In the scene's units.
template <class T>
std::optional<T> scaled(std::optional<T> value, double factor) {
  if (value) *value *= factor;
  return value;
}

std::optional<double> member_number(const element& value, std::string_view name) {
  element part;
  if (value.at_key(name).get(part) != SUCCESS) return {};
  return number_of(part, nullptr);
}

/// Angles about x, y and z.
std::optional<glm::dvec3> euler_of(const element& value) {
  glm::dvec4 parts{0.0};
  if (components_of(value, parts) == 3) return glm::dvec3(parts);
  if (!value.is_object()) {
    // A single number turns about the up axis.
    if (const auto angle = number_of(value, nullptr)) return glm::dvec3(0, *angle, 0);
    return {};
  }
  const auto pitch = member_number(value, "pitch");
  const auto yaw = member_number(value, "yaw");
  const auto roll = member_number(value, "roll");
  if (pitch || yaw || roll) {
    return glm::dvec3(pitch.value_or(0), yaw.value_or(0), roll.value_or(0));
  }
  for (const char* name : {"angle", "value"}) {
    if (const auto angle = member_number(value, name)) return glm::dvec3(0, *angle, 0);
  }
  return {};
}

/// x, y, z, w: of an object with those members, or an array of four.
std::optional<glm::dquat> quaternion_of(const element& value) {
  glm::dvec4 parts{0.0};
  if (components_of(value, parts) != 4) return {};
  const glm::dquat rotation(parts.w, parts.x, parts.y, parts.z);
  const double length = glm::length(rotation);
  if (!(length > 0) || !std::isfinite(length)) return glm::dquat(1, 0, 0, 0);
  return rotation / length;
}

/// flecs-hub's order, for all (formats/flecs/README.md, 13): rotX * rotY * rotZ.
glm::dquat rotation_of(const glm::dvec3& radians) {
  return steady::turn(radians.x, glm::dvec3(1, 0, 0)) *
         steady::turn(radians.y, glm::dvec3(0, 1, 0)) *
         steady::turn(radians.z, glm::dvec3(0, 0, 1));
}

std::optional<glm::dvec3> vector_of(const element& value, double missing) {
  glm::dvec4 parts{missing};
  const std::size_t count = components_of(value, parts);
  if (count == 2 || count == 3) {
    // What is infinite or no number is nowhere.
    const bool is_finite =
        std::isfinite(parts.x) && std::isfinite(parts.y) && std::isfinite(parts.z);
    return is_finite ? std::optional(glm::dvec3(parts)) : std::nullopt;
  }
  if (value.is_object()) {
    element inner;
    if (value.at_key("value").get(inner) == SUCCESS && !inner.is_object()) {
      return vector_of(inner, missing);
    }
  }
  return {};
}

/// Sixteen numbers: column after column in an array or nested arrays; by row where the members are
/// called m00 to m33.
std::optional<glm::dmat4> matrix_of(const element& value) {
  std::array<double, 16> numbers{};
  std::size_t count = 0;
  bool is_good = true;
  const auto take = [&](const element& part) {
    const auto number = number_of(part, nullptr);
    is_good &= number.has_value() && count < numbers.size();
    if (is_good) numbers[count++] = *number;
  };
  bool is_by_row = false;
  if (value.is_array()) {
    for (const element part : array_of(value)) {
      if (part.is_array()) {
        for (const element inner : array_of(part)) take(inner);
      } else {
        take(part);
      }
    }
  } else if (value.is_object()) {
    for (const auto [name, part] : object_of(value)) {
      is_by_row |= name == "m00";
      take(part);
    }
  }
  if (!is_good || count != numbers.size()) return {};
  glm::dmat4 matrix{1.0};
  for (glm::length_t i = 0; i < 4; ++i) {
    for (glm::length_t k = 0; k < 4; ++k) {
      matrix[i][k] = numbers[static_cast<std::size_t>(is_by_row ? 4 * k + i : 4 * i + k)];
    }
  }
  return matrix;
}

template <class T>
void set(std::optional<T>& part, const std::optional<T>& value) {
  if (!part) part = value;
}

void read_rotation(const element& value, const Schema* schema, const Role& role,
                   const PlaceUnits& units, Place& out) {
  if (const auto rotation = quaternion_of(value)) {
    set(out.rotation, rotation);
    return;
  }
  element inner;
  if (value.is_object() && value.at_key("value").get(inner) == SUCCESS && !inner.is_object() &&
      inner.is_array()) {
    read_rotation(inner, schema != nullptr ? schema->member("value", 0) : nullptr, role, units,
                  out);
    return;
  }
  std::optional<glm::dvec3> angles = euler_of(value);
  if (!angles) return;
  if (role.is_hub && value.is_object() && value.at_key("angle").error() == SUCCESS) {
    angles = glm::dvec3(0, 0, angles->y);  // Rotation2 turns in the plane
  }
  AngleUnit unit = role.is_hub ? AngleUnit::radians : role.angles;
  if (unit == AngleUnit::unknown) unit = angle_unit_of(schema);
  const bool is_degrees = unit == AngleUnit::degrees ||
                          (unit == AngleUnit::unknown && units.angles == AngleGuess::degrees);
  if (is_degrees) *angles *= std::numbers::pi / 180.0;
  const bool is_finite =
      std::isfinite(angles->x) && std::isfinite(angles->y) && std::isfinite(angles->z);
  if (is_finite) set(out.rotation, std::optional(rotation_of(*angles)));
}

/// Half a size along each axis.
std::optional<glm::dvec3> half_size_of(const element& value) {
  if (value.is_object()) {
    if (const auto radius = member_number(value, "radius")) return glm::dvec3(*radius);
    const auto width = member_number(value, "width");
    const auto height = member_number(value, "height");
    if (width && height) {
      return glm::dvec3(*width, *height, member_number(value, "depth").value_or(0)) / 2.0;
    }
    if (const auto one = member_number(value, "value")) return glm::dvec3(*one);
  }
  if (const auto size = vector_of(value, 0)) return *size / 2.0;
  return {};
}

void read_box(const element& value, double factor, Place& out) {
  if (out.box) return;
  element least;
  element most;
  if (value.is_object() && value.at_key("min").get(least) == SUCCESS &&
      value.at_key("max").get(most) == SUCCESS) {
    const auto low = scaled(vector_of(least, 0), factor);
    const auto high = scaled(vector_of(most, 0), factor);
    if (low && high) out.box = Box{(*low + *high) / 2.0, glm::abs(*high - *low) / 2.0};
    return;
  }
  if (const auto half = scaled(half_size_of(value), factor))
    out.box = Box{glm::dvec3(0.0), glm::abs(*half)};
}

void read_transform(const element& value, const Schema* schema, const Role& role,
                    const PlaceUnits& units, Place& out) {
  std::optional<glm::dmat4> matrix = matrix_of(value);
  if (!matrix && value.is_object()) {
    // A single member that is the matrix.
    const simdjson::dom::object object = object_of(value);
    if (object.size() == 1) matrix = matrix_of((*object.begin()).value);
  }
  if (matrix) {
    const Transform parts = decomposed(*matrix);
    set(out.position, parts.position);
    set(out.rotation, parts.rotation);
    set(out.scale, parts.scale);
    return;
  }
  if (!value.is_object()) return;
  std::size_t i = 0;
  for (const auto [name, member] : object_of(value)) {
    Role inner = role;
    inner.kind = role_of_member(name);
    const Schema* of_member = schema != nullptr ? schema->member(name, i) : nullptr;
    if (inner.kind != Role::Kind::transform) read_place(member, of_member, inner, units, out);
    ++i;
  }
}

/// A rotation by angles, or one inside of a transform, as read_place takes it.
void add_guessed(std::string_view name, const element& value, const Schema* schema,
                 const Role& role, GuessedAngles& out) {
  if (role.is_hub || role.angles != AngleUnit::unknown) return;
  if (role.kind == Role::Kind::transform && value.is_object() && !matrix_of(value)) {
    std::size_t i = 0;
    for (const auto [key, member] : object_of(value)) {
      Role inner = role;
      inner.kind = role_of_member(key);
      const Schema* of_member = schema != nullptr ? schema->member(key, i++) : nullptr;
      if (inner.kind == Role::Kind::rotation) add_guessed(key, member, of_member, inner, out);
    }
  }
  if (role.kind != Role::Kind::rotation || quaternion_of(value)) return;
  element inner;
  if (value.is_object() && value.at_key("value").get(inner) == SUCCESS && inner.is_array()) {
    const Schema* of_inner = schema != nullptr ? schema->member("value", 0) : nullptr;
    return add_guessed(name, inner, of_inner, role, out);
  }
  const auto angles = euler_of(value);
  if (!angles || angle_unit_of(schema) != AngleUnit::unknown) return;
  const double most = std::max({std::abs(angles->x), std::abs(angles->y), std::abs(angles->z)});
  out.are_large |= most > kMostRadians && std::isfinite(most);
  out.names.push_back(name);
}

}  // namespace

glm::dmat4 Place::matrix() const {
  glm::dmat4 result{1.0};
  if (rotation) result = glm::mat4_cast(*rotation);
  if (scale) result = glm::scale(result, *scale);
  if (position) result[3] = glm::dvec4(*position, 1.0);
  return result;
}

Transform decomposed(const glm::dmat4& matrix) {
  Transform parts;
  parts.position = glm::dvec3(matrix[3]);
  glm::dmat3 axes(matrix);
  glm::dvec3 scale{glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2])};
  if (glm::determinant(axes) < 0) scale.x = -scale.x;
  parts.scale = scale;
  bool is_flat = false;
  for (glm::length_t i = 0; i < 3; ++i) {
    is_flat |= !(std::abs(scale[i]) > 1e-300) || !std::isfinite(scale[i]);
    axes[i] /= scale[i];
  }
  parts.rotation = is_flat ? glm::dquat(1, 0, 0, 0) : glm::normalize(glm::quat_cast(axes));
  return parts;
}

void read_place(const element& value, const Schema* schema, const Role& role,
                const PlaceUnits& units, Place& out) {
  if (role.is_world && !out.is_world && out.is_chosen && !role.is_chosen) return;
  switch (role.kind) {
    case Role::Kind::position:
      set(out.position, scaled(vector_of(value, 0), length_factor(schema, units)));
      break;
    case Role::Kind::rotation: read_rotation(value, schema, role, units, out); break;
    case Role::Kind::scale: {
      std::optional<glm::dvec3> scale = vector_of(value, 1);
      if (!scale) {
        std::optional<double> one = number_of(value, nullptr);
        if (!one && value.is_object()) one = member_number(value, "value");
        if (one) scale = glm::dvec3(*one);
      }
      set(out.scale, scale);
      break;
    }
    case Role::Kind::transform: read_transform(value, schema, role, units, out); break;
    case Role::Kind::size: read_box(value, length_factor(schema, units), out); break;
    default: return;
  }
  if (role.kind == Role::Kind::size) return;
  out.is_world |= role.is_world;
  out.is_chosen |= role.is_chosen;
}

std::optional<double> metres_of(const Schema* schema) {
  if (schema == nullptr) return {};
  const std::string_view path = schema->unit_path;
  const std::string_view name = path.substr(path.rfind('.') + 1);
  for (const LengthUnit& unit : kLengths) {
    if (path.empty() ? schema->unit == unit.symbol : name == unit.name) return unit.metres;
  }
  for (const Schema& member : schema->members) {
    if (const auto metres = metres_of(&member)) return metres;
  }
  return metres_of(schema->element());
}

bool find_member(std::string_view path, element& value, const Schema*& schema) {
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    element inner;
    if (!value.is_object() || value.at_key(name).get(inner) != SUCCESS) return false;
    value = inner;
    if (schema != nullptr) schema = schema->member(name, 0);
  }
  return true;
}

GuessedAngles guessed_angles(const Snapshot& snapshot) {
  GuessedAngles found;
  for (const Snapshot::Item& item : snapshot.items()) {
    if (!item.has_value) continue;
    for (const ComponentId::MemberRole& member : item.id->members) {
      element value = item.value;
      const Schema* schema = item.schema;
      if (!find_member(member.path, value, schema)) continue;
      const std::string_view path = member.path;
      add_guessed(path.substr(path.rfind('/') + 1), value, schema, member.role, found);
    }
    add_guessed(item.id->first, item.value, item.schema, item.id->role, found);
  }
  return found;
}

}  // namespace scrubjay::flecs
