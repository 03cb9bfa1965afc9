#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "core/concurrency/background.h"

namespace scrubjay {

/// Answers one request at a time in the background, the latest: a newer one takes the place of one
/// that has not begun. Three answers take turns: one is shown, one is ready, one is being made;
/// their storage is used again.
template <class Request, class Answer>
class LatestWanted {
 public:
  /// Works on the answer to a request, in storage that holds some earlier one. Returns false when
  /// it is to be called again: with the same request, or with a newer one.
  using Work = std::function<bool(const Request&, Answer&)>;

  LatestWanted(Background& background, Work work)
      : work_(std::move(work)), task_(background, Steps::short_ones, [this] { return step(); }) {}

  void request(const Request& wanted) {
    {
      const std::lock_guard lock(mutex_);
      if (wanted_ == wanted) return;
      wanted_ = wanted;
    }
    task_.begin();
  }
  /// The newest answer; null before the first. Valid until the next call.
  const Answer* latest() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_ready_, false)) {
      std::swap(shown_, ready_);
      has_answer_ = true;
    }
    is_current_ = done_ == wanted_;
    return has_answer_ ? &shown_ : nullptr;
  }
  /// Whether what `latest` gave answers the request made last.
  bool is_current() const { return is_current_; }

 private:
  bool step() {
    {
      const std::lock_guard lock(mutex_);
      if (done_ == wanted_) return false;
      begun_ = wanted_;
    }
    if (!work_(*begun_, making_)) return true;
    const std::lock_guard lock(mutex_);
    std::swap(making_, ready_);
    is_ready_ = true;
    done_ = begun_;
    return done_ != wanted_;
  }

  Work work_;
  std::mutex mutex_;
  std::optional<Request> wanted_;
  std::optional<Request> begun_;  ///< the task's alone
  std::optional<Request> done_;
  Answer making_;  ///< the task's alone
  Answer ready_;
  Answer shown_;  ///< of the one that asks alone
  bool is_ready_ = false;
  bool has_answer_ = false;
  bool is_current_ = true;
  Background::Task task_;  ///< last: its step ends before what it uses
};

}  // namespace scrubjay
