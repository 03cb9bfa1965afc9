// What libFuzzer calls: the target that the build names.
#include <cstring>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const scrubjay::fuzz::NamedTarget& target : scrubjay::fuzz::kTargets) {
    if (std::strcmp(target.name, SCRUBJAY_FUZZ_TARGET) == 0) target.run({data, size});
  }
  return 0;
}
