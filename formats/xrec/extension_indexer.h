#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <queue>
#include <string_view>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/xrec/captured_events.h"
#include "formats/xrec/container.h"
#include "formats/xrec/extension_fields.h"
#include "formats/xrec/extension_index.h"
#include "formats/xrec/recording_details.h"

namespace scrubjay::xrec::extension {

/// The index pass over a recording that this program wrote. Everything stands in the order in
/// which a recording is built up, so frames are published as they are met. Rows in events are
/// those of the recording that was written; where packets are damaged, fewer frames are left and
/// rows shift.
class Indexer {
 public:
  Indexer(Index& index, RecordingBuilder& builder) : index_(index), builder_(builder) {}

  /// The whole pass. The container stands before its first packet.
  void run(Container container, Problems problems);

 private:
  struct Life {
    std::uint64_t first = 0;
    std::uint64_t row = 0;  ///< in the file: equal begins keep their order
    std::uint64_t last = 0;
    EntityIndex entity;
    auto operator<=>(const Life&) const = default;
  };
  /// When a life that has begun ends.
  using End = std::pair<std::uint64_t, LifetimeIndex>;
  template <class T>
  using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;

  void tell(Problems& problems);
  void take(const Container::Step& step, Problems& problems);
  bool take_own(const CapturedEvent& event);
  bool take_stream(const Fields& fields);
  bool take_entity(const Fields& fields);
  bool take_life(const Fields& fields);
  bool take_layer(const Fields& fields);
  bool take_recorded(const Fields& fields);
  bool take_frame(const CapturedEvent& event, const Fields& fields);
  bool take_resource(const CapturedEvent& event, const Fields& fields);
  bool take_comment(const Fields& fields);
  bool take_states(const CapturedEvent& event);
  bool take_coordinates(std::string_view text);
  void begin_and_end_lives(std::uint64_t frame);
  void finish(const Container& container);
  std::optional<StreamIndex> stream(std::int64_t row);
  FrameIndex frame_index(std::optional<std::uint32_t> written) const;
  EventIndex event_index(std::optional<std::uint32_t> written) const;
  EntityIndex entity_index(std::optional<std::uint32_t> written) const;

  Index& index_;
  RecordingBuilder& builder_;
  EventPacketReader reader_;
  PropertyTree tree_;
  PacketCounts counts_;
  std::uint64_t found_ = 0;                                     ///< events, bad ones included
  ByteRange packet_;                                            ///< the one being read
  double origin_ = 0;                                           ///< RTSS of the recording's zero
  std::vector<StreamIndex> streams_;                            ///< by row as written
  std::vector<std::pair<EntityIndex, std::uint32_t>> parents_;  ///< child, parent as written
  Soonest<Life> lives_;                                         ///< that are still to begin
  Soonest<End> ends_;
  std::uint64_t life_rows_ = 0;
  /// Rows of events as written and those of the recording, where they run on from.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> event_runs_;
  std::uint32_t events_ = 0;
  CoordinateSystem coordinates_;  ///< of the frame added last
};

}  // namespace scrubjay::xrec::extension
