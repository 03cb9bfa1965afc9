// Tables of files that are wrong, and of what the readers say of them: code, severity and byte.
#include "tests/formats/malformed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace scrubjay {
namespace {

/// What `verify` tells of the file.
std::vector<Problem> problems_of(const Format& format, const MalformedTable& table,
                                 const Malformed& bad) {
  auto opened = format.open(InputFile::from_memory(table.file_name, bad.bytes));
  if (!opened) return {opened.error()};
  (*opened)->index();
  return problems_of_all(*opened);
}

class MalformedFiles : public testing::TestWithParam<MalformedTable> {};

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

INSTANTIATE_TEST_SUITE_P(All, MalformedFiles, testing::ValuesIn(kMalformedTables),
                         [](const auto& table) { return std::string(table.param.format); });

}  // namespace
}  // namespace scrubjay
