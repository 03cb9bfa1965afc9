#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/concurrency/awaited.h"

namespace scrubjay {

/// What became of a picture or film.
struct PictureOutcome {
  std::string path;
  bool is_copied = false;  ///< into the clipboard, not into a file
  std::string failure;     ///< empty: it is there; "" with `is_stopped`
  bool is_stopped = false;
};

/// Takes a picture or a film by `scrubjay render`, a program of its own: the window never waits,
/// and the file is what anybody gets from the same command.
class PictureJob {
 public:
  PictureJob() = default;
  /// Stops what is running; nothing is left behind.
  ~PictureJob() { cancel(); }
  PictureJob(const PictureJob&) = delete;
  PictureJob& operator=(const PictureJob&) = delete;

  /// Begins; not while one is running. `words` are the arguments of this program, which ends with
  /// "-o" and the path.
  void start(std::vector<std::string> words, std::string path, bool to_clipboard,
             std::function<void()> wake);
  bool is_running() const { return running_.is_running(); }
  void cancel() { cancelled_.store(true); }
  /// Pictures done and to do; 0 of 0: not known.
  std::pair<std::uint64_t, std::uint64_t> progress() const { return {done_.load(), total_.load()}; }
  std::optional<PictureOutcome> take() { return running_.take(); }

 private:
  PictureOutcome run(const std::vector<std::string>& words, const std::string& path,
                     bool to_clipboard, const std::function<void()>& wake);
  void read_progress(std::string& text);

  std::atomic<bool> cancelled_{false};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
  Awaited<PictureOutcome> running_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
