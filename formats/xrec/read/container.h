#pragma once

#include <cstdint>
#include <optional>

#include "core/byte_reader.h"
#include "formats/xrec/packets.h"
#include "formats/xrec/read/metadata.h"
#include "formats/xrec/read/problems.h"

namespace scrubjay::xrec {

/// An event packet whose header can be believed: its range may still be odd, its block damaged.
struct EventPacket {
  std::uint64_t offset = 0;  ///< of the packet's header
  EventPacketHeader header;
  Bytes block;  ///< as stored, in the file
};

/// The event packet whose header begins at `offset`, as the container's walk once gave it. Looks at
/// 64 bytes; the checksum is not computed again. Nothing when there is none (any more).
std::optional<EventPacket> event_packet_at(Bytes file, std::uint64_t offset);

/// Reads a recording's packets in the order of formats/xrec/README.md, 8.1 and reports what is
/// wrong with them (8.3). What is inside the blocks is for EventPacketReader.
///
///     Problems problems;
///     auto container = Container::open(file, problems);
///     if (!container) return failure(container.error());
///     while (const auto step = container->next(problems)) {
///       if (step->event) reader.open(*step->event, problems) ...
///     }
///     container->check_counts(events_found, problems);
class Container {
 public:
  /// Reads signature and start packet. Errors, all fatal: "not-xrec", "no-start-packet",
  /// "bad-start-packet", "unsupported-revision". `file` must outlive the container.
  static Result<Container> open(Bytes file, Problems& problems);

  const StartPacket& start() const { return start_; }
  const Metadata& start_metadata() const { return start_metadata_; }

  struct Step {
    Packet packet;
    /// Absent for packets that are lost or hold no events.
    std::optional<EventPacket> event;
  };
  /// The next packet behind the start packet, whatever its type; nothing once the end packet was
  /// given or the file has ended. Problems go to `problems`, whose packet is then this one.
  /// O(payload), for the checksum.
  std::optional<Step> next(Problems& problems);
  /// The same in two parts, so that several threads can do the second: the walk, which looks at the
  /// headers of packets alone (and at a whole end packet), and what makes an event packet's
  /// `event`.
  std::optional<Step> walk(Problems& problems);
  static void examine(Step& step, Problems& problems);

  /// After the last packet: compares what was found with the end packet's numbers ("end-counts").
  /// `events` counts those that were read, bad ones included.
  void check_counts(std::uint64_t events, Problems& problems) const;

  /// The end packet once it was met and could be read.
  const std::optional<EndPacket>& end() const { return end_; }
  const Metadata& end_metadata() const { return end_metadata_; }
  /// Whether the recording ended as it should: with an end packet that says so.
  bool finished_without_errors() const { return end_ && end_->finished_without_errors(); }
  /// The file ended before an end packet that can be read.
  bool is_complete() const { return end_.has_value(); }
  /// Packets met so far, the start packet and those of unknown types included.
  std::uint64_t packets() const { return packets_; }
  /// Where the next packet's header begins: how far the walk has come.
  std::uint64_t offset() const { return walker_.offset(); }

 private:
  explicit Container(Bytes file) : file_(file), walker_(file) {}

  Result<void> read_start_packet(Problems& problems);
  void stop_before_cut(Problems& problems);
  void read_end_packet(const Packet& packet, Problems& problems);

  Bytes file_;
  PacketWalker walker_;
  StartPacket start_;
  Metadata start_metadata_;
  std::optional<EndPacket> end_;
  Metadata end_metadata_;
  std::uint64_t end_offset_ = 0;
  std::uint64_t packets_ = 0;
  bool stopped_ = false;
};

}  // namespace scrubjay::xrec
