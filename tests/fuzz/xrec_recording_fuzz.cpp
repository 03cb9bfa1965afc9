// libFuzzer harness: any bytes as an XREC recording, opened, indexed, its frames, events and files
// read: those of the page and those of our own.
//
//     xrec_recording_fuzz -max_len=65536 tests/data/xrec/seeds/container
#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/xrec/packets.h"
#include "formats/xrec/xrec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  const auto* first = reinterpret_cast<const std::byte*>(data);
  std::vector<std::byte> file(first, first + size);
  // No fuzzer finds checksums: the flag that says that they are valid is taken away.
  xrec::PacketWalker walker(file);
  while (const auto packet = walker.next()) {
    file[static_cast<std::size_t>(packet->offset) + 1] = std::byte{0};
    // A few bytes can promise 256 MiB: right, but slow, and nothing new.
    const auto event = xrec::read_event_header(packet->payload);
    if (packet->is(xrec::PacketType::event) && event && event->block_bytes > 1u << 20) return 0;
  }
  auto opened = xrec::kFormat.open(InputFile::from_memory("fuzz.xrec", std::move(file)));
  if (!opened) return 0;
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  constexpr std::size_t kMost = 32;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count() && i < kMost; ++i) {
    cursor.seek(FrameIndex(i));
  }
  PropertyTree tree;
  for (std::size_t i = 0; i < recording->event_count() && i < kMost; ++i) {
    cursor.read_event(EventIndex(i), tree);
  }
  for (std::size_t i = 0; i < recording->resource_count() && i < kMost; ++i) {
    (void)recording->reader().read_resource(*recording, ResourceIndex(i));
  }
  return 0;
}
