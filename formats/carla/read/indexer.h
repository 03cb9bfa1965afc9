#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/platform/pages_ahead.h"
#include "core/recording.h"
#include "formats/carla/read/file_index.h"
#include "formats/carla/read/packet_walker.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

/// The index pass over one file. Steps from packet header to packet header and reads only the
/// bodies of what changes the world's population or state; what is sampled every frame is left for
/// decoding.
class Indexer {
 public:
  Indexer(const InputFile& file, FileIndex& index, RecordingBuilder& builder);

  /// The whole pass.
  void run();

 private:
  /// An actor that lives now.
  struct Living {
    EntityIndex entity;
    LifetimeIndex
        life;  ///< none while it is not certain that it lives in the frame of its EventAdd
    EntityIndex replaced;           ///< one of the same id that lived until this frame's EventAdd
    std::uint8_t light = kNoLight;  ///< traffic light state seen last
    std::uint32_t light_list = 0;   ///< the list of lights that named it last, counted from 1
  };
  static constexpr std::uint8_t kNoLight = 0xFF;

  // indexer.cpp: packets and frames.
  void fetch_ahead(const Packet& packet) const;
  void take(const Packet& packet);
  void begin_frame(const Packet& packet);
  void end_frame(std::uint64_t end, bool has_end_mark);
  void take_outside(const Packet& packet, PacketKind kind);
  void take_kind(const Packet& packet, PacketKind kind);
  void take_early();
  void finish();
  void tell_cut();
  PacketKind kind_of_packet(const Packet& packet);
  void decide_width(const Packet& first_add);
  FixedList checked_list(const Packet& packet, PacketKind kind);
  void write_details();
  std::string_view guess_producer() const;
  void problem(Severity severity, std::string code, std::uint64_t offset, std::string message,
               std::string expected = {}, std::string found = {});

  // indexer_events.cpp: population, events and held state.
  void take_adds(const Packet& packet);
  void add_actor(const EventAdd& add, std::uint64_t offset, std::size_t bytes);
  void take_deletions(const Packet& packet);
  void take_parents(const Packet& packet);
  bool may_attach(EntityIndex child, EntityIndex parent) const;
  void take_collisions(const Packet& packet);
  void take_light_states(const Packet& packet);
  bool take_changed_lights(const FixedList& list, const Packet& packet);
  bool take_light(Bytes record, const Packet& packet);
  void take_doors(const Packet& packet);
  void take_weather(const Packet& packet);
  void take_scene_lights(const Packet& packet);
  void take_held(const Packet& packet, PacketKind kind, HeldState state);
  void take_physics(const Packet& packet);
  void hold(ChainHead& head, Bytes record, std::uint64_t offset, std::uint32_t detail);
  void settle_added_actors();
  void add_event(EventKind kind, EntityIndex entity, std::uint64_t offset, EventDetail detail = {});
  void tell_unknown_actor(const Packet& packet, PacketKind kind);
  Living* living(std::uint32_t actor);

  Bytes file_;
  FileIndex& index_;
  RecordingBuilder& builder_;
  StreamIndex stream_;
  PacketWalker walker_;
  PagesAhead pages_;

  bool in_frame_ = false;
  bool is_width_known_ = false;
  bool is_layout_known_ = false;
  bool has_end_mark_ = false;  ///< of the frame seen last
  FrameStart frame_start_;
  std::uint64_t frame_begin_ = 0;
  std::uint64_t last_frame_bytes_ = 0;
  FrameIndex frame_;
  Seconds frame_time_ = 0;
  bool has_frames_ = false;
  bool has_sensor_type_ = false;   ///< an actor of type Sensor
  bool has_small_wheels_ = false;  ///< physics controls with wheels of 36 bytes
  std::uint32_t event_order_ = 0;
  PacketCounts packet_counts_{};
  std::vector<Packet> outside_;  ///< events that stand between frames, for the next frame
  bool has_adds_ = false;        ///< this frame's EventAdd was taken, or is not waited for
  std::vector<Packet> early_;    ///< of this frame, before its EventAdd: they may name its actors

  std::unordered_map<std::uint32_t, Living> living_;
  Bytes settled_lights_;  ///< records of the list of lights taken last; see take_changed_lights()
  std::uint32_t light_lists_ = 0;
  std::vector<std::size_t> changed_lights_;  ///< rows of a list; kept for its storage
  std::vector<std::uint32_t> added_;         ///< actor ids of this frame's EventAdd
  std::unordered_map<std::uint32_t, EntityIndex> deleted_;        ///< by this frame's EventDel
  std::unordered_map<std::int32_t, std::uint32_t> scene_lights_;  ///< row by light id
  std::vector<std::uint64_t> contacts_;                           ///< ordered pairs in this frame
  std::vector<std::uint64_t> last_contacts_;                      ///< in the frame before, sorted
  RecordScratch scratch_;
};

}  // namespace scrubjay::carla
