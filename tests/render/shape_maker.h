#pragma once

#include <array>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "scene_maker.h"

namespace scrubjay {

/// Builds frames with shapes by hand, by the field names of formats/framebyframe/README.md, 6.2.
struct ShapeMaker : SceneMaker {
  struct Vector {
    std::string_view name;
    glm::dvec3 value;
    Meaning meaning = Meaning::point;
  };
  struct Number {
    std::string_view name;
    double value;
  };
  struct Shape {
    PropertyType type = PropertyType::sphere;
    std::string_view name = "shape";
    std::vector<Vector> vectors = {};
    std::vector<Number> numbers = {};
    std::array<double, 4> color = {1, 1, 1, 1};
    std::string_view layer = "";
    std::vector<double> points = {};  ///< of a path, or a mesh's vertices
    std::vector<double> indices = {};
    bool wireframe = false;
    std::string_view texture = "";
  };

  using SceneMaker::SceneMaker;

  /// An entity of no kind, whose properties are what is added until the next one.
  Entity& entity(const glm::dvec3& position) {
    Entity& added = add(EntityKind::other, position);
    added.properties = {frame.tree.size(), 0};
    return added;
  }

  /// Adds a shape to the entity added last; returns its node.
  PropertyTree::Node shape(const Shape& shape) {
    const PropertyTree::Node node = append(shape);
    Entity& owner = frame.entities.back();
    owner.properties = frame.tree.since(owner.properties.first);
    return node;
  }

  PropertyTree::Node append(const Shape& shape) {
    PropertyTree& tree = frame.tree;
    const auto node = tree.open(shape.name, shape.type);
    tree.text("layer", shape.layer);
    tree.numbers("color", PropertyType::color, shape.color, Precision::float64);
    if (!shape.texture.empty()) tree.text("texture", shape.texture, PropertyType::resource);
    for (const Vector& vector : shape.vectors) {
      tree.vec3(vector.name, vector.value, Precision::float64, "", vector.meaning);
    }
    for (const Number& number : shape.numbers) {
      const auto added = tree.number(number.name, number.value, Precision::float64);
      tree.node_for_edit(added).meaning = Meaning::length;
    }
    if (shape.type == PropertyType::path) {
      tree.numbers("points", PropertyType::points, shape.points, Precision::float64, "",
                   Meaning::point);
    }
    if (shape.type == PropertyType::mesh) {
      tree.numbers("vertices", PropertyType::numbers, shape.points, Precision::float64, "",
                   Meaning::point);
      tree.numbers("indices", PropertyType::numbers, shape.indices, Precision::float64);
      tree.boolean("wireframe", shape.wireframe);
    }
    tree.close(node);
    return node;
  }

  // The usual ones.
  static Shape sphere(const glm::dvec3& position, double radius) {
    return {.vectors = {{"position", position}}, .numbers = {{"radius", radius}}};
  }
  static Shape round(PropertyType type, const glm::dvec3& position, const glm::dvec3& direction,
                     double radius, double height) {
    return {.type = type,
            .vectors = {{"position", position}, {"direction", direction, Meaning::direction}},
            .numbers = {{"radius", radius}, {"height", height}}};
  }
  static Shape aabb(const glm::dvec3& position, const glm::dvec3& size) {
    return {.type = PropertyType::aabb,
            .vectors = {{"position", position}, {"size", size, Meaning::extent}}};
  }
  static Shape oobb(const glm::dvec3& position, const glm::dvec3& size, const glm::dvec3& up,
                    const glm::dvec3& forward) {
    return {.type = PropertyType::oobb,
            .vectors = {{"position", position},
                        {"size", size, Meaning::extent},
                        {"up", up, Meaning::direction},
                        {"forward", forward, Meaning::direction}}};
  }
  static Shape plane(const glm::dvec3& position, const glm::dvec3& normal, const glm::dvec3& up,
                     double width, double length) {
    return {.type = PropertyType::plane,
            .vectors = {{"position", position},
                        {"normal", normal, Meaning::direction},
                        {"up", up, Meaning::direction}},
            .numbers = {{"width", width}, {"length", length}}};
  }
  static Shape line(PropertyType type, const glm::dvec3& origin, const glm::dvec3& destination) {
    return {.type = type, .vectors = {{"origin", origin}, {"destination", destination}}};
  }
  static Shape vector(const glm::dvec3& vector) {
    return {.type = PropertyType::vector, .vectors = {{"vector", vector}}};
  }
  static Shape path(std::vector<double> points) {
    return {.type = PropertyType::path, .points = std::move(points)};
  }
  static Shape triangle(const glm::dvec3& p1, const glm::dvec3& p2, const glm::dvec3& p3) {
    return {.type = PropertyType::triangle, .vectors = {{"p1", p1}, {"p2", p2}, {"p3", p3}}};
  }
  static Shape mesh(std::vector<double> vertices, std::vector<double> indices) {
    return {
        .type = PropertyType::mesh, .points = std::move(vertices), .indices = std::move(indices)};
  }
};

/// The frame of a recording with that coordSystem and scale (formats/framebyframe/README.md, 12.1):
/// 0 has z up and y forward, 1 y up and z forward, 2 z up, x forward and y right.
inline CoordinateSystem framebyframe_coordinates(int system, double scale = 1) {
  CoordinateSystem coordinates;
  switch (system) {
    case 0: coordinates = {Axis::pos_x, Axis::pos_z, Axis::pos_y, scale}; break;
    case 1: coordinates = {Axis::pos_x, Axis::pos_y, Axis::pos_z, scale}; break;
    default: coordinates = {Axis::pos_y, Axis::pos_z, Axis::pos_x, scale}; break;
  }
  return coordinates;
}

}  // namespace scrubjay
