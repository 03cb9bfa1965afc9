#include "formats/framebyframe/read/frame_beginning.h"

#include <algorithm>

#include "formats/json/json_walker.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::framebyframe {

FrameBeginning::FrameBeginning(std::string_view text, std::size_t begin) : text_(text) {
  constexpr std::size_t kLongest = 64;
  const std::string_view head = text.substr(begin, kLongest);
  const std::size_t open = head.find('"');
  const std::size_t close = open == kNoPlace ? kNoPlace : head.find('"', open + 1);
  if (close != kNoPlace && close >= open + 3) beginning_ = head.substr(0, close + 1);
}

std::size_t FrameBeginning::find(std::size_t from, std::size_t end) const {
  if (!is_known()) return kNoPlace;
  const std::size_t quote = beginning_.find('"');
  const std::string_view key = beginning_.substr(quote);
  const std::string_view part = text_.substr(0, std::min(text_.size(), end + beginning_.size()));
  for (std::size_t at = from;; ++at) {
    at = json::find_quoted(part, key, at);
    if (at == kNoPlace || at >= end + quote) return kNoPlace;
    if (at >= from + quote && stands_at(at - quote)) return at - quote;
  }
}

char FrameBeginning::before(std::size_t at) const {
  const std::size_t place = at == 0 ? kNoPlace : text_.find_last_not_of(" \t\r\n", at - 1);
  return place == kNoPlace ? '\0' : text_[place];
}

bool is_whole_frame(std::string_view text, std::size_t at) {
  JsonWalker walker(text, at);
  bool has_entities = false;
  const bool is_whole = walker.peek() == '{' && walker.members([&](std::string_view key) {
    has_entities = has_entities || key == "entities";
    return walker.pass_value();
  });
  return is_whole && has_entities;
}

}  // namespace scrubjay::framebyframe
