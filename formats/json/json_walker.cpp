#include "formats/json/json_walker.h"

#include "core/ascii.h"
#include "formats/json/structural_scan.h"

namespace scrubjay {

namespace {

constexpr std::size_t kNoEnd = std::string_view::npos;

bool ends_scalar(char c) { return c == ',' || c == '}' || c == ']' || is_json_space(c); }

/// What may stand in a number or in true, false, null, NaN, Infinity.
bool is_scalar_byte(char c) { return is_letter_or_digit(c) || c == '-' || c == '+' || c == '.'; }

}  // namespace

std::size_t JsonWalker::take_commas() {
  std::size_t count = 0;
  while (take(',')) ++count;
  return count;
}

std::optional<std::string_view> JsonWalker::key() {
  const char next = peek();
  if (next != '"') return fail(next == '\0');
  const auto key = string();
  if (!key) return fail(true);
  if (!take(':')) return fail(at_end());
  return key;
}

std::optional<std::string_view> JsonWalker::string() {
  if (peek() != '"') return std::nullopt;
  const std::size_t end = json::end_of_string(text_, at_);
  if (end == kNoEnd) return std::nullopt;
  const std::string_view inside = text_.substr(at_ + 1, end - at_ - 2);
  at_ = end;
  return inside;
}

std::optional<ByteRange> JsonWalker::value() {
  const char first = peek();
  const std::size_t begin = at_;
  std::size_t end = kNoEnd;
  if (first == '{' || first == '[') {
    end = json::end_of_container(text_, begin);
    if (end != kNoEnd && text_[end - 1] != (first == '{' ? '}' : ']')) return fail(false);
  } else if (first == '"') {
    end = json::end_of_string(text_, begin);
  } else {
    end = begin;
    while (end < text_.size() && is_scalar_byte(text_[end])) ++end;
    // A number that the text's end cuts would pass for a smaller one.
    if (end == text_.size()) {
      end = kNoEnd;
    } else if (end == begin || !ends_scalar(text_[end])) {
      return fail(false);
    }
  }
  if (end == kNoEnd) return fail(true);
  at_ = end;
  return ByteRange{begin, end - begin};
}

}  // namespace scrubjay
