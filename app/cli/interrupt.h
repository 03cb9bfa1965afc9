#pragma once

#include <atomic>

namespace scrubjay::cli {

/// From now on Ctrl-C (SIGINT) and SIGTERM only set `interrupted()`, so that a command can stop its
/// work and clean up; a second one ends the program at once. A closed pipe (SIGPIPE) becomes an
/// error of the write.
void watch_signals();

/// While it lives, Ctrl-C ends the program at once: for a read that may wait for ever, when there
/// is nothing to clean up.
class UnwatchedSignals {
 public:
  UnwatchedSignals();
  ~UnwatchedSignals();
  UnwatchedSignals(const UnwatchedSignals&) = delete;
  UnwatchedSignals& operator=(const UnwatchedSignals&) = delete;
};

/// True after Ctrl-C. Any thread; commands look at it at least once a frame.
const std::atomic<bool>& interrupted();

/// After the clean-up: ends the program as the signal would have, so that a shell knows. Returns
/// when none came.
void end_if_interrupted();

}  // namespace scrubjay::cli
