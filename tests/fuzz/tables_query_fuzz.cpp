// Queries over the tables of small recordings: the input is one itself, or says which one a grammar
// over our schema makes, sometimes with words in it that do not belong there. Whatever it is, it
// ends within its bounds, as rows or as a problem, and says the same when it is asked again.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/tables/query.h"
#include "analysis/tables/schema.h"
#include "analysis/tables/session.h"
#include "analysis/tables/state_paths.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 22> kColumns{
    "recording", "frame", "time",     "entity",  "path",   "type", "number", "integer",
    "text",      "x",     "y",        "z",       "id",     "name", "kind",   "tag",
    "before",    "after", "distance", "ordinal", "radius", "key"};
constexpr std::array<std::string_view, 14> kLiterals{
    "0",   "1",  "2.5",  "-1",    "1e308",     "9223372036854775807", "'24'",
    "'A'", "''", "NULL", "x'00'", "'vehicle'", "'position'",          "5"};
constexpr std::array<std::string_view, 20> kOperators{
    "=", "<>", "<",   "<=", ">",  ">=",     "+",    "-",    "*", "/",
    "%", "||", "and", "or", "is", "is not", "like", "glob", "&", "<<"};
constexpr std::array<std::string_view, 24> kFunctions{
    "count",    "max",          "min",        "sum",    "avg",     "group_concat",
    "length",   "abs",          "lower",      "substr", "round",   "hex",
    "typeof",   "coalesce",     "ifnull",     "instr",  "link",    "angle",
    "distance", "json_extract", "json_array", "printf", "replace", "quote"};
constexpr std::array<std::string_view, 16> kMisplaced{")",
                                                      "(",
                                                      "'",
                                                      ";",
                                                      "--",
                                                      "/*",
                                                      "\"no\"",
                                                      "attach 'a' as b",
                                                      "pragma page_size",
                                                      "delete from state",
                                                      "load_extension('x')",
                                                      "drop table frames",
                                                      "\xff",
                                                      "?1",
                                                      "insert into frames values (1)",
                                                      "vacuum into 'a'"};
constexpr std::array<std::string_view, 5> kCollations{"nocase", "binary", "rtrim", "other",
                                                      "NOCASE"};
constexpr std::array<std::string_view, 4> kCompounds{"union", "union all", "except", "intersect"};
constexpr std::array<std::string_view, 5> kJoins{"join", "left join", ",", "cross join",
                                                 "natural join"};
constexpr std::array<std::string_view, 4> kTypes{"integer", "real", "text", "blob"};

/// Makes a query of the input's bytes; where they end, the shortest one.
class Grammar {
 public:
  explicit Grammar(Input choices) : choices_(choices) {}

  std::string query() {
    if (is_one_of(8)) {
      put("with recursive c(n) as (select 1 union all select n + 1 from c where n <");
      put(pick(kLiterals));
      put(")");
    }
    select(3);
    return std::move(text_);
  }

 private:
  std::uint8_t choice() {
    if (at_ == choices_.size()) return 0;
    return choices_[at_++];
  }
  /// Where the input has ended: no.
  bool is_one_of(unsigned n) { return choice() % n == n - 1; }
  std::string_view pick(Words words) { return words[choice() % words.size()]; }

  void put(std::string_view word) {
    if (is_one_of(128)) {
      text_ += pick(kMisplaced);
      text_ += ' ';
    }
    if (is_one_of(128)) return;
    text_ += word;
    text_ += ' ';
  }

  void select(int depth) {
    put("select");
    if (is_one_of(8)) put("distinct");
    columns(depth);
    put("from");
    source(depth);
    for (int i = 0; i < 2 && is_one_of(4); ++i) {
      put(pick(kJoins));
      source(depth);
      if (is_one_of(2)) {
        put("on");
        expression(depth);
      }
    }
    clause("where", depth, 2);
    if (is_one_of(6)) {
      clause("group by", depth, 1);
      clause("having", depth, 4);
    }
    if (depth > 0 && is_one_of(12)) {
      put(pick(kCompounds));
      select(depth - 1);
    }
    if (is_one_of(4)) {
      clause("order by", depth, 1);
      if (is_one_of(2)) put("desc");
    }
    clause("limit", 0, 4);
  }

  void clause(std::string_view words, int depth, unsigned n) {
    if (n > 1 && !is_one_of(n)) return;
    put(words);
    expression(depth);
  }

  void columns(int depth) {
    if (is_one_of(4)) return put("*");
    expression(depth);
    for (int i = 0; i < 3 && is_one_of(3); ++i) {
      put(",");
      expression(depth);
    }
  }

  void source(int depth) {
    switch (choice() % 10) {
      default: put(tables::all_tables()[choice() % tables::all_tables().size()].name); break;
      case 6:
        put("pairs(");
        expression(0);
        put(")");
        break;
      case 7:
        put(is_one_of(2) ? "json_each(" : "json_tree(");
        expression(std::max(0, depth - 1));
        put(")");
        break;
      case 8:
        if (depth == 0) return put("frames");
        put("(");
        select(depth - 1);
        put(")");
        break;
      case 9: put(is_one_of(2) ? "c" : "pragma_table_info('state')"); break;
    }
    if (is_one_of(4)) put(is_one_of(2) ? "a" : "b");
  }

  void column() {
    if (is_one_of(4)) return put(pick(paths_));
    const std::string_view name = pick(kColumns);
    if (!is_one_of(8)) return put(name);
    put((is_one_of(2) ? "a." : "state.") + std::string(name));
  }

  void list_of(int depth, int most) {
    expression(depth);
    for (int i = 1; i < most && is_one_of(2); ++i) {
      put(",");
      expression(depth);
    }
  }

  void expression(int depth) {
    const unsigned kind = choice() % 16;
    if (depth == 0 || kind < 4) return kind % 2 == 0 ? column() : put(pick(kLiterals));
    const int below = depth - 1;
    switch (kind) {
      default:
        expression(below);
        put(pick(kOperators));
        return expression(below);
      case 9:
      case 10:
        put(pick(kFunctions));
        put("(");
        list_of(below, 8);
        return put(")");
      case 11:
        expression(below);
        put(is_one_of(2) ? "in (" : "not in (");
        if (is_one_of(3)) {
          select(below);
        } else {
          list_of(below, 4);
        }
        return put(")");
      case 12:
        put(is_one_of(2) ? "exists (" : "(");
        select(below);
        return put(")");
      case 13:
        put("case when");
        expression(below);
        put("then");
        expression(below);
        return put("end");
      case 14:
        put("cast(");
        expression(below);
        put("as");
        put(pick(kTypes));
        return put(")");
      case 15:
        expression(below);
        put("collate");
        return put(pick(kCollations));
    }
  }

  static constexpr std::array<std::string_view, 6> paths_{
      "\"pose/location\"", "\"Position/x\"", "\"stats/Health\"",
      "\"no such path\"",  "\"position\"",   "\"properties/level/Name\""};

  Input choices_;
  std::size_t at_ = 0;
  std::string text_;
};

/// A few frames of two formats.
class SmallRecordings : public tables::RecordingSet {
 public:
  SmallRecordings() {
    for (const char* file : {"carla/seeds/float32_doors_first.log", "framebyframe/seeds/raw.fbf"}) {
      auto input = InputFile::open(std::string(SCRUBJAY_TEST_DATA "/") + file);
      require(input.has_value(), "a recording to ask is missing");
      auto recording = open_recording(*input);
      require(recording.has_value(), "a recording to ask does not open");
      (*recording)->index();
      recordings_.push_back(*recording);
    }
  }
  std::size_t size() const override { return recordings_.size(); }
  std::string file(std::size_t recording) const override { return std::to_string(recording); }
  Result<std::shared_ptr<const Recording>> open(std::size_t recording) override {
    return recordings_[recording];
  }

 private:
  std::vector<std::shared_ptr<const Recording>> recordings_;
};

struct Answer {
  std::optional<std::string> failure;
  bool is_whole = false;
  std::vector<std::string> rows;
};

std::string text_of(const tables::Value& value) {
  using Kind = tables::Value::Kind;
  switch (value.kind) {
    case Kind::null: return "null";
    case Kind::integer: return "i" + std::to_string(value.integer);
    case Kind::real: return "r" + std::to_string(value.real);
    case Kind::text: return "t" + std::string(value.bytes);
    case Kind::blob: return "b" + std::string(value.bytes);
  }
  return {};
}

Answer ask(std::string_view sql) {
  constexpr std::size_t kMostLooks = 60;  // of some thousand steps
  constexpr std::size_t kMostRows = 1000;
  constexpr std::size_t kMostShown = 100;
  static SmallRecordings recordings;
  std::atomic<std::size_t> looks{0};
  tables::TableSession session{.recordings = recordings,
                               .is_stopped = [&] { return looks++ > kMostLooks; }};
  tables::StatePaths paths(session);
  const auto query = tables::Query::prepare(session, paths, sql);
  Answer answer;
  if (!query) {
    answer.failure = query.error().code + ": " + query.error().message;
    return answer;
  }
  require(!(*query)->columns().empty(), "a query without columns");
  for (std::size_t i = 0; i < kMostRows; ++i) {
    const auto step = (*query)->step();
    if (!step) {
      answer.failure = step.error().code + ": " + step.error().message;
      return answer;
    }
    if (*step != tables::Query::Step::row) {
      answer.is_whole = *step == tables::Query::Step::done;
      return answer;
    }
    std::string row;
    for (std::size_t k = 0; k < (*query)->columns().size(); ++k) {
      row += text_of((*query)->value(k)).substr(0, kMostShown) + '\n';
    }
    answer.rows.push_back(std::move(row));
  }
  return answer;
}

bool has_known_code(const std::string& failure) {
  return failure.starts_with("query: ") || failure.starts_with("stopped: ");
}

/// The same the second time, as far as it does not hang on when it was stopped or asked.
void check_again(std::string_view sql, const Answer& answer) {
  std::string lower(sql);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  for (const char* word :
       {"random", "current_", "now", "julianday", "date", "time(", "unixepoch"}) {
    if (lower.find(word) != lower.npos) return;
  }
  const Answer again = ask(sql);
  if (!answer.is_whole || !again.is_whole) return;
  require(again.rows == answer.rows, "a query gives other rows the second time");
}

}  // namespace

void tables_query_fuzz(Input input) {
  if (input.empty()) return;
  const bool is_text = input[0] == 0 || (input[0] >= 'A' && input[0] <= 'z');
  const std::string sql =
      is_text ? std::string(reinterpret_cast<const char*>(input.data()), input.size())
              : Grammar(input.subspan(1)).query();
  const Answer answer = ask(sql);
  if (answer.failure) {
    require(has_known_code(*answer.failure), "an odd code for a query");
  } else if (is_chosen(owned_bytes(input), 4)) {
    check_again(sql, answer);
  }
}

}  // namespace scrubjay::fuzz
