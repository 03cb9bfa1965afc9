#pragma once

#include <cstdint>

namespace scrubjay::assets {

/// Random numbers that are the same on every platform and standard library, unlike those of
/// <random>'s distributions. SplitMix64 (Steele, Lea and Flood 2014): one 64-bit counter, every
/// output a hash of it.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// In [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// In [low, high).
  double between(double low, double high) { return low + (high - low) * unit(); }
  /// In [0, count); `count` is not 0. The bias of the modulus is below 2^-32 for the counts used
  /// here.
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }
  bool chance(double probability) { return unit() < probability; }

 private:
  std::uint64_t state_;
};

}  // namespace scrubjay::assets
