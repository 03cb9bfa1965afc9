// What libFuzzer calls: the target that the build names, and how its inputs are changed.
#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "tests/fuzz/element_mutator.h"
#include "tests/fuzz/graph_mutator.h"
#include "tests/fuzz/record_mutator.h"
#include "tests/fuzz/targets.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const scrubjay::fuzz::NamedTarget& target : scrubjay::fuzz::kTargets) {
    if (std::strcmp(target.name, SCRUBJAY_FUZZ_TARGET) == 0) target.run({data, size});
  }
  return 0;
}

namespace {

/// Changes a record, an element or a value, where the input of this target consists of such.
bool mutate_part(std::vector<std::byte>& file, std::size_t most, std::uint32_t seed) {
  using namespace scrubjay::fuzz;
  constexpr std::string_view kTarget = SCRUBJAY_FUZZ_TARGET;
  const auto mutate = [](std::byte* content, std::size_t now, std::size_t room) {
    return LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(content), now, room);
  };
  if (kTarget == "opendrive_fuzz") return mutate_element(file, most, seed, mutate);
  if (kTarget == "xrec_nrbf_fuzz") return mutate_graph(file, most, seed, mutate);
  const RecordFile* const records = record_file_of(kTarget);
  return records != nullptr && mutate_record(file, *records, most, seed, mutate);
}

}  // namespace

/// Every second time a part of the input rather than bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  if (seed % 2 == 0) {
    const auto bytes = std::as_bytes(std::span(data, size));
    std::vector<std::byte> file(bytes.begin(), bytes.end());
    if (mutate_part(file, most, seed / 2)) {
      std::ranges::copy(file, reinterpret_cast<std::byte*>(data));
      return file.size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
