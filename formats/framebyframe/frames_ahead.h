#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "formats/framebyframe/document_scan.h"

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
  /// Looks in the pieces of the text behind the array's `first` frame.
  FramesAhead(std::string_view text, const ScannedFrame& first, unsigned threads,
              std::size_t piece_bytes);
  ~FramesAhead();
  FramesAhead(const FramesAhead&) = delete;
  FramesAhead& operator=(const FramesAhead&) = delete;

  /// The frames from `at` on, where a frame of the array begins; empty where the guess was another
  /// place: the caller goes on by itself. `at` grows from call to call. Waits for the threads.
  FrameRun take(std::size_t at);

 private:
  struct Piece {
    std::size_t number = 0;
    bool is_done = false;
    FrameRun run;
  };

  void work();
  Piece* begin_piece();
  void look(Piece& piece) const;
  std::size_t guess(std::size_t from, std::size_t end) const;

  std::string_view text_;
  std::string_view beginning_;  ///< of the first frame, from its brace to its first key's end
  std::size_t piece_bytes_;
  std::size_t most_pieces_;
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable is_ready_;
  std::deque<Piece> pieces_;  ///< begun and not taken, in order
  std::size_t next_ = 0;      ///< the first piece not begun
  bool is_stopped_ = false;
  std::vector<std::jthread> threads_;  ///< last: they end before what they use
};

}  // namespace scrubjay::framebyframe
