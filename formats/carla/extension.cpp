#include "formats/carla/extension.h"

#include "formats/states/varint.h"

namespace scrubjay::carla {

namespace {

/// Packets of the first frame among which the head is looked for.
constexpr int kMostPackets = 64;

std::optional<ExtensionHead> read_head(Bytes payload) {
  ExtensionFields fields(payload);
  if (fields.little<std::uint8_t>() != kExtensionVersion) return std::nullopt;
  ExtensionHead head;
  const std::string format(fields.text());
  const auto system = CoordinateSystem::parse(fields.text());
  if (fields.ok() && !format.empty() && system) head.origin = RecordingOrigin{format, *system};
  for (std::uint64_t left = fields.varint(); left > 0 && fields.ok(); --left) {
    const std::string_view key = fields.text();
    const std::string_view value = fields.text();
    if (fields.ok()) head.metadata.emplace_back(key, value);
  }
  if (!fields.ok()) return std::nullopt;
  return head;
}

}  // namespace

std::optional<ExtensionPacket> extension_packet(const Packet& packet) {
  if (packet.id != kExtensionPacket) return std::nullopt;
  ByteReader reader(packet.body);
  const auto magic = reader.text(kExtensionMagic.size());
  const auto kind = reader.little<std::uint8_t>();
  if (magic != kExtensionMagic || !kind || *kind >= kExtensionKinds) return std::nullopt;
  return ExtensionPacket{static_cast<ExtensionKind>(*kind), *reader.bytes(reader.left())};
}

std::optional<ExtensionHead> find_extension(Bytes file, std::uint64_t from) {
  PacketWalker walker(file, from, file.size());
  for (int i = 0; i < kMostPackets; ++i) {
    const auto packet = walker.next();
    if (!packet) return std::nullopt;
    const auto ours = extension_packet(*packet);
    if (ours && ours->kind == ExtensionKind::head) return read_head(ours->payload);
    if (packet->id == static_cast<std::uint8_t>(PacketKind::frame_end)) return std::nullopt;
  }
  return std::nullopt;
}

std::uint64_t ExtensionFields::varint() { return value(states::read_varint(reader_)); }

std::uint32_t ExtensionFields::row() {
  const std::uint64_t found = varint();
  if (found >= 0xFFFFFFFF) ok_ = false;
  return static_cast<std::uint32_t>(found);
}

std::optional<std::uint32_t> ExtensionFields::maybe_row() {
  const std::uint64_t found = varint();
  if (found > 0xFFFFFFFF) ok_ = false;
  if (found == 0 || !ok_) return std::nullopt;
  return static_cast<std::uint32_t>(found - 1);
}

std::int64_t ExtensionFields::zigzag() {
  return static_cast<std::int64_t>(states::unzigzag(varint()));
}

std::string_view ExtensionFields::text() { return value(reader_.text(varint())); }

Bytes ExtensionFields::rest() { return reader_.bytes(reader_.left()).value_or(Bytes()); }

}  // namespace scrubjay::carla
