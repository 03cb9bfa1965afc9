#include "assets/debug_properties.h"

#include <string>
#include <vector>

#include "assets/arena.h"

namespace scrubjay::assets {

namespace {

constexpr Precision kPrecision = Precision::float64;

/// Axes keep more digits than places, so that they stay unit vectors.
glm::dvec3 rounded_axis(const glm::dvec3& v) { return rounded(v * 1000.0) / 1000.0; }

}  // namespace

PropertyTree::Node DebugProperties::open(std::string_view name, std::string_view icon,
                                         std::string_view color, std::uint32_t flags) {
  const auto group = tree_.open(tree_.keep(name), PropertyType::group);
  tree_.node_for_edit(group).flags = flags;
  if (!icon.empty()) tree_.set_style(group, {tree_.keep(icon), tree_.keep(color), {}});
  return group;
}

void DebugProperties::text(std::string_view name, std::string_view value, PropertyType type) {
  tree_.text(tree_.keep(name), tree_.keep(value), type);
}

void DebugProperties::text_with_icon(std::string_view name, std::string_view value,
                                     std::string_view icon, std::string_view color,
                                     PropertyType type) {
  const auto node = tree_.text(tree_.keep(name), tree_.keep(value), type);
  tree_.set_style(node, {tree_.keep(icon), tree_.keep(color), {}});
}

void DebugProperties::number(std::string_view name, double value, std::uint32_t flags) {
  const auto node = tree_.number(tree_.keep(name), rounded(value), kPrecision);
  tree_.node_for_edit(node).flags = flags;
}

void DebugProperties::vec2(std::string_view name, const glm::dvec2& v) {
  tree_.numbers(tree_.keep(name), PropertyType::vec2, std::array{rounded(v.x), rounded(v.y)},
                kPrecision);
}

void DebugProperties::vec3(std::string_view name, const glm::dvec3& v) {
  tree_.vec3(tree_.keep(name), rounded(v), kPrecision);
}

void DebugProperties::quat(std::string_view name, const glm::dquat& q) {
  const auto digits = [](double value) { return rounded(value * 1000.0) / 1000.0; };
  tree_.numbers(tree_.keep(name), PropertyType::quat,
                std::array{digits(q.x), digits(q.y), digits(q.z), digits(q.w)}, kPrecision);
}

void DebugProperties::reference(std::string_view name, std::uint32_t id, std::string_view label) {
  const auto node =
      tree_.text(tree_.keep(name), tree_.keep(std::to_string(id)), PropertyType::entity);
  tree_.set_style(node, {.icon = {}, .color = {}, .type_name = {}, .label = tree_.keep(label)});
}

void DebugProperties::table(std::string_view name, std::initializer_list<std::string_view> header,
                            std::span<const std::vector<std::string>> rows) {
  const auto table = tree_.open(tree_.keep(name), PropertyType::table);
  const auto head = tree_.open("header", PropertyType::list);
  std::size_t column = 0;
  for (const std::string_view cell : header) {
    tree_.text(index_name(tree_, column++), tree_.keep(cell));
  }
  tree_.close(head);
  const auto all = tree_.open("rows", PropertyType::list);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = tree_.open(index_name(tree_, r), PropertyType::list);
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      tree_.text(index_name(tree_, c), tree_.keep(rows[r][c]));
    }
    tree_.close(row);
  }
  tree_.close(all);
  tree_.close(table);
}

void DebugProperties::chart(std::string_view name, std::span<const Series> series, double y_scale,
                            double x_scale, std::string_view kind) {
  const auto chart = tree_.open(tree_.keep(name), PropertyType::linechart);
  const auto data = tree_.open("data", PropertyType::list);
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto one = tree_.open(index_name(tree_, i), PropertyType::record);
    tree_.numbers("values", PropertyType::numbers, series[i].values, kPrecision);
    tree_.text("ylabel", tree_.keep(series[i].label));
    tree_.text("color", tree_.keep(series[i].color));
    tree_.close(one);
  }
  tree_.close(data);
  tree_.number("yscale", y_scale, kPrecision);
  tree_.number("xscale", x_scale, kPrecision);
  tree_.text("chart", tree_.keep(kind));
  tree_.number("height", 120, kPrecision);
  tree_.close(chart);
}

PropertyTree::Node DebugProperties::begin(PropertyType type, std::string_view name,
                                          const Ink& ink) {
  const auto shape = tree_.open(tree_.keep(name), type);
  tree_.text("layer", tree_.keep(ink.layer));
  tree_.numbers("color", PropertyType::color, ink.color, kPrecision);
  if (!ink.texture.empty()) {
    tree_.text("texture", tree_.keep(ink.texture), PropertyType::resource);
  }
  return shape;
}

void DebugProperties::point(std::string_view name, const glm::dvec3& v) {
  tree_.vec3(name, rounded(v), kPrecision, "", Meaning::point);
}

void DebugProperties::direction(std::string_view name, const glm::dvec3& v) {
  tree_.vec3(name, rounded_axis(v), kPrecision, "", Meaning::direction);
}

void DebugProperties::length(std::string_view name, double value) {
  const auto node = tree_.number(name, rounded(value), kPrecision);
  tree_.node_for_edit(node).meaning = Meaning::length;
}

void DebugProperties::points(std::string_view name, PropertyType type,
                             std::span<const glm::dvec3> values) {
  std::vector<double> numbers;
  for (const glm::dvec3& v : values) {
    numbers.insert(numbers.end(), {rounded(v.x), rounded(v.y), rounded(v.z)});
  }
  tree_.numbers(name, type, numbers, kPrecision, "", Meaning::point);
}

void DebugProperties::sphere(std::string_view name, const Ink& ink, const glm::dvec3& position,
                             double radius) {
  const auto shape = begin(PropertyType::sphere, name, ink);
  point("position", position);
  length("radius", radius);
  tree_.close(shape);
}

void DebugProperties::hemisphere(std::string_view name, const Ink& ink, const glm::dvec3& position,
                                 const glm::dvec3& up, double radius) {
  const auto shape = begin(PropertyType::hemisphere, name, ink);
  point("position", position);
  direction("direction", up);
  length("radius", radius);
  tree_.close(shape);
}

void DebugProperties::round(PropertyType type, std::string_view name, const Ink& ink,
                            const glm::dvec3& position, const glm::dvec3& axis, double radius,
                            double height) {
  const auto shape = begin(type, name, ink);
  point("position", position);
  direction("direction", axis);
  length("radius", radius);
  length("height", height);
  tree_.close(shape);
}

void DebugProperties::aabb(std::string_view name, const Ink& ink, const glm::dvec3& position,
                           const glm::dvec3& size) {
  const auto shape = begin(PropertyType::aabb, name, ink);
  point("position", position);
  tree_.vec3("size", rounded(size), kPrecision, "", Meaning::extent);
  tree_.close(shape);
}

void DebugProperties::oobb(std::string_view name, const Ink& ink, const glm::dvec3& position,
                           const glm::dvec3& size, const glm::dvec3& up,
                           const glm::dvec3& forward) {
  const auto shape = begin(PropertyType::oobb, name, ink);
  point("position", position);
  tree_.vec3("size", rounded(size), kPrecision, "", Meaning::extent);
  direction("up", up);
  direction("forward", forward);
  tree_.close(shape);
}

void DebugProperties::plane(std::string_view name, const Ink& ink, const glm::dvec3& position,
                            const glm::dvec3& normal, const glm::dvec3& up, double width,
                            double extent) {
  const auto shape = begin(PropertyType::plane, name, ink);
  point("position", position);
  direction("normal", normal);
  direction("up", up);
  length("width", width);
  length("length", extent);
  tree_.close(shape);
}

void DebugProperties::segment(PropertyType type, std::string_view name, const Ink& ink,
                              const glm::dvec3& origin, const glm::dvec3& destination) {
  const auto shape = begin(type, name, ink);
  point("origin", origin);
  point("destination", destination);
  tree_.close(shape);
}

void DebugProperties::vector(std::string_view name, const Ink& ink, const glm::dvec3& v) {
  const auto shape = begin(PropertyType::vector, name, ink);
  point("vector", v);
  tree_.close(shape);
}

void DebugProperties::path(std::string_view name, const Ink& ink, std::span<const glm::dvec3> way) {
  const auto shape = begin(PropertyType::path, name, ink);
  points("points", PropertyType::points, way);
  tree_.close(shape);
}

void DebugProperties::triangle(std::string_view name, const Ink& ink,
                               const std::array<glm::dvec3, 3>& corners) {
  const auto shape = begin(PropertyType::triangle, name, ink);
  point("p1", corners[0]);
  point("p2", corners[1]);
  point("p3", corners[2]);
  tree_.close(shape);
}

void DebugProperties::mesh(std::string_view name, const Ink& ink,
                           std::span<const glm::dvec3> vertices, std::span<const double> indices,
                           bool wireframe) {
  const auto shape = begin(PropertyType::mesh, name, ink);
  points("vertices", PropertyType::numbers, vertices);
  tree_.numbers("indices", PropertyType::numbers, indices, kPrecision);
  tree_.boolean("wireframe", wireframe);
  tree_.close(shape);
}

}  // namespace scrubjay::assets
