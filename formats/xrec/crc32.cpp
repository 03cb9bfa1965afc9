#include "formats/xrec/crc32.h"

#include <zlib.h>

namespace scrubjay::xrec {

std::uint32_t crc32(Bytes bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace scrubjay::xrec
