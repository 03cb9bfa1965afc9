#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/byte_reader.h"
#include "core/platform/input_file.h"
#include "core/problem.h"
#include "scenery/gltf/container.h"
#include "scenery/gltf/outline.h"
#include "scenery/neighbours.h"

namespace scrubjay::gltf {

/// The bytes of one buffer.
struct Buffer {
  Bytes bytes;  ///< of the file, a neighbour or `decoded`; may be fewer than the JSON states
  std::optional<std::uint64_t> offset;   ///< in the .glb, where they are its own
  std::shared_ptr<InputFile> neighbour;  ///< keeps them
  std::vector<std::byte> decoded;        ///< of a data URI
};

/// All buffers of a file; those that cannot be had are empty, and `problems` says why:
/// "missing-file", "outside-name", "bad-data-uri", "no-bytes", "cut-off".
std::vector<Buffer> open_buffers(const Container& container,
                                 const std::vector<BufferEntry>& entries,
                                 const Neighbours& neighbours, std::vector<Problem>& problems);

}  // namespace scrubjay::gltf
