#pragma once

#include <array>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <initializer_list>
#include <span>
#include <string_view>

#include "core/property_tree.h"

namespace scrubjay::assets {

using Rgba = std::array<double, 4>;

/// A drawing layer and a colour: what every shape has.
struct Ink {
  std::string_view layer;
  Rgba color;
  std::string_view texture = {};  ///< path of a resource; empty for none
};

/// One series of a chart.
struct Series {
  std::string_view label;
  std::string_view color;
  std::span<const double> values;
};

/// Builds properties and shapes as Frame by Frame's recordings have them
/// (formats/framebyframe/README.md, 6). Texts are copied.
class DebugProperties {
 public:
  explicit DebugProperties(PropertyTree& tree) : tree_(tree) {}

  PropertyTree& tree() { return tree_; }
  PropertyTree::Node open(std::string_view name, std::string_view icon = {},
                          std::string_view color = {}, std::uint32_t flags = 0);
  void close(PropertyTree::Node group) { tree_.close(group); }

  void text(std::string_view name, std::string_view value,
            PropertyType type = PropertyType::string);
  void text_with_icon(std::string_view name, std::string_view value, std::string_view icon,
                      std::string_view color, PropertyType type = PropertyType::string);
  void number(std::string_view name, double value, std::uint32_t flags = 0);
  void boolean(std::string_view name, bool value) { tree_.boolean(tree_.keep(name), value); }
  void vec2(std::string_view name, const glm::dvec2& v);
  void vec3(std::string_view name, const glm::dvec3& v);
  void quat(std::string_view name, const glm::dquat& q);
  void reference(std::string_view name, std::uint32_t id, std::string_view label);
  void table(std::string_view name, std::initializer_list<std::string_view> header,
             std::span<const std::vector<std::string>> rows);
  void chart(std::string_view name, std::span<const Series> series, double y_scale, double x_scale,
             std::string_view kind);

  void sphere(std::string_view name, const Ink& ink, const glm::dvec3& position, double radius);
  void hemisphere(std::string_view name, const Ink& ink, const glm::dvec3& position,
                  const glm::dvec3& direction, double radius);
  /// A capsule or a cylinder.
  void round(PropertyType type, std::string_view name, const Ink& ink, const glm::dvec3& position,
             const glm::dvec3& direction, double radius, double height);
  void aabb(std::string_view name, const Ink& ink, const glm::dvec3& position,
            const glm::dvec3& size);
  void oobb(std::string_view name, const Ink& ink, const glm::dvec3& position,
            const glm::dvec3& size, const glm::dvec3& up, const glm::dvec3& forward);
  void plane(std::string_view name, const Ink& ink, const glm::dvec3& position,
             const glm::dvec3& normal, const glm::dvec3& up, double width, double length);
  /// A line or an arrow.
  void segment(PropertyType type, std::string_view name, const Ink& ink, const glm::dvec3& origin,
               const glm::dvec3& destination);
  void vector(std::string_view name, const Ink& ink, const glm::dvec3& v);
  void path(std::string_view name, const Ink& ink, std::span<const glm::dvec3> points);
  void triangle(std::string_view name, const Ink& ink, const std::array<glm::dvec3, 3>& corners);
  /// Triangles wind counter-clockwise seen from outside (formats/framebyframe/README.md, 12.4).
  void mesh(std::string_view name, const Ink& ink, std::span<const glm::dvec3> vertices,
            std::span<const double> indices, bool wireframe);

 private:
  PropertyTree::Node begin(PropertyType type, std::string_view name, const Ink& ink);
  void point(std::string_view name, const glm::dvec3& v);
  void direction(std::string_view name, const glm::dvec3& v);
  void length(std::string_view name, double value);
  void points(std::string_view name, PropertyType type, std::span<const glm::dvec3> values);

  PropertyTree& tree_;
};

}  // namespace scrubjay::assets
