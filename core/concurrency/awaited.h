#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace scrubjay {

/// A value that a thread of its own makes: for what is done now and then and may block for as long
/// as somebody else pleases (a dialog, a pipe, a disk), and so has no place on the threads of a
/// Background. Destroying it waits for the thread.
template <class T>
class Awaited {
 public:
  /// Begins `make() -> T`; not while another one is running. `wake` is called on the thread when
  /// the value can be taken.
  template <class Make>
  void start(std::function<void()> wake, Make make) {
    std::packaged_task<T()> task(std::move(make));
    value_ = task.get_future();
    wake_ = std::make_shared<Wake>();
    wake_->call = std::move(wake);
    thread_ = std::jthread([task = std::move(task), wake = wake_]() mutable {
      task();
      const std::lock_guard lock(wake->mutex);
      if (wake->call) wake->call();
    });
  }
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

  /// Waits until then for the value; where it is not made, nobody waits for it or is woken by it
  /// any more: the thread goes on by itself, at most until the process ends. Only for what uses
  /// nothing that ends before.
  void leave_at(std::chrono::steady_clock::time_point end) {
    if (!is_running() || value_.wait_until(end) == std::future_status::ready) return;
    {
      const std::lock_guard lock(wake_->mutex);
      wake_->call = nullptr;
    }
    thread_.detach();
    value_ = {};
  }

 private:
  struct Wake {
    std::mutex mutex;
    std::function<void()> call;
  };
  std::shared_ptr<Wake> wake_;
  std::future<T> value_;
  std::jthread thread_;
};

}  // namespace scrubjay
