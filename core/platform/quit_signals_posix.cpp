#include "core/platform/quit_signals.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <utility>

namespace scrubjay {

namespace {

constexpr std::array kQuitSignals{SIGTERM, SIGINT, SIGHUP};

// A signal handler can reach nothing but variables of static lifetime, and may do little more than
// write to a pipe: a thread waits at its other end.
std::atomic<bool> is_quit_asked{false};
std::atomic<int> pipe_end{-1};
std::array<struct sigaction, kQuitSignals.size()> actions_before{};

constexpr char kAsked = 'q';
constexpr char kOver = 'x';

void tell_listener(char what) {
  const int error = errno;
  // Were the pipe full, the listener would have enough to read.
  [[maybe_unused]] const ssize_t written = write(pipe_end.load(), &what, 1);
  errno = error;
}

void on_quit_signal(int) {
  is_quit_asked.store(true);
  tell_listener(kAsked);
}

void listen(int descriptor, const std::function<void()>& on_quit) {
  for (char what = 0;;) {
    const ssize_t count = read(descriptor, &what, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count != 1 || what == kOver) break;
    // Again and again until the window has heard it: GLFW 3.3 may lose an event that another thread
    // posts on X11 (its issues 379 and 1281).
    constexpr int kMilliseconds = 200;
    pollfd next{descriptor, POLLIN, 0};
    do {
      on_quit();
    } while (poll(&next, 1, kMilliseconds) == 0);
  }
  close(descriptor);
}

}  // namespace

QuitSignals::QuitSignals(std::function<void()> on_quit) {
  is_quit_asked.store(false);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return;
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  pipe_end.store(ends[1]);
  listener_ = std::thread([end = ends[0], on_quit = std::move(on_quit)] { listen(end, on_quit); });
  struct sigaction action = {};
  action.sa_handler = on_quit_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kQuitSignals.size(); ++i) {
    sigaction(kQuitSignals[i], nullptr, &actions_before[i]);
    if (actions_before[i].sa_handler != SIG_IGN) sigaction(kQuitSignals[i], &action, nullptr);
  }
}

QuitSignals::~QuitSignals() {
  if (!listener_.joinable()) return;
  for (std::size_t i = 0; i < kQuitSignals.size(); ++i) {
    sigaction(kQuitSignals[i], &actions_before[i], nullptr);
  }
  tell_listener(kOver);
  listener_.join();
  close(pipe_end.exchange(-1));
}

bool QuitSignals::has_come() const { return is_quit_asked.load(); }

}  // namespace scrubjay
