#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/byte_reader.h"
#include "core/growing_column.h"
#include "core/ids.h"
#include "core/timeline.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/read/channel_sets.h"
#include "formats/xrec/read/checkpoints.h"
#include "formats/xrec/read/packet_order.h"
#include "formats/xrec/read/path_table.h"
#include "formats/xrec/read/rest_log.h"
#include "formats/xrec/read/state.h"

namespace scrubjay::xrec {

/// An event packet that could be read; its row is its place among them in the file.
struct PacketRow {
  std::uint64_t offset = 0;  ///< of its header
  /// Seconds: the header's range, or that of the events where the header's is wrong. Not a range
  /// (begin after end) when there is neither.
  TimeRange rtss{1, 0};
  std::uint32_t samples = 0;
  ChannelSets::Ref touched;  ///< by its samples
};

/// What the index pass leaves for decoders beside the Recording's own tables. It grows while they
/// are at work: what a published frame needs is there before the frame is, and does not change.
struct FileIndex {
  Bytes file;
  double origin = 0;  ///< RTSS of the recording's zero
  PathTable paths;
  GrowingColumn<PacketRow> packets;
  ChannelSets touched;               ///< of `packets`
  PacketOrder order;                 ///< those of `packets` with samples
  PacketOrder silent;                ///< the others that have a range
  RestLog rests;                     ///< of `order`
  Checkpoints checkpoints;           ///< of `order`
  GrowingColumn<double> frame_rtss;  ///< by FrameIndex
  /// How many samples each channel of an object has in the whole recording, by row of `paths`. The
  /// one thing that still changes, until is_whole.
  GrowingColumn<std::array<std::atomic<std::uint32_t>, kChannels>> sample_counts;
  std::atomic<bool> is_whole{false};  ///< the pass is over

  /// The last RTSS that shows as `time` or before.
  double rtss_at(Seconds time) const;
};

/// Appends the samples of an event to `out`; nothing when it is none that moves an object.
void append_samples(const CapturedEvent& event, std::uint32_t entity, std::vector<Sample>& out);

/// True for position, rotation, scale and transform changes that have all their fields.
bool moves(EventKind kind);

/// Rows of the paths that one packet's events name, each looked up once.
class PacketPaths {
 public:
  void begin_packet() { rows_.clear(); }

  /// `look_up(path) -> row` is called for a path that was not met before in this packet.
  template <class LookUp>
  std::uint32_t row(const KnownFields& known, LookUp look_up) {
    if (known.path_number == kNoString) return look_up(known.path);
    if (known.path_number >= rows_.size()) rows_.resize(known.path_number + 1, PathTable::kNone);
    std::uint32_t& row = rows_[known.path_number];
    if (row == PathTable::kNone) row = look_up(known.path);
    return row;
  }

 private:
  std::vector<std::uint32_t> rows_;  ///< by string number
};

/// Reads a packet's samples again, in order of time, then of place. False when the packet cannot be
/// read (any more).
bool read_samples(const FileIndex& index, std::uint32_t packet, EventPacketReader& reader,
                  PacketPaths& paths, std::vector<Sample>& out);

/// Those of `samples`, ordered by time, with after < rtss <= until.
std::span<const Sample> samples_between(std::span<const Sample> samples, double after,
                                        double until);

}  // namespace scrubjay::xrec
