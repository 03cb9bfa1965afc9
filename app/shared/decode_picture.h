#pragma once

#include <cstdint>

#include "core/byte_reader.h"
#include "core/problem.h"
#include "render/image.h"

namespace scrubjay {

struct ResourceData;

/// Largest width and height of a picture that is decoded, and the most pixels in all. Checked
/// before anything is decoded.
inline constexpr int kLargestPictureSide = 16384;
inline constexpr std::uint64_t kMostPicturePixels = 40'000'000;

/// Whether the leading bytes are those of a picture file that `decode_picture` knows: PNG, JPEG,
/// GIF, BMP; TGA, which has no mark of its own, by a header that makes sense.
bool is_picture_file(Bytes file);

/// The pixels of a picture file, of a GIF its first frame. Bounded by kLargestPictureSide and
/// kMostPicturePixels before it decodes, and in the memory that decoding may take. Errors:
/// "picture-too-large", "picture-damaged".
Result<Image> decode_picture(Bytes file);
/// The same of a resource, which may hold pixels without a file format.
Result<Image> decode_picture(const ResourceData& resource);

}  // namespace scrubjay
