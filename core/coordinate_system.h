#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>

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
  /// The preset's name ("unreal", "opengl", ...), or the written-out form if no preset is equal.
  std::string name() const;
  /// "right=+x,up=+y,forward=-z,metres=1"
  std::string written_out() const;

  /// A preset's name or the written-out form: right, up and forward once each, in any order, a sign
  /// of + may be left out; metres may be left out and is 1 then. Errors: "coordinates" with what
  /// was not understood.
  static Result<CoordinateSystem> parse(std::string_view text);
};

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
  glm::dquat rotation(const glm::dquat& q) const;
  glm::dmat3 rotation(const glm::dmat3& m) const;

 private:
  glm::dvec3 axes(const glm::dvec3& v) const {
    return {sign_[0] * v[source_[0]], sign_[1] * v[source_[1]], sign_[2] * v[source_[2]]};
  }
  glm::dvec3 magnitudes(const glm::dvec3& v) const {
    return {v[source_[0]], v[source_[1]], v[source_[2]]};
  }

  int source_[3] = {0, 1, 2};  ///< target component i comes from source component source_[i]
  double sign_[3] = {1.0, 1.0, 1.0};
  double scale_ = 1.0;
  bool mirrors_ = false;
  bool identity_ = true;
};

}  // namespace scrubjay
