#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/limits.h"
#include "core/problem.h"

namespace scrubjay {

/// A direction along one of the three recorded axes.
enum class Axis : std::uint8_t { pos_x, neg_x, pos_y, neg_y, pos_z, neg_z };

enum class Handedness : std::uint8_t { left, right };

/// Which recorded axis points right, up and forward, and how long one recorded unit is. The three
/// axes are perpendicular; the handedness follows from them.
struct CoordinateSystem {
  Axis right = Axis::pos_x;
  Axis up = Axis::pos_y;
  Axis forward = Axis::neg_z;
  double metres_per_unit = 1.0;

  bool operator==(const CoordinateSystem&) const = default;

  Handedness handedness() const;
  /// The same with right and left exchanged: of the other handedness.
  CoordinateSystem mirrored() const;
  /// The preset's name ("unreal", "opengl", ...), or the written-out form if no preset is equal.
  std::string name() const;
  /// "m", "cm", ... for a unit of length that has a name, else "".
  const char* unit() const;
  /// "right=+x,up=+y,forward=-z,metres=1"
  std::string written_out() const;

  /// A preset's name or the written-out form: right, up and forward once each, in any order, a sign
  /// of + may be left out; metres may be left out and is 1 then. Errors: "coordinates" with what
  /// was not understood.
  static Result<CoordinateSystem> parse(std::string_view text);
};

/// Whether a unit of length can be so many metres: so that neither a way from one
/// system to another nor what it makes of places of any size in use overflows.
constexpr bool is_metres_per_unit(double metres) {
  return metres >= limits::kLeastMetres && metres <= limits::kMostMetres;
}

/// Metres of the unit of length that `unit` begins with ("cm", "m/s", "in^2"), or nothing.
std::optional<double> metres_of_unit(std::string_view unit);

/// Unit vector along `axis`.
glm::dvec3 direction_of(Axis axis);
/// "+x", "-z", ...
std::string_view to_text(Axis axis);
std::string_view to_text(Handedness handedness);

struct NamedCoordinateSystem {
  std::string_view name;
  CoordinateSystem system;
};

/// Presets by the names that the command line takes, equal ones after the first being other names
/// of it.
std::span<const NamedCoordinateSystem> coordinate_presets();

/// The way from one coordinate system to another: a signed permutation of axes and a scale.
/// Everything that is converted goes through here, each kind of value by its own rule.
class CoordinateConversion {
 public:
  CoordinateConversion() = default;
  CoordinateConversion(const CoordinateSystem& from, const CoordinateSystem& to);

  bool is_identity() const { return identity_; }
  /// True when the handedness changes.
  bool mirrors() const { return mirrors_; }
  /// Target units per source unit.
  double scale() const { return scale_; }

  /// The same change of axes between systems of one unit.
  CoordinateConversion without_scale() const {
    CoordinateConversion way = *this;
    way.scale_ = 1.0;
    return way;
  }

  /// A place or a displacement: axes and unit.
  glm::dvec3 point(const glm::dvec3& v) const { return axes(v) * scale_; }
  /// A direction without length, a normal: axes only.
  glm::dvec3 direction(const glm::dvec3& v) const { return axes(v); }
  /// An axial vector (angular velocity, torque): axes, and it flips with the handedness.
  glm::dvec3 axial(const glm::dvec3& v) const { return mirrors_ ? -axes(v) : axes(v); }
  /// Half or full size along the axes: permuted, never negative through the change, with unit.
  glm::dvec3 extent(const glm::dvec3& v) const { return magnitudes(v) * scale_; }
  /// Scale factors along the axes: permuted only.
  glm::dvec3 factors(const glm::dvec3& v) const { return magnitudes(v); }
  double length(double v) const { return v * scale_; }
  double area(double v) const { return v * scale_ * scale_; }
  double volume(double v) const { return v * scale_ * scale_ * scale_; }
  glm::dquat rotation(const glm::dquat& q) const;
  glm::dmat3 rotation(const glm::dmat3& m) const;
  /// Axes and place of a frame; a scale or shear in it stays.
  glm::dmat4 frame(const glm::dmat4& m) const;
  /// A plane as its unit normal and its distance from the origin along it.
  glm::dvec4 plane(const glm::dvec4& plane) const {
    return {axes(glm::dvec3(plane)), length(plane.w)};
  }
  /// Angles about the x, y and z axis, in any unit of angle. They are those of yaw, pitch and roll:
  /// about up first, then about the turned right, then about the turned forward axis, so their
  /// order goes with the axes. Positive is as the thumb rule of the system's own hand says, but in
  /// Unreal's axes as Unreal has it: a positive pitch lifts the nose, a positive roll lowers the
  /// right side.
  glm::dvec3 euler(const glm::dvec3& v) const { return axes(v) * euler_sign_; }

  /// True when what is stated in `unit` ("cm", "cm/s", "cm^2") is in the source's own unit of
  /// length, as is what states none or one that is no length.
  bool is_source_unit(std::string_view unit) const;
  /// What to state instead of `unit` after a change of scale: the target's unit for a plain length,
  /// "" for none and for what is made of lengths.
  const char* target_unit(std::string_view unit) const;

 private:
  glm::dvec3 axes(const glm::dvec3& v) const {
    return {sign_[0] * v[source_[0]], sign_[1] * v[source_[1]], sign_[2] * v[source_[2]]};
  }
  glm::dvec3 magnitudes(const glm::dvec3& v) const {
    return {v[source_[0]], v[source_[1]], v[source_[2]]};
  }

  int source_[3] = {0, 1, 2};  ///< target component i comes from source component source_[i]
  double sign_[3] = {1.0, 1.0, 1.0};
  glm::dvec3 euler_sign_{1.0};  ///< of the target's components, beside those of the axes
  double scale_ = 1.0;
  double source_metres_ = 1.0;
  const char* target_unit_ = "";
  bool mirrors_ = false;
  bool identity_ = true;
};

}  // namespace scrubjay
