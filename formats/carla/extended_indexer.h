#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/recording.h"
#include "formats/carla/extension.h"
#include "formats/states/decoder.h"
#include "formats/states/extension_indexer.h"

namespace scrubjay::carla {

/// The index pass over a recording of ours: everything stands in its own packets, the others are
/// only counted.
class ExtendedIndexer {
 public:
  /// Packets begin at `from`.
  ExtendedIndexer(Bytes file, std::uint64_t from, std::uint16_t header_version,
                  states::ExtensionIndex& index, RecordingBuilder& builder);

  /// The whole pass.
  void run();

 private:
  void take(const Packet& packet);
  ByteRange bytes_of_frame(std::uint32_t row, ByteRange tables) const;
  void forget_frames(std::uint32_t end);
  void write_details();

  RecordingBuilder& builder_;
  PacketWalker walker_;
  std::uint16_t header_version_;
  states::ExtensionIndexer indexer_;
  PacketCounts packet_counts_{};
  std::vector<std::uint64_t> frame_starts_;  ///< by CARLA's frames: offsets, from first_start_ on
  std::size_t first_start_ = 0;              ///< frame of frame_starts_[0]
  bool is_wide_ = false;
};

/// Where groups are kept: in `states` packets.
std::unique_ptr<states::GroupSource> extension_groups(Bytes file);

/// The content of a resource (see Reader::read_resource).
Result<ResourceData> read_packed_resource(Bytes file, std::uint64_t place);

}  // namespace scrubjay::carla
