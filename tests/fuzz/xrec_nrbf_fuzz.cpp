// libFuzzer harness: any bytes as an NRBF stream, decoded and shown as the events of a packet.
//
//     xrec_nrbf_fuzz -max_len=8192 tests/data/xrec/seeds/nrbf
#include <cstddef>
#include <cstdint>

#include "formats/xrec/captured_events.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  xrec::EventPacket packet;
  packet.header.encoding = static_cast<std::uint8_t>(xrec::Encoding::nrbf);
  packet.header.block_bytes = size;
  packet.block = Bytes(reinterpret_cast<const std::byte*>(data), size);
  xrec::EventPacketReader reader;
  xrec::Problems problems;
  PropertyTree tree;
  // One array of many events that share all they hold would be shown again and again.
  constexpr int kMostShown = 100;
  int shown = 0;
  xrec::visit_events(packet, reader, problems, [&](const xrec::CapturedEvent& event) {
    if (++shown > kMostShown) return;
    tree.clear();
    reader.properties(event.place, tree);
  });
  return 0;
}
