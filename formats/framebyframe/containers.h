#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/format.h"

namespace scrubjay::framebyframe {

/// What lies around the JSON text (framebyframe.md 1.2, 2).
enum class OuterLayer : std::uint8_t {
  none,         ///< the bytes are the text
  gzip,         ///< raw gzip bytes
  zlib,         ///< a raw zlib stream
  base64_gzip,  ///< a saved recording as the application writes it; zlib inside is read, too
  zip,          ///< the chunk format of which there is no release
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

/// Looks for this format's own keys in the head, inflated where it is compressed: other JSON
/// formats have "entities" and "data" as well.
Match probe(const ProbeInput& input);

/// True when keys of this format stand in the text, quoted or bare.
bool has_own_keys(std::string_view text);

}  // namespace scrubjay::framebyframe
