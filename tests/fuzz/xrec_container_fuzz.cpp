// libFuzzer harness: any bytes as an XREC recording, every packet and event of it read.
//
//     xrec_container_fuzz -max_len=65536 tests/data/xrec/seeds/container
#include <cstddef>
#include <cstdint>

#include "formats/xrec/captured_events.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  std::vector<std::byte> file(size);
  for (std::size_t i = 0; i < size; ++i) file[i] = static_cast<std::byte>(data[i]);
  // No fuzzer finds checksums: the flag that says that they are valid is taken away.
  xrec::PacketWalker walker(file);
  while (const auto packet = walker.next()) {
    file[static_cast<std::size_t>(packet->offset) + 1] = std::byte{0};
  }
  xrec::Problems problems;
  auto container = xrec::Container::open(file, problems);
  if (!container) return 0;
  xrec::EventPacketReader reader;
  PropertyTree tree;
  std::uint64_t events = 0;
  while (const auto step = container->next(problems)) {
    if (!step->event) continue;
    // A few bytes can promise 256 MiB: right, but slow, and nothing new.
    if (step->event->header.block_bytes > 1u << 20) continue;
    xrec::visit_events(*step->event, reader, problems, [&](const xrec::CapturedEvent& event) {
      ++events;
      tree.clear();
      reader.properties(event.place, tree);
    });
  }
  container->check_counts(events, problems);
  return 0;
}
