#include "tests/fuzz/frame_rules.h"

#include <algorithm>
#include <cmath>

#include "tests/fuzz/properties.h"

namespace scrubjay::fuzz {

namespace {

/// Whole subtrees from `first` to `end`, and theirs inside of them.
void check_subtrees(const PropertyTree& tree, std::uint32_t first, std::uint32_t end) {
  for (std::uint32_t i = first; i < end; i += tree[i].subtree) {
    const std::uint32_t subtree = tree[i].subtree;
    require(subtree >= 1 && subtree <= end - i, "a subtree does not end in its range");
    require(subtree == 1 || is_container(tree[i].type), "a value has children");
  }
  for (std::uint32_t i = first; i < end; ++i) {
    if (tree[i].subtree == 1) continue;
    std::uint32_t child = i + 1;
    while (child < i + tree[i].subtree) child += tree[child].subtree;
    require(child == i + tree[i].subtree, "children do not fill their container");
  }
}

void check_range(const PropertyTree& tree, PropertyRange range) {
  require(range.first <= tree.size() && range.count <= tree.size() - range.first,
          "a range ends behind its tree");
  check_subtrees(tree, range.first, range.first + range.count);
}

void check_transform(const Transform& transform) {
  if (!transform.rotation) return;
  const glm::dquat& q = *transform.rotation;
  const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  require(std::abs(length - 1) < 1e-3, "a rotation is not of unit length");
}

/// A recording that another format's file keeps comes back to the bit, whatever it says.
bool is_kept(const Recording& recording) { return recording.info().kept.has_value(); }

void check_entities(const Recording& recording, const Frame& frame) {
  const EntityIndex* before = nullptr;
  for (const Entity& entity : frame.entities) {
    require(entity.index.exists() && entity.index.value < recording.entity_count(),
            "an entity has no row");
    require(!entity.parent.exists() || entity.parent.value < recording.entity_count(),
            "a parent has no row");
    require(before == nullptr || *before < entity.index, "entities do not ascend");
    before = &entity.index;
    check_range(frame.tree, entity.properties);
    if (is_kept(recording)) continue;
    check_transform(entity.world);
    check_transform(entity.local);
  }
}

/// Those of its own stream, and in a recording that another format's file keeps also others that
/// live; damage that cost an entity is told.
void check_alive(const Recording& recording, const Frame& frame) {
  if (!frame.problems.empty() || !recording.problems().empty()) return;
  std::vector<EntityIndex> alive;
  recording.visit_alive(frame.index, [&](EntityIndex entity) {
    const bool is_its_own = recording.entity(entity).stream == frame.stream;
    const bool may_be_there = is_kept(recording) && frame.find(entity) != nullptr;
    if (is_its_own || may_be_there) alive.push_back(entity);
  });
  std::ranges::sort(alive);
  const auto row = [](const Entity& entity) { return entity.index; };
  if (std::ranges::equal(alive, frame.entities, {}, {}, row)) return;
  std::string text = recording.info().format + ", frame " + std::to_string(frame.index.value) +
                     ": the frame does not hold those that live:";
  for (const EntityIndex entity : alive) text += " " + std::to_string(entity.value);
  text += " but";
  for (const Entity& entity : frame.entities) text += " " + std::to_string(entity.index.value);
  fail(text);
}

void check_events(const Recording& recording, const Frame& frame) {
  const auto [first, last] = recording.events_in(frame.index, frame.index);
  require(frame.events.size() == last - first, "the frame has other events than the recording");
  for (std::size_t i = 0; i < frame.events.size(); ++i) {
    require(frame.events[i].index == EventIndex(first + i), "events are out of order");
    check_range(frame.tree, frame.events[i].properties);
    const EventInfo info = recording.event(frame.events[i].index);
    require(!info.entity.exists() || info.entity.value < recording.entity_count(),
            "an event's entity has no row");
    require(info.time <= info.end, "an event ends before it begins");
  }
}

}  // namespace

void check_frame(const Recording& recording, const Frame& frame) {
  require(std::isfinite(frame.time), "a frame has no time");
  require(frame.index.value == 0 ||
              recording.timeline().time(FrameIndex(frame.index.value - 1)) <= frame.time,
          "time runs back");
  check_range(frame.tree, frame.properties);
  check_entities(recording, frame);
  check_alive(recording, frame);
  check_events(recording, frame);
  for (const Problem& problem : frame.problems) {
    require(!problem.frame || *problem.frame == frame.index, "a problem is of another frame");
    require(!problem.code.empty() && !problem.message.empty(), "a problem says nothing");
  }
}

}  // namespace scrubjay::fuzz
