#include "core/concurrency/background.h"

#include <algorithm>
#include <utility>

namespace scrubjay {

std::size_t Background::most_threads(Steps steps) {
  constexpr std::size_t kScans = 2;
  if (steps == Steps::scans) return kScans;
  return std::max<std::size_t>(std::thread::hardware_concurrency(), 2);
}

Background::Background(std::function<void()> wake) : wake_(std::move(wake)) {
  for (const Steps steps : {Steps::short_ones, Steps::scans}) {
    queues_[static_cast<std::size_t>(steps)].most = most_threads(steps);
  }
}

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  has_work_.notify_all();
}

void Background::wait_until_idle() {
  std::unique_lock lock(mutex_);
  has_ended_.wait(lock, [this] {
    return std::ranges::all_of(
        queues_, [](const Queue& queue) { return queue.first == nullptr && queue.running == 0; });
  });
}

std::size_t Background::thread_count() const {
  const std::lock_guard lock(mutex_);
  return threads_.size();
}

/// With the lock.
void Background::push(Task& task) {
  Queue& queue = queues_[static_cast<std::size_t>(task.steps_)];
  task.state_ = Task::State::waiting;
  task.next_ = nullptr;
  (queue.first == nullptr ? queue.first : queue.last->next_) = &task;
  queue.last = &task;
}

/// With the lock; null when nothing may begin.
Background::Task* Background::pop() {
  for (Queue& queue : queues_) {
    if (queue.first == nullptr || queue.running == queue.most) continue;
    Task* const task = queue.first;
    queue.first = task->next_;
    ++queue.running;
    task->state_ = Task::State::running;
    return task;
  }
  return nullptr;
}

/// With the lock: a thread for what may begin, if there is any.
void Background::find_thread() {
  std::size_t may_begin = 0;
  std::size_t running = 0;
  for (const Queue& queue : queues_) {
    if (queue.first != nullptr) may_begin += queue.most - queue.running;
    running += queue.running;
  }
  if (may_begin == 0) return;
  const std::size_t looking_for_work = threads_.size() - sleeping_ - running;
  if (sleeping_ > 0) {
    has_work_.notify_one();
  } else if (looking_for_work < may_begin) {
    threads_.emplace_back([this] { run(); });
  }
}

void Background::run() {
  std::unique_lock lock(mutex_);
  while (!is_closing_) {
    Task* const task = pop();
    if (task == nullptr) {
      ++sleeping_;
      has_work_.wait(lock);
      --sleeping_;
      continue;
    }
    find_thread();
    lock.unlock();
    const bool has_more = task->step_();
    wake_();
    lock.lock();
    --queues_[static_cast<std::size_t>(task->steps_)].running;
    const bool goes_on = has_more || task->state_ == Task::State::running_with_more;
    task->state_ = Task::State::idle;
    if (goes_on && !task->is_closing_) push(*task);
    has_ended_.notify_all();
  }
}

Background::Task::~Task() {
  std::unique_lock lock(background_.mutex_);
  is_closing_ = true;
  background_.has_ended_.wait(lock,
                              [this] { return state_ == State::idle || state_ == State::waiting; });
  if (state_ == State::idle) return;
  Queue& queue = background_.queues_[static_cast<std::size_t>(steps_)];
  Task* before = nullptr;
  for (Task* at = queue.first; at != this; at = at->next_) before = at;
  (before == nullptr ? queue.first : before->next_) = next_;
  if (queue.last == this) queue.last = before;
  background_.has_ended_.notify_all();
}

void Background::Task::begin() {
  const std::lock_guard lock(background_.mutex_);
  if (state_ == State::running) state_ = State::running_with_more;
  if (state_ != State::idle) return;
  background_.push(*this);
  background_.find_thread();
}

}  // namespace scrubjay
