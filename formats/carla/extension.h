#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/carla/packet_walker.h"
#include "formats/states/extension.h"

namespace scrubjay::carla {

// How a recording of any format stands in a CARLA file: packets of our own beside those of the
// format's page, which say all that CARLA's cannot. CARLA's replayer and its query tools step over
// them, as over all ids they do not know. See formats/carla/README.md.

/// Beyond all ids of CARLA and of forks seen (page section 3).
inline constexpr std::uint8_t kExtensionPacket = 183;
/// In front of every such packet's body, since nobody owns numbers.
inline constexpr std::string_view kExtensionMagic = "Scrubjay";

/// The packet as one of our own, or nothing.
std::optional<states::ExtensionPacket> extension_packet(const Packet& packet);

/// The head of a recording of ours whose packets begin at `from`: in its first frame, or first of
/// all. Nothing for other files, and for versions that came later.
std::optional<states::ExtensionHead> find_extension(Bytes file, std::uint64_t from);

}  // namespace scrubjay::carla
