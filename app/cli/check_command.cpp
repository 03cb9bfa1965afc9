#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/tables/link.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/rows_output.h"
#include "app/cli/rules.h"
#include "app/cli/target.h"
#include "app/shared/plain_text.h"
#include "app/shared/xml_text.h"

namespace scrubjay::cli {

namespace {

/// Violations of one rule in one recording that JUnit XML shows; all are counted.
constexpr std::size_t kMostShown = 100;

Result<std::string> read_rules_file(const std::string& path) {
  if (path == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || !file.is_open()) {
    return failure(fatal_problem("rules", "The rules \"" + path + "\" cannot be read."));
  }
  return text;
}

/// A rule, its query, and what was found.
struct CheckedRule {
  Rule rule;
  std::unique_ptr<tables::Query> query = {};
  struct InRecording {
    std::uint64_t count = 0;
    std::vector<std::string> shown = {};
  };
  std::map<std::size_t, InRecording> violations = {};  ///< by recording
};

/// Where a row of a rule points to.
struct Violation {
  std::optional<std::size_t> recording;  ///< none: one that is not there
  std::optional<tables::Value> time;     ///< as returned
  std::optional<tables::Value> entity;
  std::string link;
};

class RuleCheck {
 public:
  RuleCheck(const CheckOptions& options, Console& console)
      : options_(options),
        console_(console),
        desk_(options.files, options.common, std::nullopt, console),
        json_(text_, options.json ? console.json_layout() : JsonLayout::compact) {}

  ExitStatus run();

 private:
  ExitStatus fail_check(const Problem& problem, ExitStatus status);
  Result<void> prepare();
  Result<void> run_rule(CheckedRule& checked);
  Violation violation_of(const tables::Query& query);
  void add_json(const CheckedRule& checked, const Violation& violation);
  void add_line(const CheckedRule& checked, const Violation& violation);
  static std::string row_text(const tables::Query& query);
  std::string junit() const;

  const CheckOptions& options_;
  Console& console_;
  TableDesk desk_;
  std::vector<CheckedRule> rules_;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
  std::string text_;
  JsonWriter json_;
};

ExitStatus RuleCheck::fail_check(const Problem& problem, ExitStatus status) {
  console_.report_failure(options_.rules, problem);
  if (options_.json) print_failure(problem, console_);
  return status;
}

Result<void> RuleCheck::prepare() {
  auto text = read_rules_file(options_.rules);
  if (!text) return failure(std::move(text.error()));
  auto rules = read_rules(*text);
  if (!rules) return failure(std::move(rules.error()));
  for (Rule& rule : *rules) {
    auto query = desk_.prepare(rule.sql);
    if (!query) {
      Problem problem = std::move(query.error());
      problem.message = "rule \"" + rule.name + "\": " + problem.message;
      return failure(std::move(problem));
    }
    rules_.push_back({.rule = std::move(rule), .query = std::move(*query)});
  }
  return {};
}

/// What a row says of its place. A row without a recording belongs to the first one.
Violation RuleCheck::violation_of(const tables::Query& query) {
  Violation violation{.recording = 0, .time = {}, .entity = {}, .link = {}};
  if (const auto column = query.find_column("recording")) {
    const tables::Value value = query.value(*column);
    if (value.kind == tables::Value::Kind::integer) {
      const bool is_there =
          value.integer >= 0 && static_cast<std::uint64_t>(value.integer) < desk_.files().size();
      violation.recording.reset();
      if (is_there) violation.recording = static_cast<std::size_t>(value.integer);
    }
  }
  if (const auto column = query.find_column("time")) violation.time = query.value(*column);
  if (const auto column = query.find_column("entity")) violation.entity = query.value(*column);
  if (!violation.recording) return violation;
  std::optional<Seconds> time;
  if (violation.time && violation.time->kind == tables::Value::Kind::real)
    time = violation.time->real;
  if (violation.time && violation.time->kind == tables::Value::Kind::integer) {
    time = static_cast<Seconds>(violation.time->integer);
  }
  std::optional<std::string_view> id;
  std::shared_ptr<const Recording> recording;
  if (violation.entity && violation.entity->kind == tables::Value::Kind::integer) {
    recording = desk_.session().open(*violation.recording);
    const auto row = static_cast<std::uint64_t>(violation.entity->integer);
    if (recording != nullptr && violation.entity->integer >= 0 && row < recording->entity_count()) {
      id = recording->entity(EntityIndex(static_cast<std::size_t>(row))).id;
    }
  }
  violation.link = tables::link_to(desk_.files().file(*violation.recording), time, id);
  return violation;
}

void RuleCheck::add_json(const CheckedRule& checked, const Violation& violation) {
  const tables::Query& query = *checked.query;
  json_.begin_object();
  if (violation.recording) {
    json_.integer_field("recording", *violation.recording);
    json_.field("file", desk_.files().file(*violation.recording));
  }
  if (violation.time) {
    json_.key("time");
    write_query_value(json_, *violation.time);
  }
  if (violation.entity) {
    json_.key("entity");
    write_query_value(json_, *violation.entity);
  }
  if (violation.recording) json_.field("link", violation.link);
  json_.key("row");
  json_.begin_object();
  for (std::size_t i = 0; i < query.columns().size(); ++i) {
    json_.key(query.columns()[i]);
    write_query_value(json_, query.value(i));
  }
  json_.end_object();
  json_.end_object();
}

/// "time 3.5, entity 4, health 2"
std::string RuleCheck::row_text(const tables::Query& query) {
  std::string text;
  for (std::size_t i = 0; i < query.columns().size(); ++i) {
    std::string value;
    JsonWriter json(value);
    write_query_value(json, query.value(i));
    text += (i == 0 ? "" : ", ") + query.columns()[i] + " " + value;
  }
  return text;
}

void RuleCheck::add_line(const CheckedRule& checked, const Violation& violation) {
  const Rule& rule = checked.rule;
  text_ += std::string(to_text(rule.severity)) + ": " + printable(rule.name);
  if (!rule.message.empty()) text_ += ": " + printable(rule.message);
  text_ += " (" + printable(row_text(*checked.query)) + ")\n";
  if (!violation.link.empty()) text_ += "  " + printable(violation.link) + "\n";
}

Result<void> RuleCheck::run_rule(CheckedRule& checked) {
  std::uint64_t& count = checked.rule.severity == Severity::error ? errors_ : warnings_;
  while (true) {
    const auto step = checked.query->step();
    if (!step) return failure(step.error());
    if (*step != tables::Query::Step::row) return {};
    ++count;
    const Violation violation = violation_of(*checked.query);
    auto& here = checked.violations[violation.recording.value_or(0)];
    ++here.count;
    if (!options_.junit.empty() && here.shown.size() < kMostShown) {
      here.shown.push_back(row_text(*checked.query) + "\n" + violation.link);
    }
    if (options_.json) {
      add_json(checked, violation);
    } else if (options_.junit != "-") {
      add_line(checked, violation);
    }
    console_.print_piece(text_);
  }
}

std::string RuleCheck::junit() const {
  const auto is_failed = [](const CheckedRule& checked, std::size_t recording) {
    return checked.rule.severity == Severity::error && checked.violations.contains(recording);
  };
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (std::size_t i = 0; i < options_.files.size(); ++i) {
    const std::string suite = escaped_xml(options_.files[i]);
    std::size_t failures = 0;
    for (const CheckedRule& checked : rules_) failures += is_failed(checked, i) ? 1u : 0u;
    text += "  <testsuite name=\"" + suite + "\" tests=\"" + std::to_string(rules_.size()) +
            "\" failures=\"" + std::to_string(failures) + "\">\n";
    for (const CheckedRule& checked : rules_) {
      text += "    <testcase classname=\"" + suite + "\" name=\"" + escaped_xml(checked.rule.name) +
              "\"";
      const auto found = checked.violations.find(i);
      if (found == checked.violations.end()) {
        text += "/>\n";
        continue;
      }
      std::string details = std::to_string(found->second.count) +
                            (found->second.count == 1 ? " violation\n" : " violations\n");
      for (const std::string& shown : found->second.shown) details += shown + "\n";
      const std::string message =
          checked.rule.message.empty() ? checked.rule.name : checked.rule.message;
      text += ">\n      ";
      text += is_failed(checked, i)
                  ? "<failure message=\"" + escaped_xml(message) + "\">" + escaped_xml(details) +
                        "</failure>\n"
                  : "<system-out>" + escaped_xml(message + "\n" + details) + "</system-out>\n";
      text += "    </testcase>\n";
    }
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

ExitStatus RuleCheck::run() {
  const ExitStatus opened = desk_.files().check(options_.json);
  if (opened != ExitStatus::done) return opened;
  if (const auto prepared = prepare(); !prepared) {
    const bool is_of_rules = prepared.error().code == "rules" || prepared.error().code == "query";
    return fail_check(prepared.error(),
                      is_of_rules ? ExitStatus::wrong_usage : ExitStatus::nothing_done);
  }
  std::optional<Problem> broken;
  if (options_.json) {
    json_.begin_object();
    json_.key("rules");
    json_.begin_array();
  }
  for (CheckedRule& checked : rules_) {
    if (options_.json) {
      json_.begin_object();
      json_.field("name", checked.rule.name);
      json_.field("severity", to_text(checked.rule.severity));
      json_.field("message", checked.rule.message);
      json_.key("violations");
      json_.begin_array();
    }
    const auto done = run_rule(checked);
    if (!done && !broken) {
      broken = done.error();
      broken->message = "rule \"" + checked.rule.name + "\": " + broken->message;
    }
    if (options_.json) {
      json_.end_array();
      json_.end_object();
    }
  }
  if (options_.json) {
    json_.end_array();
    json_.integer_field("errors", errors_);
    json_.integer_field("warnings", warnings_);
    json_.end_object();
    text_ += '\n';
  } else if (options_.junit != "-") {
    text_ += std::to_string(errors_) + (errors_ == 1 ? " error, " : " errors, ") +
             std::to_string(warnings_) + (warnings_ == 1 ? " warning" : " warnings") + " of " +
             std::to_string(rules_.size()) + (rules_.size() == 1 ? " rule\n" : " rules\n");
  }
  console_.print(text_);
  if (interrupted()) return ExitStatus::nothing_done;
  if (broken) {
    console_.report_failure(options_.rules, *broken);
    return status_of_query(*broken);
  }
  ExitStatus status = errors_ > 0 ? ExitStatus::has_errors : ExitStatus::done;
  if (!options_.junit.empty())
    status = worse(status, write_target(options_.junit, junit(), console_));
  return worse(status, desk_.files().conclude());
}

}  // namespace

ExitStatus run_check(const CheckOptions& options, Console& console) {
  return RuleCheck(options, console).run();
}

}  // namespace scrubjay::cli
