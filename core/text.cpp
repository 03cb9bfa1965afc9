#include "core/text.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/ascii.h"
#include "core/letter_case.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {
constexpr std::size_t kBlockBytes = 16 * 1024;

/// Length of the valid UTF-8 sequence at the front of `text`, 0 if there is none (RFC 3629, table
/// 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  std::size_t length = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (first >= 0xC2 && first <= 0xDF) {
    length = 2;
  } else if (first >= 0xE0 && first <= 0xEF) {
    length = 3;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
  } else if (first >= 0xF0 && first <= 0xF4) {
    length = 4;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (text.size() < length) return 0;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}
}  // namespace

std::string_view TextArena::add(std::string_view text) {
  const std::size_t needed = text.size() + 1;
  while (current_ < blocks_.size() &&
         blocks_[current_].capacity - blocks_[current_].used < needed) {
    ++current_;
  }
  if (current_ == blocks_.size()) {
    // Powers of two: a text that is a little longer at each refill finds room in the block of the
    // one before, instead of leaving one more block behind each time.
    const std::size_t capacity = std::max(std::bit_ceil(needed), kBlockBytes);
    blocks_.push_back({std::make_unique_for_overwrite<char[]>(capacity), capacity, 0});
  }
  Block& block = blocks_[current_];
  char* begin = block.data.get() + block.used;
  if (!text.empty()) std::memcpy(begin, text.data(), text.size());
  begin[text.size()] = '\0';
  block.used += needed;
  return {begin, text.size()};
}

void TextArena::clear() {
  for (Block& block : blocks_) block.used = 0;
  current_ = 0;
}

std::size_t TextArena::bytes() const {
  std::size_t total = 0;
  for (const Block& block : blocks_) total += block.capacity;
  return total;
}

TextId TextTable::add(std::string_view text) {
  if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
  const std::string_view kept = arena_.add(text);
  const TextId id(texts_.size());
  texts_.append(kept);
  ids_.emplace(kept, id);
  return id;
}

void TextTable::clear() {
  ids_.clear();
  texts_.clear();
  arena_.clear();
}

TextId TextTable::find(std::string_view text) const {
  const auto found = ids_.find(text);
  return found == ids_.end() ? TextId::none() : found->second;
}

std::size_t TextTable::bytes() const {
  // A node of the map holds its value, a link and the hash; its table one pointer a bucket.
  constexpr std::size_t kNode = sizeof(std::pair<std::string_view, TextId>) + 2 * sizeof(void*);
  return arena_.bytes() + texts_.bytes() + ids_.size() * kNode +
         ids_.bucket_count() * sizeof(void*);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}

std::string clause_of(std::string_view sentence) {
  if (sentence.ends_with('.')) sentence.remove_suffix(1);
  const bool begins_small =
      sentence.size() > 1 && lower_case(sentence.substr(1, 1)) == sentence.substr(1, 1);
  return begins_small ? lower_case(sentence.substr(0, 1)).append(sentence.substr(1))
                      : std::string(sentence);
}

namespace {
bool is_same_letter(char a, char b) { return lower_case(a) == lower_case(b); }
bool is_ascii(std::string_view text) { return std::ranges::none_of(text, is_beyond_ascii); }

/// Letters of all alphabets; invalid bytes as they are.
std::string all_in_lower_case(std::string_view text) {
  std::string lower;
  lower.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = sequence_length(text);
    if (size > 1) {
      append_utf8(lower, in_lower_case(code_point(text, size)));
    } else {
      lower += lower_case(text.front());
    }
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return lower;
}
}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  if (std::ranges::equal(a, b, is_same_letter)) return true;
  return !is_ascii(a) && !is_ascii(b) && all_in_lower_case(a) == all_in_lower_case(b);
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  // No letter beyond ASCII is one of ASCII in lower case.
  if (!is_ascii(part)) return all_in_lower_case(text).contains(all_in_lower_case(part));
  return std::search(text.begin(), text.end(), part.begin(), part.end(), is_same_letter) !=
             text.end() ||
         part.empty();
}

bool is_valid_utf8(std::string_view text) {
  constexpr std::uint64_t kNotAscii = 0x8080808080808080;
  while (!text.empty()) {
    std::uint64_t eight = 0;
    if (text.size() >= sizeof eight) {
      std::memcpy(&eight, text.data(), sizeof eight);
      if ((eight & kNotAscii) == 0) {
        text.remove_prefix(sizeof eight);
        continue;
      }
    }
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::size_t steering_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.empty()) return 0;
  if (byte(0) < 0x80) return byte(0) < 0x20 || byte(0) == 0x7F ? 1 : 0;
  if (byte(0) == 0xC2) return byte(1) < 0xA0 ? 2 : 0;
  if (byte(0) != 0xE2) return 0;
  const bool is_separator_or_override = byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE;
  const bool is_isolate = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return is_separator_or_override || is_isolate ? 3 : 0;
}

char32_t code_point(std::string_view text, std::size_t size) {
  const auto bits = [&](std::size_t i, unsigned mask) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[i]) & mask);
  };
  if (size == 1) return bits(0, 0x7F);
  char32_t value = bits(0, 0xFFu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) value = value << 6 | bits(i, 0x3F);
  return value;
}

std::string valid_utf8(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      valid += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    } else {
      valid += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return valid;
}

std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kSpace = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kSpace));
  text.remove_prefix(word.size());
  return word;
}

std::string joined(std::span<const std::string_view> names, std::string_view between) {
  return joined_by(names, std::identity(), between);
}

}  // namespace scrubjay
