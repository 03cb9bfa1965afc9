#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace scrubjay {

/// Threads that this machine has work for beside the one that asks; at most seven.
inline unsigned helper_threads() {
  constexpr unsigned kMost = 7;
  return std::min(std::max(std::thread::hardware_concurrency(), 1u) - 1, kMost);
}

/// Pieces of work that are done on several threads ahead of the one that takes them, in order. The
/// threads are its own and end with it: a pass through a file uses all that the machine has, for as
/// long as it lasts, whoever else works.
///
///     claim, in order  -->  work, several at a time  -->  take, in order
///
/// Memory is bounded: only so many are begun before they are taken, and no further one while those
/// cost `kMostCost`. Who takes works too, rather than wait; without further threads all is done by
/// it. `Job` is what one piece of work needs and leaves; jobs are used again with their storage.
template <class Job>
class OrderedPipeline {
 public:
  /// About how many bytes all jobs may hold together; one more may be begun below it.
  static constexpr std::uint64_t kMostCost = std::uint64_t{64} << 20;

  /// Makes the next job and says what it costs in bytes; nothing at the end. Called by one thread
  /// at a time, not always the same one, before any work is done on the job.
  using Claim = std::function<std::optional<std::uint64_t>(Job&)>;
  /// Does a job. Each thread makes one of its own.
  using Work = std::function<void(Job&)>;

  /// So many jobs there are at most, the one that was taken among them.
  static constexpr std::size_t most_jobs(unsigned threads) { return most_begun(threads) + 1; }

  /// `threads`: beside the one that takes.
  OrderedPipeline(unsigned threads, Claim claim, std::function<Work()> make_work)
      : claim_(std::move(claim)), work_(make_work()), most_begun_(most_begun(threads)) {
    for (unsigned i = 0; i < threads; ++i) {
      threads_.emplace_back([this, work = make_work()] { run(work); });
    }
  }
  ~OrderedPipeline() {
    {
      const std::lock_guard lock(mutex_);
      is_at_end_ = true;
    }
    has_room_.notify_all();
  }
  OrderedPipeline(const OrderedPipeline&) = delete;
  OrderedPipeline& operator=(const OrderedPipeline&) = delete;

  /// The next job, done; null behind the last one. It lives until the next call.
  Job* take() {
    give_back();
    while (true) {
      Entry* entry = nullptr;
      {
        std::unique_lock lock(mutex_);
        if (!is_front_done()) entry = begin();
        if (entry == nullptr) {
          is_ready_.wait(lock, [&] { return begun_.empty() || is_front_done(); });
          if (begun_.empty()) return nullptr;
          taken_ = std::move(begun_.front());
          begun_.pop_front();
          return &taken_->job;
        }
      }
      finish(*entry, work_);
    }
  }

 private:
  struct Entry {
    Job job;
    std::uint64_t cost = 0;
    bool is_done = false;
  };

  static constexpr std::size_t most_begun(unsigned threads) { return 2 * std::size_t{threads} + 2; }
  bool is_front_done() const { return !begun_.empty() && begun_.front()->is_done; }
  bool has_room() const { return begun_.size() < most_begun_ && cost_ < kMostCost; }

  /// With the lock; null when there is none left, or no room.
  Entry* begin() {
    if (is_at_end_ || !has_room()) return nullptr;
    if (spare_.empty()) spare_.push_back(std::make_unique<Entry>());
    const auto cost = claim_(spare_.back()->job);
    if (!cost) {
      is_at_end_ = true;
      has_room_.notify_all();
      return nullptr;
    }
    std::unique_ptr<Entry> entry = std::move(spare_.back());
    spare_.pop_back();
    entry->cost = *cost;
    entry->is_done = false;
    cost_ += *cost;
    begun_.push_back(std::move(entry));
    return begun_.back().get();
  }

  void finish(Entry& entry, const Work& work) {
    work(entry.job);
    {
      const std::lock_guard lock(mutex_);
      entry.is_done = true;
    }
    is_ready_.notify_one();
  }

  void give_back() {
    if (!taken_) return;
    {
      const std::lock_guard lock(mutex_);
      cost_ -= taken_->cost;
      spare_.push_back(std::move(taken_));
    }
    has_room_.notify_one();
  }

  void run(const Work& work) {
    while (true) {
      Entry* entry = nullptr;
      {
        std::unique_lock lock(mutex_);
        has_room_.wait(lock, [&] { return is_at_end_ || has_room(); });
        entry = begin();
        if (is_at_end_ && entry == nullptr) return;
      }
      if (entry != nullptr) finish(*entry, work);
    }
  }

  Claim claim_;
  Work work_;
  std::size_t most_begun_;
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable is_ready_;
  std::deque<std::unique_ptr<Entry>> begun_;  ///< in order
  std::vector<std::unique_ptr<Entry>> spare_;
  std::uint64_t cost_ = 0;  ///< of those begun and not given back
  bool is_at_end_ = false;
  std::unique_ptr<Entry> taken_;
  std::vector<std::jthread> threads_;  ///< last: they end before what they use
};

}  // namespace scrubjay
