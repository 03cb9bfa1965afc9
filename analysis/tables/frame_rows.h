#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tables/row_batch.h"
#include "analysis/tables/row_filter.h"
#include "analysis/tables/schema.h"
#include "core/recording.h"

namespace scrubjay::tables {

/// What is asked of one table of one recording.
struct RowRequest {
  TableId table = TableId::places;
  std::shared_ptr<const Recording> recording;  ///< indexed
  std::size_t number = 0;                      ///< of the recording, the column `recording`
  std::string file = {};                       ///< as it was named
  Seconds offset = 0;                          ///< added to all times
  std::optional<CoordinateSystem> coordinates = {};
  RowFilter filter = {};  ///< its times are those of the rows, with the offset
  ColumnSlots columns{};
  /// The columns of `state` behind the fixed ones: the paths that they hold.
  std::shared_ptr<const std::vector<std::string>> paths = {};
  /// Gets what decoding a frame found wrong, once a frame, in order of frames.
  std::function<void(FrameIndex, const std::vector<Problem>&)> tell_damage = {};
  /// Of `changes`: those of where entities are, with the paths that append_place() makes, instead
  /// of those of properties. No query asks for them.
  bool of_places = false;

  /// What is wanted of frames (Frame::only).
  std::optional<std::vector<EntityIndex>> only_entities() const;
};

/// Makes the rows that frames have in one table. One a thread; frames come in any order, but those
/// that follow each other are cheapest.
class FrameRows {
 public:
  /// Behind the last part of a frame.
  static constexpr std::size_t kDone = std::numeric_limits<std::size_t>::max();

  virtual ~FrameRows() = default;
  /// Appends the rows of `frame` from a part of it on, 0 being the first one, until `out` holds
  /// `most_bytes` or more. Returns the part at which to go on, kDone behind the last one.
  virtual std::size_t add(const Frame& frame, std::size_t part, std::size_t most_bytes,
                          RowBatch& out) = 0;
  /// Whether rows follow from the frame before, too.
  virtual bool looks_back() const { return false; }
  /// Called before a frame is added, or never: the frame before it, which is there until this one
  /// was added; null where there is none.
  virtual void set_before(const Frame* /*before*/) {}
};

/// Calls `add(entity)` for each that passes the filter, while `out` has room. A part is one more
/// than an entity's row, whatever else the frame has. Returns as FrameRows::add.
template <class Add>
std::size_t add_entities(const Frame& frame, const RowFilter& filter, std::size_t part,
                         std::size_t most_bytes, const RowBatch& out, Add add) {
  const auto& wanted = filter.entities;
  if (wanted && wanted->size() < frame.entities.size() / 8) {
    for (auto row = std::ranges::lower_bound(*wanted, part - 1); row != wanted->end(); ++row) {
      if (out.bytes() >= most_bytes) return *row + 1;
      if (*row >= EntityIndex::none().value) break;
      if (const Entity* const entity = frame.find(EntityIndex(*row))) add(*entity);
    }
    return FrameRows::kDone;
  }
  auto entity = std::ranges::lower_bound(frame.entities, EntityIndex(part - 1), {}, &Entity::index);
  for (; entity != frame.entities.end(); ++entity) {
    if (out.bytes() >= most_bytes) return std::size_t{entity->index.value} + 1;
    if (filter.passes_entity(entity->index)) add(*entity);
  }
  return FrameRows::kDone;
}

/// `request` must outlive it.
std::unique_ptr<FrameRows> make_frame_rows(const RowRequest& request);

/// The columns of `properties` behind `entity`.
struct PropertyColumn {
  enum : std::size_t { path = 4, type, number, integer, text, x };
};

/// The columns of `changes` behind `recording`.
struct ChangeColumn {
  enum : std::size_t { frame = 1, time, entity, path, type, before, after, delta };
};

// Of tables with files of their own.
std::unique_ptr<FrameRows> make_change_rows(const RowRequest& request);
std::unique_ptr<FrameRows> make_pair_rows(const RowRequest& request);

/// The columns that all tables of frames begin with: recording, frame, time.
void add_frame(const RowRequest& request, const Frame& frame, RowBatch& out);
inline constexpr std::size_t kEntityColumn = 3;
/// A row with these columns. `subject` and `part` tell the rows of a frame apart: an entity, say,
/// and one of its properties.
inline void begin_row(const RowRequest& request, const Frame& frame, EntityIndex subject,
                      std::uint64_t part, RowBatch& out) {
  // 64 bits of all three; that two rows of a recording have the same is not to be expected.
  const std::uint64_t where = std::uint64_t{frame.index.value} << 32 | subject.value;
  out.add_row(request.columns, where * 0x9E3779B97F4A7C15 + part);
  if (request.columns.width() > 0) add_frame(request, frame, out);
}

/// Position x, y, z, rotation x, y, z, w and scale, as they are printed, from a column on.
void add_place(const Entity& entity, std::size_t column, RowBatch& out);

}  // namespace scrubjay::tables
