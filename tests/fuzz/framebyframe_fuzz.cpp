// libFuzzer harness: any bytes as a Frame by Frame recording, opened, indexed, decoded, its
// resources read.
//
//     framebyframe_fuzz -max_len=65536 tests/data/framebyframe/seeds
#include <cstddef>
#include <cstdint>

#include "formats/framebyframe/framebyframe.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  const auto* first = reinterpret_cast<const std::byte*>(data);
  auto opened =
      framebyframe::kFormat.open(InputFile::from_memory("fuzz.fbf", {first, first + size}));
  if (!opened) return 0;
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  // Many frames are slow and show nothing new.
  constexpr std::size_t kMost = 64;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count() && i < kMost; ++i) {
    cursor.seek(FrameIndex(i));
  }
  for (std::size_t i = 0; i < recording->resource_count() && i < kMost; ++i) {
    static_cast<void>(recording->reader().read_resource(*recording, ResourceIndex(i)));
  }
  return 0;
}
