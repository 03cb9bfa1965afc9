#include "formats/compression/crc32.h"

#include <libdeflate.h>

namespace scrubjay::compression {

// zlib's, where its library is built as usual, takes four times as long.
std::uint32_t crc32(Bytes bytes, std::uint32_t before) {
  return libdeflate_crc32(before, bytes.data(), bytes.size());
}

}  // namespace scrubjay::compression
