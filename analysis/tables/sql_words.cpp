#include "analysis/tables/sql_words.h"

#include <algorithm>
#include <cstddef>

#include "core/ascii.h"

namespace scrubjay::tables {

namespace {

bool is_of_word(char c) { return is_letter_or_digit(c) || c == '_' || is_beyond_ascii(c); }

/// The text up to `close`, of which two stand for one, and what follows.
std::string quoted_part(std::string_view& sql, char close) {
  std::string text;
  std::size_t i = 1;
  for (; i < sql.size(); ++i) {
    if (sql[i] == close) {
      if (close == ']' || i + 1 >= sql.size() || sql[i + 1] != close) break;
      ++i;
    }
    text += sql[i];
  }
  sql.remove_prefix(std::min(i + 1, sql.size()));
  return text;
}

std::string in_quotes(std::string_view text, char quote) {
  std::string quoted(1, quote);
  for (const char c : text) {
    if (c == quote) quoted += quote;
    quoted += c;
  }
  return quoted + quote;
}

/// Skips white space and comments.
void skip_space(std::string_view& sql) {
  while (!sql.empty()) {
    const std::size_t space = sql.find_first_not_of(" \t\r\n\f");
    sql.remove_prefix(std::min(space, sql.size()));
    std::size_t end = 0;
    if (sql.starts_with("--")) {
      end = sql.find('\n');
    } else if (sql.starts_with("/*")) {
      end = sql.find("*/", 2);
      if (end != sql.npos) end += 2;
    } else {
      return;
    }
    sql.remove_prefix(std::min(end, sql.size()));
  }
}

}  // namespace

std::vector<SqlWord> sql_words(std::string_view sql) {
  using Kind = SqlWord::Kind;
  std::vector<SqlWord> words;
  for (skip_space(sql); !sql.empty(); skip_space(sql)) {
    const char first = sql[0];
    if (first == '"' || first == '`' || first == '[') {
      words.push_back({Kind::name, quoted_part(sql, first == '[' ? ']' : first)});
    } else if (first == '\'') {
      words.push_back({Kind::text, quoted_part(sql, '\'')});
    } else if (is_of_word(first)) {
      const auto end =
          std::ranges::find_if_not(sql, [](char c) { return is_of_word(c) || c == '$'; });
      const auto size = static_cast<std::size_t>(end - sql.begin());
      words.push_back(
          {is_digit(first) ? Kind::number : Kind::name, std::string(sql.substr(0, size))});
      sql.remove_prefix(size);
    } else {
      words.push_back({Kind::mark, std::string(1, first)});
      sql.remove_prefix(1);
    }
  }
  return words;
}

char open_behind(std::string_view sql, char open) {
  for (std::size_t i = 0; i < sql.size(); ++i) {
    const std::string_view rest = sql.substr(i);
    if (open == '*') {
      if (!rest.starts_with("*/")) continue;
      open = 0;
      ++i;
    } else if (open != 0) {
      if (rest.front() == open) open = 0;  // of two that stand for one the second opens it again
    } else if (rest.starts_with("--")) {
      i = std::min(sql.find('\n', i), sql.size());
    } else if (rest.starts_with("/*")) {
      open = '*';
      ++i;
    } else if (rest.front() == '[') {
      open = ']';
    } else if (rest.front() == '\'' || rest.front() == '"' || rest.front() == '`') {
      open = rest.front();
    }
  }
  return open;
}

std::string sql_text(std::string_view text) { return in_quotes(text, '\''); }

std::string quoted_name(std::string_view name) { return in_quotes(name, '"'); }

const char* fault_of_condition(std::string_view condition) {
  int depth = 0;
  for (const SqlWord& word : sql_words(condition)) {
    if (word.kind != SqlWord::Kind::mark) continue;
    if (word.text == ";") return "a condition is no statement: there is a ; in it";
    if (word.text == "(") ++depth;
    if (word.text == ")" && --depth < 0) return "there is a ) without its (";
  }
  return depth == 0 ? nullptr : "there is a ( without its )";
}

}  // namespace scrubjay::tables
