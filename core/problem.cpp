#include "core/problem.h"

#include <algorithm>

#include "core/limits.h"

namespace scrubjay {

std::string_view to_text(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    case Severity::fatal: return "fatal";
  }
  return "error";
}

std::string describe(const Problem& problem) {
  std::string text = problem.message;
  if (!problem.expected.empty()) text += " Expected " + problem.expected + ".";
  if (!problem.found.empty()) text += " Found " + problem.found + ".";
  return text;
}

void fold_into(std::vector<Problem>& problems, Problem problem) {
  for (Problem& known : problems) {
    if (known.severity == problem.severity && known.code == problem.code &&
        known.message == problem.message) {
      known.count += problem.count;
      return;
    }
  }
  if (problems.size() < limits::kMostProblems) {
    problems.push_back(std::move(problem));
    return;
  }
  Problem& last = problems.back();
  if (last.code == "more-problems") {
    last.severity = std::max(last.severity, problem.severity);
    last.count += problem.count;
    return;
  }
  problem.code = "more-problems";
  problem.message = "More kinds of problems were found than are listed one by one.";
  problem.expected.clear();
  problem.found.clear();
  problems.push_back(std::move(problem));
}

void ProblemLog::add(Problem problem) {
  const std::lock_guard lock(mutex_);
  ++version_;
  fold_into(problems_, std::move(problem));
}

std::vector<Problem> ProblemLog::list() const {
  const std::lock_guard lock(mutex_);
  return problems_;
}

std::uint64_t ProblemLog::version() const {
  const std::lock_guard lock(mutex_);
  return version_;
}

}  // namespace scrubjay
