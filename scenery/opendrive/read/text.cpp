#include "scenery/opendrive/read/text.h"

#include <cstddef>

namespace scrubjay::opendrive {

namespace {

/// Walks through UTF-16 behind its mark: code points, and where each begins.
class Utf16 {
 public:
  explicit Utf16(Bytes bytes) : bytes_(bytes), is_big_(bytes[0] == std::byte{0xFE}) {}

  bool has_more() const { return at_ + 1 < bytes_.size(); }
  std::size_t at() const { return at_; }

  std::uint32_t take() {
    const std::uint32_t unit = take_unit();
    if (unit < 0xD800 || unit > 0xDFFF) return unit;
    if (unit > 0xDBFF || !has_more()) return 0xFFFD;
    const std::size_t before = at_;
    const std::uint32_t second = take_unit();
    if (second >= 0xDC00 && second <= 0xDFFF) {
      return 0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
    }
    at_ = before;
    return 0xFFFD;
  }

 private:
  std::uint32_t take_unit() {
    const auto first = std::to_integer<std::uint32_t>(bytes_[at_]);
    const auto second = std::to_integer<std::uint32_t>(bytes_[at_ + 1]);
    at_ += 2;
    return is_big_ ? first << 8 | second : second << 8 | first;
  }

  Bytes bytes_;
  bool is_big_;
  std::size_t at_ = 2;
};

std::size_t utf8_size(std::uint32_t code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

}  // namespace

bool is_utf16(Bytes bytes) {
  if (bytes.size() < 2) return false;
  const auto first = std::to_integer<unsigned>(bytes[0]);
  const auto second = std::to_integer<unsigned>(bytes[1]);
  return (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF);
}

std::string utf8_of_utf16(Bytes bytes) {
  std::string text;
  text.reserve(bytes.size() / 2);
  for (Utf16 units(bytes); units.has_more();) {
    const std::uint32_t code = units.take();
    const std::size_t size = utf8_size(code);
    if (size == 1) {
      text += static_cast<char>(code);
      continue;
    }
    constexpr std::uint32_t kLead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    const std::size_t shift = 6 * (size - 1);
    text += static_cast<char>(kLead[size] | (code >> shift));
    for (std::size_t left = size - 1; left > 0; --left) {
      text += static_cast<char>(0x80 | ((code >> (6 * (left - 1))) & 0x3F));
    }
  }
  return text;
}

std::uint64_t utf16_offset(Bytes bytes, std::uint64_t utf8_offset) {
  Utf16 units(bytes);
  std::uint64_t passed = 0;
  while (passed < utf8_offset && units.has_more()) passed += utf8_size(units.take());
  return units.at();
}

}  // namespace scrubjay::opendrive
