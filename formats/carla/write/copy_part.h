#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formats/carla/read/packet_walker.h"
#include "formats/carla/read/reader.h"
#include "formats/carla/write/pose.h"
#include "formats/carla/write/property_view.h"
#include "formats/format_writer.h"
#include "formats/write_plan.h"

namespace scrubjay::carla {

/// Makes the frames of a part of a CARLA recording: a stretch of time, or only some of its actors,
/// or both. Packets are the producer's own, unknown ones, too, but for FrameStart, whose ids count
/// from 1 and whose times from 0, and for those of the first frame that say what earlier frames
/// said (formats/carla/README.md, 13):
///
///     EventAdd            all that live then; those of the world at their places then, and those
///                         without a place as if attached to nobody
///     EventDel            none
///     EventParent         of those that have one
///     11, 13, 15, 16, 17, door, weather    what holds then
///
/// The first frame of the whole recording says that itself.
///
/// Who would be elsewhere in the copy, since whom it follows is not written, has a Position in each
/// frame.
class PartCopy {
 public:
  PartCopy(const WriteRequest& request, const CarlaReader& reader);

  std::size_t first_frame() const { return plan_.first_frame(); }
  std::size_t end_frame() const { return plan_.end_frame(); }
  Bytes header() const;
  /// The bytes of the next frame, until the next call. Frames one after the other.
  Bytes frame(FrameIndex frame);
  WriteReport report() const;

 private:
  /// One packet, where it stands in a frame.
  struct Part {
    int rank = 0;
    std::size_t begin = 0;  ///< in parts_bytes_
    std::size_t end = 0;
  };

  void note_living(FrameIndex frame);
  void put_frame_start(FrameIndex frame);
  void note_events(FrameIndex frame);
  void put_packets(FrameIndex frame);
  void put_part(PacketKind kind, std::uint8_t id, Bytes body);
  void put_chosen(const Packet& packet, PacketKind kind);
  bool is_chosen_from(PacketKind kind) const;
  bool is_chosen_record(PacketKind kind, Bytes record) const;
  std::optional<std::size_t> record_bytes(PacketKind kind, Bytes rest, Bytes body) const;
  void free_from_parent(std::uint32_t id);
  void add_places();
  void put_left_out();

  void put_first(FrameIndex frame);
  void put_living();
  void put_held(PacketKind kind, HeldState state);
  void put_physics();
  void put_doors();
  void put_world();
  Pose sampled_pose(const Entity& entity, const Frame& frame) const;

  void begin_list();
  void add_record(Bytes record);
  template <class Record>
  void add_record(const Record& record);
  void put_list(PacketKind kind, std::uint8_t id, bool even_empty);
  void set_pose(const Pose& pose);

  const Change* held(EntityIndex entity, HeldState state) const;
  Bytes bytes_at(std::uint64_t offset, std::uint64_t size) const;

  const FileIndex& index_;
  const Recording& recording_;
  Bytes file_;
  WritePlan plan_;
  bool is_filtered_;
  VectorWidth width_;
  PacketLayout layout_;
  Cursor cursor_;
  FrameIndex frame_;
  std::vector<EntityIndex> living_;           ///< chosen ones in the frame, ascending
  std::unordered_set<std::uint32_t> ids_;     ///< theirs
  std::unordered_set<std::uint32_t> before_;  ///< those of the frame before
  std::set<std::uint32_t> gone_;              ///< of these, who is gone and not said to be yet
  std::vector<std::uint32_t> lost_;  ///< whose EventAdd, written last, knows no place of the world
  std::vector<bool> is_seen_;        ///< by row
  std::vector<bool> is_moved_;       ///< by row: would be elsewhere without a Position
  bool must_place_ = false;          ///< Positions of those are still to be written in this frame
  std::vector<std::byte> list_;      ///< records of the list that is being made
  std::size_t list_count_ = 0;
  std::size_t last_record_ = 0;  ///< where in list_ the last one begins
  std::vector<Part> parts_;
  std::vector<std::byte> parts_bytes_;
  std::vector<std::byte> out_;
  std::uint64_t frame_id_ = 0;
  double elapsed_ = 0;
  std::uint64_t freed_ = 0;    ///< places that were relative to a parent, in each frame
  std::uint64_t cut_ = 0;      ///< see WritePlan::count_cut
  std::uint64_t retimed_ = 0;  ///< frames at another time
  std::uint64_t events_ = 0;
  std::uint64_t untold_ = 0;     ///< events of the first frame that say what holds from then on
  std::uint64_t told_anew_ = 0;  ///< events of the first frame that say what held before
  std::uint64_t nowhere_ = 0;    ///< attached to nobody in the first frame, though nobody said so
};

}  // namespace scrubjay::carla
