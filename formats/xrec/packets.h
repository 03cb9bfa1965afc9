#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/byte_reader.h"
#include "formats/xrec/layout.h"

namespace scrubjay::xrec {

/// One packet as it stands in the file (formats/xrec/README.md, 4.1). `payload` points into the
/// file.
struct Packet {
  std::uint64_t offset = 0;  ///< of its header
  std::uint8_t type = 0;     ///< a PacketType, or one that is not known
  std::uint8_t flags = 0;
  std::uint32_t crc = 0;  ///< of the payload; only with kFlagChecksum
  Bytes payload;

  bool is(PacketType wanted) const { return type == static_cast<std::uint8_t>(wanted); }
  bool is_known() const;
  std::uint64_t end() const { return offset + kPacketHeaderBytes + payload.size(); }
  /// False only when a checksum is there and differs. O(payload).
  bool checksum_fits() const;
};

/// The packet whose header begins at `offset`; nothing when the file ends inside it.
std::optional<Packet> packet_at(Bytes file, std::uint64_t offset);

/// Steps through the packets of a file by their headers alone, whatever their types.
class PacketWalker {
 public:
  explicit PacketWalker(Bytes file, std::uint64_t begin = kSignature.size())
      : file_(file), offset_(begin) {}

  /// The next packet, or nothing at the end of the file or before one that does not fit into it.
  std::optional<Packet> next();
  /// Where the next packet's header begins.
  std::uint64_t offset() const { return offset_; }
  /// After next() found nothing: the file ends between packets.
  bool at_end() const { return offset_ >= file_.size(); }

 private:
  Bytes file_;
  std::uint64_t offset_;
};

bool has_signature(Bytes head);

/// Start packet (formats/xrec/README.md, 4.2), without its metadata.
struct StartPacket {
  std::uint16_t revision = kRevision;
  std::uint8_t compression_hint = 0;  ///< a Compression, or one that is not known
  std::int32_t version = 0;           ///< of the recorder: the constructor's first argument
  std::int64_t frame = 0;             ///< at begin
  double rtss = 0;                    ///< at begin, seconds; as it stands, maybe not finite
  std::int64_t utc_ns = kUnknownUtc;  ///< at begin, since 1970-01-01
};
/// Nothing when the payload has fewer than kStartBytes.
std::optional<StartPacket> read_start(Bytes payload);

/// The first 48 bytes of an event packet (formats/xrec/README.md, 4.3), as they stand.
struct EventPacketHeader {
  std::int64_t frame_begin = 0;
  std::int64_t frame_end = 0;
  double rtss_begin = 0;
  double rtss_end = 0;
  std::uint32_t events = 0;
  std::uint8_t encoding = 0;      ///< an Encoding, or one that is not known
  std::uint8_t compression = 0;   ///< a Compression, or one that is not known
  std::uint64_t block_bytes = 0;  ///< after decompression

  /// Begin not after end, and times finite; else the ranges are taken from the events.
  bool has_valid_range() const;
};
/// Nothing when the payload has fewer than kEventBytes.
std::optional<EventPacketHeader> read_event_header(Bytes payload);

/// End packet (formats/xrec/README.md, 4.4), without its metadata.
struct EndPacket {
  double rtss = 0;  ///< seconds; as it stands, maybe not finite
  std::uint32_t flags = 0;
  std::uint64_t packets = 0;  ///< of the file, start, end and unknown ones included
  std::uint64_t events = 0;   ///< captured events written

  bool finished_without_errors() const { return (flags & kFinishedWithoutErrors) != 0; }
};
/// Nothing when the payload has fewer than kEndBytes.
std::optional<EndPacket> read_end(Bytes payload);

}  // namespace scrubjay::xrec
