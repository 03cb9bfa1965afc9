#include "assets/angles.h"

#include <cmath>

namespace scrubjay::assets {

SinCos sin_cos(double angle) {
  // Take off whole quarter turns, then sum both Taylor series on [-pi/4, pi/4].
  const double quarters = std::floor(angle * (2.0 / kPi) + 0.5);
  const double x = angle - quarters * (kPi / 2.0);
  const double square = x * x;
  double sine_term = x;
  double cosine_term = 1.0;
  double sine = sine_term;
  double cosine = cosine_term;
  for (int k = 1; k <= 9; ++k) {
    const double even = 2.0 * k;
    cosine_term *= -square / ((even - 1.0) * even);
    sine_term *= -square / (even * (even + 1.0));
    cosine += cosine_term;
    sine += sine_term;
  }
  switch (static_cast<long long>(quarters) & 3) {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case 2: return {-sine, -cosine};
    default: return {-cosine, sine};
  }
}

double arc_tan(double x) {
  // Halve the angle until the series is short: atan(x) = 2 atan(x / (1 + sqrt(1 + x^2))).
  double scale = 1.0;
  while (std::abs(x) > 0.1) {
    x /= 1.0 + std::sqrt(1.0 + x * x);
    scale *= 2.0;
  }
  const double square = x * x;
  double power = x;
  double sum = 0.0;
  for (int k = 0; k < 10; ++k) {
    sum += power / (2.0 * k + 1.0);
    power *= -square;
  }
  return sum * scale;
}

double wrap_angle(double angle) {
  return angle - 2.0 * kPi * std::floor((angle + kPi) / (2.0 * kPi));
}

}  // namespace scrubjay::assets
