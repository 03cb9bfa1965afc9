#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "core/problem.h"
#include "scenery/gltf/buffers.h"
#include "scenery/gltf/document.h"

namespace scrubjay::gltf {

/// Where the numbers of an accessor stand, checked to be inside their buffer. A view.
struct Elements {
  Bytes bytes;  ///< from the first element to the end of the last one; empty: all are zeros
  std::size_t count = 0;
  std::size_t stride = 0;  ///< [B]
  int component = 0;       ///< one of TINYGLTF_COMPONENT_TYPE_*
  bool is_normalized = false;
};

/// Places of vertices: any of them can be read at once.
class Places {
 public:
  /// Errors: "bad-accessor", "too-large".
  static Result<Places> of(const tinygltf::Model& model, const std::vector<Buffer>& buffers,
                           int accessor);

  std::size_t count() const { return elements_.count; }
  /// O(1), with sparse elements O(log of them).
  glm::dvec3 operator[](std::size_t index) const;

 private:
  Elements elements_;
  std::vector<std::uint32_t> replaced_;  ///< growing indices of elements that stand elsewhere
  Elements replacements_;
};

/// The indices of a primitive, in its order. Errors: "bad-accessor", "too-large".
Result<std::vector<std::uint32_t>> read_indices(const tinygltf::Model& model,
                                                const std::vector<Buffer>& buffers, int accessor,
                                                std::size_t most);

}  // namespace scrubjay::gltf
