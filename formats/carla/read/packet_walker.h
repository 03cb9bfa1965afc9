#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/byte_reader.h"
#include "core/property_tree.h"
#include "core/timeline.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

/// One packet as it stands in the file.
struct Packet {
  std::uint64_t offset = 0;  ///< of its header
  std::uint8_t id = 0;
  Bytes body;

  std::uint64_t body_offset() const { return offset + kPacketHeaderBytes; }
  std::uint64_t end() const { return body_offset() + body.size(); }
};

/// How often each packet id stands in a file.
using PacketCounts = std::array<std::uint64_t, 256>;
/// Adds those that stand in it as the group "packets" of a recording's details.
void add_packet_counts(PropertyTree& details, const PacketCounts& counts);

/// Steps through the packets of a range of a file by their headers alone.
class PacketWalker {
 public:
  /// Packets in [begin, end) of `file`; what reaches beyond the file is not walked.
  PacketWalker(Bytes file, std::uint64_t begin, std::uint64_t end);

  /// The next packet, or nothing at the end of the range or before one that does not fit into it.
  std::optional<Packet> next();
  /// File offset of the next packet's header.
  std::uint64_t offset() const { return reader_.offset(); }
  /// After next() found nothing: bytes that are too few for a packet remain.
  bool is_cut() const { return !reader_.at_end(); }
  std::size_t left() const { return reader_.left(); }
  /// The size that the packet before which the walk stopped claims; nothing when even its header is
  /// cut.
  std::optional<std::uint32_t> claimed_size() const;

 private:
  ByteReader reader_;
};

/// A list packet whose records all have the same size.
struct FixedList {
  enum class Fit : std::uint8_t {
    exact,      ///< count and size agree
    wrapped,    ///< more than 65535 records: the 16-bit count wrapped, the size is right
    too_short,  ///< fewer records fit than the count says
    too_long,   ///< bytes are left over behind the records
  };

  Bytes records;  ///< count * record_bytes bytes
  std::size_t record_bytes = 1;
  std::size_t count = 0;
  std::size_t declared = 0;
  Fit fit = Fit::exact;

  Bytes operator[](std::size_t i) const { return records.subspan(i * record_bytes, record_bytes); }
};

/// Reads the count and compares it with what the body holds. A body without a count is too short.
FixedList fixed_list(Bytes body, std::size_t record_bytes);

/// Calls `visit(const Position&)` for each Position record of a frame, of which `range` is the
/// bytes.
template <class Visit>
void visit_positions(Bytes file, ByteRange range, VectorWidth width, Visit visit) {
  const std::size_t record_bytes = fixed_record_bytes(PacketKind::position, width).value_or(1);
  PacketWalker walker(file, range.begin, range.begin + range.size);
  while (const auto packet = walker.next()) {
    if (packet->id != static_cast<std::uint8_t>(PacketKind::position)) continue;
    const FixedList list = fixed_list(packet->body, record_bytes);
    for (std::size_t i = 0; i < list.count; ++i) visit(record_from<Position>(list[i], width));
  }
}

/// Bytes of a list's count.
inline constexpr std::size_t kListCountBytes = 2;
std::size_t declared_count(Bytes body);

}  // namespace scrubjay::carla
