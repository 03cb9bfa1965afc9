#include "core/coordinate_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "core/ascii.h"
#include "core/number_text.h"

namespace scrubjay {

namespace {

constexpr CoordinateSystem kUnreal{Axis::pos_y, Axis::pos_z, Axis::pos_x, 0.01};
constexpr CoordinateSystem kUnity{Axis::pos_x, Axis::pos_y, Axis::pos_z, 1.0};
constexpr CoordinateSystem kOpenGl{Axis::pos_x, Axis::pos_y, Axis::neg_z, 1.0};
// glTF 2.0 section 3.4: +Y up, the front of an asset faces +Z, -X is right.
constexpr CoordinateSystem kGltf{Axis::neg_x, Axis::pos_y, Axis::pos_z, 1.0};
constexpr CoordinateSystem kBlender{Axis::pos_x, Axis::pos_z, Axis::pos_y, 1.0};
// REP 103: x forward, y left, z up, metres.
constexpr CoordinateSystem kRos{Axis::neg_y, Axis::pos_z, Axis::pos_x, 1.0};
// Source engine: x forward, y left, z up, one unit is an inch.
constexpr CoordinateSystem kSourceEngine{Axis::neg_y, Axis::pos_z, Axis::pos_x, 0.0254};

// The first of equal systems gives the name that is printed.
constexpr std::array<NamedCoordinateSystem, 10> kPresets{{
    {"unreal", kUnreal},
    {"carla", kUnreal},
    {"unity", kUnity},
    {"opengl", kOpenGl},
    {"gltf", kGltf},
    {"blender", kBlender},
    {"ros", kRos},
    {"source-engine", kSourceEngine},
    {"framebyframe-0", kBlender},
    {"framebyframe-1", kUnity},
}};

struct LengthUnit {
  const char* name;
  double metres;
};

constexpr std::array<LengthUnit, 8> kLengths{{{"m", 1.0},
                                              {"cm", 0.01},
                                              {"mm", 0.001},
                                              {"dm", 0.1},
                                              {"km", 1000.0},
                                              {"in", 0.0254},
                                              {"ft", 0.3048},
                                              {"mi", 1609.344}}};

constexpr std::array<std::string_view, 6> kAxisNames{"+x", "-x", "+y", "-y", "+z", "-z"};

int component(Axis axis) { return static_cast<int>(axis) / 2; }
double sign(Axis axis) { return static_cast<int>(axis) % 2 == 0 ? 1.0 : -1.0; }

std::optional<Axis> axis_from(std::string_view text) {
  for (std::size_t i = 0; i < kAxisNames.size(); ++i) {
    if (text == kAxisNames[i] || (i % 2 == 0 && text == kAxisNames[i].substr(1))) {
      return static_cast<Axis>(i);
    }
  }
  return std::nullopt;
}

/// The sense of positive angles about x, y and z, against the thumb rule of the system's own hand:
/// Unreal turns against it about its forward and right axis (formats/carla/README.md, 7).
glm::dvec3 euler_sense(const CoordinateSystem& system) {
  const bool has_unreal_axes =
      system.right == kUnreal.right && system.up == kUnreal.up && system.forward == kUnreal.forward;
  return has_unreal_axes ? glm::dvec3(-1.0, -1.0, 1.0) : glm::dvec3(1.0);
}

Problem not_understood(std::string_view text, std::string why) {
  return fatal_problem(
      "coordinates",
      "The coordinate system \"" + std::string(text) + "\" is not understood: " + why + ".",
      "a name such as unreal, unity, opengl or ros, or the form "
      "right=+x,up=+y,forward=-z,metres=1");
}

}  // namespace

std::optional<double> metres_of_unit(std::string_view unit) {
  const auto end = std::ranges::find_if_not(unit, is_letter);
  const std::string_view name(unit.begin(), end);
  const auto found = std::ranges::find(kLengths, name, &LengthUnit::name);
  if (found == kLengths.end()) return std::nullopt;
  return found->metres;
}

glm::dvec3 direction_of(Axis axis) {
  glm::dvec3 direction(0.0);
  direction[component(axis)] = sign(axis);
  return direction;
}

std::string_view to_text(Axis axis) { return kAxisNames[static_cast<std::size_t>(axis)]; }

std::string_view to_text(Handedness handedness) {
  return handedness == Handedness::left ? "left" : "right";
}

std::span<const NamedCoordinateSystem> coordinate_presets() { return kPresets; }

CoordinateSystem CoordinateSystem::mirrored() const {
  // The axes stand in pairs.
  CoordinateSystem other = *this;
  other.right = static_cast<Axis>(static_cast<unsigned>(right) ^ 1U);
  return other;
}

Handedness CoordinateSystem::handedness() const {
  // With right, up, forward as columns the determinant is +1 in a left-handed system: Unity's
  // (+x, +y, +z) is the identity.
  const glm::dmat3 basis(direction_of(right), direction_of(up), direction_of(forward));
  return glm::determinant(basis) > 0 ? Handedness::left : Handedness::right;
}

std::string CoordinateSystem::name() const {
  for (const NamedCoordinateSystem& preset : kPresets) {
    if (preset.system == *this) return std::string(preset.name);
  }
  return written_out();
}

const char* CoordinateSystem::unit() const {
  const auto found = std::ranges::find(kLengths, metres_per_unit, &LengthUnit::metres);
  return found == kLengths.end() ? "" : found->name;
}

std::string CoordinateSystem::written_out() const {
  return "right=" + std::string(to_text(right)) + ",up=" + std::string(to_text(up)) +
         ",forward=" + std::string(to_text(forward)) + ",metres=" + number_text(metres_per_unit);
}

Result<CoordinateSystem> CoordinateSystem::parse(std::string_view text) {
  for (const NamedCoordinateSystem& preset : kPresets) {
    if (preset.name == text) return preset.system;
  }
  std::optional<Axis> right;
  std::optional<Axis> up;
  std::optional<Axis> forward;
  std::optional<double> metres;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return failure(not_understood(text, "no such name"));
    const std::string_view key = part.substr(0, equals);
    const std::string_view value = part.substr(equals + 1);
    if (key == "metres" || key == "meters") {
      if (metres) return failure(not_understood(text, "metres is there twice"));
      metres = number_from<double>(value);
      if (!metres || !is_metres_per_unit(*metres)) {
        return failure(not_understood(text, "metres is not a number from 1e-30 to 1e30"));
      }
      continue;
    }
    std::optional<Axis>* const target = key == "right"     ? &right
                                        : key == "up"      ? &up
                                        : key == "forward" ? &forward
                                                           : nullptr;
    if (target == nullptr) {
      return failure(not_understood(text, "\"" + std::string(key) + "\" is no part of it"));
    }
    if (*target) {
      return failure(not_understood(text, "\"" + std::string(key) + "\" is there twice"));
    }
    *target = axis_from(value);
    if (!*target) {
      return failure(not_understood(text, "\"" + std::string(value) + "\" is no axis"));
    }
  }
  if (!right || !up || !forward) {
    return failure(not_understood(text, "right, up and forward are all needed"));
  }
  if (component(*right) == component(*up) || component(*right) == component(*forward) ||
      component(*up) == component(*forward)) {
    return failure(
        not_understood(text, "right, up and forward must lie along three different axes"));
  }
  return CoordinateSystem{*right, *up, *forward, metres.value_or(1.0)};
}

CoordinateConversion::CoordinateConversion(const CoordinateSystem& from,
                                           const CoordinateSystem& to) {
  const Axis from_axes[3] = {from.right, from.up, from.forward};
  const Axis to_axes[3] = {to.right, to.up, to.forward};
  for (int i = 0; i < 3; ++i) {
    source_[component(to_axes[i])] = component(from_axes[i]);
    sign_[component(to_axes[i])] = sign(from_axes[i]) * sign(to_axes[i]);
  }
  scale_ = from.metres_per_unit / to.metres_per_unit;
  source_metres_ = from.metres_per_unit;
  target_unit_ = to.unit();
  mirrors_ = from.handedness() != to.handedness();
  identity_ = from == to;
  const glm::dvec3 from_sense = euler_sense(from);
  euler_sign_ = euler_sense(to) * (mirrors_ ? -1.0 : 1.0);
  for (int i = 0; i < 3; ++i) euler_sign_[i] *= from_sense[source_[i]];
}

bool CoordinateConversion::is_source_unit(std::string_view unit) const {
  const std::optional<double> metres = metres_of_unit(unit);
  return !metres || std::abs(*metres - source_metres_) <= 1e-9 * source_metres_;
}

const char* CoordinateConversion::target_unit(std::string_view unit) const {
  const bool is_length = std::ranges::find(kLengths, unit, &LengthUnit::name) != kLengths.end();
  return is_length ? target_unit_ : "";
}

glm::dquat CoordinateConversion::rotation(const glm::dquat& q) const {
  const glm::dvec3 axis = axial({q.x, q.y, q.z});
  return glm::dquat(q.w, axis.x, axis.y, axis.z);
}

glm::dmat3 CoordinateConversion::rotation(const glm::dmat3& m) const {
  // to = P m P^T with P the signed permutation, column by column: P^T e_i = sign_i * e_source_i.
  glm::dmat3 result(1.0);
  for (int i = 0; i < 3; ++i) result[i] = axes(m[source_[i]]) * sign_[i];
  return result;
}

glm::dmat4 CoordinateConversion::frame(const glm::dmat4& m) const {
  glm::dmat4 result(rotation(glm::dmat3(m)));
  result[3] = glm::dvec4(point(glm::dvec3(m[3])), m[3].w);
  for (int i = 0; i < 3; ++i) result[i].w = m[source_[i]].w * sign_[i];
  return result;
}

}  // namespace scrubjay
