#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <vector>

#include "render/camera.h"
#include "render/scene.h"

namespace scrubjay {

/// One instance as the graphics card reads it.
struct GpuInstance {
  glm::vec3 center{0.0F};
  glm::vec4 rotation{0.0F, 0.0F, 0.0F, 1.0F};  ///< x, y, z, w
  glm::vec3 half{1.0F};
  std::uint32_t color = 0;  ///< red in the lowest byte
  std::uint32_t tags = 0;   ///< pick tags, see pick_tags
  std::uint32_t entity = 0;
};

/// One piece of a polyline as the graphics card reads it.
struct GpuSegment {
  glm::vec3 from{0.0F};
  glm::vec3 to{0.0F};
  std::uint32_t from_color = 0;  ///< red in the lowest byte
  std::uint32_t to_color = 0;
  float width = 1.0F;  ///< pixels
};

/// What the id attachment holds beside the entity: recording + 1 in the low 16 bits (0: nothing),
/// the flags above them, the lamp above those.
inline std::uint32_t pick_tags(const SceneInstance& instance) {
  return (std::uint32_t{instance.recording} + 1U) | std::uint32_t{instance.flags} << 16 |
         static_cast<std::uint32_t>(instance.lamp) << 24;
}

/// A rectangle of pixels, origin at the top left.
struct PixelRect {
  glm::vec2 low{0.0F};
  glm::vec2 high{0.0F};
  bool empty() const { return !(low.x < high.x && low.y < high.y); }
};

/// The instances in view, one list a draw call.
struct SceneBatches {
  std::array<std::vector<GpuInstance>, kShapes> shapes;
  std::vector<GpuInstance> box_edges;
  std::vector<GpuInstance> shadows;
  std::vector<GpuSegment> segments;
  std::size_t shown_by_shapes = 0;  ///< entities in view without a marker of their own
  float least_size = 0;             ///< of the entities in view, pixels at 100 %; 0: none
  PixelRect marked;                 ///< holds all that is selected or hovered

  void clear();
};

/// What is put into the lists.
struct BatchOptions {
  bool boxes = true;
  bool headings = true;
  bool shadows = true;
  float pixel_scale = 1.0F;  ///< pixels of the picture for one at 100 %
};

/// No entity is smaller than this on the screen: pixels at 100 %.
inline constexpr float kLeastGlyph = 10.0F;

/// Sorts what the camera sees by shape. What would be a speck becomes a glyph of at least
/// kLeastGlyph pixels, an arrow where a heading is known, so that nothing is lost from sight at a
/// distance; boxes, headings and shadows are left out where they would be too small to tell.
/// O(instances + points), no allocation once warm.
void build_batches(const SceneContent& scene, const Camera& camera, const Viewport& viewport,
                   const BatchOptions& options, SceneBatches& out);

}  // namespace scrubjay
