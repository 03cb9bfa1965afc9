#include "formats/compression/base64_reader.h"

#include <array>

namespace scrubjay::compression {

namespace {

constexpr std::int8_t kOther = -1;
constexpr std::int8_t kWhite = -2;
constexpr std::int8_t kPadding = -3;

consteval std::array<std::int8_t, 256> make_table() {
  std::array<std::int8_t, 256> table{};
  table.fill(kOther);
  for (int i = 0; i < 26; ++i) {
    table[static_cast<std::size_t>('A' + i)] = static_cast<std::int8_t>(i);
    table[static_cast<std::size_t>('a' + i)] = static_cast<std::int8_t>(26 + i);
  }
  for (int i = 0; i < 10; ++i) {
    table[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(52 + i);
  }
  table['+'] = table['-'] = 62;
  table['/'] = table['_'] = 63;
  table['='] = kPadding;
  for (const char c : {' ', '\t', '\r', '\n'}) table[static_cast<std::size_t>(c)] = kWhite;
  return table;
}

constexpr std::array<std::int8_t, 256> kValues = make_table();

}  // namespace

std::size_t Base64Reader::add(std::string_view text, std::vector<std::byte>& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::int8_t value = kValues[static_cast<unsigned char>(text[i])];
    if (value == kWhite) continue;
    if (value == kPadding) at_end_ = true;
    if (value < 0 || at_end_) return i;
    bits_ = (bits_ << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    bit_count_ += 6;
    if (bit_count_ >= 8) {
      bit_count_ -= 8;
      out.push_back(static_cast<std::byte>(bits_ >> bit_count_ & 0xFF));
    }
  }
  return text.size();
}

bool read_base64(std::string_view text, std::vector<std::byte>& out) {
  const std::size_t taken = Base64Reader().add(text, out);
  const std::string_view padding = text.substr(taken);
  const bool is_padded = padding.empty() || text.size() % 4 == 0;
  return taken % 4 != 1 && padding.size() <= 2 && is_padded &&
         padding.find_first_not_of('=') == padding.npos;
}

}  // namespace scrubjay::compression
