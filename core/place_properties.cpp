#include "core/place_properties.h"

#include <array>

namespace scrubjay {

namespace {

constexpr std::string_view kTransform = "transform";

void add_transform(const Transform& transform, const CoordinateSystem& coordinates,
                   Precision precision, PropertyTree& out) {
  if (transform.position) {
    out.vec3("position", *transform.position, precision, coordinates.unit(), Meaning::point);
  }
  if (transform.rotation) {
    const glm::dquat& q = *transform.rotation;
    out.numbers("rotation", PropertyType::quat, std::array{q.x, q.y, q.z, q.w}, precision);
  }
  if (transform.scale) {
    out.vec3("scale", *transform.scale, precision, "", Meaning::factors);
  }
}

}  // namespace

void append_place(const Frame& frame, const Entity& entity, PropertyTree& out) {
  if (entity.world.empty() && entity.local.empty() && !entity.box) return;
  const auto group = out.open(kTransform, PropertyType::group);
  add_transform(entity.world, frame.coordinates, entity.precision, out);
  if (!entity.local.empty()) {
    const auto local = out.open("local", PropertyType::group);
    add_transform(entity.local, frame.coordinates, entity.precision, out);
    out.close(local);
  }
  if (entity.box) {
    const auto box = out.open("box", PropertyType::group);
    const char* unit = frame.coordinates.unit();
    out.vec3("center", entity.box->center, entity.precision, unit, Meaning::point);
    out.vec3("half", entity.box->half, entity.precision, unit, Meaning::extent);
    out.close(box);
  }
  out.close(group);
}

bool is_place(const PropertyTree& tree, PropertyTree::Node node) {
  return tree[node].name.data() == kTransform.data();
}

bool is_place_path(std::string_view path) {
  return path.size() > kTransform.size() && path.starts_with(kTransform) &&
         path[kTransform.size()] == '/';
}

}  // namespace scrubjay
