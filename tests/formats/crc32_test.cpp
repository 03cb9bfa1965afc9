#include "formats/compression/crc32.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <span>
#include <string>
#include <string_view>

namespace scrubjay::compression {
namespace {

std::uint32_t sum_of(std::string_view text, std::uint32_t before = 0) {
  return crc32(std::as_bytes(std::span(text)), before);
}

TEST(Crc32, IsThatOfGzip) {
  EXPECT_EQ(sum_of("123456789"), 0xCBF43926U);
  EXPECT_EQ(sum_of(""), 0U);
  std::string text;
  for (int length = 0; length < 600; ++length) {
    const auto expected = ::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
    EXPECT_EQ(sum_of(text), expected) << length;
    text += static_cast<char>(length * length % 251);
  }
}

TEST(Crc32, GoesOnFromWhatStandsBefore) {
  const std::string_view text = "what is compressed, and what is not";
  for (std::size_t at = 0; at <= text.size(); ++at) {
    EXPECT_EQ(sum_of(text.substr(at), sum_of(text.substr(0, at))), sum_of(text)) << at;
  }
}

}  // namespace
}  // namespace scrubjay::compression
