#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::tables {

/// A piece of a query, as far as it has to be understood before SQLite does: white space and
/// comments are left out.
struct SqlWord {
  enum class Kind : unsigned char {
    name,  ///< an identifier or key word, without its quotes
    text,  ///< in single quotes, without them
    number,
    mark,  ///< one character
  };
  Kind kind;
  std::string text;
};

/// Never fails: what ends too early ends there.
std::vector<SqlWord> sql_words(std::string_view sql);

/// The sign that ends what is not ended in `sql`: a quote, ] or, of a comment, *; 0 for nothing.
/// `open` is that of what stands before it.
char open_behind(std::string_view sql, char open);

/// 'it''s'
std::string sql_text(std::string_view text);
/// The same in double quotes.
std::string quoted_name(std::string_view name);

/// What is wrong with a condition that is to stand between parentheses; nullptr when it can.
const char* fault_of_condition(std::string_view condition);

}  // namespace scrubjay::tables
