#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace scrubjay::tables {

/// How a column's values are kept, in SQL and in files.
enum class ColumnType : std::uint8_t { boolean, int32, int64, real, text };

/// INTEGER, REAL or TEXT.
std::string_view sql_name(ColumnType type);

struct Column {
  std::string_view name;
  ColumnType type;
};

enum class TableId : std::uint8_t {
  recordings,
  streams,
  frames,
  entities,
  lives,
  events,
  places,
  properties,
  changes,
  // views, of SQL only
  state,
  pairs,
  contacts,
};
inline constexpr std::size_t kTables = 12;
inline constexpr std::size_t kStoredTables = 9;  ///< the first ones, which are no views

/// What every recording, whatever its format, is as a table. Names and types are a contract: a
/// column is never renamed, and new ones come last.
struct Table {
  TableId id;
  std::string_view name;
  std::span<const Column> columns;

  std::optional<std::size_t> find(std::string_view column) const;
};

std::span<const Table> all_tables();
const Table& table_of(TableId id);

/// Its rows are those of frames, which have to be decoded.
constexpr bool is_of_frames(TableId id) { return id >= TableId::places; }

}  // namespace scrubjay::tables
