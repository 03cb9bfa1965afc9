#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace scrubjay {

/// A value that a thread of its own makes: for what is done now and then and may block for as long
/// as somebody else pleases (a dialog, a pipe, a disk), and so has no place on the threads of a
/// Background. Destroying it tells the thread to stop, and waits for it.
template <class T>
class Awaited {
 public:
  /// Begins `make() -> T`, or `make(const std::stop_token&)` where it can be stopped; not while
  /// another one is running. `wake` is called on the thread when the value can be taken.
  template <class Make>
  void start(std::function<void()> wake, Make make) {
    std::packaged_task<T(const std::stop_token&)> task(
        [make = std::move(make)](const std::stop_token& stop) mutable {
          if constexpr (std::is_invocable_v<Make&, const std::stop_token&>) {
            return make(stop);
          } else {
            return make();
          }
        });
    value_ = task.get_future();
    thread_ = std::jthread(
        [task = std::move(task), wake = std::move(wake)](const std::stop_token& stop) mutable {
          task(stop);
          if (wake) wake();
        });
  }
  /// Its value is not needed any more.
  void stop() { thread_.request_stop(); }
  /// True until the value is taken.
  bool is_running() const { return value_.valid(); }
  /// The value, once; nothing before it is made.
  std::optional<T> take() {
    if (!is_running() || value_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
      return std::nullopt;
    }
    return value_.get();
  }
  /// The value, waited for; nothing where none is on its way.
  std::optional<T> wait() { return is_running() ? std::optional<T>(value_.get()) : std::nullopt; }

 private:
  std::future<T> value_;
  std::jthread thread_;
};

}  // namespace scrubjay
