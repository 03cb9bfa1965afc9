#include "render/scene_shapes.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "core/directions.h"
#include "render/drawable.h"
#include "render/scene_flags.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

using glm::dvec3;
using Limits = std::numeric_limits<double>;

/// Sizes below this many metres are nothing to be seen.
constexpr double kLeast = 1e-9;
constexpr std::size_t kMostTextures = 1024;
/// Of one picture: a damaged file must not fill the memory. Two million triangles, four million
/// pieces of lines.
constexpr std::size_t kMostVertices = 6'000'000;
constexpr std::size_t kMostSegments = 4'000'000;

dvec3 vector_of(const PropertyTree& tree, const PropertyNode& node) {
  if (has_numbers(node.type)) {
    const auto values = tree.numbers_of(node);
    if (values.size() >= 3) return {values[0], values[1], values[2]};
  }
  return dvec3(Limits::quiet_NaN());
}

/// Floats in 0..1 as bytes, red lowest; what is missing or no number counts as 1.
std::uint32_t packed_color(std::span<const double> rgba) {
  std::uint32_t packed = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double value = i < rgba.size() && std::isfinite(rgba[i]) ? rgba[i] : 1.0;
    packed |= static_cast<std::uint32_t>(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5) << (8 * i);
  }
  return packed;
}

glm::quat rotation_of(const dvec3& x, const dvec3& y, const dvec3& z) {
  return glm::quat(glm::normalize(glm::quat_cast(glm::dmat3(x, y, z))));
}

constexpr dvec3 kUp{0, 0, 1};

}  // namespace

void SceneShapes::clear() {
  shapes.clear();
  solids.clear();
  lines.clear();
  segments.clear();
  meshes.clear();
  vertices.clear();
  textures.clear();
  invalid = 0;
}

/// The fields of a shape (formats/framebyframe/README.md, 6.2); numbers that are missing are NaN,
/// vectors likewise.
struct ShapeBuilder::Fields {
  PropertyType type = PropertyType::null;
  std::string_view layer;
  std::string_view texture;
  std::uint32_t color = 0xFFFFFFFF;
  dvec3 position{Limits::quiet_NaN()};  ///< also `origin` and `p1`
  dvec3 second{Limits::quiet_NaN()};    ///< `destination`, `vector`, `p2`
  dvec3 third{Limits::quiet_NaN()};     ///< `p3`
  dvec3 size{Limits::quiet_NaN()};
  dvec3 direction{Limits::quiet_NaN()};  ///< also `normal`
  dvec3 up{Limits::quiet_NaN()};
  dvec3 forward{Limits::quiet_NaN()};
  double radius = Limits::quiet_NaN();
  double height = Limits::quiet_NaN();
  double width = Limits::quiet_NaN();
  double length = Limits::quiet_NaN();
  std::span<const double> points;  ///< also `vertices`
  std::span<const double> indices;
  bool wireframe = false;

  Fields(const PropertyTree& tree, PropertyTree::Node shape) : type(tree[shape].type) {
    for_each_root(tree, children_of(tree, shape),
                  [&](PropertyTree::Node, const PropertyNode& node) { read(tree, node); });
  }

 private:
  void read(const PropertyTree& tree, const PropertyNode& node) {
    struct VectorField {
      std::string_view name;
      dvec3 Fields::*field;
    };
    constexpr VectorField kVectors[] = {{"position", &Fields::position},
                                        {"origin", &Fields::position},
                                        {"p1", &Fields::position},
                                        {"destination", &Fields::second},
                                        {"vector", &Fields::second},
                                        {"p2", &Fields::second},
                                        {"p3", &Fields::third},
                                        {"size", &Fields::size},
                                        {"direction", &Fields::direction},
                                        {"normal", &Fields::direction},
                                        {"up", &Fields::up},
                                        {"forward", &Fields::forward}};
    struct NumberField {
      std::string_view name;
      double Fields::*field;
    };
    constexpr NumberField kNumbers[] = {{"radius", &Fields::radius},
                                        {"height", &Fields::height},
                                        {"width", &Fields::width},
                                        {"length", &Fields::length}};
    const std::string_view name = node.name;
    if (is_text(node.type)) {
      if (name == "layer") layer = node.text_value();
      if (name == "texture") texture = node.text_value();
    } else if (node.type == PropertyType::color) {
      if (name == "color") color = packed_color(tree.numbers_of(node));
    } else if (node.type == PropertyType::vec3) {
      for (const VectorField& field : kVectors) {
        if (name == field.name) this->*field.field = vector_of(tree, node);
      }
    } else if (has_numbers(node.type)) {
      if (name == "points" || name == "vertices") points = tree.numbers_of(node);
      if (name == "indices") indices = tree.numbers_of(node);
    } else if (node.type == PropertyType::boolean) {
      if (name == "wireframe") wireframe = node.boolean;
    } else {
      for (const NumberField& field : kNumbers) {
        if (name == field.name) this->*field.field = node.as_number().value_or(Limits::quiet_NaN());
      }
    }
  }
};

void ShapeBuilder::set_coordinates(const CoordinateSystem& coordinates) {
  way_ = CoordinateConversion(coordinates, kViewerCoordinates);
}

std::optional<ShapeExtent> ShapeBuilder::add(const PropertyTree& tree, PropertyRange range,
                                             const ShapeOwner& owner) {
  std::optional<ShapeExtent> whole;
  // Pre-order: stepping by one goes into groups, stepping by a subtree passes over it.
  for (PropertyTree::Node i = range.first; i < range.first + range.count;) {
    const PropertyNode& node = tree[i];
    if (is_shape(node.type)) {
      if (const auto extent = add_shape(tree, i, i - range.first, owner)) {
        if (!whole) whole = extent;
        whole->low = glm::min(whole->low, extent->low);
        whole->high = glm::max(whole->high, extent->high);
      }
    }
    i += node.type == PropertyType::group ? 1 : node.subtree;
  }
  return whole;
}

std::optional<ShapeExtent> ShapeBuilder::add_shape(const PropertyTree& tree,
                                                   PropertyTree::Node node, std::uint32_t offset,
                                                   const ShapeOwner& owner) {
  const Fields fields(tree, node);
  const LayerState state = state_of(fields.layer);
  if (state == LayerState::off ||
      (state == LayerState::selected && (owner.flags & kSceneSelected) == 0)) {
    return std::nullopt;
  }
  SceneShape shape;
  shape.ref = {owner.entity, offset, owner.event};
  shape.type = fields.type;
  shape.color = fields.color;
  shape.flags = owner.flags;
  if (options_.hovered) {  // that one only, not all of its entity
    shape.flags = static_cast<std::uint8_t>(shape.flags & ~kSceneHovered);
    if (*options_.hovered == shape.ref) shape.flags |= kSceneHovered;
  }
  shape.texture = texture_of(fields.texture, owner.entity.recording);
  const auto row = static_cast<std::uint32_t>(out_.shapes.size());
  out_.shapes.push_back(shape);
  if (draw(fields, owner, row)) return stands_for(owner, row);
  out_.shapes.pop_back();
  ++out_.invalid;
  return std::nullopt;
}

bool ShapeBuilder::draw(const Fields& fields, const ShapeOwner& owner, std::uint32_t shape) {
  switch (fields.type) {
    case PropertyType::sphere: return add_round(fields, SolidForm::sphere, shape);
    case PropertyType::hemisphere: return add_round(fields, SolidForm::hemisphere, shape);
    case PropertyType::capsule: return add_round(fields, SolidForm::capsule, shape);
    case PropertyType::cylinder: return add_round(fields, SolidForm::cylinder, shape);
    case PropertyType::aabb:
    case PropertyType::oobb: return add_box(fields, shape);
    case PropertyType::plane: return add_plane(fields, shape);
    case PropertyType::line: return add_line(fields.position, fields.second, false, shape);
    case PropertyType::arrow: return add_line(fields.position, fields.second, true, shape);
    case PropertyType::vector:
      return owner.position &&
             add_line(*owner.position, *owner.position + fields.second, true, shape);
    case PropertyType::path: return add_path(fields, shape);
    case PropertyType::triangle: return add_triangle(fields, shape);
    case PropertyType::mesh: return add_mesh(fields, shape);
    default: return false;
  }
}

bool ShapeBuilder::add_solid(const SceneSolid& solid) {
  out_.solids.push_back(solid);
  return true;
}

bool ShapeBuilder::add_round(const Fields& fields, SolidForm form, std::uint32_t shape) {
  const dvec3 center = place(fields.position);
  const double radius = std::abs(way_.length(fields.radius));
  const bool has_height = form == SolidForm::capsule || form == SolidForm::cylinder;
  const double half_height = has_height ? std::abs(way_.length(fields.height)) / 2 : radius;
  if (!is_drawable(center) || !is_drawable(radius) || !is_drawable(half_height)) return false;
  if (radius < kLeast) return true;
  SceneSolid solid;
  solid.center = glm::vec3(center);
  solid.form = form;
  solid.shape = shape;
  // A capsule shorter than it is wide keeps its length: its domes are flattened (6.2).
  const double dome = form == SolidForm::capsule ? std::min(radius, half_height) : half_height;
  const double thinnest = radius * 1e-4;
  solid.half = glm::vec3(dvec3(radius, radius, std::max(dome, thinnest)));
  if (form == SolidForm::capsule) solid.stretch = static_cast<float>(half_height - dome);
  if (form != SolidForm::sphere) {
    const dvec3 axis = unit_or(way_.direction(fields.direction), kUp);
    const dvec3 side = perpendicular(axis);
    solid.rotation = rotation_of(side, glm::cross(axis, side), axis);
  }
  return add_solid(solid);
}

bool ShapeBuilder::add_box(const Fields& fields, std::uint32_t shape) {
  const dvec3 center = place(fields.position);
  const dvec3 half = glm::abs(way_.extent(fields.size)) * 0.5;
  if (!is_drawable(center) || !is_drawable(half)) return false;
  const double largest = std::max({half.x, half.y, half.z});
  if (largest < kLeast) return true;
  SceneSolid solid;
  solid.center = glm::vec3(center);
  solid.half = glm::vec3(glm::max(half, dvec3(largest * 1e-4)));
  solid.form = SolidForm::box;
  solid.shape = shape;
  if (fields.type == PropertyType::oobb) {
    // formats/framebyframe/README.md, 12.4: the box's own axes are up, forward, and right = up x
    // forward as the left-handed cross product, which is forward x up in viewer space.
    const dvec3 up = unit_or(way_.direction(fields.up), kUp);
    const dvec3 forward = across(way_.direction(fields.forward), up);
    solid.rotation = rotation_of(glm::cross(forward, up), forward, up);
  }
  return add_solid(solid);
}

bool ShapeBuilder::add_plane(const Fields& fields, std::uint32_t shape) {
  const dvec3 center = place(fields.position);
  const double half_width = std::abs(way_.length(fields.width)) / 2;
  const double half_length = std::abs(way_.length(fields.length)) / 2;
  if (!is_drawable(center) || !is_drawable(half_width) || !is_drawable(half_length)) return false;
  if (half_width < kLeast || half_length < kLeast) return true;
  // formats/framebyframe/README.md, 12.4: axis Z = normal, Y = up, X = up x normal, left-handed;
  // the normal has priority, as it says where the plane lies.
  const dvec3 normal = unit_or(way_.direction(fields.direction), kUp);
  const dvec3 up = across(way_.direction(fields.up), normal);
  const dvec3 right = glm::cross(normal, up);
  SceneSolid solid;
  solid.center = glm::vec3(center);
  solid.rotation = rotation_of(right, up, glm::cross(right, up));
  solid.half = glm::vec3(dvec3(half_width, half_length, std::min(half_width, half_length)));
  solid.form = SolidForm::plane;
  solid.shape = shape;
  return add_solid(solid);
}

bool ShapeBuilder::close_line(std::size_t first, std::uint32_t shape) {
  const std::size_t count = out_.segments.size() - first;
  if (count > 0) {
    out_.lines.push_back(
        {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), shape});
  }
  return true;
}

bool ShapeBuilder::add_line(const dvec3& from, const dvec3& to, bool arrow, std::uint32_t shape) {
  const dvec3 begin = place(from);
  const dvec3 end = place(to);
  if (!is_drawable(begin) || !is_drawable(end)) return false;
  const std::size_t first = out_.segments.size();
  out_.segments.push_back({glm::vec3(begin), glm::vec3(end)});
  const dvec3 along = unit_or(end - begin, dvec3(0));
  if (arrow && along != dvec3(0)) {
    const dvec3 side =
        std::abs(along.z) < 0.99 ? glm::normalize(glm::cross(along, kUp)) : perpendicular(along);
    const dvec3 other = glm::cross(side, along);
    for (const dvec3& out : {side, -side, other, -other}) {
      const dvec3 arm = glm::normalize(out * 0.45 - along) * kArrowArm;
      out_.segments.push_back({glm::vec3(end), glm::vec3(end + arm)});
    }
  }
  return close_line(first, shape);
}

bool ShapeBuilder::add_path(const Fields& fields, std::uint32_t shape) {
  const std::size_t first = out_.segments.size();
  if (fields.points.size() / 3 > kMostSegments - std::min(first, kMostSegments)) return false;
  std::optional<glm::vec3> before;
  bool is_whole = true;
  for (std::size_t i = 0; i + 2 < fields.points.size(); i += 3) {
    const dvec3 at = place({fields.points[i], fields.points[i + 1], fields.points[i + 2]});
    if (!is_drawable(at)) {  // a gap: the line breaks here
      before.reset();
      is_whole = false;
      continue;
    }
    const glm::vec3 point(at);
    if (before) out_.segments.push_back({*before, point});
    before = point;
  }
  if (!is_whole && out_.segments.size() == first) return false;
  if (!is_whole) ++out_.invalid;
  return close_line(first, shape);
}

bool ShapeBuilder::close_mesh(std::size_t first, bool wireframe, std::uint32_t shape) {
  const auto vertices = std::span(out_.vertices).subspan(first);
  if (vertices.empty()) return true;
  glm::vec3 low = vertices.front().position;
  glm::vec3 high = low;
  for (const ShapeVertex& vertex : vertices) {
    low = glm::min(low, vertex.position);
    high = glm::max(high, vertex.position);
  }
  out_.meshes.push_back({.first = static_cast<std::uint32_t>(first),
                         .count = static_cast<std::uint32_t>(vertices.size()),
                         .center = (low + high) * 0.5F,
                         .radius = glm::length(high - low) * 0.5F,
                         .wireframe = wireframe,
                         .shape = shape});
  return true;
}

namespace {

/// Unit normal of a triangle that is counter-clockwise from its front; zero without area.
glm::vec3 face_normal(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  const dvec3 normal = glm::cross(dvec3(b) - dvec3(a), dvec3(c) - dvec3(a));
  return glm::vec3(unit_or(normal, dvec3(0)));
}

}  // namespace

bool ShapeBuilder::add_triangle(const Fields& fields, std::uint32_t shape) {
  const dvec3 corners[] = {place(fields.position), place(fields.second), place(fields.third)};
  if (!std::ranges::all_of(corners, [](const dvec3& corner) { return is_drawable(corner); })) {
    return false;
  }
  const std::size_t first = out_.vertices.size();
  const glm::vec3 normal =
      face_normal(glm::vec3(corners[0]), glm::vec3(corners[1]), glm::vec3(corners[2]));
  for (const dvec3& corner : corners) out_.vertices.push_back({glm::vec3(corner), normal});
  return close_mesh(first, false, shape);
}

bool ShapeBuilder::add_mesh(const Fields& fields, std::uint32_t shape) {
  const std::size_t room = kMostVertices - std::min(out_.vertices.size(), kMostVertices);
  if (fields.points.size() / 3 > room || fields.indices.size() > room) return false;
  auto& corners = out_.corners;
  auto& normals = out_.normals;
  corners.clear();
  for (std::size_t i = 0; i + 2 < fields.points.size(); i += 3) {
    const dvec3 at = place({fields.points[i], fields.points[i + 1], fields.points[i + 2]});
    corners.push_back(is_drawable(at) ? glm::vec3(at)
                                      : glm::vec3(std::numeric_limits<float>::quiet_NaN()));
  }
  normals.assign(corners.size(), glm::vec3(0.0F));
  // Empty `indices` means 0, 1, 2, ... (6.2).
  const std::size_t count = fields.indices.empty() ? corners.size() : fields.indices.size();
  const auto index = [&](std::size_t i) {
    if (fields.indices.empty()) return i;
    const double value = fields.indices[i];
    return value >= 0 && value < static_cast<double>(corners.size())
               ? static_cast<std::size_t>(value)
               : corners.size();
  };
  const auto is_whole = [&](std::size_t a, std::size_t b, std::size_t c) {
    return a < corners.size() && b < corners.size() && c < corners.size() &&
           !std::isnan(corners[a].x + corners[b].x + corners[c].x);
  };
  bool lacks = false;
  for (std::size_t i = 0; i + 2 < count; i += 3) {
    const std::size_t a = index(i);
    const std::size_t b = index(i + 1);
    const std::size_t c = index(i + 2);
    if (!is_whole(a, b, c)) {
      lacks = true;
      continue;
    }
    const glm::vec3 normal = face_normal(corners[a], corners[b], corners[c]);
    normals[a] += normal;
    normals[b] += normal;
    normals[c] += normal;
  }
  const std::size_t first = out_.vertices.size();
  for (std::size_t i = 0; i + 2 < count; i += 3) {
    const std::size_t triangle[] = {index(i), index(i + 1), index(i + 2)};
    if (!is_whole(triangle[0], triangle[1], triangle[2])) continue;
    for (const std::size_t corner : triangle) {
      const glm::vec3& sum = normals[corner];
      const float size = glm::dot(sum, sum);
      out_.vertices.push_back(
          {corners[corner], size > 1e-12F ? sum / std::sqrt(size) : glm::vec3(0, 0, 1)});
    }
  }
  if (lacks && out_.vertices.size() == first) return false;
  if (lacks) ++out_.invalid;
  return close_mesh(first, fields.wireframe, shape);
}

namespace {

ShapeExtent extent_of(const SceneSolid& solid) {
  const glm::mat3 axes = glm::mat3_cast(solid.rotation);
  const glm::vec3 half = glm::abs(axes[0]) * solid.half.x + glm::abs(axes[1]) * solid.half.y +
                         glm::abs(axes[2]) * (solid.half.z + solid.stretch);
  return {solid.center - half, solid.center + half};
}

bool surrounds(const SceneSolid& solid, const glm::vec3& position) {
  if (solid.form == SolidForm::plane) return false;
  constexpr float kSlack = 0.05F;  // metres: what stands on its position touches it at best
  const glm::vec3 local = glm::abs(glm::conjugate(solid.rotation) * (position - solid.center));
  const glm::vec3 reach = solid.half * 1.05F + glm::vec3(kSlack, kSlack, kSlack + solid.stretch);
  return local.x <= reach.x && local.y <= reach.y && local.z <= reach.z;
}

}  // namespace

std::optional<ShapeExtent> ShapeBuilder::stands_for(const ShapeOwner& owner,
                                                    std::uint32_t shape) const {
  constexpr std::uint32_t kOpaqueEnough = 90;  // of 255: what is fainter hides nothing
  if (!owner.position || owner.event.exists() || out_.shapes[shape].color >> 24 < kOpaqueEnough) {
    return std::nullopt;
  }
  const dvec3 recorded = place(*owner.position);
  if (!is_drawable(recorded)) return std::nullopt;
  const glm::vec3 position(recorded);
  if (!out_.solids.empty() && out_.solids.back().shape == shape) {
    const SceneSolid& solid = out_.solids.back();
    if (surrounds(solid, position)) return extent_of(solid);
  } else if (!out_.meshes.empty() && out_.meshes.back().shape == shape) {
    const ShapeMesh& mesh = out_.meshes.back();
    if (glm::distance(position, mesh.center) < 0.5F * mesh.radius) {
      return ShapeExtent{mesh.center - mesh.radius, mesh.center + mesh.radius};
    }
  }
  return std::nullopt;
}

std::uint16_t ShapeBuilder::texture_of(std::string_view path, std::size_t recording) {
  if (path.empty()) return 0;
  const auto is_it = [&](const SceneTexture& texture) {
    return texture.recording == recording && texture.path == path;
  };
  const auto found = std::ranges::find_if(out_.textures, is_it);
  if (found == out_.textures.end()) {
    if (out_.textures.size() == kMostTextures) return 0;
    out_.textures.push_back({recording, path});
    return static_cast<std::uint16_t>(out_.textures.size());
  }
  return static_cast<std::uint16_t>(found - out_.textures.begin() + 1);
}

LayerState ShapeBuilder::state_of(std::string_view layer) {
  if (has_last_layer_ && layer == last_layer_) return last_state_;
  const auto found = std::ranges::lower_bound(options_.layers, layer, {}, &LayerChoice::name);
  last_state_ =
      found != options_.layers.end() && found->name == layer ? found->state : LayerState::all;
  last_layer_ = layer;
  has_last_layer_ = true;
  return last_state_;
}

void shape_extents(const SceneShapes& shapes, std::size_t most, std::vector<dvec3>& out) {
  std::size_t added = 0;
  const auto add = [&](const glm::vec3& low, const glm::vec3& high) {
    if (added++ >= most) return;
    out.emplace_back(low);
    out.emplace_back(high);
  };
  for (const SceneSolid& solid : shapes.solids) {
    const float reach = std::max({solid.half.x, solid.half.y, solid.half.z + solid.stretch});
    add(solid.center - reach, solid.center + reach);
  }
  for (const ShapeMesh& mesh : shapes.meshes)
    add(mesh.center - mesh.radius, mesh.center + mesh.radius);
  for (const ShapeLine& line : shapes.lines) {
    add(shapes.segments[line.first].from, shapes.segments[line.first + line.count - 1].to);
  }
}

}  // namespace scrubjay
