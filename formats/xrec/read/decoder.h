#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/recording.h"
#include "core/time_cursor.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/read/composition.h"
#include "formats/xrec/read/reader.h"
#include "formats/xrec/read/state_seeker.h"

namespace scrubjay::xrec {

/// Decodes the state of all objects at a frame's time, or at any. What was wrong with packets was
/// told by the index pass and is not told again.
class Decoder final : public FrameDecoder, public TimeDecoder {
 public:
  Decoder(const Recording& recording, const XrecReader& reader);

  /// The state at the frame's time: events of the frame that come later are in the next one's.
  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;
  void decode_at(Seconds time, Sampling sampling, Frame& out) override;

 private:
  void decode_state(double rtss, Sampling sampling, Frame& out);
  void write_entity(EntityIndex entity, const EntityState& state, Frame& out);
  void write_channels(std::uint32_t entity, const EntityState& state, bool is_parent_missing,
                      PropertyTree& tree);

  const Recording& recording_;
  const XrecReader& reader_;
  StateSeeker seeker_;
  State between_;  ///< the state with values between events
  KnownNexts next_;
  std::vector<Placement> placements_;
  std::vector<EntityIndex> alive_;
  EventPacketReader event_reader_;
  std::optional<std::uint64_t> event_packet_;  ///< offset of the one that event_reader_ has open
};

}  // namespace scrubjay::xrec
