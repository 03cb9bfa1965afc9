#include "formats/colyseus/read/keyed_items.h"

#include <functional>

namespace scrubjay::colyseus {

namespace {

std::uint64_t hash_of(std::string_view key) { return std::hash<std::string_view>()(key); }

std::uint32_t append(Collection& collection, std::uint64_t index) {
  Entry& entry = collection.entries.emplace_back();
  entry.index = index;
  ++collection.removed;  // until it has a value
  return static_cast<std::uint32_t>(collection.entries.size() - 1);
}

/// The item under the key, or a new one at the end.
std::uint32_t find_or_append(State& state, Collection& collection, std::uint64_t index,
                             std::string_view key) {
  const std::uint32_t known = row_of_key(state, collection, key);
  if (known != kNoRow) return known;
  const std::uint32_t row = append(collection, index);
  collection.entries[row].key = state.texts().add(key);
  collection.rows_by_key.insert(hash_of(key), row);
  return row;
}

void forget_key(const State& state, Collection& collection, std::uint32_t row) {
  if (collection.type.shape != Shape::map) return;
  if (!is_found_by_key(state, collection, row)) return;
  collection.rows_by_key.erase(hash_of(state.text(collection.entries[row].key)));
}

}  // namespace

std::uint32_t row_of_key(const State& state, const Collection& collection, std::string_view key) {
  const auto is_it = [&](const Entry& entry) {
    return entry.value.is_set() && state.text(entry.key) == key;
  };
  const std::uint32_t row = collection.rows_by_key.find(hash_of(key));
  if (row == kNoRow || is_it(collection.entries[row])) return row;
  for (std::size_t i = 0; i < collection.entries.size(); ++i) {
    if (is_it(collection.entries[i])) return static_cast<std::uint32_t>(i);
  }
  return kNoRow;
}

bool is_found_by_key(const State& state, const Collection& collection, std::uint32_t row) {
  return collection.rows_by_key.find(hash_of(state.text(collection.entries[row].key))) == row;
}

std::uint32_t add_key(State& state, Collection& collection, std::uint64_t index,
                      std::string_view key) {
  const std::uint32_t meant = row_of_index(collection, index);
  if (meant != kNoRow) {
    Entry& entry = collection.entries[meant];
    if (entry.value.is_set() && state.text(entry.key) == key) return meant;
    --entry.indices;
  }
  const std::uint32_t row = find_or_append(state, collection, index, key);
  collection.rows_by_index.insert(index, row);
  ++collection.entries[row].indices;
  return row;
}

std::uint32_t add_key(State& state, Collection& collection, std::string_view key) {
  return find_or_append(state, collection, 0, key);
}

std::uint32_t add_index(Collection& collection, std::uint64_t index) {
  const std::uint32_t known = row_of_index(collection, index);
  if (known != kNoRow) {
    if (collection.entries[known].value.is_set()) return known;
    --collection.entries[known].indices;
  }
  const std::uint32_t row = append(collection, index);
  collection.rows_by_index.insert(index, row);
  collection.entries[row].indices = 1;
  return row;
}

void set_value(State& state, Collection& collection, std::uint32_t row, const Cell& value) {
  Cell& place = collection.entries[row].value;
  if (!place.is_set()) --collection.removed;
  state.set(place, value);
}

void remove_row(State& state, Collection& collection, std::uint32_t row) {
  Entry& entry = collection.entries[row];
  forget_key(state, collection, row);
  if (!entry.value.is_set()) return;
  state.clear(entry.value);
  ++collection.removed;
}

void remove_index(State& state, Collection& collection, std::uint64_t index) {
  const std::uint32_t row = row_of_index(collection, index);
  if (row == kNoRow) return;
  remove_row(state, collection, row);
  --collection.entries[row].indices;
  collection.rows_by_index.erase(index);
}

void remove_all(State& state, Collection& collection) {
  for (Entry& entry : collection.entries) {
    state.clear(entry.value);
    if (collection.type.shape == Shape::map) state.texts().remove(entry.key);
  }
  collection.entries.clear();
  collection.rows_by_index.clear();
  collection.rows_by_key.clear();
  collection.removed = 0;
}

void restore_item(State& state, Collection& collection, std::uint64_t index, const Cell& value) {
  const std::uint32_t row = append(collection, index);
  if (value.is_set()) set_value(state, collection, row, value);
}

void restore_key(State& state, Collection& collection, std::uint32_t row, std::string_view key,
                 bool is_found) {
  collection.entries[row].key = state.texts().add(key);
  if (is_found) collection.rows_by_key.insert(hash_of(key), row);
}

void restore_index(Collection& collection, std::uint64_t index, std::uint32_t row) {
  collection.rows_by_index.insert(index, row);
  ++collection.entries[row].indices;
}

void remove_entries_without_value(State& state, Collection& collection, bool now) {
  constexpr std::size_t kFew = 16;
  const bool are_many =
      collection.removed > kFew && collection.removed * std::size_t{2} > collection.entries.size();
  if (collection.removed == 0 || !(now || are_many)) return;
  const bool has_keys = collection.type.shape == Shape::map;
  std::vector<std::uint32_t> new_rows(collection.entries.size(), kNoRow);
  std::size_t kept = 0;
  for (std::size_t row = 0; row < collection.entries.size(); ++row) {
    Entry& entry = collection.entries[row];
    if (!entry.value.is_set() && entry.indices == 0) {
      if (has_keys) state.texts().remove(entry.key);
      continue;
    }
    new_rows[row] = static_cast<std::uint32_t>(kept);
    collection.entries[kept++] = entry;
  }
  collection.removed -= static_cast<std::uint32_t>(collection.entries.size() - kept);
  collection.entries.resize(kept);
  collection.rows_by_index.renumber(new_rows);
  collection.rows_by_key.renumber(new_rows);
}

}  // namespace scrubjay::colyseus
