#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/concurrency/ordered_pipeline.h"
#include "formats/framebyframe/read/frame_beginning.h"
#include "formats/framebyframe/read/scanned_frame.h"

namespace scrubjay::framebyframe {

/// Frames that were found from a guessed place on, one after another with a comma between them.
struct FrameRun {
  std::size_t begin = 0;  ///< of the first one
  std::size_t end = 0;    ///< behind the last one
  std::vector<ScannedFrame> frames;
};

/// Looks for the frames of a long array on several threads, ahead of the scan that walks it. Where
/// frames begin in the middle of a text can only be guessed, by how the first one begins: the scan
/// takes what was found there when it comes, frame by frame, to just that place, since from the
/// same place of the same array the same frames follow. Wrong guesses cost time, nothing else.
///
///     text     | piece 0 | piece 1 | piece 2 | ...     threads take pieces in order
///                   ^ first guess in it, then frames until one ends in a later piece
class FramesAhead {
 public:
  /// Looks in the pieces of the text behind the place `first`, on so many threads, the one that
  /// takes among them, for frames that begin so.
  FramesAhead(std::string_view text, const FrameBeginning& beginning, std::size_t first,
              unsigned threads, std::size_t piece_bytes);

  /// The frames from `at` on, where a frame of the array begins; null where the guess was another
  /// place: the caller goes on by itself. `at` grows from call to call. They live until the next
  /// call.
  const FrameRun* take(std::size_t at);

 private:
  struct Piece {
    std::size_t number = 0;
    FrameRun run;
  };

  std::optional<std::uint64_t> claim(Piece& piece);
  void look(Piece& piece) const;
  std::size_t guess(std::size_t from, std::size_t end) const;
  bool holds_frames(std::size_t begin, std::size_t end) const;

  std::string_view text_;
  FrameBeginning beginning_;
  std::size_t piece_bytes_;
  std::size_t next_;        ///< the first piece not begun
  Piece* taken_ = nullptr;  ///< null before the first one and behind the last
  bool is_at_end_ = false;
  OrderedPipeline<Piece> ahead_;  ///< last: its threads end before what they use
};

}  // namespace scrubjay::framebyframe
