// The compression methods of formats/xrec/README.md, 4.6, compressed here with the libraries
// themselves.
#include <gtest/gtest.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include "formats/xrec/read/decompress.h"
#include "tests/core/allocation_counter.h"
#include "tests/formats/deflated.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

ByteVector plain(std::size_t size) {
  ByteVector bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * i / 7 % 251);
  return bytes;
}

ByteVector compressed(Compression method, const ByteVector& bytes) {
  switch (method) {
    case Compression::none: return bytes;
    case Compression::deflate: return deflated(bytes, -MAX_WBITS);
    case Compression::gzip: return deflated(bytes, kGzip);
    case Compression::zstd: {
      ByteVector out(ZSTD_compressBound(bytes.size()));
      out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
      return out;
    }
    case Compression::lz4: {
      ByteVector out(LZ4F_compressFrameBound(bytes.size(), nullptr));
      out.resize(LZ4F_compressFrame(out.data(), out.size(), bytes.data(), bytes.size(), nullptr));
      return out;
    }
  }
  return {};
}

class XrecCompression : public testing::TestWithParam<Compression> {};

TEST_P(XrecCompression, YieldsThePromisedBytes) {
  Decompressor decompressor;
  for (const std::size_t size : {0u, 1u, 1000u, 200000u, 17u}) {
    const ByteVector bytes = plain(size);
    const ByteVector block = compressed(GetParam(), bytes);
    const auto found = decompressor.decompress(GetParam(), block, size);
    ASSERT_TRUE(found.has_value()) << found.error() << ", " << size;
    EXPECT_TRUE(std::ranges::equal(*found, bytes)) << size;
  }
}

TEST_P(XrecCompression, RefusesAnyOtherSize) {
  Decompressor decompressor;
  const ByteVector block = compressed(GetParam(), plain(1000));
  for (const std::size_t size : {0u, 1u, 999u, 1001u, 100000u}) {
    EXPECT_FALSE(decompressor.decompress(GetParam(), block, size).has_value()) << size;
  }
}

TEST_P(XrecCompression, RefusesEveryPrefixAndBytesBehind) {
  Decompressor decompressor;
  ByteVector block = compressed(GetParam(), plain(1000));
  for (std::size_t size = 0; size < block.size(); ++size) {
    const ByteVector prefix(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(decompressor.decompress(GetParam(), prefix, 1000).has_value()) << size;
  }
  block.push_back(std::byte{0});
  EXPECT_FALSE(decompressor.decompress(GetParam(), block, 1000).has_value());
}

TEST_P(XrecCompression, AllocatesNothingOnceWarm) {
  Decompressor decompressor;
  const ByteVector block = compressed(GetParam(), plain(1000));
  const auto read = [&] { EXPECT_TRUE(decompressor.decompress(GetParam(), block, 1000)); };
  read();
  EXPECT_EQ(allocations_in(read), 0u);
}

constexpr const char* kNames[] = {"none", "deflate", "gzip", "zstd", "lz4"};

INSTANTIATE_TEST_SUITE_P(Methods, XrecCompression,
                         testing::Values(Compression::none, Compression::deflate, Compression::gzip,
                                         Compression::zstd, Compression::lz4),
                         [](const auto& method) {
                           return std::string(kNames[static_cast<std::size_t>(method.param)]);
                         });

TEST(XrecDecompressor, GoesOnAfterADamagedBlock) {
  Decompressor decompressor;
  for (int round = 0; round < 2; ++round) {
    for (const auto method :
         {Compression::deflate, Compression::gzip, Compression::zstd, Compression::lz4}) {
      const ByteVector good = compressed(method, plain(500));
      ByteVector bad = good;
      bad[0] ^= std::byte{0xFF};
      EXPECT_FALSE(decompressor.decompress(method, bad, 500).has_value());
      EXPECT_TRUE(decompressor.decompress(method, good, 500).has_value());
    }
  }
}

TEST(XrecDecompressor, TakesOneZstdFrameOnly) {
  Decompressor decompressor;
  ByteVector two = compressed(Compression::zstd, plain(10));
  const ByteVector one = two;
  two.insert(two.end(), one.begin(), one.end());
  EXPECT_FALSE(decompressor.decompress(Compression::zstd, two, 20).has_value());
}

TEST(XrecDecompressor, KnowsThePagesMethods) {
  for (std::uint8_t method = 0; method <= 4; ++method) EXPECT_TRUE(Decompressor::knows(method));
  EXPECT_FALSE(Decompressor::knows(5));
  EXPECT_FALSE(Decompressor::knows(255));
}

}  // namespace
}  // namespace scrubjay::xrec
