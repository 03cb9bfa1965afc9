#include "formats/framebyframe/write/property_numbers.h"

#include <algorithm>
#include <limits>

#include "formats/framebyframe/read/file_index.h"

namespace scrubjay::framebyframe {

namespace {

/// JavaScript lists keys up to this one by size, others as they were added
/// (formats/framebyframe/README.md, 9.1).
constexpr std::int64_t kLastIndexKey = 4294967294;

bool is_index_key(std::int64_t key) { return key >= 0 && key <= kLastIndexKey; }

/// In the order in which JavaScript lists an object's keys.
template <class Row, class Key>
void sort_as_keys(std::vector<Row>& rows, Key key) {
  std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
    const std::int64_t x = key(a);
    const std::int64_t y = key(b);
    if (is_index_key(x) && is_index_key(y)) return x < y;
    return is_index_key(x) && !is_index_key(y);
  });
}

/// The nodes that one property takes before the next one begins.
std::uint32_t step_over(const PropertyNode& node) {
  return node.type == PropertyType::group ? 1 : node.subtree;
}

std::uint64_t number_all(const FrameCounts::Entity& entity) {
  std::uint64_t count = entity.properties;
  for (const std::uint32_t properties : entity.events) count += 1 + properties;
  return count;
}

}  // namespace

std::uint32_t properties_before(const PropertyTree& tree, PropertyRange range,
                                PropertyTree::Node node) {
  std::uint32_t count = 0;
  const std::uint32_t end = std::min(range.first + range.count, node);
  for (std::uint32_t i = range.first; i < end; i += step_over(tree[i])) ++count;
  return count;
}

std::uint32_t count_properties(const PropertyTree& tree, PropertyRange range) {
  return properties_before(tree, range, range.first + range.count);
}

FrameCounts count_properties(const WrittenFrame& frame) {
  FrameCounts counts;
  counts.client = integer_of(frame.client);
  for (const WrittenEntity& entity : frame.entities) {
    counts.entities.push_back(
        {integer_of(entity.id), count_properties(*frame.tree, entity.groups), {}});
  }
  for (const WrittenEvent& event : frame.events) {
    counts.entities[event.entity].events.push_back(count_properties(*frame.tree, event.properties));
  }
  sort_as_keys(counts.entities, [](const FrameCounts::Entity& entity) { return entity.id; });
  return counts;
}

void PropertyNumbers::add(FrameCounts counts) {
  newest_first_.push_front(std::move(counts));
  if (newest_first_.size() > kFramesBefore + 1) newest_first_.pop_back();
}

std::vector<const FrameCounts*> PropertyNumbers::shown() const {
  std::vector<const FrameCounts*> frames;
  for (const FrameCounts& frame : newest_first_) {
    const auto is_same = [&](const FrameCounts* other) { return other->client == frame.client; };
    if (std::ranges::none_of(frames, is_same)) frames.push_back(&frame);
  }
  return frames;
}

std::optional<std::uint64_t> PropertyNumbers::number(const PropertyPlace& place) const {
  struct Row {
    std::int64_t key;
    std::int64_t client;
    const FrameCounts::Entity* entity;
  };
  std::vector<Row> rows;
  for (const FrameCounts* frame : shown()) {
    for (const FrameCounts::Entity& entity : frame->entities) {
      const auto key = combined_id(entity.id, frame->client);
      if (key) rows.push_back({*key, frame->client, &entity});
    }
  }
  sort_as_keys(rows, [](const Row& row) { return row.key; });
  std::uint64_t number = 1;
  for (const Row& row : rows) {
    if (row.client != place.client || row.entity->id != place.entity) {
      number += number_all(*row.entity);
      continue;
    }
    if (!place.event) return number + place.before;
    if (*place.event >= row.entity->events.size()) return std::nullopt;
    number += row.entity->properties;
    for (std::size_t i = 0; i < *place.event; ++i) number += 1 + row.entity->events[i];
    return number + place.before;
  }
  return std::nullopt;
}

std::int64_t integer_of(std::string_view text) { return id_of_token(text).value_or(0); }

std::optional<std::int64_t> combined_id(std::int64_t entity, std::int64_t client) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 256 - 1;
  if (entity > kMost || entity < -kMost || client < -kMost || client > kMost) return std::nullopt;
  return entity * 256 + client;
}

}  // namespace scrubjay::framebyframe
