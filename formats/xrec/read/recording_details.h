#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/property_tree.h"
#include "formats/xrec/read/container.h"

namespace scrubjay::xrec {

/// What an index pass counts of a recording's packets.
struct PacketCounts {
  std::uint64_t event_packets = 0;
  std::uint64_t captured = 0;  ///< events that could be read
  std::map<std::string, std::uint64_t, std::less<>> by_type;
};

/// Appends the details that `info` prints: revision, version, packets, event_packets,
/// captured_events, captured_by_type, finished_without_errors.
void add_container_details(const Container& container, const PacketCounts& counts,
                           PropertyTree& details);
/// Appends the end packet's metadata as a group, where it has any.
void add_end_metadata(const Container& container, PropertyTree& details);

}  // namespace scrubjay::xrec
