#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/byte_reader.h"
#include "formats/colyseus/read/schema.h"

namespace scrubjay::colyseus {

// Codes of protocol messages (formats/colyseus/README.md, 7).
inline constexpr std::uint8_t kJoinRoom = 10;
inline constexpr std::uint8_t kError = 11;
inline constexpr std::uint8_t kLeaveRoom = 12;
inline constexpr std::uint8_t kRoomData = 13;
inline constexpr std::uint8_t kRoomState = 14;
inline constexpr std::uint8_t kRoomStatePatch = 15;
inline constexpr std::uint8_t kRoomDataSchema = 16;
inline constexpr std::uint8_t kRoomDataBytes = 17;
inline constexpr std::uint8_t kPing = 18;
inline constexpr std::uint8_t kRoomInputReliable = 19;
inline constexpr std::uint8_t kRoomInputUnreliable = 20;
inline constexpr std::uint8_t kRoomRequest = 21;
inline constexpr std::uint8_t kRoomResponse = 22;

/// Layouts of JOIN_ROOM by server (formats/colyseus/README.md, 7.1).
enum class ServerLayout : std::uint8_t { unknown, v0_10, v0_11, v0_15, v0_18 };

enum class Serializer : std::uint8_t { schema, none, fossil_delta };

/// What JOIN_ROOM says.
struct Join {
  ServerLayout layout = ServerLayout::unknown;
  Serializer serializer = Serializer::schema;
  Bytes handshake;                ///< empty where it is missing
  std::string_view session = {};  ///< of 0.10, else empty
  std::string_view token = {};    ///< of a reconnection, from 0.15 on, else empty
};

/// `body` is what follows the byte 10. Nothing for what is no JOIN_ROOM.
std::optional<Join> parse_join(Bytes body);

/// What a frame of 0.18 carries beside its message.
struct ServerClock {
  std::uint32_t milliseconds = 0;  ///< since the room began
  std::uint32_t last_input = 0;
};

/// One message of the room protocol.
struct Packet {
  std::uint8_t code = 0;
  std::size_t begin = 0;  ///< of its body inside of the frame
  Bytes body;
  std::optional<ServerClock> clock;
};

/// Follows one connection: knows what its server's frames look like.
class RoomProtocol {
 public:
  /// The client sent its byte for JOIN_ROOM: bodies never come in frames of their own.
  explicit RoomProtocol(bool is_acknowledged) : is_acknowledged_(is_acknowledged) {}

  /// JOIN_ROOM came.
  void joined(const Join& join, std::optional<Generation> generation);

  /// The message of a frame from the server. Nothing for the first half of a split one, for one
  /// that comes too late (0.18), and for what is none.
  std::optional<Packet> receive(Bytes frame);
  /// The message of a frame from the client; nothing for what is none.
  std::optional<Packet> send(Bytes frame) const;

 private:
  bool may_split(Bytes frame) const;
  std::optional<Packet> unpack(Bytes frame);

  bool is_acknowledged_;
  ServerLayout layout_ = ServerLayout::unknown;
  bool is_nested_ = false;
  std::uint8_t split_code_ = 0;                 ///< the body comes next
  std::optional<std::uint16_t> last_sequence_;  ///< of unreliable frames since the full state
};

}  // namespace scrubjay::colyseus
