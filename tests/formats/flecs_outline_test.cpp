// Where the units of documents are, found ahead on several threads.
#include "formats/flecs/read/outline.h"

#include <gtest/gtest.h>

#include <string>

namespace scrubjay::flecs {
namespace {

/// Documents of several kinds and sizes, one in five not whole, of more than `bytes` together.
std::string text_of(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    const std::string name = "\"name\":\"e" + std::to_string(i) + "\"";
    if (i % 5 == 1) {
      text += "{" + name + ",\"id\":7}\n";
    } else if (i % 5 == 3) {
      text += "{\"results\":[{" + name + "} {}]}\n";
    } else {
      text += "{\"time\":" + std::to_string(i) + ",\"data\":{\"results\":[";
      for (std::size_t k = 0; k < i % 100; ++k) text += "{" + name + ",\"id\":1},";
      text += "{" + name + "}]}}\n";
    }
  }
  return text;
}

void expect_same(const Outline& a, const Outline& b, std::size_t n) {
  ASSERT_EQ(a.is_whole, b.is_whole) << n;
  ASSERT_EQ(a.results, b.results) << n;
  ASSERT_EQ(a.behind, b.behind) << n;
  ASSERT_EQ(a.units.size(), b.units.size()) << n;
  for (std::size_t i = 0; i < a.units.size(); ++i) {
    EXPECT_EQ(a.units[i].begin, b.units[i].begin) << n;
    EXPECT_EQ(a.units[i].end, b.units[i].end) << n;
    EXPECT_EQ(a.units[i].fingerprint, b.units[i].fingerprint) << n;
  }
}

TEST(FlecsOutline, SaysWhereTheUnitsAre) {
  struct Case {
    const char* text;
    bool is_whole;
    std::vector<std::string> units;
  };
  const std::vector<Case> cases{
      {R"j({"results":[]})j", true, {}},
      {R"j({"results":[ {"name":"a"} , {"name":"]"} ]})j",
       true,
       {R"j({"name":"a"})j", R"j({"name":"]"})j"}},
      {R"j({"name":"a","id":3})j", true, {R"j({"name":"a","id":3})j"}},
      {R"j({"results":[{"name":"a"}{"name":"b"}]})j", false, {}},
      {R"j({"results":[{"name":"a"},]})j", false, {}},
  };
  for (const Case& each : cases) {
    const std::string_view text = each.text;
    const auto head = read_head(text);
    ASSERT_TRUE(head) << text;
    Outline outline;
    outline_of(text, *head, outline);
    EXPECT_EQ(outline.is_whole, each.is_whole) << text;
    if (!each.is_whole) continue;
    std::vector<std::string> units;
    for (const UnitShape& unit : outline.units) {
      units.emplace_back(text.substr(unit.begin, unit.end - unit.begin));
    }
    EXPECT_EQ(units, each.units);
  }
}

TEST(FlecsOutline, IsTheSameWhenFoundAheadOnThreads) {
  for (const std::size_t bytes : {std::size_t{1000}, std::size_t{6} << 20}) {
    const std::string text = text_of(bytes);
    const FoundDocuments found = find_documents(text);
    OutlinesAhead ahead(text, found.documents);
    Outline expected;
    for (std::size_t n = 0; n < found.documents.size(); ++n) {
      const FoundDocument& document = found.documents[n];
      const Outline& outline = ahead.next();
      if (document.is_repaired) continue;
      const auto begin = static_cast<std::size_t>(document.bytes.begin);
      outline_of(std::string_view(text).substr(begin + document.head.data_begin,
                                               document.head.data_end - document.head.data_begin),
                 document.head, expected);
      expect_same(outline, expected, n);
    }
  }
}

TEST(FlecsOutline, MayBeLeftAtAnyDocument) {
  const std::string text = text_of(std::size_t{6} << 20);
  const FoundDocuments found = find_documents(text);
  ASSERT_GT(found.documents.size(), 1000u);
  for (const std::size_t asked : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    OutlinesAhead ahead(text, found.documents);
    Outline* last = nullptr;
    for (std::size_t n = 0; n < asked; ++n) last = &ahead.next();
    EXPECT_EQ(last != nullptr && last->is_whole, asked != 0) << asked;
  }
}

}  // namespace
}  // namespace scrubjay::flecs
