// libFuzzer harness: any bytes as a CARLA recording, opened, indexed, decoded and asked.
//
//     carla_fuzz -max_len=65536 tests/data/carla/seeds
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/carla/carla.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  const auto* first = reinterpret_cast<const std::byte*>(data);
  auto opened = carla::kFormat.open(InputFile::from_memory("fuzz.log", {first, first + size}));
  if (!opened) return 0;
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  // Many frames of many actors are slow and show nothing new.
  constexpr std::size_t kMostFrames = 64;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count() && i < kMostFrames; ++i) {
    cursor.seek(FrameIndex(i));
  }
  const std::atomic<bool> cancelled{false};
  for (const Query& query : carla::kFormat.queries) {
    for (const char* style : {"scrubjay", "carla"}) {
      std::vector<std::string> values;
      for (const QueryParameter& parameter : query.parameters) {
        values.emplace_back(parameter.name == "style"      ? style
                            : parameter.name == "show_all" ? "true"
                            : parameter.name == "min_time" ? "0"
                                                           : parameter.default_value);
      }
      static_cast<void>(query.run(recording, values, cancelled));
    }
  }
  return 0;
}
