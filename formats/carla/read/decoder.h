#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/recording.h"
#include "formats/carla/read/actor_table.h"
#include "formats/carla/read/file_index.h"
#include "formats/carla/read/packet_walker.h"
#include "formats/carla/read/sampled_actors.h"
#include "formats/carla/read/standing_properties.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

/// Decodes one frame of an indexed recording into the whole state at it: what the frame's own
/// packets sample, and what was written earlier and still holds. O(bytes of the frame + living
/// actors); the storage is kept from frame to frame.
class Decoder : public FrameDecoder {
 public:
  Decoder(const Recording& recording, const FileIndex& index);

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

 private:
  /// What a frame samples of each actor.
  enum class Sample : std::uint8_t {
    position,
    state,
    anim_vehicle,
    anim_walker,
    vehicle_light,
    kinematics,
    walker_bones,
    wheels,
    biker,
    movement_signal,
  };
  static constexpr std::size_t kSamples = 10;

  /// A living actor, at the same place as its entity in Frame::entities.
  struct Slot {
    const ActorRow* row = nullptr;
    std::array<const Change*, kHeldStates> held{};  ///< what holds at the frame; null: nothing
    std::array<Bytes, kSamples> samples{};          ///< records in the file; empty: none
    Position at;        ///< recorded: the frame's, else of the EventAdd; see has_pose
    Position added_at;  ///< of the EventAdd, where that is asked for
    std::uint32_t above = ActorTable::kNone;  ///< slot of the parent that it follows
    bool has_pose = false;  ///< not one that only follows another, or is missing from the frame
    bool is_placed = false;
    bool is_needed = false;  ///< is wanted, or one that is wanted follows it

    Bytes sample(Sample which) const { return samples[static_cast<std::size_t>(which)]; }
    const Change* state(HeldState which) const { return held[static_cast<std::size_t>(which)]; }
  };

  void gather_living(Frame& out);
  void choose_needed(Frame& out);
  void gather_samples(Frame& out);
  void gather_held();
  void gather_fixed(const Packet& packet, PacketKind kind, Sample sample);
  void gather_bones(const Packet& packet);
  void gather_wheels(const Packet& packet);
  void keep_sample(std::uint32_t actor, Sample sample, Bytes record, std::uint64_t offset);
  void tell_problems(Frame& out) const;
  void place_all(Frame& out);
  void place_by_record(Frame& out, std::size_t i);
  void place_below(Frame& out, std::size_t i);
  void write_frame_properties(Frame& out);
  void write_entity(Frame& out, std::size_t i);
  void write_samples(PropertyTree& tree, const Slot& slot);
  void write_held(Frame& out, std::size_t i);
  void write_physics(PropertyTree& tree, const Change& change);
  void write_collision(const EventInfo& event, PropertyTree& out);
  void load_positions(FrameIndex frame);
  Bytes bytes_at(std::uint64_t offset, std::uint64_t size) const;

  const Recording& recording_;
  const FileIndex& index_;
  Bytes file_;
  VectorWidth width_ = VectorWidth::float32;
  Precision precision_ = Precision::float32;
  PacketLayout layout_ = PacketLayout::wheels_first;
  FrameIndex frame_;
  std::uint32_t changes_end_ = 0;  ///< rows of the log of states from here on hold later

  std::vector<EntityIndex> living_;
  std::vector<Slot> slots_;
  ActorTable slots_by_actor_;
  std::vector<std::uint32_t> path_;
  RecordScratch scratch_;
  StandingProperties standing_;
  SampledActors sampled_;
  FrameStart frame_start_;
  Bytes platform_time_;
  Bytes visual_time_;

  /// Damage in the frame, folded here so that telling it costs once.
  struct Damage {
    std::uint64_t count = 0;
    std::uint64_t offset = 0;
    void add(std::uint64_t at) {
      if (count++ == 0) offset = at;
    }
  };
  Damage without_actor_;
  Damage cut_lists_;
  Damage lost_actors_;

  FrameIndex positions_frame_;  ///< of the two below, which answer where an actor was
  ActorTable position_rows_;
  std::vector<glm::dvec3> positions_;
};

}  // namespace scrubjay::carla
