#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/growing_column.h"
#include "core/ids.h"

namespace scrubjay::framebyframe {

/// What tells entities of one recording apart (formats/framebyframe/README.md, 11). Ids at or above
/// 2^63 are kept as the same 64 bits.
struct EntityKey {
  std::int64_t client = 0;
  std::int64_t id = 0;

  bool operator==(const EntityKey&) const = default;
};

/// Finds the row of an entity by its key. One thread adds while any others look up, without locks.
/// Rows are given in order of adding: the n-th key added has row n, as in `Recording`'s table.
class EntityMap {
 public:
  EntityMap();
  ~EntityMap();
  EntityMap(const EntityMap&) = delete;
  EntityMap& operator=(const EntityMap&) = delete;

  std::size_t size() const { return keys_.size(); }
  const EntityKey& key(EntityIndex entity) const { return keys_[entity.value]; }
  /// None when the key was not added yet. O(1).
  EntityIndex find(const EntityKey& key) const;
  /// The next row, for a key that is not there. For the one thread that indexes.
  EntityIndex add(const EntityKey& key);
  /// Forgets all keys; nobody may have looked one up yet.
  void clear();

 private:
  struct Table;

  void grow();

  GrowingColumn<EntityKey> keys_;
  std::atomic<const Table*> newest_;
  std::vector<std::unique_ptr<Table>> tables_;  ///< smaller ones may still be looked at
};

}  // namespace scrubjay::framebyframe
