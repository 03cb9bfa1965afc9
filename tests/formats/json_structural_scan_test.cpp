// The structural scan: the quick ways find what the plain one finds, and that is right.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "formats/json/structural_scan.h"

namespace scrubjay::json {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// Few different bytes, so that strings, escapes and brackets meet in all ways.
std::string random_text(std::mt19937& random, std::size_t size, std::string_view letters) {
  std::string text(size, ' ');
  for (char& c : text) c = letters[random() % letters.size()];
  return text;
}

/// Written for clearness: byte by byte.
std::size_t plain_end_of_container(std::string_view text, std::size_t begin) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '\\') {
      // Outside of strings there are none in JSON; a bracket behind one counts all the same.
      if (i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) ++i;
      continue;
    }
    if (text[i] == '"') in_string = !in_string;
    if (in_string) continue;
    if (text[i] == '{' || text[i] == '[') ++depth;
    if ((text[i] == '}' || text[i] == ']') && --depth == 0) return i + 1;
  }
  return kNowhere;
}

class BracketFinders : public testing::TestWithParam<const char*> {};

TEST_P(BracketFinders, FindWhatThePlainOneFinds) {
  const FindBrackets find = find_brackets_by_name(GetParam());
  if (find == nullptr) GTEST_SKIP() << "This processor has no " << GetParam() << ".";
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t blocks = 1 + random() % 4;
    const std::string_view letters = round % 2 == 0 ? "\\\"{}[]a" : "\\\\\\\"{";
    const std::string text = random_text(random, blocks * 64, letters);
    StringState state{.in_string = random() % 2 == 0 ? 0 : ~std::uint64_t{0},
                      .escaped = random() % 2};
    StringState plain_state = state;
    std::vector<Brackets> found(blocks);
    std::vector<Brackets> plain(blocks);
    find(text.data(), blocks, state, found.data());
    find_brackets_plainly(text.data(), blocks, plain_state, plain.data());
    ASSERT_TRUE(state == plain_state) << text;
    ASSERT_TRUE(found == plain) << text;
  }
}

TEST_P(BracketFinders, FindEveryByteThereIs) {
  const FindBrackets find = find_brackets_by_name(GetParam());
  if (find == nullptr) GTEST_SKIP() << "This processor has no " << GetParam() << ".";
  for (int value = 0; value < 256; ++value) {
    const std::string text(64, static_cast<char>(value));
    StringState state;
    Brackets found;
    find(text.data(), 1, state, &found);
    const char c = static_cast<char>(value);
    EXPECT_EQ(found.opened, c == '{' || c == '[' ? 64 : 0) << value;
    EXPECT_EQ(found.closed, c == '}' || c == ']' ? 64 : 0) << value;
  }
}

INSTANTIATE_TEST_SUITE_P(OfThisProcessor, BracketFinders,
                         testing::Values("plain", "sse2", "avx2", "avx512"));

TEST(EndOfContainer, IsThatOfThePlainSearch) {
  std::mt19937 random(2);
  for (int round = 0; round < 3000; ++round) {
    const std::string text = "{" + random_text(random, random() % 400, "\\\"{}[]ab c:,");
    // A block of exactly that size: a read behind its end is seen.
    const std::vector<char> exact(text.begin(), text.end());
    const std::string_view view(exact.data(), exact.size());
    for (const char* name : {"plain", "sse2", "avx2", "avx512"}) {
      const FindBrackets find = find_brackets_by_name(name);
      if (find == nullptr) continue;
      ASSERT_EQ(end_of_container(view, 0, find), plain_end_of_container(view, 0)) << text;
    }
  }
}

TEST(EndOfContainer, HoldsAtAllLengthsAndDepths) {
  for (std::size_t size = 0; size < 300; ++size) {
    const std::string text = "[" + std::string(size, ' ') + "]x";
    ASSERT_EQ(end_of_container(text, 0), size + 2);
    ASSERT_EQ(end_of_container(std::string_view(text).substr(0, size + 1), 0), kNowhere);
    const std::string deep = std::string(size + 1, '[') + std::string(size + 1, ']') + "]";
    ASSERT_EQ(end_of_container(deep, 0), 2 * size + 2);
  }
  const std::size_t million = 1'000'000;
  EXPECT_EQ(end_of_container(std::string(million, '[') + std::string(million, ']'), 0),
            2 * million);
}

TEST(EndOfString, LooksAtEscapes) {
  struct Case {
    const char* text;
    std::size_t end;
  };
  const Case cases[] = {{R"("")", 2},         {R"("a")", 3},       {R"("\"")", 4},
                        {R"("\\")", 4},       {R"("\\\"")", 6},    {R"("a\\" ")", 5},
                        {R"("\")", kNowhere}, {R"("a)", kNowhere}, {R"(")", kNowhere}};
  for (const Case& c : cases) EXPECT_EQ(end_of_string(c.text, 0), c.end) << c.text;
}

TEST(FindQuoted, FindsEveryPlace) {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    std::string text = random_text(random, 300, "\"layer ");
    for (int i = 0; i < 3; ++i) text.insert(random() % text.size(), "\"layer\"");
    const std::vector<char> exact(text.begin(), text.end());
    const std::string_view view(exact.data(), exact.size());
    std::size_t at = 0;
    while (at != kNowhere) {
      const std::size_t found = find_quoted(view, "\"layer\"", at);
      ASSERT_EQ(found, view.find("\"layer\"", at)) << text << at;
      at = found == kNowhere ? kNowhere : found + 1;
    }
  }
}

}  // namespace
}  // namespace scrubjay::json
