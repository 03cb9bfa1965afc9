#pragma once

#include <cstddef>
#include <vector>

#include "core/problem.h"
#include "render/image.h"

namespace scrubjay {

/// The image as a PNG file of 8 bits a channel; without alpha where every pixel is opaque. The same
/// pixels give the same bytes. Errors: "image" for an empty or inconsistent image or too little
/// memory.
Result<std::vector<std::byte>> encode_png(const Image& image);

}  // namespace scrubjay
