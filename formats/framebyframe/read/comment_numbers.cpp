#include "formats/framebyframe/read/comment_numbers.h"

#include <algorithm>
#include <limits>

namespace scrubjay::framebyframe {

namespace {

/// JavaScript lists keys up to this one first, ascending, and all others as they came
/// (formats/framebyframe/README.md, 9.1).
constexpr std::uint64_t kLastArrayKey = 4294967294;
constexpr std::uint64_t kNoArrayKey = std::numeric_limits<std::uint64_t>::max();

std::uint64_t array_key(std::int64_t id) {
  const auto key = static_cast<std::uint64_t>(id);
  return key <= kLastArrayKey ? key : kNoArrayKey;
}

std::uint64_t combined_key(const FrameRow& row, std::int64_t id) {
  if (row.has_combined_ids) return array_key(id);
  // Entity id * 256 + client id (formats/framebyframe/README.md, 11); what overflows is no array
  // key.
  constexpr std::int64_t kMost = std::int64_t{1} << 33;
  if (id < 0 || id > kMost || row.client < 0 || row.client > kMost) return kNoArrayKey;
  return array_key(id * 256 + row.client);
}

/// Counts properties of a range from `number` down: the node at which it comes to 0, counted from
/// the range's first one. What is in a shape or a table is part of that.
std::optional<std::uint32_t> count_down(const PropertyTree& tree, PropertyRange range,
                                        std::uint64_t& number) {
  const std::uint32_t end = range.first + range.count;
  for (std::uint32_t i = range.first; i < end;) {
    if (--number == 0) return i - range.first;
    i += tree[i].type == PropertyType::group ? 1 : tree[i].subtree;
  }
  return std::nullopt;
}

}  // namespace

std::optional<NumberedProperty> CommentNumbers::find(FrameIndex shown, std::uint64_t number) {
  if (number == 0) return std::nullopt;
  show(shown);
  for (const ShownEntity& place : entities_) {
    const ShownFrame& frame = frames_[place.frame];
    const ParsedEntity& entity = frame.parsed.entities[place.entity];
    NumberedProperty found{
        .frame = frame.index,
        .entity = index_.entities.find(index_.key_of(index_.frames[frame.index.value], entity.id)),
        .event_offset = std::nullopt};
    if (const auto node = count_down(frame.tree, entity.properties, number)) {
      found.node = *node;
      return found;
    }
    for (std::uint32_t i = 0; i < entity.event_count; ++i) {
      const ParsedEvent& event = frame.parsed.events[entity.first_event + i];
      found.event_offset = event.offset;
      if (--number == 0) return found;
      if (const auto node = count_down(frame.parsed.event_tree, event.properties, number)) {
        found.node = *node;
        return found;
      }
    }
  }
  return std::nullopt;
}

void CommentNumbers::show(FrameIndex frame) {
  if (shown_ == frame) return;
  shown_ = frame;
  frame_count_ = 0;
  entities_.clear();
  add_frame(frame);
  for (std::size_t back = 1; back <= std::min<std::size_t>(kReach, frame.value); ++back) {
    const FrameIndex earlier(frame.value - back);
    const std::int64_t client = index_.frames[earlier.value].client;
    const bool is_shown = std::any_of(
        frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(frame_count_),
        [&](const ShownFrame& other) { return index_.frames[other.index.value].client == client; });
    if (!is_shown) add_frame(earlier);
  }
  std::ranges::stable_sort(entities_, {}, &ShownEntity::key);
}

void CommentNumbers::add_frame(FrameIndex index) {
  if (frame_count_ == frames_.size()) frames_.emplace_back();
  ShownFrame& frame = frames_[frame_count_];
  const FrameRow& row = index_.frames[index.value];
  frame.index = index;
  frame.tree.clear();
  parser_.parse({text_.text(row), false}, index_.coordinates[row.coordinates], frame.tree,
                frame.parsed);
  const auto first = static_cast<std::ptrdiff_t>(entities_.size());
  for (std::size_t i = 0; i < frame.parsed.entities.size(); ++i) {
    const std::int64_t id = frame.parsed.entities[i].id;
    entities_.push_back({.frame = frame_count_, .entity = i, .key = array_key(id)});
  }
  // The order of this frame's own keys first, then the keys that count among all frames.
  std::ranges::stable_sort(entities_.begin() + first, entities_.end(), {}, &ShownEntity::key);
  for (auto place = entities_.begin() + first; place != entities_.end(); ++place) {
    place->key = combined_key(row, frame.parsed.entities[place->entity].id);
  }
  ++frame_count_;
}

}  // namespace scrubjay::framebyframe
