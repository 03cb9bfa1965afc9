#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "formats/states/extension.h"
#include "formats/states/group_builder.h"
#include "formats/states/write_plan.h"

namespace scrubjay::states {

/// A frame whose states are to be written.
struct ExtensionFrame {
  FlatFrame flat;
  std::vector<EventIndex> events;  ///< those of flat
};

/// Fills `out` with a frame, of which only what is planned is written.
void take_frame(const WritePlan& plan, const Frame& frame, ExtensionFrame& out);

/// Where a format puts the packets of our own.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// A kind's byte and the payload, to stand in the frame that was added last, or, where
  /// `is_in_frame` is false, behind it.
  virtual void put(Bytes packet, bool is_in_frame) = 0;
};

/// Makes the packets of our own. Frames are gathered in groups; a group's packets stand in its last
/// frame.
class ExtensionWriter {
 public:
  /// Frames are given in `coordinates`.
  ExtensionWriter(const WritePlan& plan, const CoordinateSystem& coordinates, PacketSink& sink);

  /// False when the frame has more values than a group can hold.
  bool add(FrameIndex index, const ExtensionFrame& frame);
  /// The last group, into the last frame. False as above.
  bool end_frames();
  /// What stands behind the last frame.
  void end();

  std::uint64_t damaged_resources() const { return damaged_resources_; }
  std::uint64_t lost_comments() const { return lost_comments_; }

 private:
  struct WaitingFrame {
    FrameIndex index;
    std::vector<EventIndex> events;
  };

  void write_head(bool is_in_frame);
  bool write_group();
  void tell_streams();
  void tell_entities(std::size_t end);
  void tell_lives(std::uint64_t end);
  void tell_frame(const WaitingFrame& frame);
  void tell_event(EventIndex event);
  void write_resource(ResourceIndex resource);
  void write_comment(const CommentInfo& comment);
  std::vector<std::byte>& begin(ExtensionKind kind);
  void send(bool is_in_frame) { sink_.put(packet_, is_in_frame); }

  const Recording& recording() const { return plan_.recording(); }

  const WritePlan& plan_;
  CoordinateSystem coordinates_;
  PacketSink& sink_;
  GroupBuilder group_;
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

}  // namespace scrubjay::states
