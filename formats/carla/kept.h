#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/carla/read/packet_walker.h"
#include "formats/kept/packets.h"

namespace scrubjay::carla {

// How a recording of any format is kept in a CARLA file: in packets of one id beside those of the
// format's page, which say all that CARLA's cannot. CARLA's replayer and its query tools step over
// them, as over all ids they do not know. See formats/carla/README.md.

/// Beyond all ids of CARLA and of forks seen (formats/carla/README.md, 3).
inline constexpr std::uint8_t kKeptPacket = 183;
/// In front of every such packet's body, since nobody owns numbers.
inline constexpr std::string_view kKeptMagic = "Scrubjay";

/// What stands in a packet of what is kept, or nothing for other packets.
std::optional<kept::Packet> kept_packet(const Packet& packet);

/// The head of what a file keeps whose packets begin at `from`: in its first frame, or first of
/// all. Nothing for other files, for versions that came later, and where the file was cut off
/// before what is kept of its first frames.
std::optional<kept::Head> find_kept(Bytes file, std::uint64_t from);

}  // namespace scrubjay::carla
