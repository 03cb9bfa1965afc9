#pragma once

#include "tests/fuzz/properties.h"

namespace scrubjay::fuzz {

// What a fuzzer, or a test with files that one found, gives bytes to. Each ends the program when a
// property does not hold.

#define FUZZ_TARGET(name, seeds, longest, code) void name(Input input);
#include "tests/fuzz/targets.inc"
#undef FUZZ_TARGET

struct NamedTarget {
  const char* name;
  const char* seeds;  ///< folder below tests/data
  void (*run)(Input);
};

inline constexpr NamedTarget kTargets[] = {
#define FUZZ_TARGET(name, seeds, longest, code) {#name, seeds, name},
#include "tests/fuzz/targets.inc"
#undef FUZZ_TARGET
};

}  // namespace scrubjay::fuzz
