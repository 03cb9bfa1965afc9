// How the index pass finds where a unit of a flecs document ends, and what it is known again by.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "formats/flecs/read/unit_scan.h"

namespace scrubjay::flecs {
namespace {

/// Behind the bracket that closes the one at `begin`, byte by byte. A backslash hides a quote
/// behind it wherever it stands: outside of strings it is no JSON, and no matter.
std::optional<std::size_t> end_of_unit(std::string_view text, std::size_t begin) {
  int depth = 0;
  bool is_inside = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      if (i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
    } else if (c == '"') {
      is_inside = !is_inside;
    } else if (!is_inside && (c == '{' || c == '[')) {
      ++depth;
    } else if (!is_inside && (c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return std::nullopt;
}

std::uint64_t fingerprint_by(UnitScanner scanner, std::string_view text) {
  UnitShape shape;
  return scanner(text, 0, 0, shape) ? shape.fingerprint : 0;
}

/// Pieces of documents, in any order: most of it is JSON by accident only.
std::string made_up(std::mt19937& random) {
  static constexpr std::string_view kPieces[] = {"{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 "\"",
                                                 "\\",
                                                 "\\\"",
                                                 ",",
                                                 ":",
                                                 " ",
                                                 "0",
                                                 "17",
                                                 "-2.5",
                                                 "3e+8",
                                                 "\"id\":",
                                                 "\"id\": ",
                                                 "x",
                                                 "\"a{b\"",
                                                 "+",
                                                 "true",
                                                 "é",
                                                 "\"version\":",
                                                 "\"Position\":{\"x\":",
                                                 "\"entities\":[",
                                                 "              ",
                                                 "null"};
  std::string text = "{";
  const std::size_t pieces = random() % 120;
  for (std::size_t i = 0; i < pieces; ++i) text += kPieces[random() % std::size(kPieces)];
  return text + "}]}";
}

TEST(FlecsUnitScan, AllWaysFindTheEndThatIsFoundByteByByte) {
  std::mt19937 random(7);
  std::size_t found = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = made_up(random);
    const std::size_t begin = random() % 3 == 0 ? text.find('[') : 0;
    if (begin == text.npos) continue;
    const auto end = end_of_unit(text, begin);
    UnitShape first;
    for (const UnitScanner scanner : unit_scanners()) {
      UnitShape shape;
      ASSERT_EQ(scanner(text, begin, 0, shape), end.has_value()) << text;
      if (!end) continue;
      ASSERT_EQ(shape.begin, begin) << text;
      ASSERT_EQ(shape.end, *end) << text;
      if (scanner == unit_scanners().front()) first = shape;
      ASSERT_EQ(shape.fingerprint, first.fingerprint) << text;
      ++found;
    }
  }
  EXPECT_GT(found, 10'000U);
}

TEST(FlecsUnitScan, NumbersThatChangeAreNoOtherUnit) {
  const std::string padding(80, ' ');  // what is further back is in other blocks of 64 bytes
  for (const UnitScanner scanner : unit_scanners()) {
    for (const std::string& before : {std::string("{"), "{" + padding}) {
      const auto print = [&](std::string_view rest) {
        return fingerprint_by(scanner, before + std::string(rest));
      };
      const std::uint64_t one = print(R"("name":"a","p":{"x":1.5,"y":-2},"on":true})");
      EXPECT_NE(one, 0U);
      EXPECT_EQ(print(R"("name":"a","p":{"x":8.5,"y":-7},"on":true})"), one);
      EXPECT_EQ(print(R"("name":"a","p":{"x":1,"y":-22222.25},"on":true})"), one)
          << "however many digits";
      EXPECT_NE(print(R"("name":"b","p":{"x":1.5,"y":-2},"on":true})"), one);
      EXPECT_NE(print(R"("name":"a","p":{"z":1.5,"y":-2},"on":true})"), one);
      EXPECT_NE(print(R"("name":"a","p":{"x":1.5,"y":-2},"on":false})"), one);
      EXPECT_NE(print(R"("name":"a2","p":{"x":1.5,"y":-2},"on":true})"), one);
    }
  }
}

TEST(FlecsUnitScan, NumbersThatNameAnEntityCount) {
  for (const UnitScanner scanner : unit_scanners()) {
    for (const char* key : {R"({"id":)", R"({"id": )", R"({"version":)", R"({"a":{"b":1},"id":)"}) {
      const std::string front(key);
      EXPECT_NE(fingerprint_by(scanner, front + "41}"), fingerprint_by(scanner, front + "42}"));
      EXPECT_EQ(fingerprint_by(scanner, front + "41,\"x\":1}"),
                fingerprint_by(scanner, front + "41,\"x\":2}"));
    }
    for (const char* key : {R"({"pid":)", R"({"xid":)", R"({"i":)", R"({"version2":)"}) {
      const std::string front(key);
      EXPECT_EQ(fingerprint_by(scanner, front + "41}"), fingerprint_by(scanner, front + "42}"))
          << key;
    }
  }
}

TEST(FlecsUnitScan, WhetherAnIntegerIsLongCounts) {
  const std::string padding(60, ' ');
  for (const UnitScanner scanner : unit_scanners()) {
    for (const std::string& front : {std::string("{\"a\":"), "{" + padding + "\"a\":"}) {
      const std::uint64_t one = fingerprint_by(scanner, front + "1}");
      EXPECT_EQ(fingerprint_by(scanner, front + "123456789012345}"), one);
      EXPECT_EQ(fingerprint_by(scanner, front + "0.12345678901234567}"), one) << "no integer";
      const std::uint64_t large = fingerprint_by(scanner, front + "9007199254740993}");
      EXPECT_NE(large, one);
      EXPECT_EQ(fingerprint_by(scanner, front + "-9007199254740995}"), large);
    }
  }
}

TEST(FlecsUnitScan, AZeroOfAnArrayCountsDownToADepth) {
  const auto print = [](UnitScanner scanner, std::string_view text, unsigned depth) {
    UnitShape shape;
    return scanner(text, 0, depth, shape) ? shape.fingerprint : 0;
  };
  const std::string padding(60, ' ');
  for (const UnitScanner scanner : unit_scanners()) {
    for (const std::string& front : {std::string("{\"v\":["), "{" + padding + "\"v\":["}) {
      EXPECT_NE(print(scanner, front + "0, 1]}", 2), print(scanner, front + "2, 1]}", 2));
      EXPECT_NE(print(scanner, front + "1, 0]}", 2), print(scanner, front + "1, 2]}", 2));
      EXPECT_EQ(print(scanner, front + "0.5, 1]}", 2), print(scanner, front + "2, 1]}", 2));
      EXPECT_EQ(print(scanner, front + "[0], 1]}", 2), print(scanner, front + "[2], 1]}", 2))
          << "too deep";
      EXPECT_EQ(print(scanner, front + "0, 1]}", 0), print(scanner, front + "2, 1]}", 0));
    }
  }
}

TEST(FlecsUnitScan, ListsOfEntitiesOfColumnsCountWhole) {
  const auto print = [](std::string_view text, bool is_columns) {
    UnitShape shape;
    EXPECT_TRUE(scan_unit(text, 0, {.is_columns = is_columns}, shape));
    return shape.fingerprint;
  };
  const std::string_view one = R"({"entities":[1,2],"entity_ids":[5],"values":[1]})";
  const std::string_view other = R"({"entities":[1,3],"entity_ids":[5],"values":[1]})";
  const std::string_view third = R"({"entities":[1,2],"entity_ids":[6],"values":[1]})";
  EXPECT_EQ(print(one, false), print(other, false));
  EXPECT_NE(print(one, true), print(other, true));
  EXPECT_NE(print(one, true), print(third, true));
  EXPECT_EQ(print(one, true), print(R"({"entities":[1,2],"entity_ids":[5],"values":[9]})", true));
}

}  // namespace
}  // namespace scrubjay::flecs
