#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/xrec/read/container.h"
#include "formats/xrec/read/file_index.h"
#include "formats/xrec/read/packet_digest.h"
#include "formats/xrec/read/publisher.h"
#include "formats/xrec/read/ranges_ahead.h"
#include "formats/xrec/read/recording_details.h"

namespace scrubjay::xrec {

/// The index pass over one file.
///
///     walk over headers --> digest, several packets at a time --> merge, in the file's order
///
/// Any packet may hold events of any time (formats/xrec/README.md, 2), but its header says of
/// which. So a walk over all headers comes first; then what lies before all that is still to be
/// read is published while the pass goes on. Files of less than kLeastToPublishEarly are read to
/// their end first: there headers that say something wrong do no harm. In a larger one an event
/// that lies before what its header says, and before what is published, goes into the frame
/// published next.
class Indexer {
 public:
  static constexpr std::uint64_t kLeastToPublishEarly = std::uint64_t{8} << 20;

  Indexer(FileIndex& index, RecordingBuilder& builder);

  /// The whole pass. The container stands before its first packet.
  void run(Container container, Problems problems);

 private:
  /// A packet that waits until all that end before it are known. Its samples are those of its
  /// digest, for the state behind it.
  struct Waiting {
    TimeRange rtss;
    std::vector<Sample> last;
    std::uint32_t samples = 0;
  };
  using WaitingKey = std::pair<double, std::uint32_t>;  ///< its end, its row

  void read_all(Container& container);
  void take(PacketDigest& digest);
  void merge(PacketDigest& digest);
  void wait(std::uint32_t packet, PacketDigest& digest);
  void settle_before(const RangesAhead::Least& least);
  void settle(WaitingKey key, const Waiting& waiting);
  void forget_samples();
  void tell(Problems& problems);
  void finish(const Container& container);
  void write_details(const Container& container);

  FileIndex& index_;
  RecordingBuilder& builder_;
  Publisher publisher_;
  std::optional<RangesAhead> ahead_;  ///< nothing: publish at the end
  Problems at_end_;                   ///< found by the walk behind the last packet
  PacketCounts counts_;
  std::uint64_t found_ = 0;  ///< bad ones included

  std::vector<std::uint32_t> rows_;  ///< of a digest's paths
  std::map<WaitingKey, Waiting> waiting_;
  std::multiset<double> waiting_begins_;
  std::size_t waiting_bytes_ = 0;
  bool has_samples_ = true;  ///< of those that wait; false: they are read again
  State state_;              ///< the merge of the packets in index_.order
};

}  // namespace scrubjay::xrec
