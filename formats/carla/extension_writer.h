#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "formats/carla/extension.h"
#include "formats/carla/writer.h"
#include "formats/states/group_builder.h"
#include "formats/states/write_plan.h"

namespace scrubjay::carla {

/// A frame whose states are to be written.
struct ExtensionFrame {
  states::FlatFrame flat;
  std::vector<EventIndex> events;  ///< those of flat
};

/// Writes the packets of our own beside CARLA's. Frames are gathered in groups; a group's packets
/// stand in its last frame.
class ExtensionWriter {
 public:
  ExtensionWriter(const states::WritePlan& plan, Writer& writer);

  /// Into the frame that was begun. False when it has more values than a group can hold.
  bool add(FrameIndex index, const ExtensionFrame& frame);
  /// The last group, into the last frame. False as above.
  bool end_frames();
  /// What stands behind the last frame, once the writer has finished.
  void end();

  std::uint64_t damaged_resources() const { return damaged_resources_; }
  std::uint64_t lost_comments() const { return lost_comments_; }

 private:
  struct WaitingFrame {
    FrameIndex index;
    std::vector<EventIndex> events;
  };

  void write_head();
  bool write_group();
  void tell_streams();
  void tell_entities(std::size_t end);
  void tell_lives(std::uint64_t end);
  void tell_frame(const WaitingFrame& frame);
  void tell_event(EventIndex event);
  void write_resource(ResourceIndex resource);
  void write_comment(const CommentInfo& comment);
  std::vector<std::byte>& begin(ExtensionKind kind);
  void send(bool is_in_frame);

  const Recording& recording() const { return plan_.recording(); }

  const states::WritePlan& plan_;
  Writer& writer_;
  states::GroupBuilder group_;
  std::vector<WaitingFrame> waiting_;
  std::vector<std::byte> tables_;  ///< of the group that is being made
  std::vector<std::byte> packet_;
  std::vector<bool> is_seen_;  ///< by entity row: it was in a frame
  bool has_head_ = false;
  std::size_t entities_told_ = 0;
  std::size_t lives_told_ = 0;
  std::uint32_t frames_told_ = 0;
  std::uint32_t events_told_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> commented_;  ///< events: row, or kNoRow
  std::uint64_t damaged_resources_ = 0;
  std::uint64_t lost_comments_ = 0;
};

}  // namespace scrubjay::carla
