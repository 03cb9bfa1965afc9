#pragma once

#include <cstdint>
#include <vector>

#include "core/recording.h"
#include "formats/colyseus/read/state_machine.h"
#include "formats/colyseus/read/state_properties.h"

namespace scrubjay::colyseus {

/// Decodes frames: the tree at that frame as entities with properties (formats/colyseus/README.md,
/// 9). What was wrong with messages was told by the index pass and is not told again.
class Decoder final : public FrameDecoder {
 public:
  Decoder(const Recording& recording, const FileIndex& index);

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

 private:
  /// What is known of one stream, apart from its tree.
  struct Stream {
    Placement placement;
    bool is_placed = false;
    SlotMap entities;  ///< rows of the recording by refId
  };

  void find_entities();
  void write_frame_properties(const FrameRow& row, PropertyTree& tree) const;
  void write_entities(const State& state, const Types& types, Stream& stream, Frame& out);
  void write_derived(const EventRow& row, PropertyTree& tree) const;

  const Recording& recording_;
  const FileIndex& index_;
  StateSeeker seeker_;
  RecordReader records_;
  StateProperties properties_;
  std::vector<Stream> streams_;
  std::size_t entities_found_ = 0;  ///< rows of the recording that were looked at
};

}  // namespace scrubjay::colyseus
