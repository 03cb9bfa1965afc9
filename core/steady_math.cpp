#include "core/steady_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace scrubjay::steady {

namespace {

/// A number and what it is too small by.
struct Pair {
  double value;
  double rest;
};

// Cut so that multiples of the first three below 2^20 are exact.
constexpr std::array kHalfPi{0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69,
                             0x1.b839a252049c1p-104};
constexpr Pair kPi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

/// Arcs whose tangents are eighths.
constexpr std::array<Pair, 9> kArcs{{{0, 0},
                                     {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                     {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                     {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                     {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                     {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                     {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                     {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                     {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}}};

/// What `a + b` is exactly.
Pair sum(double a, double b) {
  const double value = a + b;
  const double of_b = value - a;
  return {value, (a - (value - of_b)) + (b - of_b)};
}

/// An angle of at most about pi / 4, and how many quarters of a circle were taken away, modulo 4.
struct Reduced {
  Pair angle;
  int quarters;
};

Reduced reduced(double radians) {
  constexpr double kMostExact = 1e6;
  if (std::abs(radians) > kMostExact) radians = std::remainder(radians, 2 * kPi.value);
  const double quarters = std::nearbyint(radians * (2 / std::numbers::pi));
  Pair angle{radians - quarters * kHalfPi[0], 0};
  for (std::size_t i = 1; i < kHalfPi.size(); ++i) {
    const Pair less = sum(angle.value, -quarters * kHalfPi[i]);
    angle = sum(less.value, angle.rest + less.rest);
  }
  return {angle, static_cast<int>(static_cast<long long>(quarters) & 3)};
}

/// 1 / n!, with the signs that they have in Taylor's series, from 1 / `first`! on, each second one.
constexpr std::array<double, 8> series_from(int first) {
  std::array<double, 8> members{};
  double factorial = 1;
  for (int n = 2; n < first; ++n) factorial *= n;
  double sign = first % 4 < 2 ? 1 : -1;
  int n = first;
  for (double& member : members) {
    factorial *= n;
    member = sign / factorial;
    factorial *= n + 1;
    n += 2;
    sign = -sign;
  }
  return members;
}

double series_at(const std::array<double, 8>& members, double square) {
  double value = 0;
  for (std::size_t i = members.size(); i-- > 0;) value = value * square + members[i];
  return value;
}

// What decides the last bit stands apart from the rest of the series.
double sin_near_zero(const Pair& angle) {
  static constexpr auto kSeries = series_from(3);
  const double x = angle.value;
  const double square = x * x;
  return x + (x * square * series_at(kSeries, square) + angle.rest * (1 - square / 2));
}

double cos_near_zero(const Pair& angle) {
  static constexpr auto kSeries = series_from(4);
  const double x = angle.value;
  const double square = x * x;
  const Pair head = sum(1, -square / 2);
  return head.value + (head.rest + square * square * series_at(kSeries, square) - x * angle.rest);
}

}  // namespace

double sin(double radians) {
  if (!std::isfinite(radians)) return std::numeric_limits<double>::quiet_NaN();
  if (radians == 0) return radians;  // and its sign
  const Reduced arc = reduced(radians);
  const double length = arc.quarters % 2 == 0 ? sin_near_zero(arc.angle) : cos_near_zero(arc.angle);
  return arc.quarters < 2 ? length : -length;
}

double cos(double radians) {
  if (!std::isfinite(radians)) return std::numeric_limits<double>::quiet_NaN();
  if (radians == 0) return 1;
  const Reduced arc = reduced(radians);
  const double length = arc.quarters % 2 == 0 ? cos_near_zero(arc.angle) : sin_near_zero(arc.angle);
  return arc.quarters == 0 || arc.quarters == 3 ? length : -length;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return x + y;
  const double high = std::max(std::abs(x), std::abs(y));
  // Nothing is divided: the direction is along an axis, or between two of them without end.
  if (high == 0 || std::isinf(high) || x == 0 || y == 0) return std::atan2(y, x);
  const double low = std::min(std::abs(x), std::abs(y));
  // The arc of low / high, as that of the eighth nearest to it and of what remains.
  const auto eighth = static_cast<std::size_t>(std::nearbyint(low / high * 8));
  const double part = static_cast<double>(eighth) / 8;
  const double remains = (low - part * high) / (high + part * low);
  const double square = remains * remains;
  double series = 0;
  for (const double odd : {17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0})
    series = -square * (1 / odd + series);
  const Pair arc = sum(kArcs[eighth].value, remains);
  double rest = arc.rest + kArcs[eighth].rest + remains * series;
  double angle = arc.value;
  if (std::abs(y) > std::abs(x)) {
    const Pair turned = sum(kPi.value / 2, -angle);
    angle = turned.value;
    rest = turned.rest + kPi.rest / 2 - rest;
  }
  if (x < 0) {
    const Pair turned = sum(kPi.value, -angle);
    angle = turned.value;
    rest = turned.rest + kPi.rest - rest;
  }
  return std::copysign(angle + rest, y);
}

glm::dquat turn(double radians, const glm::dvec3& axis) {
  return {cos(radians / 2), axis * sin(radians / 2)};
}

glm::dquat slerp(const glm::dquat& from, const glm::dquat& to, double part) {
  double cosine = glm::dot(from, to);
  const glm::dquat end = cosine < 0 ? -to : to;
  cosine = std::abs(cosine);
  if (cosine > 1 - std::numeric_limits<double>::epsilon()) return from * (1 - part) + end * part;
  const double sine = std::sqrt((1 - cosine) * (1 + cosine));
  const double angle = atan2(sine, cosine);
  return (sin((1 - part) * angle) * from + sin(part * angle) * end) / sin(angle);
}

}  // namespace scrubjay::steady
