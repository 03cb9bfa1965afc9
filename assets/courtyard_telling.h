#pragma once

#include <cstdint>
#include <string>

#include "assets/arena.h"
#include "assets/debug_properties.h"
#include "formats/framebyframe/write/frame_writer.h"

namespace scrubjay::assets {

/// Tells what a courtyard holds as a game's server and its players' clients would record it: puts
/// entities, events and their properties into frames.
///
/// The frame's views point into this object until `begin`.
class CourtyardTelling {
 public:
  /// `properties`: about how many a guard has at least.
  explicit CourtyardTelling(std::uint32_t properties) : properties_(properties) {}

  /// Empties everything for the next frame.
  void begin(std::string_view tag, std::uint32_t client);
  /// All of a courtyard, as the server knows it.
  void add_server_view(const Courtyard& yard, std::uint64_t tick);
  /// The player and the camera, as the player's own machine shows them; `shown` is where.
  void add_client_view(const Courtyard& yard, const glm::dvec3& shown, std::uint64_t number,
                       double latency);

  const framebyframe::WrittenFrame& frame() const { return frame_; }
  framebyframe::WrittenFrame& frame() { return frame_; }

  /// The picture of what the intruder sees that the tick shows: one is taken every few ticks.
  static std::uint64_t screenshot_tick(std::uint64_t tick);
  static std::string screenshot_path(const Courtyard& yard, std::uint64_t tick);

 private:
  static constexpr glm::dvec3 kUp{0, 1, 0};

  void add_world(const Courtyard& yard, std::uint64_t tick);
  void add_squad(const Courtyard& yard);
  void add_guard(const Courtyard& yard, const ArenaGuard& guard, std::uint64_t tick);
  void tell_behaviour(const Courtyard& yard, const ArenaGuard& guard);
  void tell_perception(const Courtyard& yard, const ArenaGuard& guard);
  void tell_body(const ArenaGuard& guard);
  void tell_statistics(const ArenaGuard& guard, std::uint64_t tick);
  void add_guard_events(const Courtyard& yard, const ArenaGuard& guard);
  void add_intruder(const Courtyard& yard, std::uint64_t tick);
  void add_intruder_events(const Courtyard& yard, std::uint64_t tick);
  void add_crate(const Courtyard& yard, const ArenaCrate& crate);
  void add_door(const Courtyard& yard);
  void add_turret(const Courtyard& yard);
  void tell_noise(const Courtyard& yard, const ArenaIntruder& intruder);

  void begin_entity(std::uint32_t id, std::uint32_t parent);
  void end_entity(std::string_view name, const glm::dvec3& position, const glm::dvec3& forward);
  void begin_event(std::string_view name, std::string_view tag);
  void end_event();
  std::string_view keep(std::string_view text) { return tree_.keep(text); }

  std::uint32_t properties_;
  PropertyTree tree_;
  DebugProperties make_{tree_};
  framebyframe::WrittenFrame frame_;
  PropertyTree::Node user_group_ = 0;
};

}  // namespace scrubjay::assets
