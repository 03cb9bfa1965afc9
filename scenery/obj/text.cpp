#include "scenery/obj/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/number_text.h"

namespace scrubjay::obj {

std::string_view Lines::one() {
  const std::string_view rest = text_.substr(at_);
  const std::size_t size = std::min(rest.find_first_of("\r\n"), rest.size());
  at_ += size;
  if (text_.substr(at_).starts_with("\r\n")) {
    at_ += 2;
  } else if (at_ < text_.size()) {
    ++at_;
  }
  return rest.substr(0, size);
}

std::optional<Line> Lines::next() {
  if (at_ >= text_.size()) return std::nullopt;
  const std::uint64_t offset = at_;
  std::string_view line = one();
  if (!line.ends_with('\\')) return Line{line, offset};
  joined_.clear();
  while (line.ends_with('\\')) {
    line.remove_suffix(1);
    joined_ += line;
    line = at_ < text_.size() ? one() : std::string_view();
  }
  joined_ += line;
  return Line{joined_, offset};
}

std::optional<double> number_of(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto value = number_from<double>(word);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  // tinyobjloader makes NaN of 0e500.
  constexpr int kMostExponent = 400;
  const std::size_t e = word.find_first_of("eE");
  if (e == std::string_view::npos) return value;
  const char* digits = word.data() + e + 1;
  if (*digits == '+') ++digits;
  int exponent = 0;
  const auto exponent_end = std::from_chars(digits, word.data() + word.size(), exponent);
  if (exponent_end.ec != std::errc() || exponent < -kMostExponent || exponent > kMostExponent) {
    return std::nullopt;
  }
  return value;
}

}  // namespace scrubjay::obj
