#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/kept/packets.h"
#include "formats/kept/reader.h"
#include "formats/kept/writer.h"

namespace scrubjay::kept {

// What is kept in formats whose frames are JSON objects:
//
//     {"scrubjay":"SGVhZA==", ..., "scrubjay_packets":["...","..."]}
//
// The head is a member near the beginning of the first frame's object. The others are its last
// member, in the frames that end a group. Each is base64 of its kind's byte and its payload.

inline constexpr std::string_view kHeadMember = "scrubjay";
inline constexpr std::string_view kPacketsMember = "scrubjay_packets";

/// Keeps packets until they are put into a frame.
class JsonPackets final : public PacketSink {
 public:
  void put(Bytes packet, bool is_in_frame) override;

  /// `"scrubjay":"...",` or nothing, for the beginning of a frame's object.
  std::string take_head();
  /// `,"scrubjay_packets":[...]` or nothing, for its end.
  std::string take_packets();

 private:
  std::string head_;
  std::string packets_;
};

/// The head in a frame's text, of which the end may be missing.
std::optional<Head> find_json_head(std::string_view frame);

/// Whether a text has packets behind its head: else it was cut off before what is kept of its first
/// frames, of which only the format's own are left. Reads until it finds some.
bool has_json_packets(std::string_view text);

/// Walks over the packets at the end of a frame's text.
class JsonPacketWalker {
 public:
  /// At the first packet of the frame `range` of `text`, if it has any.
  JsonPacketWalker(std::string_view text, ByteRange range);
  /// At the packet whose base64 begins at `place` of `text`.
  JsonPacketWalker(std::string_view text, std::uint64_t place) : text_(text), next_(place) {}

  /// False behind the last one.
  bool next();
  /// Of the base64 in the text.
  PacketPlace place() const { return {place_}; }
  /// Nothing for what is no packet. Its payload stays until the next call of `next`.
  std::optional<Packet> packet() const { return packet_; }

 private:
  std::string_view text_;
  std::uint64_t next_ = 0;
  bool is_at_end_ = false;
  ByteRange place_;
  std::vector<std::byte> bytes_;
  std::optional<Packet> packet_;
};

/// The packets by the places of their base64 in a text, which must outlive it.
std::unique_ptr<PacketSource> json_packets(std::string_view text);

}  // namespace scrubjay::kept
