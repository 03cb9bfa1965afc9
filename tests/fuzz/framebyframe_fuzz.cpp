// Any bytes as a Frame by Frame recording, whose resources are read, too.
#include "formats/framebyframe/framebyframe.h"

#include <algorithm>

#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

void framebyframe_fuzz(Input input) {
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
