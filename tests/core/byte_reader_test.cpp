#include "core/byte_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/core/bytes_of.h"

namespace scrubjay {
namespace {

const std::vector<std::byte> kOneToEight = bytes_of({1, 2, 3, 4, 5, 6, 7, 8});

template <class T>
void expect_reads(const std::vector<std::byte>& bytes, T little, T big) {
  ByteReader reader(bytes);
  EXPECT_EQ(reader.little<T>(), little);
  EXPECT_EQ(reader.position(), sizeof(T));
  ByteReader other(bytes);
  EXPECT_EQ(other.big<T>(), big);
  EXPECT_EQ(other.position(), sizeof(T));
}

TEST(ByteReader, ReadsEachTypeInBothOrders) {
  expect_reads<std::uint8_t>(kOneToEight, 0x01, 0x01);
  expect_reads<std::uint16_t>(kOneToEight, 0x0201, 0x0102);
  expect_reads<std::uint32_t>(kOneToEight, 0x04030201, 0x01020304);
  expect_reads<std::uint64_t>(kOneToEight, 0x0807060504030201, 0x0102030405060708);
  const auto negative = bytes_of({0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF});
  expect_reads<std::int8_t>(negative, -2, -2);
  expect_reads<std::int16_t>(negative, -2, -257);
  expect_reads<std::int32_t>(negative, -2, -16777217);
  expect_reads<std::int64_t>(negative, -2, -72057594037927937);
  // IEEE 754: 1.5f is 3FC00000, -2.25 is C002000000000000.
  expect_reads<float>(bytes_of({0x00, 0x00, 0xC0, 0x3F}), 1.5f,
                      std::bit_cast<float>(std::uint32_t{0x0000C03F}));
  expect_reads<float>(bytes_of({0x3F, 0xC0, 0x00, 0x00}),
                      std::bit_cast<float>(std::uint32_t{0x0000C03F}), 1.5f);
  expect_reads<double>(bytes_of({0, 0, 0, 0, 0, 0, 0x02, 0xC0}), -2.25,
                       std::bit_cast<double>(std::uint64_t{0x02C0}));
  expect_reads<double>(bytes_of({0xC0, 0x02, 0, 0, 0, 0, 0, 0}),
                       std::bit_cast<double>(std::uint64_t{0x02C0}), -2.25);
}

TEST(ByteReader, ReadsFromAnyAlignment) {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::vector<std::byte> bytes(shift, std::byte{0xAA});
    bytes.insert(bytes.end(), kOneToEight.begin(), kOneToEight.end());
    ByteReader reader(bytes);
    ASSERT_TRUE(reader.skip(shift));
    EXPECT_EQ(reader.little<std::uint64_t>(), 0x0807060504030201u);
  }
}

TEST(ByteReader, WalksThroughAndTellsWhereItIs) {
  ByteReader reader(kOneToEight, 1000);
  EXPECT_EQ(reader.offset(), 1000u);
  EXPECT_EQ(reader.left(), 8u);
  EXPECT_EQ(reader.little<std::uint8_t>(), 1);
  EXPECT_EQ(reader.big<std::uint16_t>(), 0x0203);
  EXPECT_TRUE(reader.skip(2));
  EXPECT_EQ(reader.offset(), 1005u);
  EXPECT_EQ(reader.position(), 5u);
  EXPECT_EQ(reader.text(3), "\x06\x07\x08");
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(reader.left(), 0u);
}

template <class T>
void expect_too_short() {
  for (std::size_t size = 0; size < sizeof(T); ++size) {
    // A block of exactly that size, so that the address sanitizer sees a byte read too far.
    const std::vector<std::byte> bytes(size + 1);
    ByteReader reader(bytes);
    ASSERT_TRUE(reader.skip(1));
    EXPECT_FALSE(reader.little<T>().has_value()) << size;
    EXPECT_FALSE(reader.big<T>().has_value()) << size;
    EXPECT_EQ(reader.position(), 1u);
    EXPECT_EQ(reader.left(), size);
  }
}

TEST(ByteReader, AReadThatDoesNotFitLeavesThePosition) {
  expect_too_short<std::uint8_t>();
  expect_too_short<std::uint16_t>();
  expect_too_short<std::int32_t>();
  expect_too_short<std::uint64_t>();
  expect_too_short<float>();
  expect_too_short<double>();
}

TEST(ByteReader, CountsBeyondTheEndAreRefusedHoweverLarge) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t count :
       {std::uint64_t{6}, std::uint64_t{1} << 31, std::uint64_t{1} << 32, std::uint64_t{1} << 63,
        kMax - 2, kMax - 1, kMax}) {
    ByteReader reader(kOneToEight);
    ASSERT_TRUE(reader.skip(3));
    EXPECT_FALSE(reader.bytes(count).has_value()) << count;
    EXPECT_FALSE(reader.text(count).has_value()) << count;
    EXPECT_FALSE(reader.skip(count)) << count;
    EXPECT_EQ(reader.position(), 3u);
    EXPECT_TRUE(reader.skip(5));
  }
}

TEST(ByteReader, AnEmptySpanHasNothingButZeroBytes) {
  ByteReader reader{Bytes{}};
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(reader.text(0), "");
  EXPECT_TRUE(reader.skip(0));
  EXPECT_FALSE(reader.skip(1));
  EXPECT_FALSE(reader.little<std::uint8_t>().has_value());
}

TEST(ByteReader, ViewsPointIntoTheBytesRead) {
  ByteReader reader(kOneToEight);
  const auto view = reader.bytes(8);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->data(), kOneToEight.data());
  EXPECT_EQ(view->size(), 8u);
}

}  // namespace
}  // namespace scrubjay
