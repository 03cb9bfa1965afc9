#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "scenery/gltf/container.h"

namespace scrubjay::gltf {

/// A buffer as the JSON states it.
struct BufferEntry {
  std::optional<std::string> uri;  ///< escapes of JSON undone; nothing: the .glb's own bytes
  std::uint64_t size = 0;          ///< "byteLength"
};

/// What is read of the JSON.
struct Outline {
  /// JSON again, of members only that Scrubjay uses: no buffers, images, extensions, names. Bounded
  /// in size, depth and objects, its indices in 31 bits: safe to be given to tinygltf.
  std::string text;
  std::vector<BufferEntry> buffers;
};

/// Goes over the JSON once. Errors, all fatal: "bad-json" with the place, "too-large".
Result<Outline> read_outline(const Container& container);

}  // namespace scrubjay::gltf
