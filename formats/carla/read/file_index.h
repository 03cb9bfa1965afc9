#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/growing_column.h"
#include "core/ids.h"
#include "formats/carla/packets.h"
#include "formats/carla/read/state_log.h"

namespace scrubjay::carla {

/// State of an actor that is written when it changes and holds until it is written again.
enum class HeldState : std::uint8_t {
  parent,  ///< Change::detail is the parent's EntityIndex
  bounding_box,
  physics_control,  ///< Change::detail is the size of a wheel; 0: the UE5 record
  traffic_light_time,
  trigger_volume,
  doors,  ///< Change::detail is DoorBits::detail()
};
inline constexpr std::size_t kHeldStates = 6;

/// Which doors were mentioned so far and which of them are open, as bits from door 0.
struct DoorBits {
  std::uint8_t known = 0;
  std::uint8_t open = 0;

  static DoorBits from(std::uint32_t detail) {
    return {static_cast<std::uint8_t>(detail & 0xFF),
            static_cast<std::uint8_t>(detail >> 8 & 0xFF)};
  }
  std::uint32_t detail() const { return known | std::uint32_t{open} << 8; }
  bool operator==(const DoorBits&) const = default;
};

/// What decoders need of an actor; its row is its EntityIndex.
struct ActorRow {
  ActorRow() : ActorRow(0, 0, 0, 0, false) {}
  ActorRow(std::uint64_t offset, std::uint32_t bytes, std::uint32_t actor, std::uint8_t actor_type,
           bool valid_texts)
      : add_offset(offset),
        add_bytes(bytes),
        id(actor),
        type(actor_type),
        has_valid_texts(valid_texts) {
    for (ChainHead& head : held) head.store(Change::kNone, std::memory_order_relaxed);
  }

  std::uint64_t add_offset;  ///< of its EventAdd record
  std::uint32_t add_bytes;
  std::uint32_t id;
  EntityIndex spawn_parent;  ///< whose place the EventAdd's location is relative to, if is_relative
  std::uint8_t type;
  bool is_relative = false;  ///< final before the frame of the EventAdd is published
  bool has_valid_texts;      ///< all texts of the EventAdd are valid UTF-8
  std::array<ChainHead, kHeldStates> held;

  const ChainHead& head(HeldState state) const { return held[static_cast<std::size_t>(state)]; }
  ChainHead& head(HeldState state) { return held[static_cast<std::size_t>(state)]; }
};

struct SceneLightRow {
  explicit SceneLightRow(std::int32_t light = 0) : id(light) {}
  std::int32_t id;
  ChainHead head{Change::kNone};
};

/// What an event of the recording is; the low byte of EventInfo::source_detail.
enum class EventKind : std::uint8_t {
  added,
  deleted,
  parented,
  collision,  ///< second byte: 1 when the contact goes on from the frame before
  light,      ///< second byte: the state before, third: the state after
  door,
  weather,
};

struct EventDetail {
  EventKind kind = EventKind::added;
  std::uint8_t first = 0;
  std::uint8_t second = 0;

  static EventDetail from(std::uint32_t detail) {
    return {static_cast<EventKind>(detail & 0xFF), static_cast<std::uint8_t>(detail >> 8 & 0xFF),
            static_cast<std::uint8_t>(detail >> 16 & 0xFF)};
  }
  std::uint32_t packed() const {
    return static_cast<std::uint32_t>(kind) | std::uint32_t{first} << 8 |
           std::uint32_t{second} << 16;
  }
};

/// What the index pass leaves for decoders beside the Recording's own tables. Grows while decoders
/// of published frames read it: what a published frame needs does not change any more.
struct FileIndex {
  std::uint16_t header_version = 1;
  std::uint64_t first_packet = 0;  ///< header bytes
  std::atomic<VectorWidth> width{VectorWidth::float32};
  std::atomic<PacketLayout> layout{PacketLayout::wheels_first};
  GrowingColumn<ActorRow> actors;
  GrowingColumn<SceneLightRow> scene_lights;
  ChainHead weather{Change::kNone};
  StateLog states;
};

}  // namespace scrubjay::carla
