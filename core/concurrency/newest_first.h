#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/concurrency/background.h"

namespace scrubjay {

/// Answers many requests in the background, the newest first, since that is what is looked at now.
/// Where more wait than are answered before long, the oldest is dropped, to be asked for again.
template <class Request, class Answer>
class NewestFirst {
 public:
  using Work = std::function<Answer(const Request&)>;

  /// `at_rest` is called in the background when nothing is asked for any more.
  NewestFirst(
      Background& background, std::size_t most_waiting, Work work,
      std::function<void()> at_rest = [] {})
      : most_waiting_(most_waiting),
        work_(std::move(work)),
        at_rest_(std::move(at_rest)),
        task_(background, Steps::short_ones, [this] { return step(); }) {}

  /// Asks, unless the same is waiting. Returns what was dropped for it.
  std::optional<Request> ask(Request request) {
    std::optional<Request> dropped;
    {
      const std::lock_guard lock(mutex_);
      if (std::ranges::find(asked_, request) != asked_.end()) return dropped;
      asked_.push_back(std::move(request));
      if (asked_.size() > most_waiting_) {
        dropped = std::move(asked_.front());
        asked_.pop_front();
      }
    }
    task_.begin();
    return dropped;
  }
  /// Takes what was answered since the last call.
  std::vector<std::pair<Request, Answer>> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
  }
  /// Forgets requests that wait, and answers; what is being worked on is still answered.
  template <class IsForgotten>
  void forget_if(IsForgotten is_forgotten) {
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(asked_, is_forgotten);
      std::erase_if(done_, [&](const auto& one) { return is_forgotten(one.first); });
    }
    task_.begin();
  }
  /// True while something that was asked for was not taken.
  bool is_waiting() const {
    const std::lock_guard lock(mutex_);
    return is_working_ || !asked_.empty() || !done_.empty();
  }

 private:
  bool step() {
    std::optional<Request> request;
    {
      const std::lock_guard lock(mutex_);
      if (!asked_.empty()) {
        request = std::move(asked_.back());
        asked_.pop_back();
      }
      is_working_ = request.has_value();
    }
    if (!request) {
      at_rest_();
      return false;
    }
    Answer answer = work_(*request);
    const std::lock_guard lock(mutex_);
    is_working_ = false;
    done_.emplace_back(*std::move(request), std::move(answer));
    return true;
  }

  std::size_t most_waiting_;
  Work work_;
  std::function<void()> at_rest_;
  mutable std::mutex mutex_;
  std::deque<Request> asked_;
  std::vector<std::pair<Request, Answer>> done_;
  bool is_working_ = false;
  Background::Task task_;  ///< last: its step ends before what it uses
};

}  // namespace scrubjay
