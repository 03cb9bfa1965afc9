// Tables of files that are wrong, and of what the readers say of them: code, severity and byte.
#include "tests/formats/malformed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scrubjay {
namespace {

struct Table {
  std::string_view format;
  const char* file_name;
  std::vector<Malformed> (*cases)();
};

constexpr Table kTables[] = {
    {"carla", "bad.log", malformed_carla},
    {"framebyframe", "bad.fbf", malformed_framebyframe},
    {"flecs", "bad.ndjson", malformed_flecs},
    {"xrec", "bad.xrec", malformed_xrec},
    {"colyseus", "bad.colycap", malformed_colyseus},
};

std::string said_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += ", ";
    text += std::string(to_text(problem.severity)) + " " + problem.code;
    if (problem.offset) text += "@" + std::to_string(*problem.offset);
    if (problem.count != 1) text += " x" + std::to_string(problem.count);
  }
  return text;
}

/// What `verify` tells of the file; every frame that is there decodes.
std::vector<Problem> problems_of(const Format& format, const Table& table, const Malformed& bad) {
  auto opened = format.open(InputFile::from_memory(table.file_name, bad.bytes));
  if (!opened) return {opened.error()};
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  std::vector<Problem> problems = recording->problems();
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    for (Problem problem : cursor.seek(FrameIndex(i)).problems) {
      if (!problem.frame) problem.frame = FrameIndex(i);
      fold_into(problems, std::move(problem));
    }
  }
  return problems;
}

class MalformedFiles : public testing::TestWithParam<Table> {};

TEST_P(MalformedFiles, AreToldWithCodeSeverityAndOffset) {
  const Format& format = *find_format(GetParam().format);
  for (const Malformed& bad : GetParam().cases()) {
    const std::vector<Problem> problems = problems_of(format, GetParam(), bad);
    EXPECT_EQ(said_of(problems), bad.expected) << bad.what;
    for (const Problem& problem : problems) {
      EXPECT_FALSE(problem.message.empty()) << bad.what;
    }
  }
}

TEST_P(MalformedFiles, AreAtLeastFortyDifferentOnes) {
  std::set<std::string> names;
  std::size_t told = 0;
  for (const Malformed& bad : GetParam().cases()) {
    EXPECT_TRUE(names.insert(bad.what).second) << bad.what << " is there twice";
    if (!bad.expected.empty()) ++told;
  }
  EXPECT_GE(told, kLeastMalformed);
}

INSTANTIATE_TEST_SUITE_P(All, MalformedFiles, testing::ValuesIn(kTables),
                         [](const auto& table) { return std::string(table.param.format); });

}  // namespace
}  // namespace scrubjay
