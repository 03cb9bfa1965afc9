#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/kept/packets.h"
#include "formats/kept/rebuilder.h"

namespace scrubjay::kept {

/// Builds a recording from the packets in which it is kept, in their order.
class Indexer {
 public:
  /// Where frame `row` stands in the file, whose rows are in the packet at `packet`.
  using FrameBytes = std::function<ByteRange(std::uint32_t row, ByteRange packet)>;

  Indexer(Index& index, RecordingBuilder& builder, std::string_view help)
      : index_(index), builder_(builder), rebuilder_(index, builder), help_(help) {}

  /// Without: frames stand where their packets are.
  void set_frame_bytes(FrameBytes frame_bytes) { frame_bytes_ = std::move(frame_bytes); }

  /// Reports a packet that is none, or cannot be read.
  void take(const std::optional<Packet>& packet, const PacketPlace& place);

  /// How the file ends.
  enum class End : std::uint8_t {
    whole,
    cut,           ///< too early
    reported_cut,  ///< likewise, which the format has reported
  };
  /// Behind the last packet, at `offset` of the file.
  void finish(End end, std::uint64_t offset);

  /// Rows of frames so far, lost ones counted.
  std::uint32_t frames() const { return frames_; }
  std::uint64_t resources() const { return index_.resources.size(); }

 private:
  /// The next row of each table.
  struct Next {
    std::uint32_t frame = 0;
    std::uint32_t event = 0;
    std::uint32_t entity = 0;
    std::uint32_t event_of_frame = 0;
  };

  bool take_payload(const Packet& packet, const PacketPlace& place);
  bool take_group(Bytes payload, const PacketPlace& place);
  bool take_rows(Bytes payload, ByteRange place);
  bool take_row(FieldReader& fields, Next& next, ByteRange place);
  bool take_resource(Bytes payload, const PacketPlace& place);
  bool take_comment(Bytes payload);

  Index& index_;
  RecordingBuilder& builder_;
  FrameBytes frame_bytes_;
  Rebuilder rebuilder_;
  std::string_view help_;
  std::vector<std::byte> rows_;  ///< of the packet being read, unpacked
  std::uint32_t frames_ = 0;
  bool has_end_ = false;
  bool was_complete_ = false;
};

}  // namespace scrubjay::kept
