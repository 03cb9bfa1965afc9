#include "formats/xrec/packets.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "formats/compression/crc32.h"

namespace scrubjay::xrec {

bool Packet::is_known() const {
  return is(PacketType::start) || is(PacketType::event) || is(PacketType::end);
}

bool Packet::checksum_fits() const {
  return (flags & kFlagChecksum) == 0 || compression::crc32(payload) == crc;
}

std::optional<Packet> packet_at(Bytes file, std::uint64_t offset) {
  if (offset > file.size()) return std::nullopt;
  ByteReader reader(file.subspan(static_cast<std::size_t>(offset)), offset);
  Packet packet;
  packet.offset = offset;
  const auto type = reader.little<std::uint8_t>();
  const auto flags = reader.little<std::uint8_t>();
  reader.skip(2);
  const auto crc = reader.little<std::uint32_t>();
  const auto size = reader.little<std::uint64_t>();
  if (!type || !flags || !crc || !size) return std::nullopt;
  const auto payload = reader.bytes(*size);
  if (!payload) return std::nullopt;
  packet.type = *type;
  packet.flags = *flags;
  packet.crc = *crc;
  packet.payload = *payload;
  return packet;
}

std::optional<Packet> PacketWalker::next() {
  const auto packet = packet_at(file_, offset_);
  if (packet) offset_ = packet->end();
  return packet;
}

bool has_signature(Bytes head) {
  return head.size() >= kSignature.size() &&
         std::memcmp(head.data(), kSignature.data(), kSignature.size()) == 0;
}

std::optional<StartPacket> read_start(Bytes payload) {
  if (payload.size() < kStartBytes) return std::nullopt;
  ByteReader reader(payload);
  StartPacket start;
  start.revision = *reader.little<std::uint16_t>();
  start.compression_hint = *reader.little<std::uint8_t>();
  reader.skip(1);
  start.version = *reader.little<std::int32_t>();
  start.frame = *reader.little<std::int64_t>();
  start.rtss = *reader.little<double>();
  start.utc_ns = *reader.little<std::int64_t>();
  return start;
}

bool EventPacketHeader::has_valid_range() const {
  return frame_begin <= frame_end && std::isfinite(rtss_begin) && std::isfinite(rtss_end) &&
         rtss_begin <= rtss_end;
}

std::optional<EventPacketHeader> read_event_header(Bytes payload) {
  if (payload.size() < kEventBytes) return std::nullopt;
  ByteReader reader(payload);
  EventPacketHeader header;
  header.frame_begin = *reader.little<std::int64_t>();
  header.frame_end = *reader.little<std::int64_t>();
  header.rtss_begin = *reader.little<double>();
  header.rtss_end = *reader.little<double>();
  header.events = *reader.little<std::uint32_t>();
  header.encoding = *reader.little<std::uint8_t>();
  header.compression = *reader.little<std::uint8_t>();
  reader.skip(2);
  header.block_bytes = *reader.little<std::uint64_t>();
  return header;
}

std::optional<EndPacket> read_end(Bytes payload) {
  if (payload.size() < kEndBytes) return std::nullopt;
  ByteReader reader(payload);
  EndPacket end;
  end.rtss = *reader.little<double>();
  end.flags = *reader.little<std::uint32_t>();
  reader.skip(4);
  end.packets = *reader.little<std::uint64_t>();
  end.events = *reader.little<std::uint64_t>();
  return end;
}

}  // namespace scrubjay::xrec
