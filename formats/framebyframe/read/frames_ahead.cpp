#include "formats/framebyframe/read/frames_ahead.h"

#include "formats/json/json_walker.h"

namespace scrubjay::framebyframe {

namespace {

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

FramesAhead::FramesAhead(std::string_view text, const FrameBeginning& beginning, std::size_t first,
                         unsigned threads, std::size_t piece_bytes)
    : text_(text),
      beginning_(beginning),
      piece_bytes_(piece_bytes),
      next_(first / piece_bytes + 1),
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
  if (!beginning_.is_known() || next_ * piece_bytes_ >= text_.size()) return std::nullopt;
  piece.number = next_++;
  return piece_bytes_;
}

/// The first place in [from, end) where a frame may begin: as the first one does, behind a comma.
std::size_t FramesAhead::guess(std::size_t from, std::size_t end) const {
  std::size_t at = beginning_.find(from, end);
  while (at != kNoPlace && beginning_.before(at) != ',') at = beginning_.find(at + 1, end);
  return at;
}

/// Whether damage made the frame at [begin, end) take in others. Some hold what only begins as
/// frames do; after a few of these the scan itself has to tell.
bool FramesAhead::holds_frames(std::size_t begin, std::size_t end) const {
  constexpr int kMostLooks = 4;
  std::size_t at = begin;
  for (int looks = 0; looks < kMostLooks; ++looks) {
    at = beginning_.find(at + 1, end);
    if (at == kNoPlace) return false;
    if (is_whole_frame(text_, at)) return true;
  }
  return true;
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
    const std::size_t frame_end = walker.at();
    if (run.frames.empty() || may_hold_frames(frame.bytes.size, run.frames.back().bytes.size)) {
      if (holds_frames(static_cast<std::size_t>(frame.bytes.begin), frame_end)) return;
    }
    // Anything else than one comma and a frame is for the scan itself.
    if (walker.take_commas() != 1 || walker.peek() != '{') return;
    if (!beginning_.stands_at(walker.at())) return;
    run.frames.push_back(frame);
    run.end = frame_end;
  }
}

}  // namespace scrubjay::framebyframe
