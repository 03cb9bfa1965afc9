#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/byte_reader.h"
#include "core/growing_column.h"
#include "core/recording.h"
#include "formats/states/decoder.h"
#include "formats/states/index.h"
#include "formats/xrec/captured_events.h"

namespace scrubjay::xrec::extension {

/// What the index pass over a recording that this program wrote leaves for decoders. It grows
/// while they are at work: rows that a published frame needs are there before it is.
struct Index {
  /// Where a resource's event is; its data follow in the same packet and the next ones.
  struct Resource {
    std::uint64_t packet = 0;
    std::uint32_t place = 0;
  };

  Bytes file;
  states::Index states;               ///< places of groups are offsets of packet headers
  GrowingColumn<Resource> resources;  ///< by ResourceIndex
};

/// One StatesEvent.
struct StatesPart {
  std::uint64_t first = 0;   ///< frame, as written
  std::uint64_t frames = 0;  ///< of the group
  std::uint64_t part = 0;    ///< from 0
  Bytes data;                ///< in the reader's packet
};
/// Nothing when the event is none.
std::optional<StatesPart> states_part(EventPacketReader& reader, std::uint32_t place);

/// Where groups are kept: in StatesEvents of one packet each.
std::unique_ptr<states::GroupSource> groups_of(Bytes file);

/// The content of a resource (see Reader::read_resource).
Result<ResourceData> read_resource(const Index& index, ResourceIndex resource);

}  // namespace scrubjay::xrec::extension
