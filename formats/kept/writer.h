#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "formats/kept/group_builder.h"
#include "formats/kept/packets.h"
#include "formats/write_plan.h"

namespace scrubjay::kept {

/// A frame that is to be kept.
struct KeptFrame {
  FlatFrame flat;
  std::vector<EventIndex> events;  ///< those of flat
  CoordinateSystem coordinates;
};

/// Fills `out` with a frame, of which only what is planned is kept. Any thread.
void flatten(const WritePlan& plan, const Frame& frame, KeptFrame& out);

/// Where a format puts the packets of what is kept.
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// A kind's byte and the payload, to stand in the frame that was added last, or, where
  /// `is_in_frame` is false, behind it. The head comes before all others.
  virtual void put(Bytes packet, bool is_in_frame) = 0;
};

/// Makes the packets of what is kept:
///
///     Writer writer(plan, coordinates, sink);
///     for each frame: writer.add(index, frame)      // flatten()ed, in order
///     writer.end_frames();
///     writer.end();
///
/// Frames are gathered in groups; a group's packets stand in its last frame. Memory does not grow
/// with the frames.
class Writer {
 public:
  /// `coordinates` are those of the first frame.
  Writer(const WritePlan& plan, const CoordinateSystem& coordinates, PacketSink& sink);

  /// False when the frame has more values than a group can hold.
  bool add(FrameIndex index, const KeptFrame& frame);
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
    CoordinateSystem coordinates;
  };

  void write_head(bool is_in_frame);
  bool write_group();
  bool write_rows(bool is_in_frame);
  void add_streams();
  void add_entities(std::size_t end);
  void add_lifetimes(std::uint64_t end);
  void add_frame(const WaitingFrame& frame);
  void add_event(EventIndex event);
  void write_resource(ResourceIndex resource);
  void write_comment(CommentInfo comment);
  FieldWriter begin(PacketKind kind);
  void send(bool is_in_frame) { sink_.put(packet_, is_in_frame); }
  template <class Row>
  void add_row(RowKind kind, const Row& row) {
    FieldWriter fields(rows_);
    fields.put(kind);
    fields.row(row);
  }

  const Recording& recording() const { return plan_.recording(); }

  /// How many there are so far.
  struct Counts {
    std::uint32_t frames = 0;
    std::uint32_t events = 0;
    std::uint32_t entities = 0;
  };

  const WritePlan& plan_;
  CoordinateSystem coordinates_;  ///< of the frame written last
  PacketSink& sink_;
  GroupBuilder group_;
  std::vector<WaitingFrame> waiting_;
  std::vector<std::byte> rows_;  ///< of the group that is being made
  std::vector<std::byte> packet_;
  std::vector<bool> is_seen_;  ///< by entity row: it was in a frame
  bool has_head_ = false;
  Counts rows_begin_;  ///< before the first one of rows_
  Counts counts_;
  std::size_t lifetimes_ = 0;
  std::unordered_map<std::uint32_t, EventIndex> commented_;  ///< events: row as written
  std::uint64_t damaged_resources_ = 0;
  std::uint64_t lost_comments_ = 0;
};

}  // namespace scrubjay::kept
