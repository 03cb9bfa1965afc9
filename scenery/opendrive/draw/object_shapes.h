#pragma once

#include <glm/vec3.hpp>
#include <span>

#include "scenery/opendrive/draw/sink.h"
#include "scenery/opendrive/model.h"

namespace scrubjay::opendrive {

/// The local system of an object: u along its heading, v to the left, z up, turned by heading,
/// pitch and roll, in this order, each about the new axis.
class ObjectFrame {
 public:
  ObjectFrame(const glm::dvec3& origin, double heading, double pitch, double roll);

  glm::dvec3 place(double u, double v, double z) const {
    return origin_ + u_ * u + v_ * v + up_ * z;
  }
  const glm::dvec3& up() const { return up_; }

 private:
  glm::dvec3 origin_;
  glm::dvec3 u_;
  glm::dvec3 v_;
  glm::dvec3 up_;
};

/// A cylinder with few sides, standing at the frame's origin.
void draw_prism(MeshSink& sink, const Look& look, const ObjectFrame& frame, double radius,
                double height);
/// Walls from the ground to the top and the top, with lines along its edges; only the ground
/// without walls.
void draw_extruded(MeshSink& sink, const Look& look, std::span<const glm::dvec3> ground,
                   std::span<const glm::dvec3> top, bool has_walls);
/// An outline filled with stripes of 0.5 m along `heading`, 0.5 m apart.
void draw_stripes(MeshSink& sink, const Look& look, std::span<const glm::dvec3> outline,
                  double heading);
/// Paint along a side of a box whose half length is `u` and half width `v`.
void draw_marking(MeshSink& sink, const ObjectFrame& frame, double u, double v,
                  const ObjectMarking& marking);
/// Paint or an edge from corner to corner of the outline that it is along.
void draw_along_corners(MeshSink& sink, std::span<const glm::dvec3> corners, const glm::dvec3& up,
                        const ObjectMarking& marking);

}  // namespace scrubjay::opendrive
