// libFuzzer harness: any bytes as a file of Colyseus traffic (HAR, capture, .colreplay,
// schema-debug.txt), opened, indexed and decoded.
//
//     colyseus_har_fuzz -max_len=16384 tests/data/colyseus/files
#include <cstddef>
#include <cstdint>

#include "formats/colyseus/colyseus.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  const auto* first = reinterpret_cast<const std::byte*>(data);
  auto opened = colyseus::kFormat.open(InputFile::from_memory("fuzz.har", {first, first + size}));
  if (!opened) return 0;
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  constexpr std::size_t kMostFrames = 64;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count() && i < kMostFrames; ++i) {
    cursor.seek(FrameIndex(i));
  }
  return 0;
}
