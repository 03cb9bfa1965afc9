#include "formats/framebyframe/json_walker.h"

#include "formats/json/structural_scan.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

bool ends_scalar(char c) {
  switch (c) {
    case ',':
    case '}':
    case ']':
    case ' ':
    case '\n':
    case '\r':
    case '\t': return true;
    default: return false;
  }
}

/// What may stand in a number or in true, false, null, NaN, Infinity.
bool is_scalar_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '+' || c == '.';
}

}  // namespace

std::size_t JsonWalker::take_commas() {
  std::size_t count = 0;
  while (take(',')) ++count;
  return count;
}

std::optional<std::string_view> JsonWalker::key() {
  const char next = peek();
  if (next != '"') {
    fail(next == '\0');
    return std::nullopt;
  }
  const std::size_t end = json::end_of_string(text_, at_);
  if (end == kNowhere) {
    fail(true);
    return std::nullopt;
  }
  const std::string_view key = text_.substr(at_ + 1, end - at_ - 2);
  at_ = end;
  if (!take(':')) {
    fail(at_end());
    return std::nullopt;
  }
  return key;
}

std::optional<ByteRange> JsonWalker::value() {
  const char first = peek();
  const std::size_t begin = at_;
  std::size_t end = kNowhere;
  if (first == '{' || first == '[') {
    end = json::end_of_container(text_, begin);
    if (end != kNowhere && text_[end - 1] != (first == '{' ? '}' : ']')) {
      fail(false);
      return std::nullopt;
    }
  } else if (first == '"') {
    end = json::end_of_string(text_, begin);
  } else {
    end = begin;
    while (end < text_.size() && is_scalar_byte(text_[end])) ++end;
    // A number that the text's end cuts would pass for a smaller one.
    if (end == text_.size()) {
      end = kNowhere;
    } else if (end == begin || !ends_scalar(text_[end])) {
      fail(false);
      return std::nullopt;
    }
  }
  if (end == kNowhere) {
    fail(true);
    return std::nullopt;
  }
  at_ = end;
  return ByteRange{begin, end - begin};
}

}  // namespace scrubjay::framebyframe
