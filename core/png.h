#pragma once

#include <cstddef>
#include <vector>

#include "core/byte_reader.h"
#include "core/problem.h"

namespace scrubjay {

/// Pixels (red, green, blue, alpha bytes, rows from the top) as a PNG file of 8 bits a channel;
/// without alpha where every pixel is opaque. The same pixels give the same bytes. Errors: "image"
/// where there are none, or not as many as the size says, or too little memory.
Result<std::vector<std::byte>> encode_png(Bytes pixels, int width, int height);

}  // namespace scrubjay
