#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/property_tree.h"
#include "formats/xrec/read/block.h"
#include "formats/xrec/read/container.h"
#include "formats/xrec/read/decompress.h"
#include "formats/xrec/read/known_events.h"
#include "formats/xrec/read/nrbf_events.h"
#include "formats/xrec/read/nrbf_tree.h"
#include "formats/xrec/read/problems.h"

namespace scrubjay::xrec {

/// One captured event, whichever way it was written. Its texts live until the reader opens another
/// packet; those in `known` until it reads another event.
struct CapturedEvent {
  std::string_view type_name;  ///< .NET name with namespace, a nested class behind '+'
  std::string_view assembly;   ///< empty when there is none
  std::int64_t frame = 0;
  double rtss = 0;          ///< seconds; finite
  std::uint32_t place = 0;  ///< of the event in its packet: for EventPacketReader::at
  KnownFields known;
};

/// The smallest range that holds a packet's events.
struct EventRange {
  std::int64_t frame_begin = 0;
  std::int64_t frame_end = 0;
  double rtss_begin = 0;
  double rtss_end = 0;
};

/// Reads the events of one packet after another, both encodings alike (formats/xrec/README.md, 5
/// and 6). Holds all scratch memory: one reader per thread, any number at once. Reading
/// self-describing packets allocates nothing once warm.
///
///     EventPacketReader reader;
///     visit_events(packet, reader, problems, [&](const CapturedEvent& event) {
///       if (event.known.kind == EventKind::position) move(event.known.path, event.known.position);
///     });
///
/// and later, to show the event that was at `place` in that packet:
///
///     reader.open(*event_packet_at(file, offset), ignored);
///     reader.properties(place, tree);
class EventPacketReader {
 public:
  /// Decompresses the block and reads its tables, or its whole NRBF stream. False when the packet
  /// is lost: "decompress-failed", "bad-event-packet" or "bad-nrbf" says why. Also "bad-range" and
  /// "bad-utf8". The packet's block, if not compressed, must live as long as it is read.
  bool open(const EventPacket& packet, Problems& problems);

  /// The packet's next good event. False at its end. Problems: "bad-event", "event-time-missing",
  /// "event-outside-range", "bad-utf8", and at the end "event-count".
  bool next(CapturedEvent& event, Problems& problems);
  /// The fields of the event that next() once gave with that place as properties at the end of
  /// `tree`, texts copied: see ValueReader for what becomes of each kind. Empty when there is no
  /// such event.
  PropertyRange properties(std::uint32_t place, PropertyTree& tree);

  /// The bytes of an event's fields (self-describing only) when these have exactly the kinds
  /// `kinds`, in that order; nothing when not. They live until another packet is opened.
  std::optional<Bytes> raw_fields(std::uint32_t place, std::span<const Kind> kinds);

  /// Events met by next() so far, bad ones included, nulls not.
  std::uint64_t events_found() const { return found_; }
  /// True range of the good ones; nothing while there is none.
  const std::optional<EventRange>& range() const { return range_; }

 private:
  bool is_nrbf() const { return header_.encoding == static_cast<std::uint8_t>(Encoding::nrbf); }
  bool open_block(Bytes bytes, Problems& problems);
  bool open_nrbf(Bytes bytes, Problems& problems);
  bool next_in_block(CapturedEvent& event, Problems& problems);
  bool next_in_nrbf(CapturedEvent& event, Problems& problems);
  bool fill(const EventHead& head, CapturedEvent& event);
  struct Missing {
    bool frame = false;
    bool time = false;
  };
  Missing fill(std::uint32_t object, CapturedEvent& event);
  void report_bad_texts(Problems& problems);
  void report_bad_event(std::uint64_t at, const char* why, Problems& problems) const;
  void note(const CapturedEvent& event, Problems& problems);
  void finish(Problems& problems);

  Decompressor decompressor_;
  EventPacketHeader header_;
  bool has_valid_range_ = false;  ///< of header_
  Block block_;
  NrbfGraph graph_;
  NrbfClasses classes_;
  NrbfEvents elements_;
  NrbfTree nrbf_tree_;
  std::uint32_t next_element_ = 0;
  std::uint64_t found_ = 0;
  std::uint64_t bad_texts_reported_ = 0;
  bool is_open_ = false;
  bool is_rest_lost_ = false;
  bool is_finished_ = false;
  std::optional<EventRange> range_;
};

/// Reads a whole packet: calls `visit(const CapturedEvent&)` for each good event in file order.
/// False when the packet is lost.
template <class Visit>
bool visit_events(const EventPacket& packet, EventPacketReader& reader, Problems& problems,
                  Visit visit) {
  if (!reader.open(packet, problems)) return false;
  CapturedEvent event;
  while (reader.next(event, problems)) visit(std::as_const(event));
  return true;
}

}  // namespace scrubjay::xrec
