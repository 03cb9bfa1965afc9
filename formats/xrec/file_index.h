#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/byte_reader.h"
#include "core/ids.h"
#include "core/interval_tree.h"
#include "core/timeline.h"
#include "formats/xrec/captured_events.h"
#include "formats/xrec/checkpoints.h"
#include "formats/xrec/path_table.h"
#include "formats/xrec/state.h"

namespace scrubjay::xrec {

/// An event packet that could be read; its row is its place among them in the file.
struct PacketRow {
  std::uint64_t offset = 0;  ///< of its header
  /// Seconds: the header's range, or that of the events where the header's is wrong. Not a range
  /// (begin after end) when there is neither.
  TimeRange rtss{1, 0};
  std::uint32_t samples = 0;
};

/// What the index pass leaves for decoders beside the Recording's own tables. It is complete before
/// the first frame is published and does not change then.
struct FileIndex {
  Bytes file;
  double origin = 0;  ///< RTSS of the recording's zero
  PathTable paths;
  std::vector<PacketRow> packets;
  IntervalTree<double, std::uint32_t> packet_tree;  ///< rows of `packets` under their ranges
  /// Rows of packets with samples in order of their ends, and the ends.
  std::vector<std::uint32_t> by_end;
  std::vector<double> ends;
  Checkpoints checkpoints;         ///< of `by_end`
  std::vector<double> frame_rtss;  ///< by FrameIndex
  /// How many samples each channel of an object has in the whole recording, by row of `paths`.
  std::vector<std::array<std::uint32_t, kChannels>> sample_counts;

  /// Fills packet_tree, by_end and ends.
  void order_packets();
  /// How many of `by_end` have ended at `rtss`. O(log n).
  std::uint32_t ended_at(double rtss) const;
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

/// Merges all packets in order of their ends and makes checkpoints on the way: for files whose
/// packets do not stand in that order. `keep_going()` is asked once a packet.
template <class KeepGoing>
void make_checkpoints(FileIndex& index, KeepGoing keep_going) {
  EventPacketReader reader;
  PacketPaths paths;
  std::vector<Sample> samples;
  State state(index.paths.size());
  index.checkpoints.clear();
  for (std::uint32_t i = 0; i < index.by_end.size() && keep_going(); ++i) {
    read_samples(index, index.by_end[i], reader, paths, samples);
    for (const Sample& sample : samples) apply(state, sample, index.by_end[i]);
    index.checkpoints.packet_merged(i + 1, samples.size(), state);
  }
}

}  // namespace scrubjay::xrec
