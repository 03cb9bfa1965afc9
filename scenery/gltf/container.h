#pragma once

#include <cstdint>

#include "core/byte_reader.h"
#include "core/problem.h"

namespace scrubjay::gltf {

/// The two parts of a file; views into its bytes.
struct Container {
  Bytes json;
  std::uint64_t json_offset = 0;  ///< in the file
  Bytes binary;                   ///< the first buffer of a .glb; empty in a .gltf
  std::uint64_t binary_offset = 0;
  bool is_binary = false;
};

bool begins_as_binary(Bytes bytes);

/// Cuts a .glb into its chunks (scenery/gltf/README.md, "Layout"); anything else is JSON as a
/// whole. A chunk that ends behind the file is cut there, which the accessors will tell of. Errors:
/// "unknown-version", "bad-header", "cut-off".
Result<Container> open_container(Bytes bytes);

}  // namespace scrubjay::gltf
