#include "app/cli/interrupt.h"

#include <csignal>
#include <cstdlib>

namespace scrubjay::cli {

namespace {

// A signal handler can reach nothing but variables of static lifetime.
std::atomic<bool> was_interrupted{false};
std::atomic<int> received_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void on_interrupt(int signal) {
  received_signal.store(signal);
  was_interrupted.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

void watch_signals() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
#ifdef SIGBREAK
  std::signal(SIGBREAK, on_interrupt);
#endif
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
  // A file larger than the user may write fails like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

UnwatchedSignals::UnwatchedSignals() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

UnwatchedSignals::~UnwatchedSignals() { watch_signals(); }

const std::atomic<bool>& interrupted() { return was_interrupted; }

void end_if_interrupted() {
  if (!was_interrupted.load()) return;
  const int signal = received_signal.load();
#ifdef _WIN32
  // As a shell elsewhere tells it. Raised, it would be 3, which says that a file cannot be read.
  std::_Exit(128 + signal);
#else
  std::signal(signal, SIG_DFL);
  std::raise(signal);
#endif
}

}  // namespace scrubjay::cli
