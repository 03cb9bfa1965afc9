#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/read/file_index.h"
#include "formats/xrec/read/state.h"

namespace scrubjay::xrec {

/// Decoded packets, the ones used last, within a bound of memory.
class PacketCache {
 public:
  explicit PacketCache(const FileIndex& index) : index_(index) {}

  /// The packet's samples in order of time. Valid until the next call. One packet is always kept,
  /// however large.
  std::span<const Sample> samples(std::uint32_t packet);

 private:
  struct Entry {
    std::uint32_t packet = 0;
    std::vector<Sample> samples;
    std::size_t bytes() const { return samples.capacity() * sizeof(Sample); }
  };

  const FileIndex& index_;
  EventPacketReader reader_;
  PacketPaths paths_;
  std::list<Entry> entries_;  ///< the one used last in front
  std::size_t bytes_ = 0;
};

/// The state of all objects at any time (formats/xrec/README.md, 7.1): the nearest checkpoint, and
/// on top of it what the packets since set; from a time shortly before, only what came since. One
/// per thread.
///
///     checkpoint | packet  packet  packet  packet | packet that holds at the time
///                     <-------------------------------- looked at in this order
///
/// Of the packets between only the last one is read: the RestLog has what the others leave. Where
/// it has not, a packet is passed over when all channels that it sets are known to be set later.
class StateSeeker {
 public:
  explicit StateSeeker(const FileIndex& index) : index_(index), cache_(index) {}

  /// All events with rtss <= `rtss` applied. Valid until the next call.
  const State& seek(double rtss);

  PacketCache& cache() { return cache_; }

 private:
  void start_over(double rtss, std::size_t ended, const Checkpoints::Checkpoint* base);
  void merge_back(std::size_t merged, std::size_t ended, double rtss);
  void leave_known(const PacketOrder::Row& next);
  void advance(double rtss);
  void merge(std::uint32_t packet, double after, double until);

  const FileIndex& index_;
  PacketCache cache_;
  State state_;
  std::vector<std::uint32_t> open_channels_;  ///< that an earlier packet may still set
  ChannelMask open_mask_;                     ///< the same
  bool is_placed_ = false;
  double rtss_ = 0;
};

}  // namespace scrubjay::xrec
