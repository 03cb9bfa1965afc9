#include "scenery/gltf/nodes.h"

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <string>
#include <utility>

namespace scrubjay::gltf {

namespace {

struct Visit {
  int node = -1;
  glm::dmat4 world_from_parent{1.0};
};

/// By the matrix of 16 numbers in columns, or by moving, turning and scaling.
glm::dmat4 parent_from_node(const tinygltf::Node& node) {
  if (node.matrix.size() == 16) return glm::make_mat4(node.matrix.data());
  glm::dmat4 way(1.0);
  if (node.translation.size() == 3)
    way = glm::translate(way, glm::make_vec3(node.translation.data()));
  if (node.rotation.size() == 4) {
    const auto& q = node.rotation;  // x, y, z, w
    way *= glm::mat4_cast(glm::dquat(q[3], q[0], q[1], q[2]));
  }
  if (node.scale.size() == 3) way = glm::scale(way, glm::make_vec3(node.scale.data()));
  return way;
}

std::vector<int> without_parent(const tinygltf::Model& model) {
  std::vector<bool> is_child(model.nodes.size(), false);
  for (const tinygltf::Node& node : model.nodes) {
    for (const int child : node.children) {
      const auto index = static_cast<std::size_t>(child);
      if (child >= 0 && index < is_child.size()) is_child[index] = true;
    }
  }
  std::vector<int> roots;
  for (std::size_t i = 0; i < is_child.size(); ++i) {
    if (!is_child[i]) roots.push_back(static_cast<int>(i));
  }
  return roots;
}

std::vector<int> roots_of(const tinygltf::Model& model) {
  if (model.scenes.empty()) return without_parent(model);
  const auto named = static_cast<std::size_t>(model.defaultScene);
  return model.scenes[named < model.scenes.size() ? named : 0].nodes;
}

Problem bad_node(int node, std::string found) {
  return {.severity = Severity::error,
          .code = "bad-node",
          .message = "A node of the scene is left out.",
          .expected = "nodes that are there, each once",
          .found = "node " + std::to_string(node) + ", which " + std::move(found)};
}

}  // namespace

void visit_meshes(const tinygltf::Model& model, std::vector<Problem>& problems,
                  const std::function<bool(const MeshInstance&)>& take) {
  std::vector<bool> was_met(model.nodes.size(), false);
  std::vector<Visit> open;
  const std::vector<int> roots = roots_of(model);
  for (auto root = roots.rbegin(); root != roots.rend(); ++root) open.push_back({.node = *root});
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    const auto index = static_cast<std::size_t>(visit.node);
    if (visit.node < 0 || index >= model.nodes.size()) {
      fold_into(problems, bad_node(visit.node, "is not there"));
      continue;
    }
    if (was_met[index]) {
      fold_into(problems, bad_node(visit.node, "was met before"));
      continue;
    }
    was_met[index] = true;
    const tinygltf::Node& node = model.nodes[index];
    const glm::dmat4 world_from_node = visit.world_from_parent * parent_from_node(node);
    if (node.mesh >= 0 && !take({.mesh = node.mesh, .world_from_mesh = world_from_node})) return;
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
      open.push_back({.node = *child, .world_from_parent = world_from_node});
    }
  }
}

}  // namespace scrubjay::gltf
