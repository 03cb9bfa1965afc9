#include "app/viewer/ask/ask_completion.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "analysis/tables/schema.h"
#include "analysis/tables/sql_words.h"
#include "app/viewer/fuzzy_match.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostFound = 200;

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"all",     "and",    "as",     "asc",       "between", "by",      "case",      "cast",
     "collate", "cross",  "desc",   "distinct",  "else",    "end",     "escape",    "except",
     "exists",  "false",  "filter", "from",      "full",    "glob",    "group",     "having",
     "in",      "index",  "inner",  "intersect", "is",      "isnull",  "join",      "left",
     "like",    "limit",  "match",  "natural",   "not",     "notnull", "null",      "nulls",
     "offset",  "on",     "or",     "order",     "outer",   "over",    "partition", "recursive",
     "regexp",  "right",  "rows",   "select",    "table",   "then",    "true",      "union",
     "using",   "values", "when",   "where",     "window",  "with"});

/// That nearly every query has.
constexpr auto kUsual = std::to_array<std::string_view>(
    {"and", "as", "by", "from", "group", "join", "limit", "order", "select", "where"});

constexpr auto kFunctions = std::to_array<std::string_view>(
    {"abs",         "angle", "avg",          "ceil",   "coalesce", "count",     "distance",
     "first_value", "floor", "group_concat", "iif",    "instr",    "json_each", "json_extract",
     "lag",         "lead",  "length",       "link",   "lower",    "max",       "min",
     "nullif",      "round", "row_number",   "substr", "sum",      "upper"});

bool is_word_sign(char c) {
  return is_letter_or_digit(c) || c == '_' || c == '/' || c == '#' || is_beyond_ascii(c);
}

bool is_plain_sign(char c) { return is_letter_or_digit(c) || c == '_'; }

/// What is typed at the cursor.
struct Typed {
  enum class Kind : unsigned char { word, name, text, comment };
  Kind kind = Kind::word;
  std::size_t begin = 0;  ///< with its opening quote
  std::size_t end = 0;
  std::string_view word;  ///< up to the cursor, without its quote
  std::string before;     ///< the word before it, in small letters
};

/// Where a part that begins at `at` ends: behind its closing quote, or its line.
std::size_t end_of_part(std::string_view sql, std::size_t at) {
  const char first = sql[at];
  if (first == '"' || first == '\'') {
    const std::size_t close = sql.find(first, at + 1);
    return close == sql.npos ? sql.size() : close + 1;
  }
  if (sql.substr(at).starts_with("--")) return std::min(sql.find('\n', at), sql.size());
  if (sql.substr(at).starts_with("/*")) {
    const std::size_t close = sql.find("*/", at + 2);
    return close == sql.npos ? sql.size() : close + 2;
  }
  std::size_t end = at + 1;
  if (is_word_sign(first)) {
    while (end < sql.size() && is_word_sign(sql[end])) ++end;
  }
  return end;
}

Typed typed_at(std::string_view sql, std::size_t cursor) {
  Typed typed;
  typed.begin = typed.end = cursor;
  std::size_t at = 0;
  while (at < cursor) {
    const std::size_t end = end_of_part(sql, at);
    const char first = sql[at];
    const bool is_quoted = first == '"' || first == '\'';
    const bool is_comment = sql.substr(at).starts_with("--") || sql.substr(at).starts_with("/*");
    // In it, or at the end of a word, or of what has no end.
    const bool is_closed = is_quoted && end - at > 1 && sql[end - 1] == first;
    const bool is_here =
        end > cursor || (end == cursor && (is_word_sign(first) || (is_quoted && !is_closed) ||
                                           (is_comment && first == '-')));
    if (is_here) {
      typed.begin = at;
      // A quote that is never closed takes in what follows: only its line, up to a space.
      typed.end = is_quoted && !is_closed ? cursor : end;
      typed.kind = is_comment      ? Typed::Kind::comment
                   : first == '"'  ? Typed::Kind::name
                   : first == '\'' ? Typed::Kind::text
                                   : Typed::Kind::word;
      const std::size_t skip = is_quoted ? 1 : 0;
      typed.word = sql.substr(at + skip, cursor - at - skip);
      return typed;
    }
    if (is_word_sign(first)) {
      typed.before = lower_case(sql.substr(at, end - at));
    } else if (first != ' ' && first != '\n' && first != '\t') {
      typed.before = std::string(1, first);
    }
    at = end;
  }
  return typed;
}

/// How near it is at hand: more is listed first where both fit as well.
struct Candidate {
  Completion completion;
  int weight = 0;
};

class Candidates {
 public:
  Candidates(std::string_view sql, const Typed& typed, const AskFacts& facts)
      : typed_(typed), facts_(facts) {
    for (const tables::SqlWord& word : tables::sql_words(sql)) {
      if (word.kind == tables::SqlWord::Kind::name) words_.push_back(lower_case(word.text));
    }
    const bool is_text = typed.kind == Typed::Kind::text;
    if (is_text) {
      add_texts();
    } else {
      add_names();
    }
  }

  std::vector<Candidate> take() { return std::move(candidates_); }

 private:
  bool mentions(std::string_view name) const {
    return std::ranges::find(words_, name) != words_.end();
  }
  void add(std::string title, std::string insert, std::string note, int weight) {
    const bool is_there = std::ranges::any_of(
        candidates_, [&](const Candidate& other) { return other.completion.title == title; });
    if (!is_there) {
      candidates_.push_back({{std::move(title), std::move(insert), std::move(note)}, weight});
    }
  }
  void add_texts();
  void add_names();

  const Typed& typed_;
  const AskFacts& facts_;
  std::vector<std::string> words_;
  std::vector<Candidate> candidates_;
};

void Candidates::add_texts() {
  if (mentions("events")) {
    constexpr std::size_t kMostEvents = 300;
    for (std::size_t i = 0; i < std::min(facts_.events.size(), kMostEvents); ++i) {
      const AskFacts::Event& event = facts_.events[i];
      add(event.name, tables::sql_text(event.name), "event", 3);
      if (!event.tag.empty()) add(event.tag, tables::sql_text(event.tag), "tag", 1);
    }
  }
  for (const std::string& kind : facts_.kinds) add(kind, tables::sql_text(kind), "kind", 2);
  if (mentions("properties") || mentions("changes")) {
    for (const AskFacts::Path& path : facts_.paths) {
      candidates_.push_back({{path.column, tables::sql_text(path.column), path.type}, 2});
    }
  }
}

void Candidates::add_names() {
  const bool is_for_table = typed_.before == "from" || typed_.before == "join";
  if (typed_.kind == Typed::Kind::word) {
    for (const tables::Table& table : tables::all_tables()) {
      const bool is_function = table.id == tables::TableId::pairs;
      add(std::string(table.name), std::string(table.name) + (is_function ? "(" : ""), "table",
          is_for_table ? 40 : 0);
    }
  }
  if (is_for_table) return;
  for (const tables::Table& table : tables::all_tables()) {
    if (!mentions(table.name)) continue;
    for (const tables::Column& column : table.columns) {
      add(std::string(column.name), sql_name_of(column.name), std::string(table.name), 20);
    }
  }
  // Paths are columns of `state`; before a table is named they are offered as well.
  const bool is_open = std::ranges::none_of(
      tables::all_tables(), [&](const tables::Table& table) { return mentions(table.name); });
  if (mentions("state") || is_open) {
    for (const AskFacts::Path& path : facts_.paths) {
      candidates_.push_back({{path.column, sql_name_of(path.column), path.type}, 10});
    }
  }
  if (is_open) {
    for (const tables::Column& column : tables::table_of(tables::TableId::state).columns) {
      add(std::string(column.name), sql_name_of(column.name), "column", 12);
    }
  }
  if (typed_.kind == Typed::Kind::name) return;
  for (const std::string_view word : kKeywords) {
    const bool is_usual = std::ranges::find(kUsual, word) != kUsual.end();
    add(std::string(word), std::string(word), "", is_usual ? 12 : 4);
  }
  for (const std::string_view name : kFunctions) {
    add(std::string(name), std::string(name) + "(", "function", 2);
  }
}

}  // namespace

bool is_sql_keyword(std::string_view word) {
  const std::string lower = lower_case(word);
  // "end" is a column of ours, which SQLite takes as such where it stands for one.
  return lower != "end" && std::ranges::find(kKeywords, lower) != kKeywords.end();
}

std::string sql_name_of(std::string_view name) {
  const bool is_word = !name.empty() && std::ranges::all_of(name, is_plain_sign) &&
                       !is_digit(name.front()) && !is_sql_keyword(name);
  return is_word ? std::string(name) : tables::quoted_name(name);
}

Completions complete(std::string_view sql, std::size_t cursor, const AskFacts& facts,
                     bool also_empty) {
  cursor = std::min(cursor, sql.size());
  const Typed typed = typed_at(sql, cursor);
  Completions completions{typed.begin, typed.end, {}};
  if (typed.kind == Typed::Kind::comment) return completions;
  const bool is_number =
      typed.kind == Typed::Kind::word && !typed.word.empty() && is_digit(typed.word.front());
  if (is_number || (typed.word.empty() && !also_empty)) return completions;
  const FuzzyPattern pattern(typed.word);
  const std::string lower = lower_case(typed.word);
  std::vector<std::pair<int, Completion>> ranked;
  for (Candidate& candidate : Candidates(sql, typed, facts).take()) {
    const std::string title = lower_case(candidate.completion.title);
    // What is whole needs nothing; Enter is to end its line.
    if (typed.kind == Typed::Kind::word && title == lower) return completions;
    const auto score =
        pattern.empty() ? std::optional(0) : pattern.score(candidate.completion.title);
    if (!score) continue;
    const int begins = !lower.empty() && title.starts_with(lower) ? 30 : 0;
    ranked.emplace_back(*score + candidate.weight + begins, std::move(candidate.completion));
  }
  std::ranges::stable_sort(ranked, std::ranges::greater(),
                           [](const auto& one) { return one.first; });
  if (ranked.size() > kMostFound) ranked.resize(kMostFound);
  for (auto& [score, completion] : ranked) completions.found.push_back(std::move(completion));
  return completions;
}

}  // namespace scrubjay
