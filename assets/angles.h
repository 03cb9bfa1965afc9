#pragma once

namespace scrubjay::assets {

inline constexpr double kPi = 3.14159265358979323846;

struct SinCos {
  double sin;
  double cos;
};

/// Sine and cosine of an angle in radians, error below 1e-15 for |angle| < 1e5. Made of additions
/// and multiplications only, so that a scene is the same to the last bit with every C library.
SinCos sin_cos(double angle);

/// The angle in radians of which `x` is the tangent, in (-pi/2, pi/2); likewise the same
/// everywhere.
double arc_tan(double x);

/// The same direction in [-pi, pi).
double wrap_angle(double angle);

/// The way from `from` to `to` along the shorter arc, in [-pi, pi).
inline double angle_between(double from, double to) { return wrap_angle(to - from); }

constexpr double degrees(double radians) { return radians * (180.0 / kPi); }
constexpr double radians(double degrees) { return degrees * (kPi / 180.0); }

}  // namespace scrubjay::assets
