#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/byte_reader.h"
#include "core/coordinate_system.h"
#include "core/growing_column.h"
#include "core/recording.h"
#include "formats/xrec/captured_events.h"
#include "formats/xrec/extension_states.h"

namespace scrubjay::xrec::extension {

/// What the index pass over a recording that this program wrote leaves for decoders. It grows
/// while they are at work: rows that a published frame needs are there before it is.
struct Index {
  /// The states of frames [first, first + frames), as written.
  struct Group {
    std::uint64_t packet = 0;  ///< offset of its header
    std::uint64_t first = 0;
    std::uint64_t frames = 0;
  };
  struct CoordinateChange {
    std::uint32_t frame = 0;  ///< FrameIndex from which on it holds
    CoordinateSystem system;
  };
  /// Where a resource's event is; its data follow in the same packet and the next ones.
  struct Resource {
    std::uint64_t packet = 0;
    std::uint32_t place = 0;
  };

  Bytes file;
  CoordinateSystem coordinates;           ///< before the first change
  GrowingColumn<Group> groups;            ///< by `first`, ascending
  GrowingColumn<std::uint32_t> frames;    ///< by FrameIndex: the frame's row as written
  GrowingColumn<std::uint32_t> entities;  ///< by row as written: EntityIndex, or Flattener::kNoRow
  GrowingColumn<CoordinateChange> changes;
  GrowingColumn<Resource> resources;  ///< by ResourceIndex

  CoordinateSystem coordinates_at(FrameIndex frame) const;
  EntityIndex entity(std::uint32_t written) const;
  /// The row of the group that holds a frame, as written; nothing when it is lost. O(log n).
  std::optional<std::size_t> group_of(std::uint64_t written_frame) const;
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

/// Reads a group's StatesEvents into `out`. Errors: what is wrong, as a phrase.
std::optional<const char*> read_group(const Index& index, std::size_t group,
                                      EventPacketReader& reader, GroupReader& out);

/// The content of a resource (see Reader::read_resource).
Result<ResourceData> read_resource(const Index& index, ResourceIndex resource);

}  // namespace scrubjay::xrec::extension
