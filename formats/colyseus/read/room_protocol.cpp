#include "formats/colyseus/read/room_protocol.h"

#include "formats/colyseus/read/handshake.h"
#include "formats/colyseus/read/wire.h"

namespace scrubjay::colyseus {

namespace {

constexpr std::uint8_t kTimed = 0x80;
constexpr std::uint8_t kUnreliable = 0x40;
constexpr std::uint8_t kCodeBits = 0x1F;

std::optional<Serializer> serializer_named(std::string_view name) {
  if (name == "schema") return Serializer::schema;
  if (name == "none") return Serializer::none;
  if (name == "fossil-delta") return Serializer::fossil_delta;
  return std::nullopt;
}

std::optional<std::string_view> short_text(ByteReader& bytes) {
  const auto size = bytes.little<std::uint8_t>();
  if (!size) return std::nullopt;
  return bytes.text(*size);
}

/// The handshake with its length before and sections behind, which must fill `bytes`.
std::optional<Bytes> sized_handshake(ByteReader bytes) {
  const auto size = read_index(bytes);
  if (!size) return std::nullopt;
  const auto handshake = bytes.bytes(*size);
  if (!handshake) return std::nullopt;
  if (!handshake->empty() && handshake->front() != std::byte{0x80}) return std::nullopt;
  while (!bytes.at_end()) {
    if (!bytes.skip(1)) return std::nullopt;
    const auto length = read_index(bytes);
    if (!length || !bytes.skip(*length)) return std::nullopt;
  }
  return handshake;
}

/// What follows two texts, the second one being the serializer's id.
void read_late_layout(ByteReader bytes, Join& join) {
  const Bytes rest = *bytes.bytes(bytes.left());
  join.layout = ServerLayout::v0_15;
  join.handshake = rest;
  if (rest.empty() || rest.front() == std::byte{0x80}) return;
  if (rest.front() == std::byte{0} && is_nested_handshake(rest)) {
    join.layout = ServerLayout::v0_10;
    return;
  }
  if (const auto handshake = sized_handshake(ByteReader(rest))) {
    join.layout = ServerLayout::v0_18;
    join.handshake = *handshake;
  }
}

bool is_known_code(std::uint8_t code) { return code >= kJoinRoom && code <= kRoomResponse; }

}  // namespace

std::optional<Join> parse_join(Bytes body) {
  ByteReader bytes(body);
  const auto first = short_text(bytes);
  if (!first) return std::nullopt;
  Join join;
  if (const auto serializer = serializer_named(*first)) {
    join.serializer = *serializer;
    join.layout = ServerLayout::v0_11;
    join.handshake = *bytes.bytes(bytes.left());
    return join;
  }
  const auto second = short_text(bytes);
  if (!second) return std::nullopt;
  const auto serializer = serializer_named(*second);
  if (!serializer) return std::nullopt;
  join.serializer = *serializer;
  read_late_layout(bytes, join);
  (join.layout == ServerLayout::v0_10 ? join.session : join.token) = *first;
  return join;
}

void RoomProtocol::joined(const Join& join, std::optional<Generation> generation) {
  layout_ = join.layout;
  is_nested_ = generation && is_nested(*generation);
  split_code_ = 0;
  last_sequence_.reset();
}

bool RoomProtocol::may_split(Bytes frame) const {
  if (!is_nested_ || is_acknowledged_ || frame.size() != 1) return false;
  const auto code = std::to_integer<std::uint8_t>(frame.front());
  return code >= kRoomData && code <= kRoomStatePatch;
}

std::optional<Packet> RoomProtocol::receive(Bytes frame) {
  if (split_code_ != 0) {
    Packet packet{.code = split_code_, .begin = 0, .body = frame, .clock = {}};
    split_code_ = 0;
    return packet;
  }
  if (may_split(frame)) {
    split_code_ = std::to_integer<std::uint8_t>(frame.front());
    return std::nullopt;
  }
  return unpack(frame);
}

std::optional<Packet> RoomProtocol::unpack(Bytes frame) {
  ByteReader bytes(frame);
  const auto first = bytes.little<std::uint8_t>();
  if (!first) return std::nullopt;
  Packet packet{.code = *first, .begin = 0, .body = {}, .clock = {}};
  const bool has_modifiers =
      layout_ == ServerLayout::v0_18 || (layout_ == ServerLayout::unknown && *first >= kUnreliable);
  if (has_modifiers) {
    packet.code = *first & kCodeBits;
    if ((*first & kTimed) != 0) {
      const auto milliseconds = bytes.little<std::uint32_t>();
      const auto input = bytes.little<std::uint32_t>();
      if (!milliseconds || !input) return std::nullopt;
      packet.clock = ServerClock{*milliseconds, *input};
    }
    if ((*first & kUnreliable) != 0) {
      const auto sequence = bytes.little<std::uint16_t>();
      if (!sequence) return std::nullopt;
      // Newer as a difference of 16 bits with sign (formats/colyseus/README.md, 7).
      const auto step = static_cast<std::int16_t>(*sequence - last_sequence_.value_or(0));
      if (last_sequence_ && step <= 0) return std::nullopt;
      last_sequence_ = sequence;
    }
  }
  if (!is_known_code(packet.code)) return std::nullopt;
  if (packet.code == kRoomState) last_sequence_.reset();
  packet.begin = bytes.position();
  packet.body = *bytes.bytes(bytes.left());
  return packet;
}

std::optional<Packet> RoomProtocol::send(Bytes frame) const {
  ByteReader bytes(frame);
  const auto code = bytes.little<std::uint8_t>();
  if (!code || !is_known_code(*code)) return std::nullopt;
  return Packet{.code = *code, .begin = 1, .body = *bytes.bytes(bytes.left()), .clock = {}};
}

}  // namespace scrubjay::colyseus
