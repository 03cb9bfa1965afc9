#include "formats/framebyframe/read/frames_ahead.h"

#include "formats/json/json_walker.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::size_t kNoPlace = std::string_view::npos;
constexpr std::size_t kLongestBeginning = 64;

/// A frame's text from its brace to the closing quote of its first key; empty where that is longer
/// than keys are, or no key.
std::string_view beginning_of(std::string_view text, const ScannedFrame& frame) {
  const std::string_view head =
      text.substr(static_cast<std::size_t>(frame.bytes.begin), kLongestBeginning);
  const std::size_t open = head.find('"');
  const std::size_t close = open == kNoPlace ? kNoPlace : head.find('"', open + 1);
  return close == kNoPlace || close < open + 3 ? std::string_view() : head.substr(0, close + 1);
}

/// False, with the walker anywhere, where no whole frame stands.
bool take_frame(JsonWalker& walker, ScannedFrame& frame) {
  if (walker.peek() != '{') return false;
  const std::size_t begin = walker.at();
  frame = {};
  walker.take('{');
  if (!walker.take('}')) {
    while (true) {
      const auto key = walker.key();
      if (!key) return false;
      const auto value = walker.value();
      if (!value) return false;
      frame.note(*key, walker.view(*value));
      if (walker.take('}')) break;
      if (!walker.take(',')) return false;
    }
  }
  frame.bytes = {begin, walker.at() - begin};
  return true;
}

}  // namespace

FramesAhead::FramesAhead(std::string_view text, const ScannedFrame& first, unsigned threads,
                         std::size_t piece_bytes)
    : text_(text),
      beginning_(beginning_of(text, first)),
      piece_bytes_(piece_bytes),
      next_(static_cast<std::size_t>(first.bytes.begin) / piece_bytes + 1),
      ahead_(
          threads - 1, [this](Piece& piece) { return claim(piece); },
          [this] { return [this](Piece& piece) { look(piece); }; }) {}

const FrameRun* FramesAhead::take(std::size_t at) {
  const std::size_t number = at / piece_bytes_;
  // Those before are not needed any more.
  while (!is_at_end_ && (taken_ == nullptr || taken_->number < number)) {
    taken_ = ahead_.take();
    is_at_end_ = taken_ == nullptr;
  }
  const bool is_there = taken_ != nullptr && taken_->number == number &&
                        !taken_->run.frames.empty() && taken_->run.begin == at;
  return is_there ? &taken_->run : nullptr;
}

std::optional<std::uint64_t> FramesAhead::claim(Piece& piece) {
  if (beginning_.empty() || next_ * piece_bytes_ >= text_.size()) return std::nullopt;
  piece.number = next_++;
  return piece_bytes_;
}

/// The first place in [from, end) where a frame may begin: as the first one does, behind a comma.
std::size_t FramesAhead::guess(std::size_t from, std::size_t end) const {
  const std::size_t quote = beginning_.find('"');
  const std::string_view key = beginning_.substr(quote);
  const std::string_view part = text_.substr(0, std::min(text_.size(), end + beginning_.size()));
  for (std::size_t at = from;; ++at) {
    at = json::find_quoted(part, key, at);
    if (at == kNoPlace) return kNoPlace;
    if (at < from + quote || !part.substr(at - quote).starts_with(beginning_)) continue;
    const std::size_t before = part.find_last_not_of(" \t\r\n", at - quote - 1);
    if (before != kNoPlace && part[before] == ',') return at - quote;
  }
}

void FramesAhead::look(Piece& piece) const {
  FrameRun& run = piece.run;
  run.frames.clear();
  const std::size_t end = (piece.number + 1) * piece_bytes_;
  const std::size_t begin = guess(piece.number * piece_bytes_, end);
  if (begin == kNoPlace || begin >= end) return;
  run.begin = begin;
  JsonWalker walker(text_, begin);
  ScannedFrame frame;
  while (walker.at() < end && take_frame(walker, frame)) {
    run.frames.push_back(frame);
    run.end = walker.at();
    // Anything else than one comma and a frame is for the scan itself.
    if (walker.take_commas() != 1 || walker.peek() != '{') return;
  }
}

}  // namespace scrubjay::framebyframe
