#pragma once

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace scrubjay {

/// A box in the world: around `center`, `half` along each of `axes`, which are perpendicular and of
/// unit length.
struct OrientedBox {
  glm::dvec3 center{0.0};
  glm::dmat3 axes{1.0};
  glm::dvec3 half{0.0};  ///< not negative
};

/// Half the size of what holds the box along the world's axes.
glm::dvec3 half_along_world(const OrientedBox& box);

/// Whether two boxes share a point: boxes that touch do. By the fifteen axes that can separate
/// boxes (Gottschalk, Lin, Manocha: OBBTree, 1996). O(1), some 200 operations at most.
bool overlap(const OrientedBox& a, const OrientedBox& b);

/// The shortest way from one to the other; 0 for boxes that share a point. Exact: of two boxes
/// apart the nearest points are a corner of one and a point of the other, or lie on an edge each.
/// O(1), some 5,000 operations.
double gap_between(const OrientedBox& a, const OrientedBox& b);

}  // namespace scrubjay
