#include "formats/carla/kept.h"

#include "formats/carla/limits.h"

namespace scrubjay::carla {

std::optional<kept::Packet> kept_packet(const Packet& packet) {
  if (packet.id != kKeptPacket) return std::nullopt;
  ByteReader reader(packet.body);
  if (reader.text(kKeptMagic.size()) != kKeptMagic) return std::nullopt;
  return kept::packet_of(*reader.bytes(reader.left()));
}

namespace {

/// Whether whole frames of what is kept follow, or its end.
bool has_kept_frames(PacketWalker walker) {
  while (const auto packet = walker.next()) {
    const auto kept = kept_packet(*packet);
    if (kept && kept->kind != kept::PacketKind::head && kept->kind != kept::PacketKind::group) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<kept::Head> find_kept(Bytes file, std::uint64_t from) {
  PacketWalker walker(file, from, file.size());
  for (int i = 0; i < limits::kMostHeadPackets; ++i) {
    const auto packet = walker.next();
    if (!packet) return std::nullopt;
    const auto kept = kept_packet(*packet);
    if (kept && kept->kind == kept::PacketKind::head) {
      return has_kept_frames(walker) ? kept::read_head(kept) : std::nullopt;
    }
    if (packet->id == static_cast<std::uint8_t>(PacketKind::frame_end)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace scrubjay::carla
