#include "core/problem.h"
#include "core/limits.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace scrubjay {
namespace {

Problem problem(std::string code, Severity severity = Severity::warning, std::uint64_t offset = 0) {
  return {.severity = severity,
          .code = std::move(code),
          .offset = offset,
          .message = "The packet is odd."};
}

TEST(Problem, IsDescribedWithWhatWasExpectedAndFoundOnOneLine) {
  Problem p = problem("odd");
  EXPECT_EQ(describe(p), "The packet is odd.");
  p.expected = "24 bytes";
  EXPECT_EQ(describe(p), "The packet is odd. Expected 24 bytes.");
  p.found = "7";
  EXPECT_EQ(describe(p), "The packet is odd. Expected 24 bytes. Found 7.");
  p.expected.clear();
  EXPECT_EQ(describe(p), "The packet is odd. Found 7.");
}

TEST(Problem, SeveritiesHaveNamesAndAnOrder) {
  EXPECT_EQ(to_text(Severity::note), "note");
  EXPECT_EQ(to_text(Severity::warning), "warning");
  EXPECT_EQ(to_text(Severity::error), "error");
  EXPECT_EQ(to_text(Severity::fatal), "fatal");
  EXPECT_LT(Severity::note, Severity::warning);
  EXPECT_LT(Severity::warning, Severity::error);
  EXPECT_LT(Severity::error, Severity::fatal);
}

TEST(ProblemLog, FoldsEqualOnesAndKeepsTheFirstPlace) {
  ProblemLog log;
  log.add(problem("odd", Severity::warning, 10));
  log.add(problem("odd", Severity::warning, 20));
  log.add(problem("odd", Severity::warning, 5));
  const std::vector<Problem> list = log.list();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].count, 3u);
  EXPECT_EQ(list[0].offset, 10u);
}

TEST(ProblemLog, KeepsThoseApartThatDifferInSeverityCodeOrMessage) {
  ProblemLog log;
  log.add(problem("odd"));
  log.add(problem("even"));
  log.add(problem("odd", Severity::error));
  Problem other = problem("odd");
  other.message = "Another sentence.";
  log.add(other);
  const std::vector<Problem> list = log.list();
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0].code, "odd");
  EXPECT_EQ(list[1].code, "even");
  EXPECT_EQ(list[2].severity, Severity::error);
  EXPECT_EQ(list[3].message, "Another sentence.");
}

TEST(ProblemLog, AddsUpCountsOfProblemsThatAreFoldedAlready) {
  std::vector<Problem> list;
  Problem many = problem("odd");
  many.count = 7;
  fold_into(list, many);
  fold_into(list, many);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].count, 14u);
}

TEST(ProblemLog, VersionGrowsWithEveryAddFoldedOrNot) {
  ProblemLog log;
  EXPECT_EQ(log.version(), 0u);
  log.add(problem("odd"));
  log.add(problem("odd"));
  EXPECT_EQ(log.version(), 2u);
}

TEST(ProblemLog, CountsWhatIsBeyondTheLimitInOneLastProblem) {
  ProblemLog log;
  for (std::size_t i = 0; i < limits::kMostProblems; ++i) {
    log.add(problem("code " + std::to_string(i), Severity::note));
  }
  EXPECT_EQ(log.list().size(), limits::kMostProblems);
  EXPECT_EQ(log.list().back().code, "code 499");

  log.add(problem("one more", Severity::warning, 77));
  log.add(problem("another", Severity::error, 88));
  log.add(problem("a third", Severity::note, 99));
  log.add(problem("code 3", Severity::note));  // still folded with its own
  const std::vector<Problem> list = log.list();
  ASSERT_EQ(list.size(), limits::kMostProblems + 1);
  EXPECT_EQ(list[3].count, 2u);
  EXPECT_EQ(list.back().code, "more-problems");
  EXPECT_EQ(list.back().count, 3u);
  EXPECT_EQ(list.back().severity, Severity::error);
  EXPECT_EQ(list.back().offset, 77u);
}

TEST(ProblemLog, StaysWithinTheLimitWhenOneFullListIsFoldedIntoAnother) {
  const auto full = [](const std::string& prefix) {
    std::vector<Problem> list;
    for (int i = 0; i < 600; ++i) fold_into(list, problem(prefix + std::to_string(i)));
    return list;
  };
  std::vector<Problem> list = full("a");
  for (const Problem& p : full("b")) fold_into(list, p);
  ASSERT_EQ(list.size(), limits::kMostProblems + 1);
  EXPECT_EQ(list.back().code, "more-problems");
  EXPECT_EQ(list.back().count, 100u + 600u);
}

TEST(ProblemLog, LosesNothingWhenSeveralThreadsAdd) {
  ProblemLog log;
  const auto add = [&] {
    for (int i = 0; i < 1000; ++i) log.add(problem(i % 2 == 0 ? "even" : "odd"));
  };
  {
    const std::jthread a(add);
    const std::jthread b(add);
    for (int i = 0; i < 100; ++i) EXPECT_LE(log.list().size(), 2u);
  }
  const std::vector<Problem> list = log.list();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].count, 1000u);
  EXPECT_EQ(list[1].count, 1000u);
  EXPECT_EQ(log.version(), 2000u);
}

}  // namespace
}  // namespace scrubjay
