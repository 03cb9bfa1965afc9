#include "core/shell_word.h"

#include <algorithm>

#include "core/ascii.h"

namespace scrubjay {

namespace {

bool has_only(std::string_view text, std::string_view signs) {
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_letter_or_digit(c) || signs.find(c) != std::string_view::npos;
  });
}

std::string posix_word(std::string_view text) {
  if (has_only(text, "@%+=:,./-_")) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\"'\"'";
    } else {
      word += c;
    }
  }
  return word + "'";
}

/// As programs take their command line apart there: backslashes count double before a quote only.
std::string windows_word(std::string_view text) {
  if (has_only(text, "+=:./\\-_")) return std::string(text);
  std::string word = "\"";
  std::size_t backslashes = 0;
  for (const char c : text) {
    if (c == '"') word.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    word += c;
  }
  return word.append(backslashes, '\\') + '"';
}

}  // namespace

std::string shell_word(std::string_view text, ShellKind shell) {
  return shell == ShellKind::windows ? windows_word(text) : posix_word(text);
}

}  // namespace scrubjay
