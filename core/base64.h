#pragma once

#include <array>
#include <string>

#include "core/byte_reader.h"

namespace scrubjay {

/// Appends `bytes` as base64: the standard alphabet, padded, in one line (RFC 4648 section 4).
void append_base64(std::string& out, Bytes bytes);

/// Base64 of bytes that come in pieces: the text is that of all of them in one.
class Base64Stream {
 public:
  /// Appends to `out` what the bytes so far determine.
  void add(std::string& out, Bytes bytes);
  /// Appends the last group with its padding, and begins anew.
  void finish(std::string& out);

 private:
  std::array<std::byte, 3> rest_{};  ///< bytes that do not fill a group yet
  std::size_t rest_size_ = 0;
};

}  // namespace scrubjay
