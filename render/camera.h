#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>

namespace scrubjay {

enum class Projection : std::uint8_t { perspective, orthographic };

/// Size of a picture in pixels. Pixel coordinates have their origin at the top left, y downwards;
/// the centre of the first pixel is (0.5, 0.5).
struct Viewport {
  double width = 1;
  double height = 1;

  double aspect() const { return height > 0 && width > 0 ? width / height : 1.0; }
};

/// A half-line in viewer space; `direction` has unit length.
struct Ray {
  glm::dvec3 origin{0.0};
  glm::dvec3 direction{0.0, 1.0, 0.0};
};

/// A place in the picture.
struct ScreenPoint {
  glm::dvec2 pixel{0.0};
  double depth = 0;  ///< metres in front of the eye
};

/// An axis-aligned box in viewer space.
struct Bounds {
  glm::dvec3 low{0.0};
  glm::dvec3 high{0.0};

  glm::dvec3 center() const { return (low + high) * 0.5; }
  glm::dvec3 size() const { return high - low; }
  bool operator==(const Bounds&) const = default;
};

/// Looks at `target` from `distance` metres away, in viewer space (Z up). Plain values: what is
/// shown is saved and restored by copying. The functions below keep every value finite and in its
/// range.
struct Camera {
  static constexpr double kNearestDistance = 0.02;
  static constexpr double kFarthestDistance = 1e7;

  glm::dvec3 target{0.0};
  double distance = 30.0;
  double yaw = 0.6;     ///< radians about +z; at 0 the camera looks along +y
  double pitch = -0.6;  ///< radians; negative looks down; within [-pi/2, pi/2]
  double fov_y = 0.8;   ///< radians, of a perspective
  Projection projection = Projection::perspective;

  bool operator==(const Camera&) const = default;

  /// Unit vectors of the view.
  glm::dvec3 forward() const;
  glm::dvec3 right() const;
  glm::dvec3 up() const;
  glm::dvec3 eye() const { return target - forward() * distance; }

  double near_plane() const;
  double far_plane() const;

  /// view_from_world, where world is relative to `origin`, so that floats stay precise far from
  /// zero.
  glm::dmat4 view(const glm::dvec3& origin) const;
  /// clip_from_view, OpenGL's clip space (z in [-1, 1]).
  glm::dmat4 projection_matrix(const Viewport& viewport) const;
  /// clip_from_world, world relative to `origin`.
  glm::dmat4 clip_from_world(const Viewport& viewport, const glm::dvec3& origin) const;

  /// Metres that one pixel covers at `depth` metres in front of the eye.
  double metres_per_pixel(const Viewport& viewport, double depth) const;
};

/// The ray through a pixel. In an orthographic view it starts before the near plane.
Ray ray_through(const Camera& camera, const Viewport& viewport, const glm::dvec2& pixel);
/// Finds where points appear. Cheap for many points of one picture.
class ScreenProjector {
 public:
  ScreenProjector(const Camera& camera, const Viewport& viewport);

  /// Nothing when the point lies behind the eye or is not finite. The pixel may be outside.
  std::optional<ScreenPoint> operator()(const glm::dvec3& world) const;

 private:
  glm::dvec3 eye_, forward_, right_, up_;
  bool perspective_;
  double nearest_;
  double distance_;
  double half_width_;     ///< pixels
  double half_height_;    ///< pixels
  double pixels_at_one_;  ///< pixels of a metre across the view at a depth of one metre
};
/// The point at `pixel` whose depth-buffer value is `depth` in [0, 1].
glm::dvec3 unproject(const Camera& camera, const Viewport& viewport, const glm::dvec2& pixel,
                     double depth);
/// Where the ray meets the level plane z = `height` in front of its origin.
std::optional<glm::dvec3> meet_ground(const Ray& ray, double height);

/// Turns around the target, by pixels dragged. Tilting the view from the top ends its projection.
void orbit(Camera& camera, const glm::dvec2& pixels);
/// Turns around the eye, by pixels dragged.
void look_around(Camera& camera, const glm::dvec2& pixels);
/// Moves so that what is at the target's depth follows the cursor, by pixels dragged.
void pan(Camera& camera, const Viewport& viewport, const glm::dvec2& pixels);
/// Multiplies the distance by `factor` (below 1: nearer) while `anchor` stays at its pixel.
void zoom_towards(Camera& camera, const glm::dvec3& anchor, double factor);
/// The anchor of a zoom at a pixel under which nothing is drawn: on the ground where that is near
/// enough, else at the target's depth.
glm::dvec3 zoom_anchor(const Camera& camera, const Viewport& viewport, const glm::dvec2& pixel,
                       double ground_height);

/// Keys held while flying, each from -1 to 1 along the camera's own axes; `lift` along +z.
struct FlyInput {
  double right = 0;
  double forward = 0;
  double lift = 0;
  bool fast = false;
};
/// Moves eye and target for `dt` seconds; the speed grows with the camera's distance.
void fly(Camera& camera, const FlyInput& input, double dt);

/// Looks straight down, orthographic, +y up in the picture; the target and distance stay.
void look_from_top(Camera& camera);
/// Looks along `direction` (need not be of unit length) at the same target.
void look_along(Camera& camera, const glm::dvec3& direction);
/// Brings the whole box into view from the present direction. A box without size keeps a distance
/// of a few metres.
void focus(Camera& camera, const Viewport& viewport, const Bounds& bounds);

/// Brings all points into view from the present direction, as close as lets them fill `share` of
/// the picture's width or height. Points that are not finite are passed over. O(points).
void fill_view(Camera& camera, const Viewport& viewport, std::span<const glm::dvec3> points,
               double share = 0.9);

/// Keeps the camera's offset to something that moves.
struct Follow {
  std::optional<glm::dvec3> last;  ///< where it was; nothing before the first call
};
/// Moves the camera as far as the target moved since the last call. A position that is not finite
/// is passed over.
void follow(Camera& camera, Follow& state, const glm::dvec3& position);

/// An origin for scenes seen with this camera: `current` as long as it is precise enough, else a
/// new one near the target. A scene must be rebuilt when its origin changes.
glm::dvec3 choose_origin(const Camera& camera, const glm::dvec3& current);

/// Brings values from outside (a saved file) into their ranges; those that are not finite become
/// defaults.
void sanitize(Camera& camera);

}  // namespace scrubjay
