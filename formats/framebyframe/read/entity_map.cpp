#include "formats/framebyframe/read/entity_map.h"

#include <bit>

namespace scrubjay::framebyframe {

namespace {

constexpr std::size_t kFirstSlots = 256;

std::uint64_t hash_of(const EntityKey& key) {
  // Two odd constants and shifts spread neighbouring ids over the whole table.
  std::uint64_t h = static_cast<std::uint64_t>(key.id) * 0x9E3779B97F4A7C15u;
  h ^= std::rotl(static_cast<std::uint64_t>(key.client) * 0xC2B2AE3D27D4EB4Fu, 31);
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9u;
  return h ^ h >> 32;
}

}  // namespace

/// Open addressing with linear probing; a slot holds a row plus one, 0 when it is free. At most
/// half full, so a probe always ends.
struct EntityMap::Table {
  explicit Table(std::size_t slot_count) : slots(slot_count) {}

  void put(const EntityKey& key, std::uint32_t row) {
    const std::size_t mask = slots.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash_of(key)) & mask;
    while (slots[at].load(std::memory_order_relaxed) != 0) at = (at + 1) & mask;
    slots[at].store(row + 1, std::memory_order_release);
  }

  std::vector<std::atomic<std::uint32_t>> slots;
};

EntityMap::EntityMap() {
  tables_.push_back(std::make_unique<Table>(kFirstSlots));
  newest_.store(tables_.back().get());
}

EntityMap::~EntityMap() = default;

EntityIndex EntityMap::find(const EntityKey& key) const {
  const Table& table = *newest_.load(std::memory_order_acquire);
  const std::size_t mask = table.slots.size() - 1;
  for (std::size_t at = static_cast<std::size_t>(hash_of(key)) & mask;; at = (at + 1) & mask) {
    const std::uint32_t slot = table.slots[at].load(std::memory_order_acquire);
    if (slot == 0) return EntityIndex::none();
    if (keys_[slot - 1] == key) return EntityIndex(slot - 1);
  }
}

EntityIndex EntityMap::add(const EntityKey& key) {
  const EntityIndex row(keys_.size());
  keys_.append(key);
  if (keys_.size() * 2 > tables_.back()->slots.size()) {
    grow();
  } else {
    tables_.back()->put(key, row.value);
  }
  return row;
}

void EntityMap::clear() {
  keys_.clear();
  tables_.clear();
  tables_.push_back(std::make_unique<Table>(kFirstSlots));
  newest_.store(tables_.back().get());
}

void EntityMap::grow() {
  auto bigger = std::make_unique<Table>(tables_.back()->slots.size() * 2);
  for (std::size_t row = 0; row < keys_.size(); ++row) {
    bigger->put(keys_[row], static_cast<std::uint32_t>(row));
  }
  tables_.push_back(std::move(bigger));
  newest_.store(tables_.back().get(), std::memory_order_release);
}

}  // namespace scrubjay::framebyframe
