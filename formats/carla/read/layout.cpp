#include "formats/carla/read/layout.h"

#include "formats/carla/limits.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

namespace {

std::optional<PacketKind> vector_list(std::uint8_t id) {
  switch (id) {
    case 6: return PacketKind::position;
    case 12: return PacketKind::kinematics;
    case 13: return PacketKind::bounding_box;
    case 17: return PacketKind::trigger_volume;
    default: return std::nullopt;
  }
}

bool adds_fit(Bytes body, VectorWidth width) {
  Bytes rest = body.subspan(kListCountBytes);
  for (std::size_t i = 0, n = declared_count(body); i < n; ++i) {
    const auto size = event_add_bytes(rest, width);
    if (!size) return false;
    rest = rest.subspan(*size);
  }
  return rest.empty();
}

bool wheels_fit(Bytes body) {
  if (body.size() < kListCountBytes) return false;
  Bytes rest = body.subspan(kListCountBytes);
  for (std::size_t i = 0, n = declared_count(body); i < n; ++i) {
    const auto size = vehicle_wheels_bytes(rest);
    if (!size) return false;
    rest = rest.subspan(*size);
  }
  return rest.empty();
}

bool fits(const Packet& packet, PacketLayout layout) {
  const PacketKind kind = kind_of(packet.id, layout);
  if (kind == PacketKind::anim_vehicle_wheels) return wheels_fit(packet.body);
  const auto record_bytes = fixed_record_bytes(kind, VectorWidth::float32);
  const FixedList list = fixed_list(packet.body, record_bytes.value_or(1));
  return list.fit == FixedList::Fit::exact || list.fit == FixedList::Fit::wrapped;
}

/// Evidence for the layouts of ids 21 to 23.
struct LayoutVotes {
  std::size_t wheels_first_misfits = 0;
  std::size_t doors_first_misfits = 0;
  std::size_t wheels_first_places = 0;
  std::size_t doors_first_places = 0;

  void count(const Packet& packet, bool is_after_position) {
    if (!fits(packet, PacketLayout::wheels_first)) ++wheels_first_misfits;
    if (!fits(packet, PacketLayout::doors_first)) ++doors_first_misfits;
    // 21 is the wheels or the door, 23 the door or the biker; 22 is after Position in both layouts.
    if (packet.id == 21) ++(is_after_position ? wheels_first_places : doors_first_places);
    if (packet.id == 23) ++(is_after_position ? doors_first_places : wheels_first_places);
  }

  /// What comes next changes nothing any more but in a file that is damaged all over.
  bool are_clear() const {
    constexpr std::size_t kClear = 16;
    return wheels_first_misfits >= doors_first_misfits + kClear ||
           doors_first_misfits >= wheels_first_misfits + kClear;
  }

  PacketLayout decide() const {
    if (wheels_first_misfits != doors_first_misfits) {
      return doors_first_misfits < wheels_first_misfits ? PacketLayout::doors_first
                                                        : PacketLayout::wheels_first;
    }
    return doors_first_places > wheels_first_places ? PacketLayout::doors_first
                                                    : PacketLayout::wheels_first;
  }
};

}  // namespace

std::optional<VectorWidth> width_by_size(const Packet& packet) {
  const auto kind = vector_list(packet.id);
  if (!kind || packet.body.size() < kListCountBytes || declared_count(packet.body) == 0) {
    return std::nullopt;
  }
  using Fit = FixedList::Fit;
  for (const Fit wanted : {Fit::exact, Fit::wrapped}) {
    for (const VectorWidth width : {VectorWidth::float32, VectorWidth::float64}) {
      if (fixed_list(packet.body, *fixed_record_bytes(*kind, width)).fit == wanted) return width;
    }
  }
  return std::nullopt;
}

VectorWidth find_vector_width(Bytes file, std::uint64_t from, const Packet& first_add) {
  PacketWalker walker(file, from, from + limits::kMostLayoutBytes);
  std::size_t frames = 0;
  while (const auto packet = walker.next()) {
    if (const auto width = width_by_size(*packet)) return *width;
    if (packet->id == 1 && ++frames == limits::kMostLayoutFrames) break;
  }
  const bool is_only_wide = !adds_fit(first_add.body, VectorWidth::float32) &&
                            adds_fit(first_add.body, VectorWidth::float64);
  return is_only_wide ? VectorWidth::float64 : VectorWidth::float32;
}

PacketLayout find_packet_layout(Bytes file, std::uint64_t from) {
  PacketWalker walker(file, from, from + limits::kMostLayoutBytes);
  LayoutVotes votes;
  std::size_t frames = 0;
  bool is_after_position = false;
  while (const auto packet = walker.next()) {
    if (packet->id == 0) is_after_position = false;
    if (packet->id == 6) is_after_position = true;
    if (packet->id >= 21 && packet->id <= 23) votes.count(*packet, is_after_position);
    if (packet->id == 1 && (++frames == limits::kMostLayoutFrames || votes.are_clear())) break;
  }
  return votes.decide();
}

}  // namespace scrubjay::carla
