#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
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

/// A sink that puts what it is given behind what `file` has, and never refuses.
inline auto into(ByteVector& file) {
  return [&file](std::span<const std::byte> bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
    return true;
  };
}
inline auto into(std::string& file) {
  return [&file](std::span<const std::byte> bytes) {
    file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return true;
  };
}

}  // namespace scrubjay
