#include "core/frame.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <span>

#include "core/meaning_choice.h"

namespace scrubjay {

namespace {

void convert(Transform& transform, const CoordinateConversion& way) {
  if (transform.position) transform.position = way.point(*transform.position);
  if (transform.rotation) transform.rotation = way.rotation(*transform.rotation);
  if (transform.scale) transform.scale = way.factors(*transform.scale);
}

glm::dvec3 converted(const glm::dvec3& v, Meaning meaning, const CoordinateConversion& way) {
  switch (meaning) {
    case Meaning::point:
    case Meaning::velocity: return way.point(v);
    case Meaning::extent: return way.extent(v);
    case Meaning::direction: return way.direction(v);
    case Meaning::axial: return way.axial(v);
    case Meaning::euler: return way.euler(v);
    case Meaning::factors: return way.factors(v);
    default: return v;
  }
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

void convert_matrix(std::span<double> values, const CoordinateConversion& way) {
  if (values.size() == 9) {
    const glm::dmat3 m = way.rotation(glm::make_mat3(values.data()));
    std::copy_n(glm::value_ptr(m), 9, values.begin());
  } else if (values.size() == 16) {
    const glm::dmat4 m = way.frame(glm::make_mat4(values.data()));
    std::copy_n(glm::value_ptr(m), 16, values.begin());
  }
}

void convert_four(std::span<double> v, Meaning meaning, const CoordinateConversion& way) {
  if (v.size() != 4) return;
  glm::dvec4 result(v[0], v[1], v[2], v[3]);
  if (meaning == Meaning::plane) {
    result = way.plane(result);
  } else {
    const glm::dquat q = way.rotation(glm::dquat(v[3], v[0], v[1], v[2]));
    result = {q.x, q.y, q.z, q.w};
  }
  for (int i = 0; i < 4; ++i) v[static_cast<std::size_t>(i)] = result[i];
}

double converted(double v, Meaning meaning, const CoordinateConversion& way) {
  if (meaning == Meaning::area) return way.area(v);
  if (meaning == Meaning::volume) return way.volume(v);
  return way.length(v);
}

/// What becomes of units of length. Most of a tree's properties with one point to the same text.
class Units {
 public:
  explicit Units(const CoordinateConversion& way) : way_(way) {}

  bool is_source(const char* unit) {
    look_at(unit);
    return is_source_;
  }
  const char* target(const char* unit) {
    look_at(unit);
    return target_;
  }

 private:
  void look_at(const char* unit) {
    if (unit == unit_) return;
    unit_ = unit;
    is_source_ = way_.is_source_unit(unit);
    target_ = way_.target_unit(unit);
  }

  const CoordinateConversion& way_;
  const char* unit_ = nullptr;  ///< the last one
  bool is_source_ = false;
  const char* target_ = "";
};

void convert(PropertyTree& tree, const PropertyNode& node, const CoordinateConversion& way) {
  const std::span<double> values = tree.numbers_for_edit(node);
  if (node.meaning == Meaning::plane || node.meaning == Meaning::rotation) {
    convert_four(values, node.meaning, way);
  } else if (node.meaning == Meaning::matrix) {
    convert_matrix(values, way);
  } else {
    convert_triples(values, node.meaning, way);
  }
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

void copy_frame(const Frame& frame, Frame& out) {
  out.index = frame.index;
  out.stream = frame.stream;
  out.number = frame.number;
  out.time = frame.time;
  out.coordinates = frame.coordinates;
  out.only = frame.only;
  out.tree.clear();
  out.tree.append_copy(frame.tree, {0, frame.tree.size()});
  out.properties = frame.properties;
  out.entities = frame.entities;
  for (Entity& entity : out.entities) entity.name = out.tree.keep(entity.name);
  out.events = frame.events;
  out.problems = frame.problems;
}

const Entity* Frame::find(EntityIndex entity) const {
  const auto found = std::ranges::lower_bound(entities, entity, {}, &Entity::index);
  return found != entities.end() && found->index == entity ? &*found : nullptr;
}

std::string_view label_of(const Frame& frame, const Entity& entity) {
  std::string_view label;
  const auto look = [&](const PropertyNode& node) {
    const bool is_label = node.role == PropertyRole::label && is_text(node.type);
    if (label.empty() && is_label && node.text_value() != entity.name) label = node.text_value();
  };
  for_each_root(frame.tree, entity.properties, [&](PropertyTree::Node root, const auto& node) {
    look(node);
    if (node.role != PropertyRole::own && node.role != PropertyRole::basics) return;
    for_each_root(frame.tree, children_of(frame.tree, root),
                  [&](PropertyTree::Node, const PropertyNode& child) { look(child); });
  });
  return label;
}

void convert_coordinates(PropertyTree& tree, PropertyRange range, const CoordinateConversion& way) {
  const CoordinateConversion axes_only = way.without_scale();
  Units units(way);
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    PropertyNode& node = tree.node_for_edit(i);
    if (node.meaning == Meaning::none || !can_mean(node.type, node.meaning)) continue;
    // What is measured a second in a stated unit stays true in that one; there and back it has to
    // be the same whatever the unit of length is between.
    const bool is_scaled =
        is_measured_in_lengths(node.meaning) &&
        (node.meaning == Meaning::velocity ? node.unit[0] == '\0' : units.is_source(node.unit));
    const CoordinateConversion& own_way = is_scaled ? way : axes_only;
    if (node.type == PropertyType::number) {
      node.number = converted(node.number, node.meaning, own_way);
    } else {
      convert(tree, node, own_way);
    }
    if (is_scaled && way.scale() != 1.0) node.unit = units.target(node.unit);
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
