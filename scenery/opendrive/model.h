#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "core/scenery.h"

/// What stands in a file, with numbers read and lists sorted. Metres and radians; s along a road's
/// reference line, t to the left of it (scenery/opendrive/README.md).
namespace scrubjay::opendrive {

/// a + b ds + c ds² + d ds³, with ds = s - start, in force from start on.
struct Cubic {
  double start = 0;
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;

  double value(double s) const {
    const double ds = s - start;
    return a + ds * (b + ds * (c + ds * d));
  }
  double slope(double s) const {
    const double ds = s - start;
    return b + ds * (2 * c + ds * 3 * d);
  }
  double bend(double s) const { return 2 * c + 6 * d * (s - start); }
};
using Cubics = std::vector<Cubic>;

enum class Curve : std::uint8_t { line, arc, spiral, poly3, param_poly3 };

/// A row of the table of a curve that has no closed form.
struct CurveRow {
  double at = 0;  ///< arc length of a spiral; parameter of a polynomial
  double u = 0;   ///< place there, along and across the heading at the start
  double v = 0;
  double turned = 0;  ///< heading there, from that at the start
  double length = 0;  ///< arc length up to there
};

/// A piece of a reference line.
struct Geometry {
  double s = 0;
  double x = 0;
  double y = 0;
  double heading = 0;
  double length = 0;
  double used = 0;  ///< up to where the next one begins
  double cos = 1;   ///< of heading
  double sin = 0;
  Curve curve = Curve::line;
  double curvature = 0;       ///< at its start
  double curvature_rate = 0;  ///< of a spiral
  std::array<double, 4> u{};
  std::array<double, 4> v{};
  double range = 1;    ///< of the parameter
  double stretch = 1;  ///< true length through that which the file says
  std::vector<CurveRow> table;
};

/// Height over the reference plane across a road, in force from s on.
struct Shape {
  double s = 0;
  Cubics across;  ///< by t
};

enum class RoadSides : std::uint8_t { both, left, right };

struct Crossfall {
  RoadSides sides = RoadSides::both;
  Cubics angle;
};

struct SurfaceStrip {
  bool is_there = false;
  bool is_relative = false;
  Cubics width;
  Cubics constant;
  Cubics linear;
  Cubics quadratic;
  Cubics cubic;
};

/// Heights across a road as version 1.8 has them.
struct CrossSectionSurface {
  Cubics t_offset;
  std::array<SurfaceStrip, 4> strips;  ///< inner left, inner right, outer left, outer right
};

enum class MarkType : std::uint8_t { none, painted, dots, curb, grass };

/// One line of a road mark, repeated or not.
struct MarkLine {
  double length = 0;  ///< of a dash; 0: without an end
  double space = 0;
  double t = 0;  ///< of its middle, from the lane's border
  double s = 0;  ///< of the first dash, from the mark's start
  double width = 0;
  bool is_repeated = true;
  std::uint32_t color = 0;
};

struct RoadMark {
  double s = 0;
  double end = 0;
  MarkType type = MarkType::none;
  std::vector<MarkLine> lines;
  Cubics sway;
};

struct LaneHeight {
  double s = 0;
  double inner = 0;
  double outer = 0;
};

enum class LaneDirection : std::uint8_t { standard, reversed, both };

struct Lane {
  std::int32_t id = 0;
  std::string type;
  SceneryClass surface = SceneryClass::verge;
  bool is_drivable = false;
  bool is_level = false;
  LaneDirection direction = LaneDirection::standard;
  Cubics widths;
  Cubics borders;
  std::vector<LaneHeight> heights;
  std::vector<RoadMark> marks;
  std::vector<std::int32_t> predecessors;
  std::vector<std::int32_t> successors;
};

/// Lanes on one side of lane 0, from it outwards.
struct LaneSide {
  std::vector<Lane> lanes;
  bool is_by_borders = false;
  bool is_there = false;  ///< the section says it
};

struct LaneSection {
  double s = 0;
  double end = 0;
  std::uint64_t offset = 0;
  LaneSide left;
  LaneSide right;
  Lane center;
  bool has_center = false;
  /// Index of the section whose side is in force: its own, unless it redefines one side only.
  std::uint32_t left_from = 0;
  std::uint32_t right_from = 0;
  std::uint32_t center_from = 0;
};

enum class LinkTo : std::uint8_t { nothing, road, junction };

struct RoadLink {
  LinkTo to = LinkTo::nothing;
  std::string id;
  bool is_at_end = false;  ///< contact point
  std::uint64_t offset = 0;
};

struct OutlineCorner {
  bool is_local = false;
  double first = 0;   ///< s, or u
  double second = 0;  ///< t, or v
  double third = 0;   ///< dz, or z
  double height = 0;
};

struct Outline {
  std::vector<OutlineCorner> corners;
  bool is_closed = true;
};

/// What changes evenly from the start of a repeat to its end.
struct FromTo {
  double start = 0;
  double end = 0;
  double at(double share) const { return start + (end - start) * share; }
};

struct ObjectRepeat {
  double s = 0;
  double length = 0;
  double distance = 0;
  FromTo t;
  FromTo z;
  FromTo width;
  FromTo height;
  FromTo radius;
  FromTo along;  ///< its length
  bool is_straight = false;
};

/// A line along a side of an object's box, or from corner to corner of one of its outlines.
struct ObjectMarking {
  std::string side;           ///< of the box; "" for one along an outline
  std::uint32_t outline = 0;  ///< index
  std::vector<std::uint32_t>
      corners;             ///< indices, one after the other; the first one may come again
  bool is_border = false;  ///< an edge beside its area, not paint
  double width = 0.1;
  double line = 0;
  double space = 0;
  double start = 0;
  double stop = 0;
  std::uint32_t color = 0;
};

struct RoadObject {
  std::string id;
  std::string name;
  std::string type;
  double s = 0;
  double t = 0;
  double z = 0;
  double heading = 0;
  double pitch = 0;
  double roll = 0;
  double length = 0;
  double width = 0;
  double height = 0;
  double radius = 0;
  std::vector<Outline> outlines;
  std::vector<ObjectRepeat> repeats;
  std::vector<ObjectMarking> markings;
};

enum class FacedBy : std::uint8_t { along, against, both };

struct Signal {
  std::string id;
  std::string name;
  std::string type;
  std::string text;
  double s = 0;
  double t = 0;
  double z = 0;
  double heading = 0;
  double width = 0;
  double height = 0;
  FacedBy faced_by = FacedBy::both;
  bool is_light = false;
  /// x, y, z, heading where the file gives them instead of s and t.
  std::optional<std::array<double, 4>> place;
  std::string other_road;  ///< of s and t; "" for its own
};

/// A tunnel or a bridge: what a road goes through or over between two places.
struct Passage {
  double s = 0;
  double end = 0;
  bool is_tunnel = false;
};

struct Road {
  std::string id;
  std::string junction;  ///< "": none
  std::uint64_t offset = 0;
  bool is_left_hand = false;
  double length = 0;  ///< where its last geometry ends
  std::vector<Geometry> geometries;
  Cubics elevation;
  Cubics superelevation;
  Cubics lane_offset;
  std::vector<Shape> shapes;
  std::vector<Crossfall> crossfalls;
  std::optional<CrossSectionSurface> surface;
  std::vector<LaneSection> sections;
  RoadLink predecessor;
  RoadLink successor;
  std::vector<RoadObject> objects;
  std::vector<Signal> signals;
  std::vector<Passage> passages;  ///< by their start
};

struct Connection {
  std::string incoming;
  std::string connecting;
  bool is_at_end = false;  ///< contact point of the connecting road
  std::vector<std::pair<std::int32_t, std::int32_t>> lanes;
  std::uint64_t offset = 0;
};

struct Junction {
  std::string id;
  std::string name;
  std::vector<Connection> connections;
};

struct Header {
  std::string revision;  ///< "1.4"; "": not said
  std::string name;
  std::string version;
  std::string date;
  std::string vendor;
  std::string geo_reference;
  std::optional<std::array<double, 4>> offset;  ///< x, y, z, heading
  bool is_road_runner = false;
};

/// All that is kept of a file.
struct RoadMap {
  Header header;
  std::vector<Road> roads;
  std::vector<Junction> junctions;
  std::vector<Problem> problems;
};

}  // namespace scrubjay::opendrive
