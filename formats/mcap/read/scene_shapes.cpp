#include <array>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/mcap/read/decoder.h"

namespace scrubjay::mcap {

namespace {

/// Draws the primitives of one SceneEntity as shapes, which are recorded in the world.
class ShapeMaker {
 public:
  ShapeMaker(const PropertyTree& from, const Transform& entity, PropertyTree& out)
      : from_(from), entity_(entity), out_(out) {}

  void add(std::string_view list, PropertyRange primitive, std::size_t number);

 private:
  struct Placed {
    glm::dvec3 position{0.0};
    glm::dquat rotation{1, 0, 0, 0};
  };
  Placed placed(PropertyRange primitive) const;
  void color(PropertyRange primitive);
  void vec3(std::string_view name, const glm::dvec3& value, Meaning meaning) {
    out_.vec3(name, value, Precision::float64, "", meaning);
  }
  void length(std::string_view name, double value) {
    const auto node = out_.number(name, value, Precision::float64);
    out_.node_for_edit(node).meaning = Meaning::length;
  }
  void end_shape(PropertyTree::Node shape, PropertyRange primitive) {
    color(primitive);
    out_.text("layer", "");
    out_.close(shape);
  }
  std::vector<glm::dvec3> points_of(PropertyRange primitive, const Placed& at) const;
  std::span<const double> indices_of(PropertyRange primitive) const;
  void points(std::string_view name, PropertyType type, std::span<const glm::dvec3> points);
  void lines(std::string_view name, PropertyRange primitive, const Placed& at);

  const PropertyTree& from_;
  const Transform& entity_;
  PropertyTree& out_;
};

ShapeMaker::Placed ShapeMaker::placed(PropertyRange primitive) const {
  Transform pose = pose_member(from_, primitive, "pose");
  if (!pose.rotation) pose.rotation = glm::dquat(1, 0, 0, 0);
  const Transform world = compose(entity_, pose);
  return {world.position.value_or(glm::dvec3(0.0)),
          world.rotation.value_or(glm::dquat(1, 0, 0, 0))};
}

void ShapeMaker::color(PropertyRange primitive) {
  const auto node = member(from_, primitive, "color");
  if (!node) return;
  if (from_[*node].type == PropertyType::color) {
    out_.numbers("color", PropertyType::color, from_.numbers_of(from_[*node]), Precision::float64);
    return;
  }
  const PropertyRange parts = children_of(from_, *node);
  const std::array<double, 4> values{
      number_member(from_, parts, "r").value_or(0), number_member(from_, parts, "g").value_or(0),
      number_member(from_, parts, "b").value_or(0), number_member(from_, parts, "a").value_or(0)};
  out_.numbers("color", PropertyType::color, values, Precision::float64);
}

/// The points of a line or of triangles, in the world.
std::vector<glm::dvec3> ShapeMaker::points_of(PropertyRange primitive, const Placed& at) const {
  const auto node = member(from_, primitive, "points");
  std::vector<glm::dvec3> points;
  const auto add = [&](const glm::dvec3& point) {
    points.push_back(at.position + at.rotation * point);
  };
  if (node && from_[*node].type == PropertyType::points) {
    const auto numbers = from_.numbers_of(from_[*node]);
    for (std::size_t i = 0; i + 3 <= numbers.size(); i += 3) {
      add({numbers[i], numbers[i + 1], numbers[i + 2]});
    }
  } else if (node && from_[*node].type == PropertyType::list) {
    for_each_root(from_, children_of(from_, *node), [&](PropertyTree::Node point, const auto&) {
      const PropertyRange parts = children_of(from_, point);
      add({number_member(from_, parts, "x").value_or(0),
           number_member(from_, parts, "y").value_or(0),
           number_member(from_, parts, "z").value_or(0)});
    });
  }
  return points;
}

std::span<const double> ShapeMaker::indices_of(PropertyRange primitive) const {
  const auto node = member(from_, primitive, "indices");
  if (!node || from_[*node].type != PropertyType::numbers) return {};
  return from_.numbers_of(from_[*node]);
}

void ShapeMaker::points(std::string_view name, PropertyType type,
                        std::span<const glm::dvec3> points) {
  std::vector<double> values;
  for (const glm::dvec3& point : points) {
    values.insert(values.end(), {point.x, point.y, point.z});
  }
  out_.numbers(name, type, values, Precision::float64, "", Meaning::point);
}

/// A strip and a loop are a path, a list is a line for each pair of points.
void ShapeMaker::lines(std::string_view name, PropertyRange primitive, const Placed& at) {
  std::vector<glm::dvec3> points = points_of(primitive, at);
  if (const auto indices = indices_of(primitive); !indices.empty()) {
    std::vector<glm::dvec3> chosen;
    for (const double index : indices) {
      const bool is_good = index >= 0 && index < static_cast<double>(points.size());
      if (is_good) chosen.push_back(points[static_cast<std::size_t>(index)]);
    }
    points = std::move(chosen);
  }
  const auto is_of = [&](std::string_view type, double number) {
    return text_member(from_, primitive, "type") == type ||
           number_member(from_, primitive, "type") == number;
  };
  if (is_of("LINE_LIST", 2)) {
    for (std::size_t i = 0; i + 2 <= points.size(); i += 2) {
      const auto shape =
          out_.open(out_.keep(std::string(name) + " " + std::to_string(i / 2)), PropertyType::line);
      vec3("origin", points[i], Meaning::point);
      vec3("destination", points[i + 1], Meaning::point);
      end_shape(shape, primitive);
    }
    return;
  }
  if (is_of("LINE_LOOP", 1) && !points.empty()) points.push_back(points.front());
  const auto shape = out_.open(name, PropertyType::path);
  this->points("points", PropertyType::points, points);
  end_shape(shape, primitive);
}

void ShapeMaker::add(std::string_view list, PropertyRange primitive, std::size_t number) {
  const Placed at = placed(primitive);
  const glm::dvec3 size = vec3_member(from_, primitive, "size").value_or(glm::dvec3(0.0));
  const std::string_view name = out_.keep(std::string(list) + " " + std::to_string(number));
  if (list == "cubes") {
    const auto shape = out_.open(name, PropertyType::oobb);
    vec3("position", at.position, Meaning::point);
    vec3("size", size, Meaning::extent);
    vec3("up", at.rotation * glm::dvec3(0, 0, 1), Meaning::direction);
    vec3("forward", at.rotation * glm::dvec3(1, 0, 0), Meaning::direction);
    end_shape(shape, primitive);
  } else if (list == "spheres") {
    const auto shape = out_.open(name, PropertyType::sphere);
    vec3("position", at.position, Meaning::point);
    length("radius", size.x / 2);
    end_shape(shape, primitive);
  } else if (list == "cylinders") {
    const auto shape = out_.open(name, PropertyType::cylinder);
    vec3("position", at.position, Meaning::point);
    vec3("direction", at.rotation * glm::dvec3(0, 0, 1), Meaning::direction);
    length("radius", size.x / 2);
    length("height", size.z);
    end_shape(shape, primitive);
  } else if (list == "arrows") {
    const double shaft = number_member(from_, primitive, "shaft_length").value_or(0);
    const double head = number_member(from_, primitive, "head_length").value_or(0);
    const auto shape = out_.open(name, PropertyType::arrow);
    vec3("origin", at.position, Meaning::point);
    vec3("destination", at.position + at.rotation * glm::dvec3(shaft + head, 0, 0), Meaning::point);
    end_shape(shape, primitive);
  } else if (list == "lines") {
    lines(name, primitive, at);
  } else if (list == "triangles") {
    const auto shape = out_.open(name, PropertyType::mesh);
    points("vertices", PropertyType::numbers, points_of(primitive, at));
    if (const auto indices = indices_of(primitive); !indices.empty()) {
      out_.numbers("indices", PropertyType::numbers, indices, Precision::float64);
    }
    out_.boolean("wireframe", false);
    end_shape(shape, primitive);
  }
}

}  // namespace

void add_scene_shapes(const PropertyTree& message, PropertyRange item, Entity& entity,
                      PropertyTree& out) {
  constexpr std::array<std::string_view, 8> kLists{"cubes",  "models", "spheres",   "cylinders",
                                                   "arrows", "lines",  "triangles", "texts"};
  const Transform frame = entity.world;
  std::optional<PropertyTree::Node> group;
  bool is_first = true;
  for (const std::string_view list : kLists) {
    const auto node = member(message, item, list);
    if (!node || message[*node].type != PropertyType::list) continue;
    std::size_t number = 0;
    for_each_root(message, children_of(message, *node),
                  [&](PropertyTree::Node primitive, const auto&) {
                    const PropertyRange range = children_of(message, primitive);
                    const std::size_t n = number++;
                    if (is_first) {
                      // The entity is where the first of its parts is.
                      is_first = false;
                      entity.local = pose_member(message, range, "pose");
                      if (list == "models")
                        entity.local.scale = vec3_member(message, range, "scale");
                      entity.world = compose(frame, entity.local);
                      const auto size = vec3_member(message, range, "size");
                      if (list == "cubes" && size) {
                        entity.box = Box{.center = glm::dvec3(0.0), .half = *size / 2.0};
                        return;
                      }
                    }
                    if (list == "models" || list == "texts") return;
                    if (!group) group = out.open("shapes", PropertyType::group);
                    ShapeMaker(message, frame, out).add(list, range, n);
                  });
  }
  if (group) out.close(*group);
}

}  // namespace scrubjay::mcap
