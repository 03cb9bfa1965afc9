#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/coordinate_system.h"
#include "core/growing_column.h"
#include "core/index_archive.h"
#include "core/recording.h"
#include "formats/kept/packets.h"

namespace scrubjay::kept {

/// What the index pass over a recording that is kept leaves for decoders. It grows while they are
/// at work: rows that a published frame needs are there before it is.
///
/// Rows as written and those of the recording differ where parts of the file are damaged.
struct Index {
  /// Frames [first, first + frames), as written.
  struct Group {
    PacketPlace place;
    std::uint64_t first = 0;
    std::uint64_t frames = 0;
  };
  struct CoordinateChange {
    std::uint32_t frame = 0;  ///< FrameIndex from which on it holds
    CoordinateSystem system;
  };

  CoordinateSystem coordinates;           ///< before the first change
  GrowingColumn<Group> groups;            ///< by `first`, ascending
  GrowingColumn<std::uint32_t> frames;    ///< by FrameIndex: the frame's row as written
  GrowingColumn<std::uint32_t> entities;  ///< by row as written: EntityIndex, or kNoRow
  GrowingColumn<CoordinateChange> changes;
  GrowingColumn<PacketPlace> resources;  ///< by ResourceIndex

  CoordinateSystem coordinates_at(FrameIndex frame) const;
  EntityIndex entity(std::uint32_t written) const;
  /// The row of the group that holds a frame, as written; nothing when it is lost. O(log n).
  std::optional<std::size_t> group_of(std::uint64_t written_frame) const;
  /// Adds a group behind all others. False where it would overlap the last one.
  bool add_group(const PacketPlace& place, std::uint64_t first, std::uint64_t frames);

  /// For the reader's functions of the same names; what is loaded in vain leaves an empty index.
  void save(IndexWriter& out) const;
  bool load(IndexReader& in);
  void clear();
};

}  // namespace scrubjay::kept
