#pragma once

#include <cstddef>
#include <cstdint>

#include "core/byte_reader.h"

namespace scrubjay::compression {

/// What lies around a text (of Frame by Frame: formats/framebyframe/README.md, 1.2, 2).
enum class OuterLayer : std::uint8_t {
  none,         ///< the bytes are the text
  gzip,         ///< raw gzip bytes
  zlib,         ///< a raw zlib stream
  base64_gzip,  ///< gzip in base64; zlib inside is read, too
  zip,          ///< an archive; not read
};

struct OuterForm {
  OuterLayer layer = OuterLayer::none;
  std::size_t begin = 0;  ///< where the text or the compressed data begins, behind a byte order
                          ///< mark and white space

  bool is_compressed() const {
    return layer == OuterLayer::gzip || layer == OuterLayer::zlib ||
           layer == OuterLayer::base64_gzip;
  }
};

/// Told by the first bytes. O(white space at the beginning).
OuterForm outer_form(Bytes bytes);

}  // namespace scrubjay::compression
