// libFuzzer harness: any bytes as flecs documents, opened, indexed and decoded.
//
//     flecs_fuzz -max_len=16384 tests/data/flecs/seeds
#include <cstddef>
#include <cstdint>

#include "formats/flecs/flecs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  const auto* first = reinterpret_cast<const std::byte*>(data);
  auto opened = flecs::kFormat.open(InputFile::from_memory("fuzz.ndjson", {first, first + size}));
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
