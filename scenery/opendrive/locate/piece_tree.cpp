#include "scenery/opendrive/locate/piece_tree.h"

#include <cmath>
#include <numeric>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/shape/cross_section.h"
#include "scenery/opendrive/shape/reach.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kLongestLinePiece = 25;
constexpr double kMostArcTurn = 0.5;
constexpr double kMostTurn = 0.04;  // of other curves
constexpr double kLongestCurvePiece = 1;
constexpr double kMostPiecesOfGeometry = 300'000;

/// How many pieces a geometry is cut into.
double pieces_of(const Geometry& g) {
  const double turn = most_curvature(g, 0, g.used) * g.used;
  if (g.curve == Curve::line) return g.used / kLongestLinePiece;
  if (g.curve == Curve::arc) return std::max(turn / kMostArcTurn, g.used / kLongestLinePiece);
  return std::max(turn / kMostTurn, g.used / kLongestCurvePiece);
}

}  // namespace

void PlanBox::include(double x, double y) {
  if (least_x > most_x) {
    least_x = most_x = x;
    least_y = most_y = y;
    return;
  }
  least_x = std::min(least_x, x);
  most_x = std::max(most_x, x);
  least_y = std::min(least_y, y);
  most_y = std::max(most_y, y);
}

void PlanBox::include(const PlanBox& other) {
  include(other.least_x, other.least_y);
  include(other.most_x, other.most_y);
}

void PlanBox::grow(double by) {
  least_x -= by;
  least_y -= by;
  most_x += by;
  most_y += by;
}

double PlanBox::distance(double x, double y) const {
  const double dx = std::max({least_x - x, x - most_x, 0.0});
  const double dy = std::max({least_y - y, y - most_y, 0.0});
  return std::sqrt(dx * dx + dy * dy);
}

void PieceTree::add_geometry(const Road& road, std::uint32_t road_index, std::uint32_t index) {
  const Geometry& g = road.geometries[index];
  if (!(g.used > 0)) return;
  double wanted = std::ceil(std::min(pieces_of(g), kMostPiecesOfGeometry));
  if (static_cast<double>(pieces_.size()) + wanted > static_cast<double>(limits::kMostPieces)) {
    is_coarse_ = true;
    wanted = 1;
  }
  const auto count = static_cast<std::size_t>(std::max(wanted, 1.0));
  Pose start = pose_at(g, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const double from = g.used * static_cast<double>(i) / static_cast<double>(count);
    const double to = g.used * static_cast<double>(i + 1) / static_cast<double>(count);
    const Pose end = pose_at(g, to);
    pieces_.push_back({.road = road_index,
                       .geometry = index,
                       .from = from,
                       .to = to,
                       .start = start,
                       .end = end});
    PlanBox box;
    box.include(start.x, start.y);
    box.include(end.x, end.y);
    // How far the curve leaves its chord, and how far lanes reach from it. A thousandth of a metre
    // beyond a road's end is inside, too.
    const double sagitta = g.curve == Curve::line ? 0 : (to - from) * kMostArcTurn / 2;
    box.grow(sagitta + reach_between(road, g.s + from, g.s + to) + 2e-3);
    boxes_.push_back(box);
    start = end;
  }
}

void PieceTree::add_road(const Road& road, std::uint32_t index) {
  if (road.sections.empty()) return;
  const std::size_t first = pieces_.size();
  for (std::uint32_t i = 0; i < road.geometries.size(); ++i) {
    const std::size_t begin = pieces_.size();
    add_geometry(road, index, i);
    if (begin > first && begin < pieces_.size()) pieces_[begin].is_behind_joint = true;
  }
  if (first == pieces_.size()) return;
  pieces_[first].is_first = true;
  pieces_.back().is_last = true;
}

/// Halves by the middles of boxes along the longer side, with a stack of its own.
void PieceTree::build_tree() {
  order_.resize(pieces_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.clear();
  if (order_.empty()) return;
  struct Part {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t parent;
    bool is_second;
  };
  std::vector<Part> waiting = {{0, static_cast<std::uint32_t>(order_.size()), 0, false}};
  while (!waiting.empty()) {
    const Part part = waiting.back();
    waiting.pop_back();
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    if (part.is_second) nodes_[part.parent].second = index;
    Node& node = nodes_.emplace_back();
    for (std::uint32_t i = part.begin; i < part.end; ++i) node.box.include(boxes_[order_[i]]);
    if (part.end - part.begin <= kLeafPieces) {
      node.first = part.begin;
      node.count = part.end - part.begin;
      continue;
    }
    const bool is_wide = node.box.most_x - node.box.least_x > node.box.most_y - node.box.least_y;
    const auto middle_of = [&](std::uint32_t piece) {
      const PlanBox& box = boxes_[piece];
      return is_wide ? box.least_x + box.most_x : box.least_y + box.most_y;
    };
    const std::uint32_t middle = part.begin + (part.end - part.begin) / 2;
    std::nth_element(order_.begin() + part.begin, order_.begin() + middle,
                     order_.begin() + part.end,
                     [&](std::uint32_t a, std::uint32_t b) { return middle_of(a) < middle_of(b); });
    waiting.push_back({middle, part.end, index, true});
    waiting.push_back({part.begin, middle, index, false});
  }
}

void PieceTree::build(const RoadMap& map) {
  pieces_.clear();
  boxes_.clear();
  for (std::uint32_t i = 0; i < map.roads.size(); ++i) add_road(map.roads[i], i);
  build_tree();
}

}  // namespace scrubjay::opendrive
