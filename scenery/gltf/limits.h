#pragma once

#include <cstddef>

/// Bounds on what a glTF file may ask for, beside those of `LevelBuilder`. They stand in
/// scenery/gltf/README.md, "Limits".
namespace scrubjay::gltf::limits {

/// Bytes of the JSON text.
inline constexpr std::size_t kMostJsonBytes = std::size_t{512} << 20;
/// Bytes of what remains of it without buffers and what is not read.
inline constexpr std::size_t kMostOutlineBytes = std::size_t{64} << 20;
/// Objects in that: nodes, meshes, primitives, accessors, views of buffers, materials.
inline constexpr std::size_t kMostObjects = 2'000'000;
/// How deep objects and arrays lie in each other in what is read; the deepest of the format is 8.
inline constexpr int kDeepest = 16;
/// Buffers, each of which may be a file of its own.
inline constexpr std::size_t kMostBuffers = 4096;
/// Elements of an accessor that has no bytes but a few sparse ones.
inline constexpr std::size_t kMostImplied = 1'000'000;

}  // namespace scrubjay::gltf::limits
