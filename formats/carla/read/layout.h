#pragma once

#include <optional>

#include "formats/carla/read/packet_walker.h"

namespace scrubjay::carla {

// What a file does not state and its packets tell. Both are decided once per file, at the first
// packet that needs the answer, by looking a bounded way ahead: no frame before that packet depends
// on it.

/// The width that a list of Position, Kinematics, BoundingBox or TriggerVolume has by its size and
/// count (28 or 52 bytes a record). Nothing for other packets, empty lists and sizes that are
/// neither.
std::optional<VectorWidth> width_by_size(const Packet& packet);

/// The width of all vectors of a file: by the size of the first list from `from` on that tells it,
/// else by which width `first_add` (an EventAdd that is not empty) is consumed exactly. float32
/// when neither tells.
VectorWidth find_vector_width(Bytes file, std::uint64_t from, const Packet& first_add);

/// Which packets 21, 22 and 23 are: the layout with fewer packets that it does not consume exactly
/// among those up to where one has 16 fewer; when equal, by their place in the frame (doors come
/// before Position, wheels and bikers after it); when that tells nothing, wheels first. `from` is
/// where a frame begins.
PacketLayout find_packet_layout(Bytes file, std::uint64_t from);

}  // namespace scrubjay::carla
