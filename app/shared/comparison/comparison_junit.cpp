#include "app/shared/comparison/comparison_junit.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/shared/xml_text.h"

namespace scrubjay {

namespace {

using compare::Kind;
using compare::ListedDifference;
using compare::Plan;
using compare::Summary;

struct JunitCase {
  std::string name;
  const ListedDifference* failed = nullptr;
  std::uint64_t count = 0;
};

const ListedDifference* first_of_two(const ListedDifference* p, const ListedDifference* q) {
  if (p == nullptr || (q != nullptr && q->item < p->item)) return q;
  return p;
}

std::vector<JunitCase> junit_cases(const Plan& plan, const Summary& summary) {
  std::vector<JunitCase> cases;
  const auto add = [&](std::string name, Kind in_a, Kind in_b) {
    cases.push_back({std::move(name), first_of_two(summary.first_of(in_a), summary.first_of(in_b)),
                     summary.count_of(in_a) + summary.count_of(in_b)});
  };
  add("frames", Kind::frame_a, Kind::frame_b);
  add("entities", Kind::only_a, Kind::only_b);
  add("events", Kind::event_a, Kind::event_b);
  const std::size_t fixed = cases.size();
  std::vector<compare::PathId> paths = summary.paths_compared();
  for (const compare::PathSum& sum : summary.by_path()) paths.push_back(sum.path);
  std::ranges::sort(paths);
  const auto repeated = std::ranges::unique(paths);
  paths.erase(repeated.begin(), repeated.end());
  for (const compare::PathId path : paths) {
    const auto sum = std::ranges::find(summary.by_path(), path, &compare::PathSum::path);
    const bool differs = sum != summary.by_path().end();
    cases.push_back({std::string(plan.paths()[path]),
                     differs ? &summary.firsts()[sum->first] : nullptr, differs ? sum->frames : 0});
  }
  std::ranges::sort(cases.begin() + static_cast<std::ptrdiff_t>(fixed), cases.end(), {},
                    &JunitCase::name);
  return cases;
}

}  // namespace

std::string comparison_junit(const Plan& plan, const Summary& summary, const ComparedNames& names) {
  const std::vector<JunitCase> cases = junit_cases(plan, summary);
  DifferenceTexts texts(plan, summary);
  const auto failures =
      std::ranges::count_if(cases, [](const JunitCase& one) { return one.failed != nullptr; });
  std::string little = little_compared(plan, summary);
  if (little.empty()) little = unused_patterns_text(plan, summary);
  const std::string counts = " tests=\"" + std::to_string(cases.size() + (little.empty() ? 0 : 1)) +
                             "\" failures=\"" + std::to_string(failures) + "\"" +
                             (little.empty() ? "" : " skipped=\"1\"");
  const std::string suite = escaped_xml(names.a + " / " + names.b);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n" +
                     "  <testsuite name=\"" + suite + "\"" + counts + ">\n";
  if (!little.empty()) {
    text += "    <testcase classname=\"" + suite +
            "\" name=\"compared\">\n      <skipped message=\"" + escaped_xml(little) +
            "\"/>\n    </testcase>\n";
  }
  for (const JunitCase& one : cases) {
    text += "    <testcase classname=\"" + suite + "\" name=\"" + escaped_xml(one.name) + "\"";
    if (one.failed == nullptr) {
      text += "/>\n";
      continue;
    }
    // The list has its values, where it is among the first.
    const auto listed = std::ranges::find_if(summary.list(), [&](const ListedDifference& other) {
      return other.item == one.failed->item &&
             other.difference.kind == one.failed->difference.kind &&
             other.difference.path == one.failed->difference.path &&
             other.difference.subject == one.failed->difference.subject;
    });
    const ListedDifference& shown = listed == summary.list().end() ? *one.failed : *listed;
    const std::string sentence = escaped_xml(texts.sentence(shown));
    text += ">\n      <failure message=\"" + sentence + "\">" + sentence +
            "</failure>\n    </testcase>\n";
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace scrubjay
