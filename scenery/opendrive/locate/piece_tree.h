#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenery/opendrive/model.h"
#include "scenery/opendrive/shape/curve.h"

namespace scrubjay::opendrive {

/// A box in plan.
struct PlanBox {
  double least_x = 1;
  double least_y = 1;
  double most_x = 0;
  double most_y = 0;

  void include(double x, double y);
  void include(const PlanBox& other);
  void grow(double by);
  bool holds(double x, double y) const {
    return x >= least_x && x <= most_x && y >= least_y && y <= most_y;
  }
  /// 0 inside.
  double distance(double x, double y) const;
};

/// A part of one geometry that turns so little that a place has one foot on it at most.
struct Piece {
  std::uint32_t road = 0;
  std::uint32_t geometry = 0;
  double from = 0;  ///< distances from the geometry's start
  double to = 0;
  Pose start;
  Pose end;
  bool is_first = false;  ///< of its road
  bool is_last = false;
  bool is_behind_joint = false;  ///< the piece before it in the list is of the geometry before
};

/// All pieces of all reference lines of roads that have lanes, and a tree of boxes around what
/// their lanes reach. Building takes n log n; finding the few pieces around a place takes log n.
class PieceTree {
 public:
  void build(const RoadMap& map);

  const std::vector<Piece>& pieces() const { return pieces_; }
  /// Whether there were too many pieces, so that some are longer than they should be.
  bool is_coarse() const { return is_coarse_; }

  /// Calls `take(index of a piece)` for each whose lanes may hold the place.
  template <class Take>
  void find(double x, double y, Take take) const;

  /// Calls `take(index)` for pieces that may be nearer than what it returned last (metres); nearer
  /// ones first, about.
  template <class Take>
  void find_nearest(double x, double y, double most, Take take) const;

 private:
  static constexpr std::uint32_t kLeafPieces = 4;
  struct Node {
    PlanBox box;
    std::uint32_t first = 0;   ///< of a leaf: into `order_`
    std::uint32_t count = 0;   ///< 0: not a leaf
    std::uint32_t second = 0;  ///< its second child; the first one follows it
  };

  void add_road(const Road& road, std::uint32_t index);
  void add_geometry(const Road& road, std::uint32_t road_index, std::uint32_t index);
  void build_tree();

  std::vector<Piece> pieces_;
  std::vector<PlanBox> boxes_;  ///< of pieces, grown by their lanes' reach
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  bool is_coarse_ = false;
};

template <class Take>
void PieceTree::find(double x, double y, Take take) const {
  std::array<std::uint32_t, 64> waiting;
  std::size_t count = 0;
  if (!nodes_.empty()) waiting[count++] = 0;
  while (count > 0) {
    const std::uint32_t index = waiting[--count];
    const Node& node = nodes_[index];
    if (!node.box.holds(x, y)) continue;
    if (node.count == 0) {
      waiting[count++] = node.second;
      waiting[count++] = index + 1;
      continue;
    }
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const std::uint32_t piece = order_[node.first + i];
      if (boxes_[piece].holds(x, y)) take(piece);
    }
  }
}

template <class Take>
void PieceTree::find_nearest(double x, double y, double most, Take take) const {
  std::array<std::uint32_t, 64> waiting;
  std::size_t count = 0;
  if (!nodes_.empty()) waiting[count++] = 0;
  while (count > 0) {
    const std::uint32_t index = waiting[--count];
    const Node& node = nodes_[index];
    if (node.box.distance(x, y) > most) continue;
    if (node.count == 0) {
      const bool is_first_nearer =
          nodes_[index + 1].box.distance(x, y) <= nodes_[node.second].box.distance(x, y);
      waiting[count++] = is_first_nearer ? node.second : index + 1;
      waiting[count++] = is_first_nearer ? index + 1 : node.second;
      continue;
    }
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const std::uint32_t piece = order_[node.first + i];
      if (boxes_[piece].distance(x, y) <= most) most = std::min(most, take(piece));
    }
  }
}

}  // namespace scrubjay::opendrive
