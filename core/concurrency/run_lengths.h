#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>

namespace scrubjay {

/// How many neighbouring pieces go together through an OrderedPipeline, so that what waits for its
/// turn stays in bounds: as many as do if they are like those before. Any thread.
class RunLengths {
 public:
  RunLengths(std::size_t most_runs, std::size_t longest, std::size_t max_waiting_bytes)
      : most_runs_(most_runs),
        longest_(longest),
        bytes_of_run_(std::max<std::size_t>(max_waiting_bytes / most_runs, 1)) {}

  /// `left`: pieces that are not in a run yet, more than 0.
  std::size_t next(std::size_t left) const {
    const std::lock_guard lock(mutex_);
    // Little is known at first. Towards the end runs become shorter, so that no thread has work
    // long after the others have none.
    const std::size_t share = (left + most_runs_ - 1) / most_runs_;
    const std::size_t most = std::min({longest_, 2 * made_ + 1, share});
    if (made_bytes_ == 0) return most;
    const std::size_t bytes_of_one = std::max<std::size_t>(made_bytes_ / made_, 1);
    return std::clamp<std::size_t>(bytes_of_run_ / bytes_of_one, 1, most);
  }
  /// A run of `pieces` was made, whose results hold `bytes`.
  void add(std::size_t pieces, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    made_ += pieces;
    made_bytes_ += bytes;
    // The older ones count less and less.
    if (made_ < 2 * longest_) return;
    made_ /= 2;
    made_bytes_ /= 2;
  }

 private:
  const std::size_t most_runs_;
  const std::size_t longest_;
  const std::size_t bytes_of_run_;
  mutable std::mutex mutex_;
  std::size_t made_ = 0;
  std::size_t made_bytes_ = 0;
};

}  // namespace scrubjay
