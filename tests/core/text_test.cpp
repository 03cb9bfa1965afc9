#include "core/text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/fnv_hash.h"
#include "core/letter_case.h"
#include "core/utf8.h"
#include "tests/core/allocation_counter.h"

namespace scrubjay {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

TEST(TextArena, KeepsACopyFollowedByANul) {
  TextArena arena;
  std::string source = "throttle";
  const std::string_view kept = arena.add(source);
  source.assign("overwritten");
  EXPECT_EQ(kept, "throttle");
  EXPECT_EQ(kept.data()[kept.size()], '\0');
}

TEST(TextArena, KeepsEmptyTextsAndNulsInside) {
  TextArena arena;
  EXPECT_EQ(arena.add(""), "");
  EXPECT_EQ(arena.add(std::string_view()), "");
  EXPECT_EQ(arena.add("a\0b"sv), "a\0b"sv);
}

TEST(TextArena, ViewsStayWhenManyMoreAreAdded) {
  TextArena arena;
  std::vector<std::string_view> kept;
  for (int i = 0; i < 20'000; ++i) kept.push_back(arena.add("text " + std::to_string(i)));
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_EQ(kept[static_cast<std::size_t>(i)], "text " + std::to_string(i));
  }
}

TEST(TextArena, KeepsTextsLargerThanABlock) {
  TextArena arena;
  const std::string large(100'000, 'x');
  const std::string_view small_before = arena.add("before");
  const std::string_view kept = arena.add(large);
  EXPECT_EQ(kept, large);
  EXPECT_EQ(arena.add("after"), "after");
  EXPECT_EQ(small_before, "before");
  EXPECT_GE(arena.bytes(), large.size());
}

TEST(TextArena, RefillingAllocatesNothing) {
  TextArena arena;
  const std::string large(40'000, 'x');
  const auto fill = [&] {
    for (int i = 0; i < 3000; ++i) arena.add("some text or other");
    arena.add(large);
    for (int i = 0; i < 3000; ++i) arena.add("some text or other");
  };
  fill();
  const std::size_t bytes = arena.bytes();
  arena.clear();
  EXPECT_EQ(allocations_in([&] {
              for (int round = 0; round < 3; ++round) {
                fill();
                arena.clear();
              }
            }),
            0u);
  EXPECT_EQ(arena.bytes(), bytes);
}

// A log that a recording holds as one text and that gets longer in each frame.
TEST(TextArena, ATextThatGrowsAtEachRefillDoesNotPileUpBlocks) {
  TextArena arena;
  std::string log(17'000, 'x');
  for (int refill = 0; refill < 20'000; ++refill) {
    arena.clear();
    arena.add(log);
    log += "ab";
  }
  EXPECT_LT(arena.bytes(), 4 * log.size());
}

TEST(TextTable, NumbersDistinctTextsInOrderOfFirstAppearance) {
  TextTable table;
  EXPECT_EQ(table.add("b").value, 0u);
  EXPECT_EQ(table.add("a").value, 1u);
  EXPECT_EQ(table.add("b").value, 0u);
  EXPECT_EQ(table.add("").value, 2u);
  EXPECT_EQ(table.add("b\0"sv).value, 3u);
  EXPECT_EQ(table.size(), 4u);
  EXPECT_EQ(table[TextId(0)], "b");
  EXPECT_EQ(table[TextId(2)], "");
  EXPECT_EQ(table[TextId(3)], "b\0"sv);
}

TEST(TextTable, CopiesWhatItIsGivenAndFindsItAgain) {
  TextTable table;
  for (int i = 0; i < 5000; ++i) {
    ASSERT_EQ(table.add("name " + std::to_string(i)).value, static_cast<std::uint32_t>(i));
  }
  for (int i = 0; i < 5000; ++i) {
    const TextId id = table.find("name " + std::to_string(i));
    ASSERT_EQ(id.value, static_cast<std::uint32_t>(i));
    ASSERT_EQ(table[id], "name " + std::to_string(i));
  }
  EXPECT_FALSE(table.find("name").exists());
  EXPECT_GT(table.bytes(), 5000 * sizeof("name 123"));
}

struct Search {
  std::string_view text;
  std::string_view part;
  bool found;
};

TEST(LowerCase, ChangesAsciiLettersOnly) {
  EXPECT_EQ(lower_case("Driving_LANE-42 [`{@"), "driving_lane-42 [`{@");
  EXPECT_EQ(lower_case("\u0130I\u0131\u00C4"), "\u0130i\u0131\u00C4");
  EXPECT_EQ(lower_case(""), "");
}

TEST(Clause, OfASentenceHasNoCapitalInFrontAndNoPointBehind) {
  EXPECT_EQ(clause_of("A string is opened, but never closed."),
            "a string is opened, but never closed");
  EXPECT_EQ(clause_of("JSON ends early."), "JSON ends early");
  EXPECT_EQ(clause_of(""), "");
}

TEST(ContainsIgnoringCase, ComparesLettersWithoutCaseAndAllElseAsItIs) {
  const Search cases[] = {
      {"", "", true},
      {"abc", "", true},
      {"", "a", false},
      {"Vehicle.Lincoln", "LINC", true},
      {"Vehicle.Lincoln", "vehicle.lincoln", true},
      {"Vehicle.Lincoln", "vehicle.lincoln ", false},
      {"aab", "AB", true},
      {"[z]", "{Z}", false},  // neighbours of the letters in ASCII: '[' + 32 is '{'
      {"@`", "`@", false},
      {"Ärger", "RGER", true},
      {"Ärger", "ärger", true},
      {"der ÄRGER", "ärg", true},
      {"Événement", "ÉVÉ", true},
      {"Σωκράτης", "ΣΩΚΡΆ", true},
      {"Объект", "ОБЪ", true},
      {"ĀāŻż", "āāżż", true},
      {"Ä", "A", false},
      {"\u0130", "i", false},  // a capital whose small letter is two characters
      {"\u0130", "\u0130", true},
      {"\u00D7", "\u00F7", false},  // signs between the letters
      {"\xC3", "\xC3", true},
      {"a\0B"sv, "\0b"sv, true},
  };
  for (const Search& c : cases) {
    EXPECT_EQ(contains_ignoring_case(c.text, c.part), c.found) << c.text << " / " << c.part;
  }
}

struct Utf8Case {
  std::string_view text;
  bool valid;
  std::string repaired;  ///< what valid_utf8 makes of it
};

constexpr std::string_view kBad = "\xEF\xBF\xBD";

std::string bad(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += kBad;
  return text;
}

// The Unicode standard 15.0, table 3-7: the first and last sequence of each row, and the nearest
// ones outside it.
TEST(Utf8, FollowsTable37OfTheUnicodeStandard) {
  const Utf8Case cases[] = {
      {"", true, ""},
      {"\x7F", true, "\x7F"},
      {"\0"sv, true, "\0"s},
      {"\x80", false, bad(1)},
      {"\xBF", false, bad(1)},
      {"\xC0\x80", false, bad(2)},
      {"\xC1\xBF", false, bad(2)},
      {"\xC2\x80", true, "\xC2\x80"},
      {"\xDF\xBF", true, "\xDF\xBF"},
      {"\xC2\x7F", false, bad(1) + "\x7F"},
      {"\xC2\xC0", false, bad(2)},
      {"\xE0\x9F\xBF", false, bad(3)},
      {"\xE0\xA0\x80", true, "\xE0\xA0\x80"},
      {"\xE0\xBF\xBF", true, "\xE0\xBF\xBF"},
      {"\xE1\x80\x80", true, "\xE1\x80\x80"},
      {"\xEC\xBF\xBF", true, "\xEC\xBF\xBF"},
      {"\xEC\xBF\x7F", false, bad(2) + "\x7F"},
      {"\xED\x9F\xBF", true, "\xED\x9F\xBF"},
      {"\xED\xA0\x80", false, bad(3)},
      {"\xEE\x80\x80", true, "\xEE\x80\x80"},
      {"\xEF\xBF\xBF", true, "\xEF\xBF\xBF"},
      {"\xF0\x8F\xBF\xBF", false, bad(4)},
      {"\xF0\x90\x80\x80", true, "\xF0\x90\x80\x80"},
      {"\xF3\xBF\xBF\xBF", true, "\xF3\xBF\xBF\xBF"},
      {"\xF3\xBF\xBF\xC0", false, bad(4)},
      {"\xF4\x8F\xBF\xBF", true, "\xF4\x8F\xBF\xBF"},
      {"\xF4\x90\x80\x80", false, bad(4)},
      {"\xF5\x80\x80\x80", false, bad(4)},
      {"\xFF", false, bad(1)},
      {"\xC2", false, bad(1)},
      {"\xE1\x80", false, bad(2)},
      {"\xF1\x80\x80", false, bad(3)},
      {"a\xC2\x80z", true, "a\xC2\x80z"},
      {"a\xFFz", false, "a" + bad(1) + "z"},
  };
  for (const Utf8Case& c : cases) {
    EXPECT_EQ(is_valid_utf8(c.text), c.valid) << testing::PrintToString(c.text);
    EXPECT_EQ(valid_utf8(c.text), c.repaired) << testing::PrintToString(c.text);
  }
}

TEST(Utf8, RepairedTextIsAlwaysValid) {
  std::string text(3, '\0');
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; b += 5) {
      for (int c = 0x70; c < 0xD0; c += 3) {
        text = {static_cast<char>(a), static_cast<char>(b), static_cast<char>(c)};
        const std::string repaired = valid_utf8(text);
        ASSERT_TRUE(is_valid_utf8(repaired)) << a << ' ' << b << ' ' << c;
        if (is_valid_utf8(text)) {
          ASSERT_EQ(repaired, text);
        }
      }
    }
  }
}

TEST(TextCase, IsTheSameInEveryLanguage) {
  EXPECT_TRUE(equal_ignoring_case("Vehicle", "vEHICLE"));
  EXPECT_TRUE(equal_ignoring_case("", ""));
  EXPECT_FALSE(equal_ignoring_case("a", "ab"));
  EXPECT_FALSE(equal_ignoring_case("[", "{"));
  EXPECT_TRUE(equal_ignoring_case("\xC3\x84", "\xC3\xA4"));
  EXPECT_FALSE(equal_ignoring_case("\xC3\x84", "a"));
  EXPECT_FALSE(equal_ignoring_case("\u00D7", "\u00F7"));
  EXPECT_TRUE(equal_ignoring_case("\u0178\u1E9E\u0416\u0531\xFF", "\u00FF\u00DF\u0436\u0561\xFF"));
  EXPECT_TRUE(equal_ignoring_case("\U0001F600 \uFF21", "\U0001F600 \uFF41"));
  EXPECT_EQ(in_lower_case(U'\u0101'), U'\u0101') << "between the capitals of pairs";
}

TEST(JoinedTexts, HaveSomethingBetweenThem) {
  const std::vector<int> none;
  const auto text_of = [](int number) { return std::to_string(number); };
  EXPECT_EQ(joined_by(none, text_of), "");
  EXPECT_EQ(joined_by(std::vector{1}, text_of), "1");
  EXPECT_EQ(joined_by(std::vector{1, 2, 3}, text_of, "; "), "1; 2; 3");
}

TEST(NextWord, CutsOffOneAfterTheOther) {
  const auto words_of = [](std::string_view text) {
    std::vector<std::string_view> words;
    for (auto word = next_word(text); !word.empty(); word = next_word(text)) words.push_back(word);
    return words;
  };
  using Words = std::vector<std::string_view>;
  EXPECT_EQ(words_of(""), Words());
  EXPECT_EQ(words_of(" \t "), Words());
  EXPECT_EQ(words_of("tesla"), Words{"tesla"});
  EXPECT_EQ(words_of("  tesla\tmodel3  "), (Words{"tesla", "model3"}));
}

TEST(WholeCharacters, AreNotCutInside) {
  const std::string text = "a\u0416\u4E2D\U0001F600";  // of 1, 2, 3 and 4 bytes
  const std::vector<std::size_t> kept{0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
  for (std::size_t most = 0; most < kept.size(); ++most) {
    EXPECT_EQ(whole_characters(text, most), text.substr(0, kept[most])) << most;
  }
  EXPECT_EQ(whole_characters("", 4), "");
  // What is no UTF-8 is not looked back on without end.
  EXPECT_EQ(whole_characters(std::string(100, '\x80'), 50).size(), 50U);
}

TEST(FnvHash, IsThatOfItsAuthors) {
  EXPECT_EQ(fnv_hash(""), 0xCBF29CE484222325U);
  EXPECT_EQ(fnv_hash("foobar"), 0x85944171F73967E8U);
  EXPECT_EQ(fnv_hash("bar", fnv_hash("foo")), fnv_hash("foobar"));
  EXPECT_EQ(fnv_hash("\xFF"), (fnv_hash("") ^ 0xFFU) * 0x100000001B3U) << "bytes have no sign";
}

}  // namespace
}  // namespace scrubjay
