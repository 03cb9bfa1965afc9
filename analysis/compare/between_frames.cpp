#include "analysis/compare/between_frames.h"

#include <algorithm>
#include <cmath>

#include "analysis/compare/frame_pairing.h"
#include "analysis/compare/leaf_values.h"
#include "core/steady_math.h"

namespace scrubjay::compare {

namespace {

/// Between equal values that value, to the bit.
double mix(double from, double to, double part) {
  return from == to ? from : from + (to - from) * part;
}
glm::dvec3 mix(const glm::dvec3& from, const glm::dvec3& to, double part) {
  return {mix(from.x, to.x, part), mix(from.y, to.y, part), mix(from.z, to.z, part)};
}
glm::dquat mix(const glm::dquat& from, const glm::dquat& to, double part) {
  return from == to ? from : steady::slerp(from, to, part);
}

void mix_quaternion(std::span<double> from, std::span<const double> to, double part) {
  const glm::dquat p(from[3], from[0], from[1], from[2]);
  const glm::dquat q(to[3], to[0], to[1], to[2]);
  const glm::dquat between = mix(p, q, part);
  from[0] = between.x;
  from[1] = between.y;
  from[2] = between.z;
  from[3] = between.w;
}

class Mixer {
 public:
  Mixer(PropertyTree& tree, const PropertyTree& later, double part)
      : tree_(tree), later_(later), part_(part) {}

  /// Children go together by name; of equal names in their order.
  void mix_level(PropertyRange range, PropertyRange later) {
    std::uint32_t next = later.first;
    const std::uint32_t end = later.first + later.count;
    for (std::uint32_t i = range.first; i < range.first + range.count; i += tree_[i].subtree) {
      std::uint32_t other = find(tree_[i].name, next, end);
      if (other >= end) other = find(tree_[i].name, later.first, end);
      if (other >= end) continue;  // gone by then
      next = other + later_[other].subtree;
      mix_node(i, other);
    }
  }

 private:
  std::uint32_t find(std::string_view name, std::uint32_t from, std::uint32_t end) const {
    while (from < end && later_[from].name != name) from += later_[from].subtree;
    return from;
  }

  void mix_node(PropertyTree::Node node, PropertyTree::Node later) {
    PropertyNode& own = tree_.node_for_edit(node);
    const PropertyNode& other = later_[later];
    if (own.type != other.type) return;
    switch (own.type) {
      case PropertyType::number:
        own.number = mix(own.number, other.number, part_);
        own.precision = Precision::float64;
        return;
      case PropertyType::vec2:
      case PropertyType::vec3:
      case PropertyType::vec4:
      case PropertyType::quat: mix_numbers(own, other); return;
      default: break;
    }
    if (holds_leaves(own.type)) mix_level(children_of(tree_, node), children_of(later_, later));
  }

  void mix_numbers(PropertyNode& own, const PropertyNode& other) {
    const std::span<double> values = tree_.numbers_for_edit(own);
    const std::span<const double> others = later_.numbers_of(other);
    if (values.size() != others.size()) return;
    own.precision = Precision::float64;
    if (own.type == PropertyType::quat && values.size() == 4) {
      mix_quaternion(values, others, part_);
      return;
    }
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = mix(values[i], others[i], part_);
  }

  PropertyTree& tree_;
  const PropertyTree& later_;
  double part_;
};

void mix_place(Entity& entity, const Entity& later, double part) {
  Transform& own = entity.world;
  const Transform& other = later.world;
  const auto mix_part = [part](auto& from, const auto& to) {
    if (from && to) from = mix(*from, *to, part);
  };
  mix_part(own.position, other.position);
  mix_part(own.rotation, other.rotation);
  mix_part(own.scale, other.scale);
  entity.precision = Precision::float64;
}

}  // namespace

void interpolate(Frame& frame, const Frame& later, double part) {
  Mixer mixer(frame.tree, later.tree, part);
  mixer.mix_level(frame.properties, later.properties);
  for (Entity& entity : frame.entities) {
    const Entity* other = later.find(entity.index);
    if (other == nullptr) continue;
    mix_place(entity, *other, part);
    mixer.mix_level(entity.properties, other->properties);
  }
}

const Frame& BetweenFrames::decode(FrameIndex frame, const CoordinateSystem& coordinates,
                                   const Frame* keep) {
  std::size_t chosen = cursors_[1] && cursors_[1]->frame().index == frame ? 1 : 0;
  if (cursors_[chosen] && &cursors_[chosen]->frame() == keep) chosen = 1 - chosen;
  std::optional<Cursor>& cursor = cursors_[chosen];
  if (!cursor) cursor.emplace(recording_);
  cursor->set_coordinates(coordinates);
  return cursor->seek(frame);
}

const Frame& BetweenFrames::seek(FrameIndex frame, Seconds time,
                                 const CoordinateSystem& coordinates) {
  const Timeline& timeline = recording_->timeline();
  const StreamIndex stream = timeline.stream(frame);
  const Frame& before = decode(frame, coordinates);
  const std::size_t row = timeline.frames_before(stream, frame) + 1;
  const Seconds begin = timeline.time(frame);
  if (row >= timeline.frame_count(stream) || time - begin <= kSameTime) return before;
  const FrameIndex next = timeline.frame_of(stream, row);
  const Seconds length = timeline.time(next) - begin;
  const Frame& later = decode(next, coordinates, &before);
  copy_frame(before, between_);
  interpolate(between_, later, std::clamp((time - begin) / length, 0.0, 1.0));
  return between_;
}

}  // namespace scrubjay::compare
