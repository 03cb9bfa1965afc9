#include "app/viewer/panels/widgets/linked_text.h"

#include <algorithm>
#include <charconv>

#include "core/text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongest = 8000;
constexpr std::string_view kFrame = "frame";

bool is_word(char c) { return is_letter_or_digit(c) || c == '_'; }

/// Bytes of the web address at the beginning of `text`, 0 when there is none.
std::size_t address_size(std::string_view text) {
  std::size_t begin = 0;
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (equal_ignoring_case(text.substr(0, scheme.size()), scheme)) begin = scheme.size();
  }
  if (begin == 0) return 0;
  std::size_t end = std::min(text.size(), text.find_first_of(" \t\r\n\"<>`"));
  // What ends a sentence is not part of the address.
  while (end > begin && std::string_view(".,;:!?)'").contains(text[end - 1])) --end;
  return end > begin ? end : 0;
}

/// Bytes of "frame 12" at the beginning of `text`, 0 when there is none.
std::size_t frame_size(std::string_view text, std::uint64_t& frame) {
  if (!equal_ignoring_case(text.substr(0, kFrame.size()), kFrame)) return 0;
  std::size_t at = kFrame.size();
  while (at < text.size() && text[at] == ' ') ++at;
  if (at == kFrame.size() || at == text.size() || !is_digit(text[at])) return 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), frame);
  if (error != std::errc()) return 0;
  return static_cast<std::size_t>(end - text.data());
}

/// How much of a word fits into `room`, at least one character.
std::size_t fitting(std::string_view word, float room,
                    const std::function<float(std::string_view)>& width_of) {
  std::size_t best = 0;
  for (std::size_t end = 1; end <= word.size(); ++end) {
    if (end < word.size() && continues_character(word[end])) continue;
    if (best > 0 && width_of(word.substr(0, end)) > room) break;
    best = end;
  }
  return best;
}

class Layouter {
 public:
  Layouter(TextLayout& out, float width, const std::function<float(std::string_view)>& width_of)
      : out_(out), width_(width), width_of_(width_of) {}

  void add(std::string_view text, std::size_t part) {
    while (!text.empty()) {
      if (text.front() == '\n') {
        new_line();
        text.remove_prefix(1);
        continue;
      }
      const bool blank = text.front() == ' ' || text.front() == '\t';
      std::size_t end = blank ? text.find_first_not_of(" \t") : text.find_first_of(" \t\n");
      end = std::min(end, text.size());
      if (blank) {
        x_ += x_ > 0 ? width_of_(" ") : 0;
      } else {
        add_word(text.substr(0, end), part);
      }
      text.remove_prefix(end);
    }
  }

 private:
  void new_line() {
    ++out_.lines;
    x_ = 0;
  }

  void add_word(std::string_view word, std::size_t part) {
    while (!word.empty()) {
      const float wide = width_of_(word);
      if (x_ > 0 && x_ + wide > width_) new_line();
      std::string_view piece = word;
      if (wide > width_) piece = word.substr(0, fitting(word, width_, width_of_));
      out_.pieces.push_back({x_, out_.lines, piece, part});
      x_ += width_of_(piece);
      word.remove_prefix(piece.size());
    }
  }

  TextLayout& out_;
  float width_;
  const std::function<float(std::string_view)>& width_of_;
  float x_ = 0;
};

}  // namespace

std::vector<TextPart> split_text(std::string_view text) {
  std::vector<TextPart> parts;
  std::size_t plain = 0;
  const auto take = [&](std::size_t at, std::size_t size, TextPart part) {
    if (at > plain) parts.push_back({.text = text.substr(plain, at - plain)});
    part.text = text.substr(at, size);
    parts.push_back(part);
    plain = at + size;
  };
  for (std::size_t at = 0; at < text.size();) {
    const bool word_begins = at == 0 || !is_word(text[at - 1]);
    std::uint64_t frame = 0;
    if (const std::size_t size = word_begins ? address_size(text.substr(at)) : 0; size > 0) {
      take(at, size, {.kind = TextPart::Kind::address});
    } else if (const std::size_t named = word_begins ? frame_size(text.substr(at), frame) : 0;
               named > 0) {
      take(at, named, {.kind = TextPart::Kind::frame, .frame = frame});
    } else {
      ++at;
      continue;
    }
    at = plain;
  }
  if (plain < text.size()) parts.push_back({.text = text.substr(plain)});
  return parts;
}

TextLayout lay_out(std::string_view text, float width,
                   const std::function<float(std::string_view)>& width_of) {
  std::size_t size = std::min(text.size(), kLongest);
  while (size > 0 && size < text.size() && continues_character(text[size])) --size;
  TextLayout layout;
  layout.parts = split_text(text.substr(0, size));
  Layouter layouter(layout, std::max(1.0F, width), width_of);
  for (std::size_t i = 0; i < layout.parts.size(); ++i) layouter.add(layout.parts[i].text, i);
  ++layout.lines;
  return layout;
}

}  // namespace scrubjay
