#pragma once

#include <cstdint>
#include <optional>

#include "core/recording.h"
#include "formats/xrec/captured_events.h"
#include "formats/xrec/extension_index.h"
#include "formats/xrec/extension_states.h"

namespace scrubjay::xrec::extension {

/// Decodes frames of a recording that this program wrote: one group at a time, from its first
/// frame on.
class Decoder final : public FrameDecoder {
 public:
  Decoder(const Recording& recording, const Index& index) : recording_(recording), index_(index) {}

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

 private:
  struct Loaded {
    GroupReader reader;
    std::optional<std::size_t> group;  ///< row of Index::groups
    std::optional<const char*> error;
  };

  void load(std::size_t group, Loaded& into);
  /// Null when the group's reader is there, else why not.
  const char* go_to(std::uint64_t position);
  void fill(Frame& out) const;
  void tell(std::uint64_t packet, const char* why, Frame& out) const;

  const Recording& recording_;
  const Index& index_;
  EventPacketReader packets_;
  Loaded frames_;  ///< texts of the frame decoded last point into it
  Loaded events_;  ///< for events of other groups than that frame's
};

}  // namespace scrubjay::xrec::extension
