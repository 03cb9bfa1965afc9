#pragma once

#include <chrono>
#include <cstddef>

namespace scrubjay {

/// How long a panel may compute in one picture of the window. What is not done by then goes on in
/// the next one, from where it stopped.
class WorkBudget {
 public:
  explicit WorkBudget(std::chrono::microseconds time)
      : end_(std::chrono::steady_clock::now() + time) {}
  static WorkBudget unlimited() { return WorkBudget(std::chrono::hours(24)); }

  /// Counts `items` small pieces of work; true when it is time to stop. Looks at the clock seldom.
  bool spend(std::size_t items = 1) {
    done_ += items;
    if (done_ < next_look_) return spent_;
    next_look_ = done_ + kItemsPerLook;
    spent_ = std::chrono::steady_clock::now() >= end_;
    return spent_;
  }

 private:
  static constexpr std::size_t kItemsPerLook = 256;

  std::chrono::steady_clock::time_point end_;
  std::size_t done_ = 0;
  std::size_t next_look_ = kItemsPerLook;
  bool spent_ = false;
};

/// What one panel may use of a picture's 16 ms.
inline constexpr std::chrono::microseconds kPanelBudget{2000};

}  // namespace scrubjay
