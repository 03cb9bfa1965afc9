#include "analysis/derived/oriented_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>

namespace scrubjay {

namespace {

using glm::dmat3;
using glm::dvec3;

struct Segment {
  dvec3 from;
  dvec3 to;
};

/// Corner i lies on the side of axis k that bit k of i says.
std::array<dvec3, 8> corners_of(const OrientedBox& box) {
  std::array<dvec3, 8> corners;
  for (unsigned i = 0; i < 8; ++i) {
    const dvec3 side((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
    corners[i] = box.center + box.axes * (box.half * side);
  }
  return corners;
}

/// An edge joins two corners that differ in one bit.
std::array<Segment, 12> edges_of(const std::array<dvec3, 8>& corners) {
  std::array<Segment, 12> edges;
  std::size_t count = 0;
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned bit = 1; bit < 8; bit *= 2) {
      if ((i & bit) == 0) edges[count++] = {corners[i], corners[i | bit]};
    }
  }
  return edges;
}

double squared_distance(const OrientedBox& box, const dvec3& point) {
  const dvec3 in_box = (point - box.center) * box.axes;  // v * m: along each column
  const dvec3 outside = glm::max(glm::abs(in_box) - box.half, dvec3(0.0));
  return glm::dot(outside, outside);
}

/// The share of the segment, 0 to 1, at which it comes nearest to `point`.
double nearest_share(const Segment& segment, const dvec3& point) {
  const dvec3 along = segment.to - segment.from;
  const double squared_length = glm::dot(along, along);
  if (!(squared_length > 0)) return 0;
  return std::clamp(glm::dot(point - segment.from, along) / squared_length, 0.0, 1.0);
}

/// Between two edges. Where lines through them come nearest outside of one of the edges, or are
/// parallel, the nearest points are ends of edges: those are corners, which are looked at anyway.
double squared_distance(const Segment& a, const Segment& b) {
  const dvec3 along_a = a.to - a.from;
  const dvec3 along_b = b.to - b.from;
  const dvec3 between = a.from - b.from;
  const double aa = glm::dot(along_a, along_a);
  const double ab = glm::dot(along_a, along_b);
  const double bb = glm::dot(along_b, along_b);
  const double determinant = aa * bb - ab * ab;
  double share_a = 0;
  if (determinant > 1e-12 * aa * bb) {
    const double a_between = glm::dot(along_a, between);
    const double b_between = glm::dot(along_b, between);
    share_a = std::clamp((ab * b_between - bb * a_between) / determinant, 0.0, 1.0);
  }
  const double share_b = nearest_share(b, a.from + share_a * along_a);
  const dvec3 on_b = b.from + share_b * along_b;
  const dvec3 on_a = a.from + nearest_share(a, on_b) * along_a;
  const dvec3 way = on_a - on_b;
  return glm::dot(way, way);
}

}  // namespace

glm::dvec3 half_along_world(const OrientedBox& box) {
  return glm::abs(box.axes[0]) * box.half.x + glm::abs(box.axes[1]) * box.half.y +
         glm::abs(box.axes[2]) * box.half.z;
}

bool overlap(const OrientedBox& a, const OrientedBox& b) {
  // Everything seen along the axes of a: b's axis j is column j of `turn`.
  const dmat3 turn = glm::transpose(a.axes) * b.axes;
  const dvec3 way = (b.center - a.center) * a.axes;
  const dmat3 reach(glm::abs(turn[0]), glm::abs(turn[1]), glm::abs(turn[2]));

  const dvec3 faces_of_a = glm::abs(way) - a.half - reach * b.half;
  if (faces_of_a.x > 0 || faces_of_a.y > 0 || faces_of_a.z > 0) return false;
  const dvec3 faces_of_b = glm::abs(way * turn) - b.half - a.half * reach;
  if (faces_of_b.x > 0 || faces_of_b.y > 0 || faces_of_b.z > 0) return false;

  // Across an edge of a and one of b: axis i of a × axis j of b. Of edges that are parallel that is
  // nothing but rounding, and the faces have decided.
  constexpr double kParallel = 1e-12;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const dvec3& edge = turn[j];
      if (edge[i1] * edge[i1] + edge[i2] * edge[i2] < kParallel) continue;
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      const double apart = std::abs(way[i2] * edge[i1] - way[i1] * edge[i2]);
      const double of_a = a.half[i1] * reach[j][i2] + a.half[i2] * reach[j][i1];
      const double of_b = b.half[j1] * reach[j2][i] + b.half[j2] * reach[j1][i];
      if (apart > of_a + of_b) return false;
    }
  }
  return true;
}

double gap_between(const OrientedBox& a, const OrientedBox& b) {
  if (overlap(a, b)) return 0;
  const auto corners_of_a = corners_of(a);
  const auto corners_of_b = corners_of(b);
  double least = std::numeric_limits<double>::infinity();
  for (const dvec3& corner : corners_of_a) least = std::min(least, squared_distance(b, corner));
  for (const dvec3& corner : corners_of_b) least = std::min(least, squared_distance(a, corner));
  const auto edges_of_b = edges_of(corners_of_b);
  for (const Segment& edge : edges_of(corners_of_a)) {
    for (const Segment& other : edges_of_b) least = std::min(least, squared_distance(edge, other));
  }
  return std::sqrt(least);
}

}  // namespace scrubjay
