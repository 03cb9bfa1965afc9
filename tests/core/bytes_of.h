#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace scrubjay {

using ByteVector = std::vector<std::byte>;

inline ByteVector bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline ByteVector bytes_of(std::initializer_list<int> values) {
  ByteVector bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

}  // namespace scrubjay
