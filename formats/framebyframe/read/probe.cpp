#include "formats/framebyframe/read/probe.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/ascii.h"
#include "formats/compression/inflate.h"
#include "formats/compression/outer_form.h"

namespace scrubjay::framebyframe {

namespace {

bool is_word_byte(char c) { return is_letter_or_digit(c) || c == '_'; }

/// Whether `word` stands somewhere as an object's key, quoted or bare. In a JSON text that is kept
/// inside of a string its quotes have backslashes: that does not count.
bool has_key(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    std::size_t end = at + word.size();
    const bool is_quoted = at > 0 && text[at - 1] == '"';
    if (is_quoted) {
      if ((at > 1 && text[at - 2] == '\\') || end >= text.size() || text[end] != '"') continue;
      ++end;
    } else if (at > 0 && (is_word_byte(text[at - 1]) || text[at - 1] == '\\')) {
      continue;
    }
    end = std::min(text.find_first_not_of(" \t\r\n", end), text.size());
    if (end < text.size() && text[end] == ':') return true;
  }
  return false;
}

/// What stands behind white space and comments, which people write at the head of a file.
std::string_view behind_comments(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view end = text.starts_with("//")   ? "\n"
                                 : text.starts_with("/*") ? "*/"
                                                          : std::string_view();
    if (end.empty()) return text;
    const std::size_t at = text.find(end, 2);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
}

}  // namespace

bool has_own_keys(std::string_view text) {
  if (has_key(text, "rawFrames") || has_key(text, "frameData")) return true;
  if (!has_key(text, "entities")) return false;
  constexpr std::array<std::string_view, 6> kFrameKeys{"serverTime", "frameId",     "clientId",
                                                       "parentId",   "elapsedTime", "coordSystem"};
  return std::ranges::count_if(kFrameKeys,
                               [&](std::string_view key) { return has_key(text, key); }) >= 2 ||
         (has_key(text, "parentId") && has_key(text, "properties"));
}

Match probe(const ProbeInput& input) {
  const compression::OuterForm form = compression::outer_form(input.head);
  if (form.layer == compression::OuterLayer::zip) {
    return input.extension == "fbf" ? Match::possible : Match::none;
  }
  if (!form.is_compressed()) {
    const std::string_view text = behind_comments(as_text(input.head.subspan(form.begin)));
    const bool is_json = text.starts_with('{') || text.starts_with('[');
    return is_json && has_own_keys(text) ? Match::certain : Match::none;
  }
  std::vector<char> head(input.most);
  compression::Inflater inflater(input.head, form);
  const std::size_t count = inflater.read(head);
  return has_own_keys({head.data(), count}) ? Match::certain : Match::none;
}

}  // namespace scrubjay::framebyframe
