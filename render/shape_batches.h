#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <vector>

#include "render/scene_batches.h"
#include "render/scene_shapes.h"
#include "render/solid_meshes.h"

namespace scrubjay {

/// In the place of a recording's number in the id attachment: the other value is then a row of
/// SceneShapes::shapes.
inline constexpr std::uint32_t kShapeTag = 0xFFFF;

/// One solid as the graphics card reads it.
struct GpuSolid {
  glm::vec3 center{0.0F};
  glm::vec4 rotation{0.0F, 0.0F, 0.0F, 1.0F};  ///< x, y, z, w
  glm::vec4 half{1.0F};                        ///< w: stretch
  std::uint32_t color = 0;                     ///< red in the lowest byte
  std::uint32_t tags = 0;                      ///< kShapeTag and the flags above it
  std::uint32_t shape = 0;
};

/// One piece of a line as the graphics card reads it.
struct GpuShapeSegment {
  glm::vec3 from{0.0F};
  glm::vec3 to{0.0F};
  std::uint32_t color = 0;
  std::uint32_t tags = 0;
  std::uint32_t shape = 0;
};

/// A corner of a mesh's triangle as the graphics card reads it.
struct GpuMeshVertex {
  glm::vec3 position{0.0F};
  glm::vec3 normal{0.0F, 0.0F, 1.0F};
  std::uint32_t color = 0;
  std::uint32_t tags = 0;  ///< and kWireframe
  std::uint32_t shape = 0;
};
/// Bit of GpuMeshVertex::tags.
inline constexpr std::uint32_t kWireframe = 1U << 24;

/// Lists that are drawn with one call for each run.
enum class ShapeList : std::uint8_t { solids, meshes, lines };

/// What one draw call draws: a part of one list.
struct ShapeRun {
  ShapeList list = ShapeList::solids;
  std::uint8_t mesh = 0;      ///< of solids: form * kSolidDetails + detail
  std::uint16_t texture = 0;  ///< of SceneShapes::textures, from 1; 0 for none
  std::uint32_t first = 0;    ///< of the list
  std::uint32_t count = 0;
};

/// The shapes in view, ready to upload. First what is opaque, then what is seen through in the
/// order in which it must be drawn.
struct ShapeBatches {
  std::vector<GpuSolid> solids;
  std::vector<GpuMeshVertex> vertices;
  std::vector<GpuShapeSegment> segments;
  std::vector<ShapeRun> opaque;
  std::vector<ShapeRun> translucent;  ///< back to front
  PixelRect marked;                   ///< holds all that is selected or hovered

  struct Item {
    float depth = 0;  ///< metres in front of the eye
    ShapeList list = ShapeList::solids;
    std::uint8_t mesh = 0;
    std::uint16_t texture = 0;
    std::uint16_t slice = 0;  ///< of the depth, nearest 0
    std::uint32_t index = 0;  ///< of SceneShapes' list
  };
  std::vector<Item> items;  ///< working storage

  void clear();
};

/// Up to so many translucent shapes are drawn strictly back to front. More are sorted into
/// kDepthSlices by depth and inside a slice by kind, so that draw calls stay few.
inline constexpr std::size_t kStrictlySorted = 512;
inline constexpr std::size_t kDepthSlices = 48;

/// Sorts what the camera sees into runs. O(n log n), no allocation once warm.
void build_shape_batches(const SceneShapes& shapes, const glm::dvec3& origin, const Camera& camera,
                         const Viewport& viewport, float pixel_scale, ShapeBatches& out);

}  // namespace scrubjay
