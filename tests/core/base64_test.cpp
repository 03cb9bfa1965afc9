#include "core/base64.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/core/bytes_of.h"

namespace scrubjay {
namespace {

std::string coded(std::string_view text) {
  std::string out;
  append_base64(out, bytes_of(text));
  return out;
}

/// RFC 4648 section 10, and the two digits that the alphabets differ in.
TEST(Base64, CodesWithPadding) {
  EXPECT_EQ(coded(""), "");
  EXPECT_EQ(coded("f"), "Zg==");
  EXPECT_EQ(coded("fo"), "Zm8=");
  EXPECT_EQ(coded("foo"), "Zm9v");
  EXPECT_EQ(coded("foob"), "Zm9vYg==");
  EXPECT_EQ(coded("fooba"), "Zm9vYmE=");
  EXPECT_EQ(coded("foobar"), "Zm9vYmFy");
  EXPECT_EQ(coded("\xFB\xFF\xBF"), "+/+/");
}

TEST(Base64Stream, GivesTheSameInPiecesOfAnySize) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += static_cast<char>(i * 37);
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string_view all = std::string_view(text).substr(0, length);
    for (const std::size_t piece : {1U, 2U, 3U, 4U, 7U, 64U}) {
      Base64Stream stream;
      std::string out;
      for (std::size_t at = 0; at < all.size(); at += piece) {
        stream.add(out, bytes_of(all.substr(at, piece)));
      }
      stream.finish(out);
      ASSERT_EQ(out, coded(all)) << length << " bytes in pieces of " << piece;
    }
  }
}

TEST(Base64Stream, BeginsAnewBehindItsEnd) {
  Base64Stream stream;
  std::string out;
  stream.add(out, bytes_of("f"));
  stream.finish(out);
  stream.add(out, bytes_of("fo"));
  stream.finish(out);
  EXPECT_EQ(out, "Zg==Zm8=");
}

}  // namespace
}  // namespace scrubjay
