#include "app/cli/check_report.h"

#include <algorithm>

#include "app/shared/plain_text.h"
#include "app/shared/xml_text.h"

namespace scrubjay::cli {

namespace {

/// What a case holds besides its name; a rule that is kept has nothing.
struct CaseOutcome {
  std::string element;  ///< empty, "failure", "error", "skipped" or "system-out"
  std::string message;
  std::string details;
};

struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;

  void add(const CaseOutcome& outcome) {
    ++tests;
    failures += outcome.element == "failure" ? 1u : 0u;
    errors += outcome.element == "error" ? 1u : 0u;
    skipped += outcome.element == "skipped" ? 1u : 0u;
  }
  std::string text() const {
    return " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) +
           "\" errors=\"" + std::to_string(errors) + "\" skipped=\"" + std::to_string(skipped) +
           "\"";
  }
};

CaseOutcome outcome_of(const CheckedRule& checked, std::size_t recording) {
  if (checked.fault) return {"error", checked.fault->message, {}};
  const auto found = checked.violations.find(recording);
  if (found == checked.violations.end()) {
    if (checked.absent.empty()) return {};
    return {"skipped", "no recording has " + checked.absent.front(), {}};
  }
  const Rule& rule = checked.rule;
  std::string details = counted_text(found->second.count, "violation") + "\n";
  for (const std::string& shown : found->second.shown) details += shown + "\n";
  return {rule.severity == Severity::error ? "failure" : "system-out",
          rule.message.empty() ? rule.name : rule.message, std::move(details)};
}

/// Of the case that a recording has itself; nothing where it is whole.
std::optional<CaseOutcome> outcome_of(const CheckedRecording& recording) {
  const std::optional<Problem> worst = worst_problem(recording);
  if (!worst) return std::nullopt;
  return CaseOutcome{"error", recording.unread ? worst->message : describe(*worst), {}};
}

std::string case_text(const std::string& suite, std::string_view name, const CaseOutcome& outcome) {
  std::string text = "    <testcase classname=\"" + suite + "\" name=\"" + escaped_xml(name) + "\"";
  if (outcome.element.empty()) return text + "/>\n";
  text += ">\n      <" + outcome.element;
  if (outcome.element == "system-out") {
    text += ">" + escaped_xml(outcome.message + "\n" + outcome.details);
  } else {
    text += " message=\"" + escaped_xml(outcome.message) + "\">" + escaped_xml(outcome.details);
  }
  return text + "</" + outcome.element + ">\n    </testcase>\n";
}

}  // namespace

std::optional<Problem> worst_problem(const CheckedRecording& recording) {
  if (recording.unread) return recording.unread;
  const auto worst = std::ranges::find_if(recording.problems, [](const Problem& problem) {
    return problem.severity >= Severity::error;
  });
  return worst == recording.problems.end() ? std::nullopt : std::optional(*worst);
}

std::string check_junit(std::span<const CheckedRule> rules,
                        std::span<const CheckedRecording> recordings) {
  Counts all;
  std::string suites;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const CheckedRecording& recording = recordings[i];
    const std::string suite = escaped_xml(recording.file);
    Counts counts;
    std::string cases;
    const auto add = [&](std::string_view name, const CaseOutcome& outcome) {
      counts.add(outcome);
      all.add(outcome);
      cases += case_text(suite, name, outcome);
    };
    if (!recording.unread) {
      for (const CheckedRule& rule : rules) add(rule.rule.name, outcome_of(rule, i));
    }
    if (const auto outcome = outcome_of(recording)) add("recording", *outcome);
    suites +=
        "  <testsuite name=\"" + suite + "\"" + counts.text() + ">\n" + cases + "  </testsuite>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + all.text() + ">\n" + suites +
         "</testsuites>\n";
}

}  // namespace scrubjay::cli
