#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <string>

#include "core/text.h"
#include "scenery/opendrive/draw/draw.h"
#include "scenery/opendrive/draw/object_shapes.h"
#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kUnknownSize = 0.3;  // of objects whose size the file does not say
constexpr double kMostSize = 1e4;
constexpr double kBandStep = 2;
constexpr double kFlat = 1e-3;

double bounded_size(double size) { return size > 0 ? std::min(size, kMostSize) : 0; }

/// What an object is drawn as.
enum class ObjectKind : std::uint8_t { solid, crosswalk, parking, island, patch, paint };

bool has_word(const std::string& text, std::string_view word) {
  const auto same = [](char a, char b) { return lower_case(a) == b; };
  return !std::ranges::search(text, word, same).empty();
}

ObjectKind kind_of(const RoadObject& object) {
  const std::string& type = object.type;
  if (type == "crosswalk") return ObjectKind::crosswalk;
  if (type == "parkingSpace") return ObjectKind::parking;
  if (type == "trafficIsland") return ObjectKind::island;
  if (type == "patch" || type == "roadSurface") return ObjectKind::patch;
  const bool is_paint = type == "roadMark" || has_word(object.name, "stopline") ||
                        has_word(object.name, "stop_line") || has_word(object.name, "stencil");
  return is_paint && object.height < 0.1 ? ObjectKind::paint : ObjectKind::solid;
}

Look look_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::crosswalk: return {.surface = SceneryClass::crosswalk, .detail = 0.5F};
    case ObjectKind::parking: return {.surface = SceneryClass::paved};
    case ObjectKind::island:
    case ObjectKind::patch: return {.surface = SceneryClass::island};
    case ObjectKind::paint: return {.surface = SceneryClass::mark, .detail = 0.2F};
    case ObjectKind::solid: break;
  }
  return {.surface = SceneryClass::object, .detail = 0.1F};
}

/// One instance: where it stands and how large it is.
struct Instance {
  double s = 0;
  double t = 0;
  double z = 0;
  double length = 0;
  double width = 0;
  double height = 0;
  double radius = 0;
};

class ObjectDrawing {
 public:
  ObjectDrawing(const Road& road, const RoadObject& object, MeshSink& sink)
      : road_(road), object_(object), sink_(sink), kind_(kind_of(object)), look_(look_of(kind_)) {}

  void draw() {
    if (object_.repeats.empty()) {
      draw_instance({object_.s, object_.t, object_.z, object_.length, object_.width, object_.height,
                     object_.radius});
    }
    for (const ObjectRepeat& repeat : object_.repeats) {
      repeat.distance > 0 ? draw_repeat(repeat) : draw_band(repeat);
    }
  }

 private:
  ObjectFrame frame_at(const Instance& instance) const {
    const double s = std::clamp(instance.s, 0.0, road_.length);
    const double along = pose_on(road_, geometry_at(road_, s), s).heading();
    return ObjectFrame(object_place(road_, instance.s, instance.t, instance.z),
                       along + object_.heading, object_.pitch, object_.roll);
  }

  /// Heading of the road there.
  double road_heading(double s) const {
    const double on_road = std::clamp(s, 0.0, road_.length);
    return pose_on(road_, geometry_at(road_, on_road), on_road).heading();
  }

  void draw_instance(const Instance& instance) {
    const ObjectFrame frame = frame_at(instance);
    if (!object_.outlines.empty()) {
      for (std::size_t i = 0; i < object_.outlines.size(); ++i) draw_outline(i, instance, frame);
    } else if (instance.radius > 0) {
      draw_prism(sink_, look_, frame, bounded_size(instance.radius), bounded_size(instance.height));
    } else {
      draw_sized_box(instance, frame);
    }
  }

  /// A box, or on the ground a rectangle.
  void draw_sized_box(const Instance& instance, const ObjectFrame& frame) {
    double length = bounded_size(instance.length);
    double width = bounded_size(instance.width);
    const double height = bounded_size(instance.height);
    if (length == 0 && width == 0 && height == 0) length = width = kUnknownSize;
    const double u = length / 2;
    const double v = width / 2;
    const std::array<glm::dvec3, 4> ground = {frame.place(u, v, 0), frame.place(-u, v, 0),
                                              frame.place(-u, -v, 0), frame.place(u, -v, 0)};
    draw_ground(ground, height, frame.up(), instance.s);
    for (const ObjectMarking& marking : object_.markings) {
      draw_marking(sink_, frame, u, v, marking);
    }
  }

  /// What stands on, or lies in, an outline of the same height everywhere.
  void draw_ground(std::span<const glm::dvec3> ground, double height, const glm::dvec3& up,
                   double s) {
    if (kind_ == ObjectKind::crosswalk) {
      draw_stripes(sink_, look_, ground, road_heading(s));
      return;
    }
    if (kind_ == ObjectKind::parking) {
      sink_.polygon(look_, ground);
      sink_.line(SceneryClass::mark, 0, ground, true);
      return;
    }
    std::vector<glm::dvec3> top;
    for (const glm::dvec3& corner : ground) top.push_back(corner + up * height);
    draw_extruded(sink_, look_, ground, top, height > kFlat);
  }

  void draw_outline(std::size_t index, const Instance& instance, const ObjectFrame& frame) {
    const Outline& outline = object_.outlines[index];
    std::vector<glm::dvec3> ground;
    std::vector<glm::dvec3> top;
    double highest = 0;
    for (const OutlineCorner& corner : outline.corners) {
      const double height = bounded_size(corner.height);
      ground.push_back(corner.is_local
                           ? frame.place(corner.first, corner.second, corner.third)
                           : object_place(road_, corner.first, corner.second, corner.third));
      top.push_back(ground.back() + (corner.is_local ? frame.up() : glm::dvec3(0, 0, 1)) * height);
      highest = std::max(highest, height);
    }
    for (const ObjectMarking& marking : object_.markings) {
      const bool is_here = !marking.corners.empty() && marking.outline == index;
      if (is_here) draw_along_corners(sink_, ground, frame.up(), marking);
    }
    // Some writers repeat the first corner at the end.
    if (ground.size() > 3 && glm::distance(ground.front(), ground.back()) < kFlat) {
      ground.pop_back();
      top.pop_back();
    }
    if (!outline.is_closed || ground.size() < 3) {
      sink_.line(look_.surface, 0, ground, false);
    } else if (kind_ == ObjectKind::crosswalk || kind_ == ObjectKind::parking) {
      draw_ground(ground, 0, frame.up(), instance.s);
    } else {
      draw_extruded(sink_, look_, ground, top, highest > kFlat);
    }
  }

  Instance at_share(const ObjectRepeat& repeat, double share) const {
    return {.s = repeat.s + repeat.length * share,
            .t = repeat.t.at(share),
            .z = repeat.z.at(share),
            .length = repeat.along.at(share),
            .width = repeat.width.at(share),
            .height = repeat.height.at(share),
            .radius = repeat.radius.at(share)};
  }

  bool is_on_road(double s) const { return s >= -1e-6 && s <= road_.length + 1e-6; }

  void draw_repeat(const ObjectRepeat& repeat) {
    const double count = std::floor(repeat.length / repeat.distance + 1e-9);
    for (std::size_t i = 0; i < limits::kMostInstances && !sink_.is_full(); ++i) {
      const auto at = static_cast<double>(i);
      if (at > count) return;
      const double share = repeat.length > 0 ? at * repeat.distance / repeat.length : 0;
      const Instance instance = at_share(repeat, share);
      if (instance.s > road_.length + 1e-6) return;
      if (is_on_road(instance.s)) draw_instance(instance);
    }
  }

  /// A wall or rail along the road: a box that follows it.
  void draw_band(const ObjectRepeat& repeat) {
    const double length = std::min(repeat.length, road_.length - repeat.s);
    if (!(length > 0)) return;
    const double steps = repeat.is_straight
                             ? 1
                             : std::clamp(std::ceil(length / kBandStep), 1.0,
                                          static_cast<double>(limits::kMostInstances));
    Strip left(sink_, look_);
    Strip right(sink_, look_);
    Strip top(sink_, look_);
    std::vector<glm::dvec3> edge;
    for (double i = 0; i <= steps && !sink_.is_full(); ++i) {
      const Instance here = at_share(repeat, length * i / steps / repeat.length);
      const double half = bounded_size(here.width) / 2;
      const glm::dvec3 up(0, 0, bounded_size(here.height));
      const glm::dvec3 a = object_place(road_, here.s, here.t + half, here.z);
      const glm::dvec3 b = object_place(road_, here.s, here.t - half, here.z);
      left.add(a, a + up);
      right.add(b + up, b);
      top.add(a + up, b + up);
      edge.push_back((a + b) * 0.5 + up);
    }
    sink_.line(look_.surface, 0, edge, false);
  }

  const Road& road_;
  const RoadObject& object_;
  MeshSink& sink_;
  ObjectKind kind_;
  Look look_;
};

}  // namespace

void draw_objects(const Road& road, MeshSink& sink) {
  for (const RoadObject& object : road.objects) {
    if (sink.is_full()) return;
    ObjectDrawing(road, object, sink).draw();
  }
}

}  // namespace scrubjay::opendrive
