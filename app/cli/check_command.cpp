#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/tables/link.h"
#include "app/cli/check_report.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/rows_output.h"
#include "app/cli/rules.h"
#include "app/cli/target.h"
#include "app/shared/plain_text.h"
#include "app/shared/recording_json.h"
#include "core/platform/text_file.h"

namespace scrubjay::cli {

namespace {

/// Where a row of a rule points to.
struct Violation {
  std::optional<std::size_t> recording;  ///< that is asked; none: one that is not there
  std::optional<tables::Value> time;     ///< as returned
  std::optional<tables::Value> entity;
  std::string link;
};

/// The row that a value names: an integer, or a real number that is one. None for all else, and
/// what no row has is below 0.
std::optional<std::int64_t> row_number(const tables::Value& value) {
  if (value.kind == tables::Value::Kind::integer) return value.integer;
  if (value.kind != tables::Value::Kind::real) return std::nullopt;
  const bool is_row = value.real >= 0 && value.real < 1e15 && std::trunc(value.real) == value.real;
  return is_row ? static_cast<std::int64_t>(value.real) : -1;
}

class RuleCheck {
 public:
  RuleCheck(const CheckOptions& options, Console& console)
      : options_(options),
        console_(console),
        desk_(options.files, options.common, std::nullopt, console),
        json_(text_, options.json ? console.json_layout() : JsonLayout::compact) {}

  ExitStatus run();

 private:
  ExitStatus fail_check(const std::string& file, const Problem& problem);
  ExitStatus take_out_unread();
  Result<void> read();
  void ask_together(CheckedRule& checked);
  void ask_each(CheckedRule& checked);
  void ask(CheckedRule& checked, tables::Query& query, std::optional<std::size_t> only);
  void fail_rule(CheckedRule& checked, Problem problem);
  void tell_absent(const CheckedRule& checked);
  Violation violation_of(const tables::Query& query, std::optional<std::size_t> only);
  void add_json(const tables::Query& query, const std::vector<std::string>& keys,
                const Violation& violation);
  void add_line(const Rule& rule, const tables::Query& query, const Violation& violation);
  static std::string row_text(const tables::Query& query);
  void begin_json();
  void end_json();
  std::string sum_text() const;
  ExitStatus conclude();

  const CheckOptions& options_;
  Console& console_;
  TableDesk desk_;
  std::vector<CheckedRule> rules_;
  std::vector<CheckedRecording> recordings_;  ///< all that were named
  std::vector<std::size_t> places_;           ///< of those that are asked, in `recordings_`
  ExitStatus status_ = ExitStatus::done;      ///< of what could not be asked
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
  bool is_over_ = false;  ///< nobody reads on, and no report is written besides
  std::string text_;
  JsonWriter json_;
};

ExitStatus RuleCheck::fail_check(const std::string& file, const Problem& problem) {
  console_.report_failure(file, problem);
  if (options_.json) print_failure(problem, console_);
  return ExitStatus::wrong_usage;
}

/// Done where any can be asked.
ExitStatus RuleCheck::take_out_unread() {
  const std::vector<FileSet::Unread> unread = desk_.files().take_out_unread();
  auto next = unread.begin();
  for (std::size_t i = 0; i < options_.files.size(); ++i) {
    CheckedRecording& recording = recordings_.emplace_back(options_.files[i]);
    // In the order in which they were named.
    const std::size_t at = places_.size();
    const bool is_read = at < desk_.files().size() && desk_.files().file(at) == recording.file &&
                         (next == unread.end() || next->file != recording.file);
    if (is_read) {
      places_.push_back(i);
    } else {
      recording.unread = next->problem;
      status_ = worse(status_, next->status);
      ++next;
    }
  }
  if (!places_.empty() || interrupted()) return ExitStatus::done;
  if (options_.json) print_failure(unread.front().problem, console_);
  return status_;
}

Result<void> RuleCheck::read() {
  const auto text = read_text_file(options_.rules);
  if (!text) return failure(fatal_problem("rules", text.error().message));
  auto rules = read_rules(*text);
  if (!rules) return failure(std::move(rules.error()));
  for (Rule& rule : *rules) rules_.push_back({.rule = std::move(rule)});
  return {};
}

/// What a row says of its place. `only`: the one recording that the query is of; else a row without
/// a recording belongs to the first one.
Violation RuleCheck::violation_of(const tables::Query& query, std::optional<std::size_t> only) {
  Violation violation{.recording = only.value_or(0), .time = {}, .entity = {}, .link = {}};
  if (const auto column = query.find_column("recording"); column && !only) {
    if (const auto row = row_number(query.value(*column))) {
      const bool is_there = *row >= 0 && static_cast<std::uint64_t>(*row) < desk_.files().size();
      violation.recording.reset();
      if (is_there) violation.recording = static_cast<std::size_t>(*row);
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
  const auto row = violation.entity ? row_number(*violation.entity) : std::nullopt;
  if (row && *row >= 0) {
    recording = desk_.session().open(*violation.recording);
    if (recording != nullptr && static_cast<std::uint64_t>(*row) < recording->entity_count()) {
      id = recording->entity(EntityIndex(static_cast<std::size_t>(*row))).id;
    }
  }
  violation.link = tables::link_to(desk_.files().file(*violation.recording), time, id);
  return violation;
}

void RuleCheck::add_json(const tables::Query& query, const std::vector<std::string>& keys,
                         const Violation& violation) {
  json_.begin_object();
  if (violation.recording) {
    json_.integer_field("recording", places_[*violation.recording]);
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
  write_query_row(json_, query, keys);
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

void RuleCheck::add_line(const Rule& rule, const tables::Query& query, const Violation& violation) {
  text_ += std::string(to_text(rule.severity)) + ": " + printable(rule.name);
  if (!rule.message.empty()) text_ += ": " + printable(rule.message);
  text_ += " (" + printable(row_text(query)) + ")\n";
  if (!violation.link.empty()) text_ += "  " + printable(violation.link) + "\n";
}

void RuleCheck::fail_rule(CheckedRule& checked, Problem problem) {
  status_ = worse(status_, status_of_query(problem));
  problem = tables::problem_below(std::move(problem), checked.rule.line);
  problem.message = "rule \"" + checked.rule.name + "\": " + problem.message;
  if (!interrupted()) console_.report_failure(options_.rules, problem);
  checked.fault = std::move(problem);
}

void RuleCheck::ask(CheckedRule& checked, tables::Query& query, std::optional<std::size_t> only) {
  std::uint64_t& count = checked.rule.severity == Severity::error ? errors_ : warnings_;
  const std::vector<std::string> keys = row_keys(query.columns());
  while (true) {
    const auto step = query.step();
    if (!step) return fail_rule(checked, step.error());
    if (*step != tables::Query::Step::row) return;
    ++count;
    const Violation violation = violation_of(query, only);
    auto& here = checked.violations[places_[violation.recording.value_or(0)]];
    ++here.count;
    if (!options_.junit.empty() && here.shown.size() < CheckedRule::kMostShown) {
      here.shown.push_back(row_text(query) + "\n" + violation.link);
    }
    if (options_.json) {
      add_json(query, keys, violation);
    } else if (options_.junit != "-") {
      add_line(checked.rule, query, violation);
    }
    is_over_ = !console_.print_piece(text_) && options_.junit.empty();
    if (is_over_) return;
  }
}

void RuleCheck::ask_together(CheckedRule& checked) {
  const auto query = desk_.prepare(checked.rule.sql, &checked.absent);
  if (!query) return fail_rule(checked, query.error());
  if (places_.size() > 1 && !(*query)->find_column("recording")) {
    console_.note("rule \"" + checked.rule.name +
                  "\" does not select recording: its rows count as those of the first one; with "
                  "--each every recording is asked for itself");
  }
  ask(checked, **query, std::nullopt);
}

void RuleCheck::ask_each(CheckedRule& checked) {
  std::vector<std::string> absent_in_all;
  for (std::size_t i = 0; i < places_.size() && !checked.fault && !is_over_; ++i) {
    auto recording = desk_.files().open(i);
    if (!recording) return fail_rule(checked, recording.error());
    tables::OneRecording one(desk_.files().file(i), std::move(*recording));
    tables::TableSession session{.recordings = one, .coordinates = options_.common.coordinates};
    session.is_stopped = [] { return interrupted().load(); };
    session.tell_damage = [&](std::size_t, FrameIndex frame, const std::vector<Problem>& problems) {
      desk_.files().add_damage(i, frame, problems);
    };
    tables::StatePaths paths(session);
    std::vector<std::string> absent;
    const auto query = tables::Query::prepare(session, paths, checked.rule.sql, &absent);
    if (!query) return fail_rule(checked, query.error());
    ask(checked, **query, i);
    if (i == 0) absent_in_all = absent;
    std::erase_if(absent_in_all, [&](const std::string& path) {
      return std::ranges::find(absent, path) == absent.end();
    });
  }
  checked.absent = std::move(absent_in_all);
}

void RuleCheck::tell_absent(const CheckedRule& checked) {
  for (const std::string& path : checked.absent) {
    console_.note("rule \"" + checked.rule.name + "\": no recording has \"" + path +
                  "\", which is NULL then");
  }
}

void RuleCheck::begin_json() {
  json_.begin_object();
  json_.key("rules");
  json_.begin_array();
}

/// `errors` counts violations only: what could not be asked, or not all of it, stands apart.
void RuleCheck::end_json() {
  json_.end_array();
  bool is_begun = false;
  for (const CheckedRecording& recording : recordings_) {
    const std::optional<Problem> problem = worst_problem(recording);
    if (!problem) continue;
    if (!std::exchange(is_begun, true)) {
      json_.key("recordings");
      json_.begin_array();
    }
    json_.begin_object();
    json_.field("file", recording.file);
    json_.key("problem");
    write_problem(json_, *problem);
    json_.end_object();
  }
  if (is_begun) json_.end_array();
  json_.integer_field("errors", errors_);
  json_.integer_field("warnings", warnings_);
  json_.end_object();
  text_ += '\n';
}

/// "2 errors, 0 warnings of 4 rules; 1 recording is damaged"
std::string RuleCheck::sum_text() const {
  std::string text = counted_text(errors_, "error") + ", " + counted_text(warnings_, "warning") +
                     " of " + counted_text(rules_.size(), "rule");
  const auto wrong =
      std::ranges::count_if(rules_, [](const CheckedRule& rule) { return rule.fault.has_value(); });
  const auto unread = recordings_.size() - places_.size();
  const auto damaged = std::ranges::count_if(recordings_, [](const CheckedRecording& recording) {
    return status_of(recording.problems) != ExitStatus::done;
  });
  if (wrong > 0) {
    text +=
        "; " + counted_text(static_cast<std::uint64_t>(wrong), "rule is", "rules are") + " wrong";
  }
  if (unread > 0) {
    text += "; " + counted_text(unread, "recording", "recordings") + " could not be read";
  }
  if (damaged > 0) {
    text += "; " +
            counted_text(static_cast<std::uint64_t>(damaged), "recording is", "recordings are") +
            " damaged";
  }
  return text + "\n";
}

ExitStatus RuleCheck::conclude() {
  // A recording that no rule needed may be damaged, too.
  for (std::size_t i = 0; i < places_.size(); ++i) {
    recordings_[places_[i]].problems = desk_.files().problems(i);
  }
  const ExitStatus of_files = desk_.files().conclude();
  if (options_.json) {
    end_json();
  } else if (options_.junit != "-") {
    text_ += sum_text();
  }
  console_.print(text_);
  ExitStatus status = errors_ > 0 ? ExitStatus::has_errors : ExitStatus::done;
  status = worse(worse(status, of_files), status_);
  if (options_.junit.empty()) return status;
  return worse(status, write_target(options_.junit, check_junit(rules_, recordings_), console_));
}

ExitStatus RuleCheck::run() {
  if (is_one_of(options_.junit, options_.files) ||
      is_one_of(options_.junit, std::span(&options_.rules, 1))) {
    return fail_check(options_.junit, overwriting_report());
  }
  if (const ExitStatus opened = take_out_unread(); opened != ExitStatus::done) {
    if (options_.junit.empty()) return opened;
    return worse(opened, write_target(options_.junit, check_junit({}, recordings_), console_));
  }
  if (const auto rules = read(); !rules) {
    return fail_check(options_.rules, rules.error());
  }
  if (options_.json) begin_json();
  for (CheckedRule& checked : rules_) {
    if (options_.json) {
      json_.begin_object();
      json_.field("name", checked.rule.name);
      json_.field("severity", to_text(checked.rule.severity));
      json_.field("message", checked.rule.message);
      json_.key("violations");
      json_.begin_array();
    }
    if (options_.each) {
      ask_each(checked);
    } else {
      ask_together(checked);
    }
    tell_absent(checked);
    if (options_.json) {
      json_.end_array();
      if (checked.fault) {
        json_.key("problem");
        write_problem(json_, *checked.fault);
      }
      json_.end_object();
    }
    if (interrupted()) return ExitStatus::nothing_done;
    if (is_over_) break;
  }
  return conclude();
}

}  // namespace

ExitStatus run_check(const CheckOptions& options, Console& console) {
  return RuleCheck(options, console).run();
}

}  // namespace scrubjay::cli
