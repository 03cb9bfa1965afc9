#pragma once

#include <atomic>
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <optional>
#include <vector>

#include "core/problem.h"
#include "scenery/gltf/buffers.h"
#include "scenery/gltf/document.h"
#include "scenery/level_builder.h"

namespace scrubjay::gltf {

/// The base colour of each material as `packed_color`; 0 where the file gives none.
std::vector<std::uint32_t> base_colors(const tinygltf::Model& model);

/// What primitives are made of and go to; lives as long as both.
struct PrimitiveReader {
  const tinygltf::Model& model;
  const std::vector<Buffer>& buffers;
  const std::vector<std::uint32_t>& colors;
  const std::atomic<bool>& cancelled;
  LevelBuilder& level;

  /// Adds triangles, strips, fans and lines to the level; points are left out. Of a damaged one,
  /// nothing is added: "bad-accessor", "bad-index", "bad-place", "too-large". O(its vertices and
  /// indices).
  std::optional<Problem> add(const tinygltf::Primitive& primitive,
                             const glm::dmat4& world_from_mesh) const;
};

}  // namespace scrubjay::gltf
