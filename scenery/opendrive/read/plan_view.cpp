#include <algorithm>
#include <cmath>
#include <string>

#include "core/number_text.h"
#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"
#include "scenery/opendrive/shape/curve.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kGap = 0.01;
constexpr double kKink = 0.01;
constexpr double kLengthSlack = 0.01;

/// The child that says the shape; nothing where there is none of a known name.
std::optional<XmlNode> find_shape(const XmlNode& node) {
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    if (name == "line" || name == "arc" || name == "spiral" || name == "poly3" ||
        name == "paramPoly3") {
      return child;
    }
  }
  return std::nullopt;
}

void read_polynomial(const XmlNode& geometry, const XmlNode& shape, Record& record, Geometry& g) {
  if (shape.name() == "poly3") {
    g.curve = Curve::poly3;
    g.u = {0, 1, 0, 0};
    g.v = {record.expected("a"), record.expected("b"), record.expected("c"), record.expected("d")};
    g.range = g.length;
    return;
  }
  g.curve = Curve::param_poly3;
  g.u = {record.expected("aU"), record.expected("bU"), record.expected("cU"),
         record.expected("dU")};
  g.v = {record.expected("aV"), record.expected("bV"), record.expected("cV"),
         record.expected("dV")};
  std::string range = shape.attribute("pRange");
  if (range.empty()) range = geometry.attribute("pRange");
  g.range = range == "arcLength" ? g.length : 1;
}

/// Fills what the shape says. False: the geometry is left out.
bool read_shape(const XmlNode& node, Geometry& g, Problems& problems) {
  const auto found = find_shape(node);
  if (!found) {
    problems.error("unknown-geometry", node.offset(),
                   "A geometry has no shape that is known; it is drawn as a straight line.");
    return true;
  }
  const XmlNode& shape = *found;
  Record record(shape, problems);
  if (shape.name() == "arc") {
    g.curve = Curve::arc;
    g.curvature = record.required("curvature");
  } else if (shape.name() == "spiral") {
    g.curve = Curve::spiral;
    g.curvature = record.required("curvStart");
    g.curvature_rate = (record.required("curvEnd") - g.curvature) / g.length;
  } else if (shape.name() != "line") {
    read_polynomial(node, shape, record, g);
  }
  return record.is_whole();
}

bool is_beyond_limits(const Geometry& g) {
  return g.length > limits::kLongestGeometry || std::abs(g.x) > limits::kFarthest ||
         std::abs(g.y) > limits::kFarthest;
}

void read_geometry(const XmlNode& node, Road& road, std::size_t& table_rows, Problems& problems) {
  Record record(node, problems);
  Geometry g;
  g.s = record.required("s");
  g.x = record.required("x");
  g.y = record.required("y");
  g.heading = record.required("hdg");
  g.length = record.required("length");
  if (!record.is_whole()) return;
  if (g.length <= 0) {
    problems.warn("empty-geometry", node.offset(), "A geometry has no length; it is left out.");
    return;
  }
  const auto refuse = [&] {
    problems.error("limit", node.offset(),
                   "A geometry is too long, too far away or turns too much; it is left out.");
  };
  if (is_beyond_limits(g) || std::abs(g.s) > limits::kFarthest) return refuse();
  g.heading = wrapped(g.heading);
  if (!read_shape(node, g, problems)) return;
  if (prepare_curve(g, table_rows) != CurveFault::none) {
    g.table = {};
    return refuse();
  }
  const double off = std::abs(g.stretch - 1) * g.length;
  if (off > 0.01 && off > 1e-3 * g.length) {
    problems.note("curve-length", node.offset(),
                  "A curve is longer or shorter than it says; places are spread evenly over it.");
  }
  road.geometries.push_back(std::move(g));
}

void check_joints(const XmlNode& node, const Road& road, Problems& problems) {
  for (std::size_t i = 1; i < road.geometries.size(); ++i) {
    const Geometry& before = road.geometries[i - 1];
    const Pose end = pose_at(before, before.used);
    const Pose start = pose_at(road.geometries[i], 0);
    if (std::hypot(end.x - start.x, end.y - start.y) > kGap) {
      problems.warn("gap", node.offset(), "A reference line jumps by more than 1 cm.",
                    "road " + road.id);
    }
    if (std::abs(wrapped(end.heading() - start.heading())) > kKink) {
      problems.note("kink", node.offset(), "A reference line has a kink of more than 0.01 rad.",
                    "road " + road.id);
    }
  }
}

}  // namespace

void read_plan_view(const XmlNode& node, Road& road, std::size_t& table_rows, Problems& problems) {
  for (const XmlNode child : node) {
    if (child.name() == "geometry") read_geometry(child, road, table_rows, problems);
  }
  if (road.geometries.empty()) return;
  sort_by_start(road.geometries, &Geometry::s, node.offset(), problems);
  if (std::abs(road.geometries.front().s) > 1e-6) {
    problems.warn("order", node.offset(), "The first geometry of a road does not begin at 0.");
  }
  for (std::size_t i = 0; i < road.geometries.size(); ++i) {
    Geometry& g = road.geometries[i];
    g.used = i + 1 < road.geometries.size() ? std::min(g.length, road.geometries[i + 1].s - g.s)
                                            : g.length;
  }
  const Geometry& last = road.geometries.back();
  const double said = road.length;
  road.length = std::max(last.s + last.length, 0.0);
  if (std::abs(said - road.length) > kLengthSlack) {
    problems.warn("length-mismatch", road.offset,
                  "A road is longer or shorter than its geometries, which count.",
                  number_text(said) + " m, not " + number_text(road.length) + " m");
  }
  check_joints(node, road, problems);
}

}  // namespace scrubjay::opendrive
