#pragma once

#include <cstdint>

#if defined(__GNUC__)
#define SCRUBJAY_INLINE [[gnu::always_inline]] inline
#else
#define SCRUBJAY_INLINE inline
#endif

namespace scrubjay::json {

// What 64 bytes of JSON say of its strings; bit i stands for byte i.

/// Bytes that a backslash stands before and that is itself not escaped. A run of backslashes
/// escapes the byte behind it when its length is odd: adding the run's first bit carries through
/// the run, and whether it arrives at a place of the same parity as it began tells the length's
/// parity. From "Parsing gigabytes of JSON per second" (Langdale, Lemire 2019), section 3.1.1.
SCRUBJAY_INLINE std::uint64_t escaped_bytes(std::uint64_t backslash, std::uint64_t& carry) {
  if (backslash == 0) {
    const std::uint64_t escaped = carry;
    carry = 0;
    return escaped;
  }
  constexpr std::uint64_t kEven = 0x5555555555555555u;
  backslash &= ~carry;
  const std::uint64_t behind = backslash << 1 | carry;
  const std::uint64_t odd_starts = backslash & ~kEven & ~behind;
  const std::uint64_t sum = odd_starts + backslash;
  const bool carries_out = sum < backslash;
  carry = carries_out ? 1 : 0;
  const std::uint64_t invert = sum << 1;
  return (kEven ^ invert) & behind;
}

/// Bit i: whether the number of bits up to and with i is odd.
SCRUBJAY_INLINE std::uint64_t prefix_xor(std::uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

}  // namespace scrubjay::json
