#include "scenery/opendrive/shape/curve.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

namespace {

// Five-point Gauss-Legendre: good to 1e-12 where the heading turns by half a radian.
constexpr std::array<double, 5> kNodes = {0.0, -0.5384693101056831, 0.5384693101056831,
                                          -0.906179845938664, 0.906179845938664};
constexpr std::array<double, 5> kWeights = {0.5688888888888889, 0.47862867049936647,
                                            0.47862867049936647, 0.23692688505618908,
                                            0.23692688505618908};
constexpr double kMostTurnOfPiece = 0.5;
constexpr std::size_t kPolynomialSteps = 64;

double cubic_value(const std::array<double, 4>& c, double p) {
  return c[0] + p * (c[1] + p * (c[2] + p * c[3]));
}
double cubic_slope(const std::array<double, 4>& c, double p) {
  return c[1] + p * (2 * c[2] + p * 3 * c[3]);
}
double cubic_bend(const std::array<double, 4>& c, double p) { return 2 * c[2] + 6 * c[3] * p; }

double speed_at(const Geometry& g, double p) {
  return std::hypot(cubic_slope(g.u, p), cubic_slope(g.v, p));
}

double arc_between(const Geometry& g, double from, double to) {
  const double middle = (from + to) / 2;
  const double half = (to - from) / 2;
  double sum = 0;
  for (std::size_t i = 0; i < kNodes.size(); ++i) {
    sum += kWeights[i] * speed_at(g, middle + half * kNodes[i]);
  }
  return sum * half;
}

/// From the start of a row of a spiral on.
CurveRow spiral_from(const Geometry& g, const CurveRow& row, double distance) {
  const double curvature = g.curvature + g.curvature_rate * row.at;
  const double way = distance - row.at;
  const double half = way / 2;
  CurveRow end = row;
  for (std::size_t i = 0; i < kNodes.size(); ++i) {
    const double x = half + half * kNodes[i];
    const double turned = row.turned + x * (curvature + g.curvature_rate * x / 2);
    end.u += kWeights[i] * half * std::cos(turned);
    end.v += kWeights[i] * half * std::sin(turned);
  }
  end.at = distance;
  end.turned = row.turned + way * (curvature + g.curvature_rate * way / 2);
  return end;
}

CurveFault prepare_spiral(Geometry& g, std::size_t& table_rows) {
  const double last = g.curvature + g.curvature_rate * g.length;
  const double turn = std::max(std::abs(g.curvature), std::abs(last)) * g.length;
  if (!(turn <= 2 * limits::kMostTurning)) return CurveFault::limit;
  const auto pieces = static_cast<std::size_t>(std::ceil(turn / kMostTurnOfPiece)) + 1;
  table_rows += pieces;
  if (table_rows > limits::kMostTableRows) return CurveFault::limit;
  g.table.resize(pieces);
  for (std::size_t i = 1; i < pieces; ++i) {
    const double at = g.length * static_cast<double>(i) / static_cast<double>(pieces);
    g.table[i] = spiral_from(g, g.table[i - 1], at);
  }
  return CurveFault::none;
}

CurveFault prepare_polynomial(Geometry& g, std::size_t& table_rows) {
  table_rows += kPolynomialSteps + 1;
  if (table_rows > limits::kMostTableRows) return CurveFault::limit;
  g.table.resize(kPolynomialSteps + 1);
  double length = 0;
  for (std::size_t i = 0; i <= kPolynomialSteps; ++i) {
    CurveRow& row = g.table[i];
    row.at = g.range * static_cast<double>(i) / kPolynomialSteps;
    if (i > 0) length += arc_between(g, g.table[i - 1].at, row.at);
    row.length = length;
    row.u = cubic_value(g.u, row.at);
    row.v = cubic_value(g.v, row.at);
    const bool is_near =
        std::abs(row.u) <= limits::kFarthest && std::abs(row.v) <= limits::kFarthest;
    if (!is_near || !(length <= 10 * limits::kLongestGeometry)) return CurveFault::limit;
  }
  // A poly3's length is true as it is; there the rest of the curve is not used.
  if (g.curve == Curve::param_poly3) g.stretch = length / g.length;
  return CurveFault::none;
}

/// The parameter at an arc length.
double parameter_at(const Geometry& g, double length) {
  const auto next = std::ranges::upper_bound(g.table, length, {}, &CurveRow::length);
  if (next == g.table.end()) return g.table.back().at;
  if (next == g.table.begin()) return g.table.front().at;
  const CurveRow& row = *(next - 1);
  double low = row.at;
  double high = next->at;
  double p = low + (high - low) * (length - row.length) / (next->length - row.length);
  for (int i = 0; i < 40; ++i) {
    const double error = row.length + arc_between(g, row.at, p) - length;
    if (std::abs(error) < 1e-11 * (1 + length)) break;
    (error > 0 ? high : low) = p;
    const double newton = p - error / speed_at(g, p);
    p = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return p;
}

struct LocalPose {
  double u = 0;
  double v = 0;
  double cos = 1;
  double sin = 0;
  double curvature = 0;
};

LocalPose arc_at(double curvature, double d) {
  const double turned = curvature * d;
  if (std::abs(turned) < 1e-8) {
    return {d * (1 - turned * turned / 6), d * turned / 2, 1 - turned * turned / 2, turned,
            curvature};
  }
  const double half = std::sin(turned / 2);
  const double sin = std::sin(turned);
  return {sin / curvature, 2 * half * half / curvature, std::cos(turned), sin, curvature};
}

LocalPose spiral_at(const Geometry& g, double d) {
  const auto last = static_cast<double>(g.table.size() - 1);
  const double index = std::floor(d / g.length * static_cast<double>(g.table.size()));
  const CurveRow& row = g.table[static_cast<std::size_t>(std::clamp(index, 0.0, last))];
  const CurveRow end = spiral_from(g, row, d);
  return {end.u, end.v, std::cos(end.turned), std::sin(end.turned),
          g.curvature + g.curvature_rate * d};
}

LocalPose polynomial_at(const Geometry& g, double d) {
  const double p = parameter_at(g, d * g.stretch);
  const double du = cubic_slope(g.u, p);
  const double dv = cubic_slope(g.v, p);
  const double speed = std::hypot(du, dv);
  LocalPose pose{cubic_value(g.u, p), cubic_value(g.v, p)};
  if (!(speed > 1e-12 * g.range)) return pose;
  pose.cos = du / speed;
  pose.sin = dv / speed;
  pose.curvature = (du * cubic_bend(g.v, p) - dv * cubic_bend(g.u, p)) / (speed * speed * speed);
  return pose;
}

LocalPose local_pose(const Geometry& g, double d) {
  switch (g.curve) {
    case Curve::line: return {d, 0, 1, 0, 0};
    case Curve::arc: return arc_at(g.curvature, d);
    case Curve::spiral: return spiral_at(g, d);
    case Curve::poly3:
    case Curve::param_poly3: return polynomial_at(g, d);
  }
  return {};
}

}  // namespace

double wrapped(double angle) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const double rest = std::remainder(angle, kTurn);
  return rest <= -std::numbers::pi ? rest + kTurn : rest;
}

CurveFault prepare_curve(Geometry& geometry, std::size_t& table_rows) {
  geometry.cos = std::cos(geometry.heading);
  geometry.sin = std::sin(geometry.heading);
  switch (geometry.curve) {
    case Curve::line: return CurveFault::none;
    case Curve::arc:
      return std::abs(geometry.curvature) * geometry.length <= limits::kMostTurning
                 ? CurveFault::none
                 : CurveFault::limit;
    case Curve::spiral: return prepare_spiral(geometry, table_rows);
    case Curve::poly3:
    case Curve::param_poly3: return prepare_polynomial(geometry, table_rows);
  }
  return CurveFault::none;
}

Pose pose_at(const Geometry& g, double distance) {
  const LocalPose local = local_pose(g, std::clamp(distance, 0.0, g.length));
  return {.x = g.x + local.u * g.cos - local.v * g.sin,
          .y = g.y + local.u * g.sin + local.v * g.cos,
          .cos = g.cos * local.cos - g.sin * local.sin,
          .sin = g.sin * local.cos + g.cos * local.sin,
          .curvature = local.curvature};
}

double most_curvature(const Geometry& g, double from, double to) {
  switch (g.curve) {
    case Curve::line: return 0;
    case Curve::arc: return std::abs(g.curvature);
    case Curve::spiral:
      return std::max(std::abs(g.curvature + g.curvature_rate * from),
                      std::abs(g.curvature + g.curvature_rate * to));
    case Curve::poly3:
    case Curve::param_poly3: break;
  }
  constexpr int kSamples = 8;
  double most = 0;
  for (int i = 0; i <= kSamples; ++i) {
    most = std::max(most, std::abs(pose_at(g, from + (to - from) * i / kSamples).curvature));
  }
  return 1.2 * most;
}

}  // namespace scrubjay::opendrive
