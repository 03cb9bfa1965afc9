#pragma once

#include <cmath>
#include <cstddef>

namespace scrubjay {

/// Count, mean and spread of numbers, gathered one by one or from parts without losing digits
/// (Chan, Golub, LeVeque: Updating formulae and a pairwise algorithm for computing sample
/// variances, 1979).
struct Moments {
  std::size_t count = 0;
  double mean = 0;
  double squares = 0;  ///< sum of the squared distances from the mean

  void add(double number) { add(Moments{1, number, 0}); }
  void add(const Moments& other) {
    if (other.count == 0) return;
    const auto ours = static_cast<double>(count);
    const auto theirs = static_cast<double>(other.count);
    const double distance = other.mean - mean;
    count += other.count;
    const double share = theirs / (ours + theirs);
    mean += distance * share;
    squares += other.squares + distance * distance * ours * share;
  }
  /// The standard deviation of just these numbers; 0 of none.
  double deviation() const {
    return count == 0 ? 0 : std::sqrt(squares / static_cast<double>(count));
  }
};

}  // namespace scrubjay
