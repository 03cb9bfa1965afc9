#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace scrubjay {

/// How long the steps of a task take, and so which threads it may have.
enum class Steps : std::uint8_t {
  short_ones,  ///< milliseconds, and somebody looks at the window for them: a frame, a picture
  scans,       ///< any time: through all frames
};

/// A bounded set of threads for all that a window has worked out beside its own thread. They begin
/// when there is work for them: as many as the machine has processors, and two for scans, which
/// therefore never keep a frame waiting. What may block for as long as somebody else pleases (a
/// pipe, a dialog) has no place here.
class Background {
 public:
  class Task;

  /// `wake` is called on one of the threads after each step, when what it made can be fetched.
  explicit Background(std::function<void()> wake);
  /// Its tasks must be gone.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  const std::function<void()>& wake() const { return wake_; }
  /// Waits until no task has anything to do. For tests and for programs without a window.
  void wait_until_idle();
  /// Threads that were begun.
  std::size_t thread_count() const;
  /// So many threads have steps of a kind at once; at least two.
  static std::size_t most_threads(Steps steps);

 private:
  /// The tasks of a kind that wait for a thread, first come, first served.
  struct Queue {
    Task* first = nullptr;
    Task* last = nullptr;
    std::size_t running = 0;
    std::size_t most = 0;
  };

  void push(Task& task);
  Task* pop();
  void find_thread();
  void run();

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable has_ended_;  ///< a step
  std::array<Queue, 2> queues_;        ///< by Steps
  std::size_t sleeping_ = 0;
  bool is_closing_ = false;
  std::vector<std::jthread> threads_;  ///< last: they end before what they use
};

/// Work that is done step by step on the threads of a Background, never twice at once. Costs no
/// allocation once it is made.
class Background::Task {
 public:
  /// `step` does what is next and returns whether there is more to do; then other tasks come first.
  Task(Background& background, Steps steps, std::function<bool()> step)
      : background_(background), steps_(steps), step_(std::move(step)) {}
  /// Waits for the step that is being done; there is no further one.
  ~Task();
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  /// There is something to do: a step begins after this call. Any thread.
  void begin();

 private:
  friend class Background;
  enum class State : std::uint8_t { idle, waiting, running, running_with_more };

  Background& background_;
  Steps steps_;
  std::function<bool()> step_;
  State state_ = State::idle;
  bool is_closing_ = false;
  Task* next_ = nullptr;  ///< in the queue
};

}  // namespace scrubjay
