#include "app/shared/filter_file.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

namespace scrubjay {
namespace {

std::vector<Filter> examples() {
  return {
      {.kind = FilterKind::event,
       .title = "Deaths \"in\" combat",
       .name = "Death",
       .tag = "combat",
       .members = {{.name = "by.name",
                    .type = MemberType::string,
                    .text = "orc\n",
                    .mode = MemberMode::contains}}},
      {.kind = FilterKind::property,
       .title = "",
       .group = "Stats",
       .members = {
           {.name = "Health", .type = MemberType::number, .number = -0.1, .mode = MemberMode::less},
           {.name = "Alive",
            .type = MemberType::boolean,
            .boolean = true,
            .mode = MemberMode::different}}}};
}

TEST(FilterFileTest, WhatIsWrittenReadsBackTheSame) {
  const auto read = read_filters(filters_text(examples()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->filters, examples());
  EXPECT_TRUE(read->problems.empty());
}

TEST(FilterFileTest, WhatTheApplicationWritesIsRead) {
  const auto read = read_filters(
      R"({"filters":[{"name":"Low","type":1,"data":{"group":"","members":[)"
      R"({"name":"health","type":1,"value":30,"mode":4},{"name":"state","type":0,"value":"Run","mode":1}]}}]})");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->filters.size(), 1u);
  EXPECT_EQ(describe(read->filters[0]), "health is less than 30 and state is \"Run\"");
  EXPECT_TRUE(read->problems.empty());
}

TEST(FilterFileTest, OneOfSeveralMembersOfAnEventFilterIsEnoughForTheApplication) {
  const std::string members =
      R"("members":[{"name":"a","type":1,"value":1,"mode":1},{"name":"b","type":1,"value":2,"mode":1}])";
  const auto words = [&](int type, const std::string& more) {
    const auto read = read_filters(R"({"filters":[{"name":"","type":)" + std::to_string(type) +
                                   R"(,"data":{)" + members + more + "}}]}");
    return read && read->problems.empty() ? describe(read->filters.at(0)) : "";
  };
  EXPECT_EQ(words(0, ""), "any event where a is 1 or b is 2");
  EXPECT_EQ(words(0, R"(,"all":true)"), "any event where a is 1 and b is 2");
  EXPECT_EQ(words(1, ""), "a is 1 and b is 2");
  Filter filter = examples()[0];
  filter.members.push_back(filter.members[0]);
  for (const bool is_any_enough : {false, true}) {
    filter.is_any_enough = is_any_enough;
    const auto read = read_filters(filters_text({filter}));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->filters.at(0), filter);
  }
}

struct OddCase {
  const char* text;
  std::size_t filters;
  const char* code;  ///< of the first problem; null: none
};

class OddFilterFileTest : public testing::TestWithParam<OddCase> {};

TEST_P(OddFilterFileTest, IsReadAsFarAsItMakesSense) {
  const auto read = read_filters(GetParam().text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->filters.size(), GetParam().filters);
  if (GetParam().code == nullptr) {
    EXPECT_TRUE(read->problems.empty());
  } else {
    ASSERT_FALSE(read->problems.empty());
    EXPECT_EQ(read->problems[0].code, GetParam().code);
  }
}

const OddCase kOdd[] = {
    {R"({"filters":[]})", 0, nullptr},
    {"\xEF\xBB\xBF{\"filters\":[],\"more\":1}", 0, nullptr},
    {R"({"filters":[{"type":2,"name":"changed","data":{}}]})", 0, "unknown-filter"},
    {R"({"filters":[{"type":9},{"type":"0"},{},7,null]})", 0, "unknown-filter"},
    {R"({"filters":[{"type":0}]})", 1, "odd-filter"},
    {R"({"filters":[{"type":0,"data":[]}]})", 1, "odd-filter"},
    {R"({"filters":[{"type":0,"name":5,"data":{"name":7,"tag":null}}]})", 1, nullptr},
    {R"({"filters":[{"type":1,"data":{"members":{}}}]})", 1, nullptr},
    {R"({"filters":[{"type":1,"data":{"members":[3]}}]})", 1, "odd-member"},
    {R"({"filters":[{"type":1,"data":{"members":[{}]}}]})", 1, "odd-member"},
    {R"({"filters":[{"type":1,"data":{"members":[{"type":0,"mode":77,"value":""}]}}]})", 1,
     "odd-member"},
    {R"({"filters":[{"type":1,"data":{"members":[{"type":1,"mode":4,"value":"12"}]}}]})", 1,
     "odd-value"},
    {R"({"filters":[{"type":1,"data":{"members":[{"type":1,"mode":4,"value":"NaN"}]}}]})", 1,
     "odd-value"},
    {R"({"filters":[{"type":1,"data":{"members":[{"type":2,"mode":1,"value":1}]}}]})", 1,
     "odd-value"},
    {R"({"filters":[{"type":1,"data":{"members":[{"type":0,"mode":0,"value":{"x":[1]}}]}}]})", 1,
     "odd-value"},
    {R"({"filters":[{"type":1,"data":{"members":[{"type":0,"mode":5,"value":"a"}]}}]})", 1,
     "odd-mode"},
};

INSTANTIATE_TEST_SUITE_P(Odd, OddFilterFileTest, testing::ValuesIn(kOdd),
                         [](const auto& row) { return "Case" + std::to_string(row.index); });

TEST(FilterFileTest, ANumberInATextIsTaken) {
  const auto read = read_filters(
      R"({"filters":[{"type":1,"data":{"members":[{"type":1,"mode":4,"value":"12.5"}]}}]})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->filters[0].members[0].number, 12.5);
}

TEST(FilterFileTest, WhatHoldsNoFiltersIsRefused) {
  for (const auto& [text, code] : {std::pair{"", "not-json"},
                                   {"{", "not-json"},
                                   {"[1]", "not-filters"},
                                   {R"({"filters":{}})", "not-filters"},
                                   {"\xFF\xFE", "not-json"}}) {
    const auto read = read_filters(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, code) << text;
    EXPECT_EQ(read.error().severity, Severity::fatal);
  }
}

TEST(FilterFileTest, CountsAreBounded) {
  Filter many;
  many.members.resize(kMostMembers + 10);
  const auto read = read_filters(filters_text(std::vector(kMostFilters + 10, many)));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->filters.size(), kMostFilters);
  EXPECT_EQ(read->filters[0].members.size(), kMostMembers);
  EXPECT_EQ(std::ranges::max(read->problems, {}, &Problem::severity).severity, Severity::error);
  const auto huge = read_filters(std::string(kMostFilterBytes + 1, ' '));
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().code, "too-large");
}

TEST(FilterFileTest, DeepNestingIsRefused) {
  const auto read = read_filters("{\"filters\":" + std::string(100'000, '['));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, "not-json");
}

TEST(FilterFileTest, EveryPrefixIsReadOrRefused) {
  const std::string text = filters_text(examples());
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    EXPECT_FALSE(read_filters(std::string_view(text).substr(0, size))) << size;
  }
}

TEST(FilterFileTest, AFileIsSavedAndLoaded) {
  const TestFolder folder;
  const std::string path = (folder / "filters.fbff").string();
  ASSERT_TRUE(save_filters(path, examples()));
  const auto loaded = load_filters(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->filters, examples());
  const auto missing = load_filters(path);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, "not-found");
}

}  // namespace
}  // namespace scrubjay
