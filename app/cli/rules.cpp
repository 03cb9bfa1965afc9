#include "app/cli/rules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/tables/sql_words.h"
#include "core/near_name.h"

namespace scrubjay::cli {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

/// What stands behind `-- KEY:`, or nothing.
std::optional<std::string_view> setting(std::string_view line, std::string_view key) {
  line = trimmed(line);
  if (!line.starts_with("--")) return std::nullopt;
  line = trimmed(line.substr(2));
  if (!line.starts_with(key) || !line.substr(key.size()).starts_with(":")) return std::nullopt;
  return trimmed(line.substr(key.size() + 1));
}

std::unexpected<Problem> fault_at(std::size_t line, std::string message) {
  return failure(
      fatal_problem("rules", "line " + std::to_string(line) + ": " + std::move(message)));
}

/// The setting whose name is misspelt in a line, as in `-- serverity: error`; empty for none.
std::string_view setting_meant(std::string_view line) {
  line = trimmed(line);
  const std::size_t colon = line.find(':');
  if (!line.starts_with("--") || colon == line.npos) return {};
  const std::string_view name = trimmed(line.substr(2, colon - 2));
  constexpr std::size_t kLongest = 12;
  if (name.size() > kLongest) return {};
  for (const std::string_view known : {"severity", "message"}) {
    if (edits_between(name, known) <= 2) return known;
  }
  return {};
}

/// False where the line is no setting of a rule.
Result<bool> read_setting(std::string_view line, std::size_t number, Rule& rule) {
  if (const auto severity = setting(line, "severity")) {
    if (*severity != "error" && *severity != "warning") {
      return fault_at(number,
                      "a severity is error or warning, not \"" + std::string(*severity) + "\"");
    }
    rule.severity = *severity == "error" ? Severity::error : Severity::warning;
    return true;
  }
  if (const auto message = setting(line, "message")) {
    rule.message = *message;
    return true;
  }
  if (const std::string_view meant = setting_meant(line); !meant.empty()) {
    return fault_at(number, "a setting of a rule is called " + std::string(meant));
  }
  return false;
}

}  // namespace

Result<std::vector<Rule>> read_rules(std::string_view text) {
  std::vector<Rule> rules;
  bool has_query = false;
  char open = 0;  // a text or a comment of the lines before, in which nothing is a setting
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const char before = std::exchange(open, tables::open_behind(line, open));
    const bool is_empty =
        tables::sql_words((before == '*' ? "/*" : "") + std::string(line)).empty();
    if (const auto name = setting(line, "rule"); name && before == 0) {
      if (name->empty()) return fault_at(number, "a rule needs a name");
      rules.push_back({.name = std::string(*name), .message = {}, .sql = {}, .line = number});
      has_query = false;
      continue;
    }
    if (rules.empty()) {
      if (is_empty) continue;
      return fault_at(number, "a query stands below a line \"-- rule: NAME\"");
    }
    Rule& rule = rules.back();
    if (before == 0 && !has_query) {
      const auto is_setting = read_setting(line, number, rule);
      if (!is_setting) return std::unexpected(is_setting.error());
    } else if (before == 0 && setting(line, "severity")) {
      return fault_at(number, "the severity of a rule stands above its query");
    }
    // Comments stay: the places of errors are counted from the name on.
    rule.sql += line;
    rule.sql += '\n';
    has_query = has_query || !is_empty;
  }
  if (rules.empty()) return fault_at(1, "there is no rule in it");
  for (const Rule& rule : rules) {
    if (tables::sql_words(rule.sql).empty()) {
      return fault_at(rule.line, "the rule \"" + rule.name + "\" has no query");
    }
  }
  return rules;
}

}  // namespace scrubjay::cli
