// Any bytes as a Frame by Frame recording, whose resources are read, too.
#include "formats/framebyframe/framebyframe.h"

#include <algorithm>
#include <string>
#include <vector>

#include "formats/json/structural_scan.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

/// Every way that this processor has finds the brackets that the plain one finds.
void check_brackets(Input input) {
  constexpr std::size_t kBlock = 64;
  std::string text(input.begin(), input.end());
  text.resize((text.size() + kBlock - 1) / kBlock * kBlock, ' ');
  const std::size_t blocks = text.size() / kBlock;
  json::StringState end;
  std::vector<json::Brackets> brackets(blocks);
  json::find_brackets_plainly(text.data(), blocks, end, brackets.data());
  for (const char* const name : {"sse2", "avx2", "avx512"}) {
    const json::FindBrackets find = json::find_brackets_by_name(name);
    if (find == nullptr) continue;
    json::StringState state;
    std::vector<json::Brackets> found(blocks);
    find(text.data(), blocks, state, found.data());
    require(state == end && found == brackets, "brackets are not where the plain search has them");
  }
}

}  // namespace

void framebyframe_fuzz(Input input) {
  check_brackets(input);
  const auto recording = check_recording({framebyframe::kFormat, "fuzz.fbf"}, owned_bytes(input));
  if (recording == nullptr) return;
  const std::size_t count = std::min(recording->resource_count(), kMostFrames);
  for (std::size_t i = 0; i < count; ++i) {
    const auto content = recording->reader().read_resource(*recording, ResourceIndex(i));
    require(!content || content->width == 0 ||
                content->bytes.size() == std::size_t{4} * content->width * content->height,
            "a picture has other pixels than its size says");
  }
}

}  // namespace scrubjay::fuzz
