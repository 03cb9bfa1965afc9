#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/recording.h"
#include "formats/states/rebuilder.h"
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
  Indexer(Index& index, RecordingBuilder& builder)
      : index_(index), builder_(builder), rebuilder_(index.states, builder) {}

  /// The whole pass. The container stands before its first packet.
  void run(Container container, Problems problems);

 private:
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
  void finish(const Container& container);

  Index& index_;
  RecordingBuilder& builder_;
  EventPacketReader reader_;
  PropertyTree tree_;
  PacketCounts counts_;
  std::uint64_t found_ = 0;  ///< events, bad ones included
  ByteRange packet_;         ///< the one being read
  double origin_ = 0;        ///< RTSS of the recording's zero
  states::Rebuilder rebuilder_;
};

}  // namespace scrubjay::xrec::extension
