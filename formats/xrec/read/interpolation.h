#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "formats/xrec/read/file_index.h"
#include "formats/xrec/read/state.h"
#include "formats/xrec/read/state_seeker.h"

namespace scrubjay::xrec {

/// A captor sends changes only: a gap over this many times the channel's median gap is rest.
inline constexpr double kRestGaps = 3.0;

/// The value at `rtss`, between the last event at or before it and the next one later
/// (formats/xrec/README.md, 7.3): position and scale by components, rotation by slerp along the
/// shorter arc.
///
///     gap <= 3 medians   before ----------/ next         from one to the other
///     gap >  3 medians   before ______________/ next     rest, then one median of motion
///
/// `median_gap` [s] is 0 where it is unknown: there is no rest then. The earlier value where the
/// two are not in the same space.
ChannelValue interpolate(const ChannelState& before, const Sample& next, double median_gap,
                         double rtss);

/// The gaps between `times` that are not zero. `times` is sorted in place. O(n) if it was sorted.
std::vector<double> gaps_between(std::vector<double>& times);
/// 0 when there is none. Their order changes.
double upper_median(std::vector<double>& gaps);

/// What interpolating needs of a recording: the median gap of each channel of each object and in
/// which packets it has samples. A channel with one gap has that of all channels of its kind: one
/// gap says nothing of what is usual. Takes one pass over all packets to make, hence is made when
/// first asked for, once the index is whole; during it 8 bytes a sample are held.
class ChannelIndex {
 public:
  explicit ChannelIndex(const FileIndex& index);

  /// Seconds; 0 when unknown.
  double median_gap(std::uint32_t entity, Channel channel) const {
    return channels_[row(entity, channel)].median_gap;
  }
  /// The first sample of that channel later than `rtss`, by time, then by place in the file.
  std::optional<Sample> next(std::uint32_t entity, Channel channel, double rtss,
                             PacketCache& cache) const;

 private:
  struct ChannelRow {
    double median_gap = 0;
    std::vector<std::uint32_t> packets;  ///< rows of FileIndex::order, ascending
  };

  static std::size_t row(std::uint32_t entity, Channel channel) {
    return entity * kChannels + static_cast<std::size_t>(channel);
  }

  const FileIndex& index_;
  std::vector<ChannelRow> channels_;
  /// By row of FileIndex::order: the smallest begin of that packet and all behind.
  std::vector<double> least_begin_;
};

/// What ChannelIndex::next() said last of a channel: it says so from the sample before on.
struct KnownNext {
  double from = std::numeric_limits<double>::infinity();
  std::optional<Sample> sample;

  bool holds_at(double rtss) const { return from <= rtss && !(sample && sample->rtss <= rtss); }
};
/// By the objects' rows. One per thread.
using KnownNexts = std::vector<std::array<KnownNext, kChannels>>;

/// Replaces the values in `state`, as it is at `rtss`, by those between events. Objects without
/// later events keep theirs. Asks `channels` only of those that `known` does not know.
void interpolate_all(const ChannelIndex& channels, double rtss, PacketCache& cache,
                     KnownNexts& known, State& state);

}  // namespace scrubjay::xrec
