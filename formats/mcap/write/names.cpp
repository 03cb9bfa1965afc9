#include "formats/mcap/write/names.h"

#include <charconv>
#include <cstdint>

#include "core/text.h"

namespace scrubjay::mcap {

namespace {

constexpr std::size_t kLongestWord = 64;

/// "u3a3_" of a character that begins at `at`, which is moved behind it.
std::string code_point(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  std::uint32_t code = lead & (0x3FU >> more);
  ++at;
  for (int i = 0; i < more && at < text.size(); ++i, ++at) {
    code = code << 6 | (static_cast<unsigned char>(text[at]) & 0x3FU);
  }
  char hex[8];
  const auto end = std::to_chars(hex, hex + sizeof(hex), code, 16).ptr;
  return "u" + std::string(hex, end) + "_";
}

std::string folded(std::string_view name) {
  std::string out;
  for (const char sign : name) {
    if (sign == '_') continue;
    out += lower_case(sign);
  }
  return out;
}

}  // namespace

std::string word(std::string_view text) {
  const std::string valid = valid_utf8(text.substr(0, 16 * kLongestWord));
  std::string out;
  const auto add = [&](char sign) {
    if (sign != '_' || (!out.empty() && out.back() != '_')) out += sign;
  };
  for (std::size_t at = 0; at < valid.size() && out.size() < 2 * kLongestWord;) {
    const char sign = valid[at];
    if (is_beyond_ascii(sign)) {
      for (const char part : code_point(valid, at)) add(part);
      continue;
    }
    add(is_letter_or_digit(sign) ? sign : '_');
    ++at;
  }
  if (!out.empty() && !is_letter(out.front())) out.insert(0, "n");
  if (out.size() > kLongestWord) out.resize(kLongestWord);
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out.empty() ? "x" : out;
}

UniqueNames::UniqueNames(std::initializer_list<std::string_view> taken) {
  for (const std::string_view name : taken) next_.try_emplace(folded(name), 2);
}

std::string UniqueNames::add(const std::string& name) {
  const auto [known, is_new] = next_.try_emplace(folded(name), 2);
  if (is_new) return name;
  while (true) {
    const std::string candidate = name + "_" + std::to_string(known->second++);
    if (next_.try_emplace(folded(candidate), 2).second) return candidate;
  }
}

}  // namespace scrubjay::mcap
