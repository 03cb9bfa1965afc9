#include "formats/mcap/write/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "core/directions.h"
#include "core/kind_color.h"
#include "core/steady_math.h"
#include "core/text.h"
#include "core/usual_box.h"
#include "formats/mcap/write/kind.h"

namespace scrubjay::mcap {

namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;

constexpr std::size_t kUsualBytes = 1'000;  ///< of an entity, about
constexpr double kLeast = 0.001;            ///< metres: what is smaller is not seen
constexpr double kThickness = 2;            ///< of lines, pixels

// Fields of SceneEntity.
constexpr std::uint32_t kArrows = 7;
constexpr std::uint32_t kCubes = 8;
constexpr std::uint32_t kSpheres = 9;
constexpr std::uint32_t kCylinders = 10;
constexpr std::uint32_t kLines = 11;
constexpr std::uint32_t kTriangles = 12;

using Rgba = std::array<double, 4>;

void write_point(MessageWriter& out, std::uint32_t field, const dvec3& v) {
  write_vector(out, field, std::array{v.x, v.y, v.z});
}

void write_pose(MessageWriter& out, const dvec3& position, const dquat& rotation,
                std::uint32_t field = 1) {
  out.message(field, [&](MessageWriter& pose) {
    write_point(pose, 1, position);
    write_vector(pose, 2, std::array{rotation.x, rotation.y, rotation.z, rotation.w});
  });
}

constexpr dquat kNoTurn{1, 0, 0, 0};

/// Turns the axes of `from` onto those of `to`, columns that are perpendicular and of length 1.
dquat turn(const dmat3& from, const dmat3& to) {
  return glm::normalize(glm::quat_cast(to * glm::transpose(from)));
}

/// Turns `axis` onto `direction`, both of length 1.
dquat turn(const dvec3& axis, const dvec3& direction) {
  const dvec3 side = perpendicular(axis);
  const dvec3 other = perpendicular(direction);
  return turn(dmat3(axis, side, glm::cross(axis, side)),
              dmat3(direction, other, glm::cross(direction, other)));
}

/// The fields of one shape (formats/framebyframe/README.md, 6.2) in the frame's coordinates.
class ShapeFields {
 public:
  ShapeFields(const PropertyTree& tree, PropertyTree::Node shape) : tree_(tree), shape_(shape) {}

  PropertyType type() const { return tree_[shape_].type; }
  dvec3 vector(std::string_view name) const {
    const auto values = numbers(name);
    return values.size() >= 3 ? dvec3(values[0], values[1], values[2])
                              : dvec3(std::numeric_limits<double>::quiet_NaN());
  }
  double number(std::string_view name) const {
    const PropertyNode* const node = find(name);
    if (node == nullptr) return std::numeric_limits<double>::quiet_NaN();
    if (node->type == PropertyType::integer) return static_cast<double>(node->integer);
    return node->type == PropertyType::number ? node->number
                                              : std::numeric_limits<double>::quiet_NaN();
  }
  std::span<const double> numbers(std::string_view name) const {
    const PropertyNode* const node = find(name);
    return node != nullptr && has_numbers(node->type) ? tree_.numbers_of(*node)
                                                      : std::span<const double>();
  }
  bool is_set(std::string_view name) const {
    const PropertyNode* const node = find(name);
    return node != nullptr && node->type == PropertyType::boolean && node->boolean;
  }
  Rgba color() const {
    Rgba rgba{1, 1, 1, 1};
    const auto values = numbers("color");
    for (std::size_t i = 0; i < std::min<std::size_t>(4, values.size()); ++i) {
      if (std::isfinite(values[i])) rgba[i] = std::clamp(values[i], 0.0, 1.0);
    }
    // What cannot be seen at all is shown faintly: viewers take an alpha of 0 for none.
    rgba[3] = std::max(rgba[3], 0.02);
    return rgba;
  }

 private:
  const PropertyNode* find(std::string_view name) const {
    const PropertyNode* found = nullptr;
    for_each_root(tree_, children_of(tree_, shape_),
                  [&](PropertyTree::Node, const PropertyNode& node) {
                    if (found == nullptr && node.name == name) found = &node;
                  });
    return found;
  }

  const PropertyTree& tree_;
  PropertyTree::Node shape_;
};

/// Writes the primitives of shapes into a SceneEntity.
class Primitives {
 public:
  Primitives(MessageWriter& out, const CoordinateSystem& coordinates, double metre)
      : out_(out),
        up_(direction_of(coordinates.up)),
        forward_(direction_of(coordinates.forward)),
        metre_(metre) {}

  std::size_t count() const { return count_; }
  void draw(const ShapeFields& shape, const std::optional<dvec3>& position);

 private:
  bool is_seen(double length) const { return std::isfinite(length) && length > kLeast * metre_; }

  template <class Fill>
  void add(std::uint32_t kind, Fill fill) {
    ++count_;
    out_.message(kind, fill);
  }
  void sphere(const dvec3& center, double radius) {
    add(kSpheres, [&](MessageWriter& out) {
      write_pose(out, center, kNoTurn);
      write_point(out, 2, dvec3(2 * radius));
      write_vector(out, 3, color_);
    });
  }
  void cube(const dvec3& center, const dquat& rotation, const dvec3& size) {
    add(kCubes, [&](MessageWriter& out) {
      write_pose(out, center, rotation);
      write_point(out, 2, size);
      write_vector(out, 3, color_);
    });
  }
  void cylinder(const dvec3& center, const dvec3& axis, double radius, double length) {
    add(kCylinders, [&](MessageWriter& out) {
      write_pose(out, center, turn(dvec3(0, 0, 1), axis));
      write_point(out, 2, dvec3(2 * radius, 2 * radius, length));
      out.number(3, 1);
      out.number(4, 1);
      write_vector(out, 5, color_);
    });
  }
  void lines(std::span<const dvec3> points, bool are_pairs) {
    constexpr std::uint64_t kList = 2;
    add(kLines, [&](MessageWriter& out) {
      out.integer_field(1, are_pairs ? kList : 0);
      write_pose(out, dvec3(0), kNoTurn, 2);
      out.number(3, kThickness);
      out.integer(4, 1);
      for (const dvec3& point : points) write_point(out, 5, point);
      write_vector(out, 6, color_);
    });
  }
  void triangles(std::span<const dvec3> points, std::span<const std::uint32_t> indices = {}) {
    add(kTriangles, [&](MessageWriter& out) {
      write_pose(out, dvec3(0), kNoTurn);
      for (const dvec3& point : points) write_point(out, 2, point);
      write_vector(out, 3, color_);
      out.packed(5, indices);
    });
  }

  void round(const ShapeFields& shape);
  void hemisphere(const dvec3& center, const dvec3& axis, double radius);
  void box(const ShapeFields& shape);
  void plane(const ShapeFields& shape);
  void arrow(const dvec3& from, const dvec3& to);
  void path(const ShapeFields& shape);
  void mesh(const ShapeFields& shape);

  MessageWriter& out_;
  dvec3 up_, forward_;
  double metre_;
  Rgba color_{};
  std::size_t count_ = 0;
};

void Primitives::draw(const ShapeFields& shape, const std::optional<dvec3>& position) {
  color_ = shape.color();
  const auto line = [&](const dvec3& from, const dvec3& to) {
    if (is_finite(from) && is_finite(to) && from != to) lines(std::array{from, to}, false);
  };
  switch (shape.type()) {
    case PropertyType::sphere:
    case PropertyType::hemisphere:
    case PropertyType::capsule:
    case PropertyType::cylinder: round(shape); return;
    case PropertyType::aabb:
    case PropertyType::oobb: box(shape); return;
    case PropertyType::plane: plane(shape); return;
    case PropertyType::line: line(shape.vector("origin"), shape.vector("destination")); return;
    case PropertyType::arrow: arrow(shape.vector("origin"), shape.vector("destination")); return;
    case PropertyType::vector:
      if (position) arrow(*position, *position + shape.vector("vector"));
      return;
    case PropertyType::path: path(shape); return;
    case PropertyType::triangle: {
      const std::array points{shape.vector("p1"), shape.vector("p2"), shape.vector("p3")};
      if (std::ranges::all_of(points, is_finite)) triangles(points);
      return;
    }
    case PropertyType::mesh: mesh(shape); return;
    default: return;
  }
}

void Primitives::round(const ShapeFields& shape) {
  const dvec3 center = shape.vector("position");
  const double radius = std::abs(shape.number("radius"));
  if (!is_finite(center) || !is_seen(radius)) return;
  const dvec3 axis = unit_or(shape.vector("direction"), up_);
  const double height = std::abs(shape.number("height"));
  switch (shape.type()) {
    case PropertyType::sphere: sphere(center, radius); return;
    case PropertyType::hemisphere: hemisphere(center, axis, radius); return;
    case PropertyType::cylinder:
      cylinder(center, axis, radius, is_seen(height) ? height : kLeast * metre_);  // a disc
      return;
    default: break;
  }
  const double length = std::isfinite(height) ? height - 2 * radius : 0;
  if (length > 0) cylinder(center, axis, radius, length);
  const dvec3 end = axis * std::max(length, 0.0) / 2.0;
  sphere(center + end, radius);
  sphere(center - end, radius);
}

/// Of a quarter of a circle upwards, in rings, and of a whole one, in parts; and the triangles
/// between the points of the rings.
class HemisphereGrid {
 public:
  static constexpr std::uint32_t kRings = 8;
  static constexpr std::uint32_t kParts = 16;
  struct Turn {
    double cos = 1, sin = 0;
  };

  HemisphereGrid() {
    for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
      up[ring] = turn_of(std::numbers::pi / 2 * ring / kRings);
    }
    for (std::uint32_t part = 0; part < kParts; ++part) {
      around[part] = turn_of(2 * std::numbers::pi * part / kParts);
    }
    for (std::uint32_t a = 0; a < kRings * kParts; ++a) {
      const std::uint32_t b = a / kParts * kParts + (a + 1) % kParts;
      indices.insert(indices.end(), {a, b, b + kParts, a, b + kParts, a + kParts});
    }
  }

  std::array<Turn, kRings + 1> up;
  std::array<Turn, kParts> around;
  std::vector<std::uint32_t> indices;

 private:
  static Turn turn_of(double angle) { return {steady::cos(angle), steady::sin(angle)}; }
};

void Primitives::hemisphere(const dvec3& center, const dvec3& axis, double radius) {
  static const HemisphereGrid kGrid;
  const dvec3 side = perpendicular(axis);
  const dvec3 other = glm::cross(axis, side);
  std::array<dvec3, kGrid.up.size() * kGrid.around.size()> points;
  std::size_t count = 0;
  for (const auto& up : kGrid.up) {
    for (const auto& around : kGrid.around) {
      const dvec3 out = side * around.cos + other * around.sin;
      points[count++] = center + radius * (out * up.cos + axis * up.sin);
    }
  }
  triangles(points, kGrid.indices);
}

void Primitives::box(const ShapeFields& shape) {
  const dvec3 center = shape.vector("position");
  const dvec3 size = glm::abs(shape.vector("size"));
  if (!is_finite(center) || !is_seen(std::min({size.x, size.y, size.z}))) return;
  dquat rotation = kNoTurn;
  if (shape.type() == PropertyType::oobb) {
    const dvec3 up = unit_or(shape.vector("up"), up_);
    const dvec3 forward = across(shape.vector("forward"), up);
    rotation = turn(dmat3(forward_, up_, glm::cross(forward_, up_)),
                    dmat3(forward, up, glm::cross(forward, up)));
  }
  cube(center, rotation, size);
}

void Primitives::plane(const ShapeFields& shape) {
  const dvec3 center = shape.vector("position");
  const double width = std::abs(shape.number("width")) / 2;
  const double length = std::abs(shape.number("length")) / 2;
  if (!is_finite(center) || !std::isfinite(width) || !std::isfinite(length)) return;
  const dvec3 normal = unit_or(shape.vector("normal"), up_);
  const dvec3 up = across(shape.vector("up"), normal);
  const dvec3 right = glm::cross(normal, up);
  const auto corner = [&](double x, double y) {
    return center + right * (x * width) + up * (y * length);
  };
  const std::array points{corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)};
  triangles(points, std::array<std::uint32_t, 12>{0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0});
}

void Primitives::arrow(const dvec3& from, const dvec3& to) {
  const double length = glm::length(to - from);
  if (!is_finite(from) || !is_seen(length)) return;
  const double head = std::min(0.2 * length, 0.3 * metre_);
  add(kArrows, [&](MessageWriter& out) {
    write_pose(out, from, turn(dvec3(1, 0, 0), (to - from) / length));
    out.number(2, length - head);
    out.number(3, 0.04 * metre_);
    out.number(4, head);
    out.number(5, 0.1 * metre_);
    write_vector(out, 6, color_);
  });
}

void Primitives::path(const ShapeFields& shape) {
  const auto values = shape.numbers("points");
  std::vector<dvec3> points;
  for (std::size_t i = 0; i + 3 <= values.size(); i += 3) {
    const dvec3 point(values[i], values[i + 1], values[i + 2]);
    if (is_finite(point)) points.push_back(point);
  }
  const bool has_extent =
      std::ranges::any_of(points, [&](const dvec3& point) { return point != points.front(); });
  if (has_extent) lines(points, false);
}

void Primitives::mesh(const ShapeFields& shape) {
  const auto values = shape.numbers("vertices");
  std::vector<dvec3> points;
  for (std::size_t i = 0; i + 3 <= values.size(); i += 3) {
    const dvec3 point(values[i], values[i + 1], values[i + 2]);
    points.push_back(is_finite(point) ? point : dvec3(0));
  }
  if (points.size() < 3) return;
  std::vector<std::uint32_t> indices;
  for (const double index : shape.numbers("indices")) {
    const bool is_good = index >= 0 && index < static_cast<double>(points.size());
    indices.push_back(is_good ? static_cast<std::uint32_t>(index) : 0);
  }
  if (indices.empty()) {
    for (std::uint32_t i = 0; i < points.size(); ++i) indices.push_back(i);
  }
  indices.resize(indices.size() / 3 * 3);
  if (indices.empty()) return;
  if (!shape.is_set("wireframe")) {
    triangles(points, indices);
    return;
  }
  std::vector<dvec3> edges;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      edges.push_back(points[indices[i + k]]);
      edges.push_back(points[indices[i + (k + 1) % 3]]);
    }
  }
  lines(edges, true);
}

/// Calls `visit` for each shape among roots and in groups.
template <class Visit>
void visit_shapes(const PropertyTree& tree, PropertyRange range, Visit visit) {
  for (PropertyTree::Node i = range.first; i < range.first + range.count;) {
    if (is_shape(tree[i].type)) visit(i);
    i += tree[i].type == PropertyType::group ? 1 : tree[i].subtree;
  }
}

/// Behind the time.
void write_head(MessageWriter& out, std::string_view frame, std::string_view id) {
  out.bytes(2, frame);
  out.bytes(3, id);
  out.integer(5, 1);
}

void write_pair(MessageWriter& out, std::string_view key, std::string_view value) {
  out.message(6, [&](MessageWriter& pair) {
    pair.bytes(1, key);
    pair.text(2, value);
  });
}

}  // namespace

void write_timestamp(MessageWriter& out, std::uint32_t field, std::uint64_t nanoseconds) {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  out.message(field, [&](MessageWriter& moment) {
    moment.integer_field(1, nanoseconds / kSecond);
    moment.integer_field(2, nanoseconds % kSecond);
  });
}

bool has_place(const Entity& entity) {
  return entity.world.position && is_finite(*entity.world.position);
}

bool holds_shape(const PropertyTree& tree, PropertyRange range) {
  bool is_found = false;
  visit_shapes(tree, range, [&](PropertyTree::Node) { is_found = true; });
  return is_found;
}

SceneWriter::SceneWriter(const CoordinateSystem& coordinates)
    : coordinates_(coordinates),
      from_usual_(kUsualBoxCoordinates, coordinates),
      metre_(1 / coordinates.metres_per_unit) {}

void SceneWriter::write_entity(MessageWriter& out, const Entity& entity, std::string_view id,
                               std::string_view label, std::uint64_t time,
                               StandingScenes& known) const {
  constexpr std::uint32_t kEntity = 2;  // of SceneUpdate
  out.message(
      kEntity,
      [&](MessageWriter& scene) {
        write_timestamp(scene, 1, time);
        scene.fields(known.fields(entity, id, label, [&](MessageWriter& standing) {
          write_standing(standing, entity, id, label);
        }));
      },
      kUsualBytes);
}

void SceneWriter::write_standing(MessageWriter& out, const Entity& entity, std::string_view id,
                                 std::string_view label) const {
  const UsualBox usual = usual_box(entity.kind);
  dvec3 center = from_usual_.point(usual.center);
  dvec3 half = from_usual_.extent(usual.half);
  if (entity.box && is_finite(entity.box->center)) {
    dvec3 own = glm::abs(entity.box->half);
    const bool is_whole = is_finite(own) && std::min({own.x, own.y, own.z}) > kLeast * metre_;
    if (is_whole && entity.world.scale && is_finite(*entity.world.scale)) {
      own *= glm::abs(*entity.world.scale);
    }
    if (is_whole && std::min({own.x, own.y, own.z}) > 0) {
      center = entity.box->center;
      half = own;
    }
  }
  const std::uint32_t rgb = kind_color(entity.kind);
  const auto part = [&](int shift) { return static_cast<double>(rgb >> shift & 0xFF) / 255; };
  write_head(out, label, label);
  write_pair(out, "name", entity.name);
  write_pair(out, "id", id);
  out.message(kCubes, [&](MessageWriter& cube) {
    write_pose(cube, center, kNoTurn);
    write_point(cube, 2, 2.0 * half);
    write_vector(cube, 3, std::array{part(16), part(8), part(0), 0.9});
  });
}

bool SceneWriter::write_shapes(MessageWriter& out, const PropertyTree& tree, const Entity& entity,
                               std::string_view label, std::uint64_t time) const {
  constexpr std::uint32_t kEntity = 2;
  const std::size_t begin = out.size();
  std::size_t count = 0;
  std::optional<dvec3> position = entity.world.position;
  if (position && !is_finite(*position)) position.reset();
  out.message(
      kEntity,
      [&](MessageWriter& scene) {
        write_timestamp(scene, 1, time);
        write_head(scene, "world", std::string(label) + "/shapes");
        Primitives primitives(scene, coordinates_, metre_);
        visit_shapes(tree, entity.properties, [&](PropertyTree::Node node) {
          primitives.draw(ShapeFields(tree, node), position);
        });
        count = primitives.count();
      },
      kUsualBytes);
  if (count == 0) out.truncate(begin);
  return count != 0;
}

}  // namespace scrubjay::mcap
