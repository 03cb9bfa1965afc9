#include "core/frame.h"

#include <algorithm>
#include <span>

namespace scrubjay {

namespace {

void convert(Transform& transform, const CoordinateConversion& way) {
  if (transform.position) transform.position = way.point(*transform.position);
  if (transform.rotation) transform.rotation = way.rotation(*transform.rotation);
  if (transform.scale) transform.scale = way.factors(*transform.scale);
}

glm::dvec3 converted(const glm::dvec3& v, Meaning meaning, const CoordinateConversion& way) {
  switch (meaning) {
    case Meaning::point: return way.point(v);
    case Meaning::direction:
    case Meaning::velocity: return way.direction(v);
    case Meaning::axial: return way.axial(v);
    case Meaning::extent: return way.extent(v);
    case Meaning::none:
    case Meaning::length:
    case Meaning::euler: return v;
  }
  return v;
}

/// x, y, z after x, y, z: one vector, or the vertices of a mesh. What is left over stays.
void convert_triples(std::span<double> values, Meaning meaning, const CoordinateConversion& way) {
  for (; values.size() >= 3; values = values.subspan(3)) {
    const glm::dvec3 v = converted({values[0], values[1], values[2]}, meaning, way);
    values[0] = v.x;
    values[1] = v.y;
    values[2] = v.z;
  }
}

/// True for what is measured in the recording's unit.
bool is_in_units(Meaning meaning) {
  return meaning == Meaning::point || meaning == Meaning::extent || meaning == Meaning::length;
}

}  // namespace

std::string_view to_text(EntityKind kind) {
  switch (kind) {
    case EntityKind::other: return "other";
    case EntityKind::vehicle: return "vehicle";
    case EntityKind::person: return "person";
    case EntityKind::signal: return "traffic light";
    case EntityKind::sign: return "sign";
    case EntityKind::sensor: return "sensor";
    case EntityKind::prop: return "prop";
    case EntityKind::controller: return "controller";
    case EntityKind::camera: return "camera";
  }
  return "other";
}

void Frame::clear() {
  index = {};
  stream = {};
  number = 0;
  time = 0;
  coordinates = {};
  tree.clear();
  entities.clear();
  events.clear();
  problems.clear();
  properties = {};
}

const Entity* Frame::find(EntityIndex entity) const {
  const auto found = std::ranges::lower_bound(entities, entity, {}, &Entity::index);
  return found != entities.end() && found->index == entity ? &*found : nullptr;
}

void convert_coordinates(PropertyTree& tree, PropertyRange range, const CoordinateConversion& way) {
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    PropertyNode& node = tree.node_for_edit(i);
    if (node.meaning == Meaning::none) continue;
    if (node.type == PropertyType::number && node.meaning == Meaning::length) {
      node.number = way.length(node.number);
    } else if (node.type == PropertyType::vec3 || node.type == PropertyType::numbers ||
               node.type == PropertyType::points) {
      convert_triples(tree.numbers_for_edit(node), node.meaning, way);
    } else {
      continue;
    }
    if (is_in_units(node.meaning) && way.scale() != 1.0) node.unit = "";
  }
}

void convert_coordinates(Frame& frame, const CoordinateSystem& target) {
  const CoordinateConversion way(frame.coordinates, target);
  if (way.is_identity()) return;
  for (Entity& entity : frame.entities) {
    convert(entity.world, way);
    convert(entity.local, way);
    if (entity.box) {
      entity.box->center = way.point(entity.box->center);
      entity.box->half = way.extent(entity.box->half);
    }
  }
  convert_coordinates(frame.tree, {0, frame.tree.size()}, way);
  frame.coordinates = target;
}

Transform compose(const Transform& world_from_parent, const Transform& parent_from_local) {
  const glm::dvec3 scale = world_from_parent.scale.value_or(glm::dvec3(1.0));
  const glm::dquat rotation = world_from_parent.rotation.value_or(glm::dquat(1.0, 0.0, 0.0, 0.0));
  const glm::dvec3 position = world_from_parent.position.value_or(glm::dvec3(0.0));
  Transform world = parent_from_local;
  if (world.position) world.position = position + rotation * (scale * *world.position);
  if (world.rotation) world.rotation = rotation * *world.rotation;
  if (world.scale) world.scale = scale * *world.scale;
  return world;
}

}  // namespace scrubjay
