#include "core/platform/child_process.h"

#include <chrono>
#include <thread>
#include <utility>

namespace scrubjay {

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : process_(std::exchange(other.process_, kNone)),
      input_(std::exchange(other.input_, kNone)),
      output_(std::exchange(other.output_, kNone)),
      unread_(std::move(other.unread_)),
      status_(other.status_) {}

ChildProcess::~ChildProcess() {
  close_input();
  if (process_ != kNone && !ended()) {
    interrupt();
    constexpr int kTries = 300;
    for (int i = 0; i < kTries && !ended(); ++i) {
      static_cast<void>(read());
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    if (!ended()) {
      kill();
      std::string ignored;
      wait(ignored);
    }
  }
  let_go();
}

int ChildProcess::wait(std::string& printed) {
  while (!ended()) {
    const std::string more = read();
    printed += more;
    if (more.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  printed += read();
  return *status_;
}

}  // namespace scrubjay
