#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/recording.h"
#include "formats/carla/extension.h"
#include "formats/states/decoder.h"
#include "formats/states/rebuilder.h"

namespace scrubjay::carla {

/// What the index pass over a recording of ours leaves.
struct ExtensionIndex {
  states::Index states;                    ///< places are those of `states` packets
  GrowingColumn<std::uint64_t> resources;  ///< by ResourceIndex: place of its packet
};

/// The index pass over a recording of ours: everything stands in its own packets, the others are
/// only counted.
class ExtensionIndexer {
 public:
  /// Packets begin at `from`.
  ExtensionIndexer(Bytes file, std::uint64_t from, std::uint16_t header_version,
                   ExtensionIndex& index, RecordingBuilder& builder);

  /// The whole pass.
  void run();

 private:
  void take(const Packet& packet);
  void take_own(const Packet& packet, const ExtensionPacket& own);
  bool take_states(const Packet& packet, Bytes payload);
  bool take_tables(const Packet& packet, Bytes payload);
  bool take_record(ExtensionFields& fields, std::uint32_t& frame, const Packet& packet);
  bool take_entity(ExtensionFields& fields);
  bool take_event(ExtensionFields& fields, std::uint32_t frame);
  bool take_resource(const Packet& packet, Bytes payload);
  bool take_comment(Bytes payload);
  ByteRange bytes_of_frame(std::uint32_t row, const Packet& tables) const;
  void finish();
  void write_details();

  ExtensionIndex& index_;
  RecordingBuilder& builder_;
  PacketWalker walker_;
  std::uint16_t header_version_;
  states::Rebuilder rebuilder_;
  PacketCounts packet_counts_{};
  std::vector<std::uint64_t> frame_starts_;  ///< by CARLA's frames: offsets, from first_start_ on
  std::size_t first_start_ = 0;              ///< frame of frame_starts_[0]
  std::vector<std::byte> tables_;            ///< the packet being read, unpacked
  std::uint32_t place_ = 0;                  ///< of the next event in its frame
  bool is_wide_ = false;
  bool has_end_ = false;
  bool was_complete_ = false;
};

/// Where groups are kept: in `states` packets.
std::unique_ptr<states::GroupSource> extension_groups(Bytes file);

/// The content of a resource (see Reader::read_resource).
Result<ResourceData> read_extension_resource(Bytes file, std::uint64_t place);

}  // namespace scrubjay::carla
