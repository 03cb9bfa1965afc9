#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/property_tree.h"
#include "formats/format_writer.h"
#include "formats/xrec/packets.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/write/value_writer.h"

namespace scrubjay::xrec {

/// An event to be written; its fields are the roots of a range of a property tree.
struct EventToWrite {
  std::string_view type_name;
  std::optional<std::string_view> assembly;
  std::int64_t frame = 0;
  double rtss = 0;  ///< finite
};

/// Gathers events into one block of encoding 0 (formats/xrec/README.md, 5), tables included.
/// Strings are numbered as they come: an event's type, assembly, fields' names, then its values.
class BlockBuilder {
 public:
  /// When an event packet is to be closed (formats/xrec/README.md, 9).
  static constexpr std::size_t kFullBytes = 256 * 1024;

  void clear();
  /// False, and nothing added, for more than limits::kMostFields fields or a time that is not
  /// finite.
  bool add(const EventToWrite& event, const PropertyTree& tree, PropertyRange fields);

  bool empty() const { return count_ == 0; }
  bool is_full() const;
  std::uint32_t events() const { return count_; }
  /// Of the events; only when there are any.
  const EventRange& range() const { return range_; }
  /// Values that could not be kept: see ValueWriter.
  std::uint64_t losses() const { return losses_; }
  /// The block, appended.
  void append_to(std::vector<std::byte>& block) const;

 private:
  TableBuilder tables_;
  std::vector<std::byte> events_;
  std::uint32_t count_ = 0;
  EventRange range_;
  std::uint64_t losses_ = 0;
};

/// Writes packets one after another (formats/xrec/README.md, 4 and 9), with checksums. Each call
/// hands its bytes to the sink; once that refuses, nothing more is written and all calls return
/// false.
///
///     PacketWriter writer(sink, Compression::zstd);
///     writer.start({.version = 1, .frame = 0, .rtss = 0.0}, metadata, metadata.since(0));
///     block.add({"MAGES.Recorder.ChapterEvent", {}, 10, 0.2}, tree, fields);
///     writer.events(block);
///     writer.end(12.0, true, {}, {});
class PacketWriter {
 public:
  static constexpr int kUsualLevel = 3;  ///< formats/xrec/README.md, 4.6

  /// `compression` is none or zstd; a block that does not shrink is stored with none.
  PacketWriter(ByteSink sink, Compression compression, int zstd_level = kUsualLevel);
  PacketWriter(const PacketWriter&) = delete;
  PacketWriter& operator=(const PacketWriter&) = delete;

  /// Signature and start packet. `start.revision` and `.compression_hint` are filled in.
  bool start(StartPacket start, const PropertyTree& metadata, PropertyRange entries);
  /// One event packet with what `block` gathered; nothing when it is empty.
  bool events(const BlockBuilder& block);
  /// A packet of `file`: its payload, with a checksum; one of an unknown type byte for byte. Of an
  /// event packet its own count is added to events().
  bool copy(Bytes file, const Packet& packet);
  /// End packet; packets and events are counted here.
  bool end(double rtss, bool finished_without_errors, const PropertyTree& metadata,
           PropertyRange entries);

 private:
  bool packet(std::uint8_t type, Bytes payload);
  bool write(Bytes bytes);

  ByteSink sink_;
  Compression compression_;
  int zstd_level_;
  bool is_good_ = true;
  std::uint64_t packets_ = 0;
  std::uint64_t events_ = 0;
  std::vector<std::byte> payload_;
  std::vector<std::byte> block_;
};

}  // namespace scrubjay::xrec
