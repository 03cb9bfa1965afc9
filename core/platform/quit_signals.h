#pragma once

#include <functional>
#include <thread>

namespace scrubjay {

/// While it lives, SIGTERM, SIGINT and SIGHUP (on Windows Ctrl+C, Ctrl+Break, the end of the
/// console or of the user's session) do not end the process but ask it to end: who holds this looks
/// at `has_come`. A signal that comes a second time ends it as ever, in case nobody looks; one that
/// the process was started to ignore stays ignored. One at a time. A thread of its own waits for
/// them: a handler itself may do next to nothing.
class QuitSignals {
 public:
  /// `on_quit` is called from another thread once the first of them has come, and, but on Windows,
  /// again and again until this ends: what it wakes may have missed it.
  explicit QuitSignals(std::function<void()> on_quit);
  ~QuitSignals();
  QuitSignals(const QuitSignals&) = delete;
  QuitSignals& operator=(const QuitSignals&) = delete;

  bool has_come() const;

 private:
  std::thread listener_;
};

}  // namespace scrubjay
