#include "scenery/opendrive/draw/object_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <vector>

#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

namespace {

constexpr std::size_t kPrismSides = 10;
constexpr double kStripe = 0.5;
constexpr double kMostStripes = 2000;
constexpr double kMostDashes = 10'000;
constexpr double kMostLineWidth = 10;

/// The part of an outline on one side of a line: where `sign * (across - at)` is not below 0.
std::vector<glm::dvec3> clipped(std::span<const glm::dvec3> outline, const glm::dvec3& across,
                                double at, double sign) {
  std::vector<glm::dvec3> part;
  const auto depth = [&](const glm::dvec3& corner) {
    return sign * (corner.x * across.x + corner.y * across.y - at);
  };
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const glm::dvec3& a = outline[i];
    const glm::dvec3& b = outline[(i + 1) % outline.size()];
    const double da = depth(a);
    const double db = depth(b);
    if (da >= 0) part.push_back(a);
    if ((da >= 0) != (db >= 0)) part.push_back(a + (b - a) * (da / (da - db)));
  }
  return part;
}

/// Paint, or an edge, from one place to another on a ground with that `up`.
void draw_line(MeshSink& sink, const Look& look, const glm::dvec3& from, const glm::dvec3& to,
               const glm::dvec3& up, const ObjectMarking& marking) {
  const glm::dvec3 way = to - from;
  const double whole = glm::length(way);
  const glm::dvec3 side = glm::cross(up, way);
  const double size = glm::length(side);
  if (!(whole > 0) || !(size > 0) || !(marking.width > 0)) return;
  const glm::dvec3 across = side * (std::min(marking.width, kMostLineWidth) / 2 / size);
  const double end = whole - marking.stop;
  const bool is_one = !(marking.space > 0) || !(marking.line > 0);
  const double length = is_one ? whole : marking.line;
  const double period = length + marking.space;
  double at = marking.start;
  for (double i = 0; i < kMostDashes && at < end && !sink.is_full(); ++i, at += period) {
    const glm::dvec3 begins = from + way * (at / whole);
    const glm::dvec3 ends = from + way * (std::min(at + length, end) / whole);
    sink.quad(look, begins - across, ends - across, ends + across, begins + across);
    if (is_one) break;
  }
}

}  // namespace

ObjectFrame::ObjectFrame(const glm::dvec3& origin, double heading, double pitch, double roll)
    : origin_(origin) {
  const double ch = std::cos(heading);
  const double sh = std::sin(heading);
  const double cp = std::cos(pitch);
  const double sp = std::sin(pitch);
  const double cr = std::cos(roll);
  const double sr = std::sin(roll);
  u_ = {ch * cp, sh * cp, -sp};
  v_ = {ch * sp * sr - sh * cr, sh * sp * sr + ch * cr, cp * sr};
  up_ = {ch * sp * cr + sh * sr, sh * sp * cr - ch * sr, cp * cr};
}

void draw_prism(MeshSink& sink, const Look& look, const ObjectFrame& frame, double radius,
                double height) {
  std::array<glm::dvec3, kPrismSides> ground;
  std::array<glm::dvec3, kPrismSides> top;
  for (std::size_t i = 0; i < kPrismSides; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / kPrismSides;
    const double u = radius * std::cos(angle);
    const double v = radius * std::sin(angle);
    ground[i] = frame.place(u, v, 0);
    top[i] = frame.place(u, v, height);
  }
  draw_extruded(sink, look, ground, top, height > 0);
}

void draw_extruded(MeshSink& sink, const Look& look, std::span<const glm::dvec3> ground,
                   std::span<const glm::dvec3> top, bool has_walls) {
  const std::uint32_t color = look.color;
  sink.polygon(look, has_walls ? top : ground);
  if (look.surface == SceneryClass::object) sink.line(look.surface, color, ground, true);
  if (!has_walls) return;
  for (std::size_t i = 0; i < ground.size(); ++i) {
    const std::size_t next = (i + 1) % ground.size();
    sink.quad(look, ground[i], ground[next], top[next], top[i]);
  }
  sink.line(look.surface, color, top, true);
}

void draw_stripes(MeshSink& sink, const Look& look, std::span<const glm::dvec3> outline,
                  double heading) {
  if (outline.size() < 3 || outline.size() > limits::kMostFilledCorners) return;
  const glm::dvec3 across(-std::sin(heading), std::cos(heading), 0);
  double least = 0;
  double most = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const double at = outline[i].x * across.x + outline[i].y * across.y;
    least = i == 0 ? at : std::min(least, at);
    most = i == 0 ? at : std::max(most, at);
  }
  const double count = std::floor((most - least) / (2 * kStripe)) + 1;
  if (!(count <= kMostStripes)) {
    sink.polygon(look, outline);
    return;
  }
  // As many as fit, with the same rest on both sides.
  const double used = (2 * count - 1) * kStripe;
  const double first = (least + most - used) / 2;
  for (double i = 0; i < count && !sink.is_full(); ++i) {
    const double begin = first + 2 * kStripe * i;
    const auto from = clipped(outline, across, begin, 1);
    if (from.size() < 3) continue;
    sink.polygon(look, clipped(from, across, begin + kStripe, -1));
  }
}

void draw_marking(MeshSink& sink, const ObjectFrame& frame, double u, double v,
                  const ObjectMarking& marking) {
  const Look look{.surface = SceneryClass::mark, .color = marking.color, .detail = 0.1F};
  if (marking.side == "left" || marking.side == "right") {
    const double edge = marking.side == "left" ? v : -v;
    draw_line(sink, look, frame.place(-u, edge, 0), frame.place(u, edge, 0), frame.up(), marking);
  } else if (marking.side == "front" || marking.side == "rear") {
    const double edge = marking.side == "front" ? u : -u;
    draw_line(sink, look, frame.place(edge, -v, 0), frame.place(edge, v, 0), frame.up(), marking);
  }
}

void draw_along_corners(MeshSink& sink, std::span<const glm::dvec3> corners, const glm::dvec3& up,
                        const ObjectMarking& marking) {
  const Look look =
      marking.is_border
          ? Look{.surface = SceneryClass::path, .detail = 0.1F}
          : Look{.surface = SceneryClass::mark, .color = marking.color, .detail = 0.1F};
  for (std::size_t i = 0; i + 1 < marking.corners.size() && !sink.is_full(); ++i) {
    draw_line(sink, look, corners[marking.corners[i]], corners[marking.corners[i + 1]], up,
              marking);
  }
}

}  // namespace scrubjay::opendrive
