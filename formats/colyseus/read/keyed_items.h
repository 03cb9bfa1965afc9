#pragma once

#include <cstdint>
#include <string_view>

#include "formats/colyseus/read/state.h"

namespace scrubjay::colyseus {

// Items under a wire index or a key, in order of insertion (formats/colyseus/README.md, 5.1
// to 5.3). A row is the item's place in Collection::entries; it holds until
// `remove_entries_without_value`.

inline constexpr std::uint32_t kNoRow = 0xFFFFFFFF;

/// The row that `index` means, or kNoRow. Its value may be unset.
inline std::uint32_t row_of_index(const Collection& collection, std::uint64_t index) {
  return collection.rows_by_index.find(index);
}

/// The row of the item with that key, or kNoRow. O(1) but for keys whose hashes are equal.
std::uint32_t row_of_key(const State& state, const Collection& collection, std::string_view key);

/// Whether the map's row is what its key leads to. One that was removed is not, even where an index
/// brings it back.
bool is_found_by_key(const State& state, const Collection& collection, std::uint32_t row);

/// The row of the map's item with that key, made at the end if there is none; from now on `index`
/// means it.
std::uint32_t add_key(State& state, Collection& collection, std::uint64_t index,
                      std::string_view key);
/// The same where keys have no index (generation 0).
std::uint32_t add_key(State& state, Collection& collection, std::string_view key);
/// The row of the item under `index`, made at the end if there is none.
std::uint32_t add_index(Collection& collection, std::uint64_t index);

/// Puts `value` in place of the row's.
void set_value(State& state, Collection& collection, std::uint32_t row, const Cell& value);
/// The item goes; `index` means nothing any more.
void remove_index(State& state, Collection& collection, std::uint64_t index);
/// The item goes, the row stays.
void remove_row(State& state, Collection& collection, std::uint32_t row);
void remove_all(State& state, Collection& collection);

/// An item at the end as another tree had it; `value` unset: its row is kept for its index. No
/// index means it yet.
void restore_item(State& state, Collection& collection, std::uint64_t index, const Cell& value);
/// Its key in a map. `is_found`: what is_found_by_key said.
void restore_key(State& state, Collection& collection, std::uint32_t row, std::string_view key,
                 bool is_found);
/// From now on `index`, which means nothing yet, means that row.
void restore_index(Collection& collection, std::uint64_t index, std::uint32_t row);

/// Closes the gaps where there are many, or, `now`, any.
void remove_entries_without_value(State& state, Collection& collection, bool now = false);

}  // namespace scrubjay::colyseus
