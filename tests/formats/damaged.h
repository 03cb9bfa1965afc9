#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/core/bytes_of.h"

/// Good files made bad.
namespace scrubjay {

/// Without its last `less` bytes.
inline ByteVector cut(ByteVector bytes, std::size_t less) {
  bytes.resize(bytes.size() - less);
  return bytes;
}

inline ByteVector changed(ByteVector bytes, std::size_t at, std::uint8_t value) {
  bytes.at(at) = std::byte{value};
  return bytes;
}

/// With `by` where `part` stands first.
inline std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  if (at != std::string::npos) text.replace(at, part.size(), by);
  return text;
}

}  // namespace scrubjay
