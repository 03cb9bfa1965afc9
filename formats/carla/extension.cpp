#include "formats/carla/extension.h"

#include "formats/carla/limits.h"

namespace scrubjay::carla {

std::optional<states::ExtensionPacket> extension_packet(const Packet& packet) {
  if (packet.id != kExtensionPacket) return std::nullopt;
  ByteReader reader(packet.body);
  if (reader.text(kExtensionMagic.size()) != kExtensionMagic) return std::nullopt;
  return states::extension_packet(*reader.bytes(reader.left()));
}

std::optional<states::ExtensionHead> find_extension(Bytes file, std::uint64_t from) {
  PacketWalker walker(file, from, file.size());
  for (int i = 0; i < limits::kMostHeadPackets; ++i) {
    const auto packet = walker.next();
    if (!packet) return std::nullopt;
    const auto ours = extension_packet(*packet);
    if (ours && ours->kind == states::ExtensionKind::head) {
      return states::read_extension_head(ours->payload);
    }
    if (packet->id == static_cast<std::uint8_t>(PacketKind::frame_end)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace scrubjay::carla
