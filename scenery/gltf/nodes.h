#pragma once

#include <functional>
#include <glm/mat4x4.hpp>
#include <vector>

#include "core/problem.h"
#include "scenery/gltf/document.h"

namespace scrubjay::gltf {

/// A mesh at a place of the scene.
struct MeshInstance {
  int mesh = -1;  ///< not checked
  glm::dmat4 world_from_mesh{1.0};
};

/// Goes over the nodes of the file's scene (the one it names, else its first; without scenes all
/// nodes that are nobody's child) and hands over each mesh as often as nodes have it, until `take`
/// returns false. A node that is met again has two parents or is its own ancestor, which glTF
/// forbids: it is left out, as is a child that is not there ("bad-node" in `problems`). No
/// recursion; O(nodes).
void visit_meshes(const tinygltf::Model& model, std::vector<Problem>& problems,
                  const std::function<bool(const MeshInstance&)>& take);

}  // namespace scrubjay::gltf
