#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <unordered_map>

#include "formats/colyseus/read/slot_map.h"
#include "formats/colyseus/read/wire.h"
#include "tests/formats/colyseus_test_file.h"

namespace scrubjay::colyseus {
namespace {

struct NumberCase {
  const char* bytes;
  double value;
  CellKind kind = CellKind::float64;
};

TEST(WireNumber, HasOnePrefixForEachSize) {
  const NumberCase cases[] = {
      {"7F", 127},
      {"00", 0},
      {"CC 80", 128},
      {"E0", -32},
      {"FF", -1},
      {"D0 DF", -33},
      {"CD 00 01", 256},
      {"CE 00 00 01 00", 65536},
      {"CF 00 00 00 00 01 00 00 00", 4294967296.0},
      {"D1 7F FF", -129},
      {"D2 00 00 00 80", -2147483648.0},
      {"D3 FF FF FF FF FF FF FF FF", -1},
      {"CA 00 00 C0 3F", 1.5, CellKind::float32},
      {"CB 00 00 00 00 00 00 F8 3F", 1.5},
  };
  for (const NumberCase& test : cases) {
    const ByteVector bytes = bytes_of(test.bytes);
    ByteReader reader(bytes);
    const auto cell = read_number(reader);
    ASSERT_TRUE(cell) << test.bytes;
    EXPECT_EQ(cell->number, test.value) << test.bytes;
    EXPECT_EQ(cell->kind, test.kind) << test.bytes;
    EXPECT_TRUE(reader.at_end()) << test.bytes;
  }
}

TEST(WireNumber, WithAnotherPrefixOrTooFewBytesIsMalformed) {
  for (const char* text : {"", "80", "9F", "C0", "C1", "D4", "DF", "CC", "CD 01", "CB 00 00"}) {
    const ByteVector bytes = bytes_of(text);
    ByteReader reader(bytes);
    EXPECT_FALSE(read_number(reader)) << text;
  }
}

TEST(WireNumber, OfACommonFormIsReadAlikeOrLeftToTheOther) {
  for (unsigned prefix = 0; prefix < 256; ++prefix) {
    ByteVector bytes(9, std::byte(0x3F));
    bytes[0] = std::byte(prefix);
    ByteReader quick(bytes);
    ByteReader slow(bytes);
    Cell common;
    if (!read_common_number(quick, common)) {
      EXPECT_EQ(quick.offset(), 0u) << prefix;
      continue;
    }
    const auto cell = read_number(slow);
    ASSERT_TRUE(cell) << prefix;
    EXPECT_EQ(common.number, cell->number) << prefix;
    EXPECT_EQ(common.kind, cell->kind) << prefix;
    EXPECT_EQ(quick.offset(), slow.offset()) << prefix;
  }
}

TEST(WireIndex, IsWholeAndNotNegative) {
  const ByteVector good = bytes_of("CB 00 00 00 00 00 00 F0 3F");
  ByteReader reader(good);
  EXPECT_EQ(read_index(reader), 1u);
  for (const char* text :
       {"E0", "CA 00 00 C0 3F", "CB 00 00 00 00 00 00 F8 7F", "CF FF FF FF FF FF FF FF FF"}) {
    const ByteVector bytes = bytes_of(text);
    ByteReader malformed(bytes);
    EXPECT_FALSE(read_index(malformed)) << text;
  }
}

TEST(WireString, TakesItsLengthFromThePrefix) {
  const std::pair<const char*, const char*> cases[] = {
      {"A3 E6 AF 92", "毒"},
      {"A0", ""},
      {"02 'ab'", "ab"},  // the low five bits of any prefix below C0
      {"D9 02 'ab'", "ab"},
      {"DA 02 00 'ab'", "ab"},
      {"DB 02 00 00 00 'ab'", "ab"},
  };
  for (const auto& [bytes_text, value] : cases) {
    const ByteVector bytes = bytes_of(bytes_text);
    ByteReader reader(bytes);
    EXPECT_EQ(read_string(reader), value) << bytes_text;
  }
  for (const char* text : {"", "A3 'ab'", "C0", "D8", "DC", "DB FF FF FF FF 'a'"}) {
    const ByteVector bytes = bytes_of(text);
    ByteReader reader(bytes);
    EXPECT_FALSE(read_string(reader)) << text;
  }
}

TEST(WirePrimitive, KeepsAll64Bits) {
  const ByteVector bytes = bytes_of("FF FF FF FF FF FF FF FF");
  ByteReader as_signed(bytes);
  EXPECT_EQ(read_primitive(as_signed, Primitive::bigint64, nullptr)->integer, -1);
  ByteReader as_unsigned(bytes);
  EXPECT_EQ(read_primitive(as_unsigned, Primitive::biguint64, nullptr)->unsigned_integer,
            std::numeric_limits<std::uint64_t>::max());
}

TEST(WireQuantized, SpansItsRange) {
  struct Case {
    Quantized type;
    std::uint32_t stored;
    double value;
  };
  const Case cases[] = {
      {{.min = 0, .max = 255, .bits = 8, .mode = 0}, 255, 255},
      {{.min = -1, .max = 1, .bits = 8, .mode = 0}, 254, 1},
      {{.min = -1, .max = 1, .bits = 8, .mode = 0}, 127, 0},
      {{.min = 0, .max = 256, .bits = 8, .mode = 1}, 128, 128},
      {{.min = 0, .max = 65535, .bits = 16, .mode = 0}, 65535, 65535},
  };
  for (const Case& test : cases) EXPECT_EQ(test.type.value(test.stored), test.value);
  EXPECT_TRUE((Quantized{.min = 0, .max = 2 * 3.14159265358979, .bits = 16, .mode = 1}).is_angle());
  EXPECT_FALSE((Quantized{.min = 0, .max = 6, .bits = 16, .mode = 1}).is_angle());
}

TEST(SlotMap, IsWhatAPlainMapIs) {
  SlotMap map;
  std::unordered_map<std::uint64_t, std::uint32_t> twin;
  std::uint64_t random = 1;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t key = (random >> 33) % 700;
    if ((random >> 60) < 9) {
      map.insert(key, i);
      twin[key] = i;
    } else {
      map.erase(key);
      twin.erase(key);
    }
    ASSERT_EQ(map.size(), twin.size());
  }
  for (std::uint64_t key = 0; key < 700; ++key) {
    const auto found = twin.find(key);
    EXPECT_EQ(map.find(key), found == twin.end() ? SlotMap::kNone : found->second) << key;
  }
}

}  // namespace
}  // namespace scrubjay::colyseus
