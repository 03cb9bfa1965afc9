// What libFuzzer calls: the target that the build names, and how its inputs are changed.
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "tests/fuzz/element_mutator.h"
#include "tests/fuzz/record_mutator.h"
#include "tests/fuzz/targets.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const scrubjay::fuzz::NamedTarget& target : scrubjay::fuzz::kTargets) {
    if (std::strcmp(target.name, SCRUBJAY_FUZZ_TARGET) == 0) target.run({data, size});
  }
  return 0;
}

/// Every second time a record or an element rather than bytes, where the input consists of such.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  using namespace scrubjay::fuzz;
  const RecordFile* const records = record_file_of(SCRUBJAY_FUZZ_TARGET);
  const bool is_xml = std::strcmp(SCRUBJAY_FUZZ_TARGET, "opendrive_fuzz") == 0;
  if (seed % 2 == 0 && (records != nullptr || is_xml)) {
    const auto bytes = std::as_bytes(std::span(data, size));
    std::vector<std::byte> file(bytes.begin(), bytes.end());
    const auto mutate = [](std::byte* content, std::size_t now, std::size_t room) {
      return LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(content), now, room);
    };
    if (is_xml ? mutate_element(file, most, seed / 2, mutate)
               : mutate_record(file, *records, most, seed / 2, mutate)) {
      std::ranges::copy(file, reinterpret_cast<std::byte*>(data));
      return file.size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
