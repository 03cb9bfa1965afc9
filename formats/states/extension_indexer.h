#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/states/decoder.h"
#include "formats/states/extension.h"
#include "formats/states/packed_bytes.h"
#include "formats/states/rebuilder.h"

namespace scrubjay::states {

/// What the index pass over a recording of ours leaves.
struct ExtensionIndex {
  Index states;                            ///< places are those of `states` packets
  GrowingColumn<std::uint64_t> resources;  ///< by ResourceIndex: place of its packet

  // See Reader::save_index and Reader::load_index.
  bool save(IndexWriter& out) const;
  bool load(IndexReader& in);
};

/// Builds a recording from the packets of our own in a file of another format, in their order.
class ExtensionIndexer {
 public:
  /// `frame_bytes(row, packet)`: where frame `row` stands in the file, told in `packet`.
  using FrameBytes = std::function<ByteRange(std::uint32_t row, ByteRange packet)>;

  ExtensionIndexer(ExtensionIndex& index, RecordingBuilder& builder, FrameBytes frame_bytes)
      : index_(index),
        builder_(builder),
        frame_bytes_(std::move(frame_bytes)),
        rebuilder_(index.states, builder) {}

  /// The problem of a packet that is none, or cannot be read, is told.
  void take(const std::optional<ExtensionPacket>& packet, ByteRange place);
  /// Behind the last one, at `end` of the file. `format_title` is the format whose file it is.
  void finish(bool is_cut, std::uint64_t end, std::string_view format_title);

  /// Rows of frames so far, lost ones counted.
  std::uint32_t frames() const { return frames_; }

 private:
  bool take_payload(const ExtensionPacket& packet, ByteRange place);
  bool take_states(Bytes payload, ByteRange place);
  bool take_tables(Bytes payload, ByteRange place);
  bool take_record(ExtensionFields& fields, std::uint32_t& frame, ByteRange place);
  bool take_entity(ExtensionFields& fields);
  bool take_event(ExtensionFields& fields, std::uint32_t frame);
  bool take_resource(Bytes payload, ByteRange place);
  bool take_comment(Bytes payload);

  ExtensionIndex& index_;
  RecordingBuilder& builder_;
  FrameBytes frame_bytes_;
  Rebuilder rebuilder_;
  std::vector<std::byte> tables_;  ///< the packet being read, unpacked
  std::uint32_t frames_ = 0;
  std::uint32_t place_ = 0;  ///< of the next event in its frame
  bool has_end_ = false;
  bool was_complete_ = false;
};

/// The problem of a packet that cannot be read.
Problem extension_damage(std::uint64_t offset, std::string message);

/// Unpacks what a `states` packet holds (see GroupSource::read).
std::optional<const char*> read_states(const std::optional<ExtensionPacket>& packet,
                                       Unpacker& unpacker, std::vector<std::byte>& out);

/// The content of a resource from its packet and the `data` packets behind it, which `next` gives
/// until there is none (see Reader::read_resource).
Result<ResourceData> read_extension_resource(
    const std::optional<ExtensionPacket>& packet,
    const std::function<std::optional<ExtensionPacket>()>& next);

}  // namespace scrubjay::states
