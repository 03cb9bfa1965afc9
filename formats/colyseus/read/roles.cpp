#include "formats/colyseus/read/roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/steady_math.h"
#include "core/text.h"
#include "formats/label_names.h"

namespace scrubjay::colyseus {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 6> kPositions{"position", "pos",         "location",
                                                     "coords",   "translation", "transform"};
constexpr std::array<std::string_view, 3> kRotations{"rotation", "quaternion", "orientation"};
constexpr std::array<std::string_view, 5> kAngles{"angle", "rotation", "heading", "yaw",
                                                  "direction"};

bool is_numeric(const FieldType& type) {
  return type.shape == Shape::primitive && type.primitive != Primitive::boolean &&
         type.primitive != Primitive::string && type.primitive != Primitive::unknown;
}

/// Fields of the type that have one of the names and pass, in the order of the names.
template <class Passes>
std::vector<std::uint8_t> fields_named(const Type& type, Names names, Passes passes) {
  std::vector<std::uint8_t> found;
  for (const std::string_view name : names) {
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      if (equal_ignoring_case(type.fields[i].name, name) && passes(type.fields[i].type)) {
        found.push_back(static_cast<std::uint8_t>(i));
      }
    }
  }
  return found;
}

bool is_group(const FieldType& type) { return type.shape == Shape::instance; }

std::optional<double> number_in(std::span<const Cell> cells, std::uint8_t field) {
  if (field >= cells.size()) return std::nullopt;
  const Cell& cell = cells[field];
  switch (cell.kind) {
    case CellKind::float32:
    case CellKind::float64: return cell.number;
    case CellKind::integer: return static_cast<double>(cell.integer);
    case CellKind::unsigned_integer: return static_cast<double>(cell.unsigned_integer);
    default: return std::nullopt;
  }
}

}  // namespace

Roles::Roles(const Schema& schema, const Choices& choices) {
  bool has_vectors = false;
  for (const Type& type : schema.types) {
    const Row& made = rows_.emplace_back(row_of(schema, type, choices));
    has_vectors |= made.x != kNone && made.y != kNone;
    if (made.z != kNone) is_flat_ = false;
  }
  is_flat_ &= has_vectors;
}

Roles::Row Roles::row_of(const Schema& schema, const Type& type, const Choices& choices) {
  const auto first = [&](std::string_view name, auto passes) {
    const auto found = fields_named(type, Names(&name, 1), passes);
    return found.empty() ? kNone : found.front();
  };
  const auto is_angle = [&](const FieldType& field) {
    return field.quantized != FieldType::kNone && schema.quantized[field.quantized].is_angle();
  };
  const auto is_text = [](const FieldType& field) {
    return field.shape == Shape::primitive && field.primitive == Primitive::string;
  };
  Row row;
  row.x = first("x", is_numeric);
  row.y = first("y", is_numeric);
  row.z = first("z", is_numeric);
  row.w = first("w", is_numeric);
  const auto angles = fields_named(type, kAngles, is_angle);
  if (!angles.empty()) row.angle = angles.front();
  row.labels = fields_named(type, kLabelNames, is_text);
  // Those that have the role of one (StateProperties): exactly so called.
  std::erase_if(row.labels,
                [&](std::uint8_t field) { return !is_label_name(type.fields[field].name); });
  row.positions = fields_named(type, kPositions, is_group);
  row.rotations = fields_named(type, kRotations, is_group);
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    if (is_group(type.fields[i].type)) row.groups.push_back(static_cast<std::uint8_t>(i));
  }
  apply(choices, type, row);
  return row;
}

/// What a person said of fields goes before their names.
void Roles::apply(const Choices& choices, const Type& type, Row& row) {
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    const auto role = choices.role_of(type.fields[i].name);
    if (!role) continue;
    const auto field = static_cast<std::uint8_t>(i);
    // It is nothing but what it was said to be.
    for (std::uint8_t* other : {&row.x, &row.y, &row.z, &row.w, &row.angle}) {
      if (*other == field) *other = kNone;
    }
    for (auto* list : {&row.positions, &row.rotations, &row.groups}) std::erase(*list, field);
    const bool is_number = is_numeric(type.fields[i].type);
    if (is_group(type.fields[i].type)) {
      if (*role == FieldRole::position) row.positions.insert(row.positions.begin(), field);
      if (*role == FieldRole::rotation) row.rotations.insert(row.rotations.begin(), field);
    }
    if (!is_number) continue;
    switch (*role) {
      case FieldRole::x: row.x = field; break;
      case FieldRole::y: row.y = field; break;
      case FieldRole::z: row.z = field; break;
      case FieldRole::angle:
      case FieldRole::angle_degrees:
        row.angle = field;
        row.angle_unit = *role == FieldRole::angle ? 1 : std::numbers::pi / 180;
        break;
      default: break;
    }
  }
}

/// The group in that field, unless it is an entity elsewhere.
std::optional<std::uint32_t> Roles::group_in(const State& state, const Placement& placement,
                                             std::uint32_t slot, std::uint8_t field) const {
  const std::span<const Cell> cells = state.fields(slot);
  if (field >= cells.size() || cells[field].kind != CellKind::structure) return std::nullopt;
  const std::uint32_t group = cells[field].slot;
  if (state.structure(group).shape != Shape::instance) return std::nullopt;
  if (placement.row_of(group) != Placed::kNoParent) return std::nullopt;
  return group;
}

std::optional<glm::dvec3> Roles::vector_of(const State& state, std::uint32_t slot) const {
  const Row& found = row(state, slot);
  const std::span<const Cell> cells = state.fields(slot);
  const auto x = number_in(cells, found.x);
  const auto y = number_in(cells, found.y);
  const double z = number_in(cells, found.z).value_or(0);
  if (!x || !y) return std::nullopt;
  return glm::dvec3(*x, *y, z);
}

std::optional<glm::dvec3> Roles::position_of(const State& state, const Placement& placement,
                                             std::uint32_t slot) const {
  if (const auto own = vector_of(state, slot)) return own;
  for (const std::uint8_t field : row(state, slot).positions) {
    const auto group = group_in(state, placement, slot, field);
    if (!group) continue;
    if (const auto found = vector_of(state, *group)) return found;
  }
  // The only group that could be one.
  std::optional<glm::dvec3> only;
  for (const std::uint8_t field : row(state, slot).groups) {
    const auto group = group_in(state, placement, slot, field);
    if (!group || row(state, *group).w != kNone) continue;
    const auto found = vector_of(state, *group);
    if (!found) continue;
    if (only) return std::nullopt;
    only = found;
  }
  return only;
}

std::optional<glm::dquat> Roles::quaternion_of(const State& state, std::uint32_t slot) const {
  const Row& found = row(state, slot);
  const std::span<const Cell> cells = state.fields(slot);
  const auto x = number_in(cells, found.x);
  const auto y = number_in(cells, found.y);
  const auto z = number_in(cells, found.z);
  const auto w = number_in(cells, found.w);
  if (!x || !y || !z || !w) return std::nullopt;
  const double length = std::sqrt(*x * *x + *y * *y + *z * *z + *w * *w);
  if (!std::isfinite(length) || length == 0) return std::nullopt;
  return glm::dquat(*w / length, *x / length, *y / length, *z / length);
}

std::optional<glm::dquat> Roles::rotation_of(const State& state, const Placement& placement,
                                             std::uint32_t slot) const {
  for (const std::uint8_t field : row(state, slot).rotations) {
    const auto group = group_in(state, placement, slot, field);
    if (!group) continue;
    if (const auto found = quaternion_of(state, *group)) return found;
  }
  const auto angle = number_in(state.fields(slot), row(state, slot).angle);
  if (!angle) return std::nullopt;
  const double half = *angle * row(state, slot).angle_unit / 2;
  if (!std::isfinite(half)) return std::nullopt;
  return is_flat_ ? glm::dquat(steady::cos(half), 0, 0, steady::sin(half))
                  : glm::dquat(steady::cos(half), 0, steady::sin(half), 0);
}

Transform Roles::transform_of(const State& state, const Placement& placement,
                              std::uint32_t slot) const {
  return {.position = position_of(state, placement, slot),
          .rotation = rotation_of(state, placement, slot),
          .scale = {}};
}

std::string_view Roles::label_of(const State& state, std::uint32_t slot) const {
  const std::span<const Cell> cells = state.fields(slot);
  for (const std::uint8_t field : row(state, slot).labels) {
    if (field >= cells.size() || cells[field].kind != CellKind::text) continue;
    const std::string_view text = state.text(cells[field].slot);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace scrubjay::colyseus
