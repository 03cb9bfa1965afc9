#pragma once

#include <cstddef>
#include <vector>

#include "formats/xrec/packets.h"

namespace scrubjay::fuzz {

/// No fuzzer finds checksums: the flag that says that they are valid is taken from every packet.
/// False when a block promises more than 1 MiB, which is right, but slow, and shows nothing new.
inline bool open_to_fuzzing(std::vector<std::byte>& file) {
  constexpr std::uint64_t kMostBlockBytes = std::uint64_t{1} << 20;
  xrec::PacketWalker walker(file);
  while (const auto packet = walker.next()) {
    file[static_cast<std::size_t>(packet->offset) + 1] = std::byte{0};
    const auto event = xrec::read_event_header(packet->payload);
    if (packet->is(xrec::PacketType::event) && event && event->block_bytes > kMostBlockBytes) {
      return false;
    }
  }
  return true;
}

}  // namespace scrubjay::fuzz
