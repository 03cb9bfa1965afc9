#include "formats/framebyframe/skim_pipeline.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace scrubjay::framebyframe {

namespace {

constexpr std::uint64_t kBatchBytes = 256 * 1024;
constexpr std::size_t kBatchFrames = 64;
/// Less than that is done sooner than threads are started.
constexpr std::uint64_t kLeastForThreads = 4 << 20;
constexpr unsigned kMostThreads = 8;

struct Batch {
  std::size_t first = 0;
  std::size_t end = 0;
  bool is_done = false;
  std::vector<SkimmedFrame> frames;  ///< as many as batches ever had; kept for their storage
};

/// The frames of one batch, from `first` on.
std::size_t end_of_batch(std::span<const ScannedFrame> frames, std::size_t first) {
  std::uint64_t bytes = 0;
  std::size_t end = first;
  while (end < frames.size() && end - first < kBatchFrames && bytes < kBatchBytes) {
    bytes += frames[end++].bytes.size;
  }
  return end;
}

class Pipeline {
 public:
  Pipeline(const FileIndex& index, std::span<const ScannedFrame> frames, CheckedFrames checked,
           unsigned threads)
      : index_(index), frames_(frames), checked_(checked), most_batches_(2 * threads + 2) {
    for (unsigned i = 0; i < threads; ++i) {
      threads_.emplace_back([this] { work(); });
    }
  }

  ~Pipeline() {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    has_room_.notify_all();
  }

  void deliver(const TakeSkimmed& take) {
    for (std::size_t next = 0; next < frames_.size();) {
      const std::unique_ptr<Batch> batch = take_batch();
      for (; next < batch->end; ++next) {
        if (!take(frames_[next], batch->frames[next - batch->first])) return;
      }
      give_back(*batch);
    }
  }

 private:
  std::unique_ptr<Batch> take_batch() {
    std::unique_lock lock(mutex_);
    is_ready_.wait(lock, [&] { return !begun_.empty() && begun_.front()->is_done; });
    std::unique_ptr<Batch> batch = std::move(begun_.front());
    begun_.pop_front();
    return batch;
  }

  void give_back(Batch& batch) {
    {
      const std::lock_guard lock(mutex_);
      spare_.push_back(std::make_unique<Batch>(std::move(batch)));
    }
    has_room_.notify_one();
  }

  /// The next batch, begun; null when there is none left.
  Batch* begin_batch() {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] {
      return is_stopped_ || next_ == frames_.size() || begun_.size() < most_batches_;
    });
    if (is_stopped_ || next_ == frames_.size()) return nullptr;
    std::unique_ptr<Batch> batch = std::make_unique<Batch>();
    if (!spare_.empty()) {
      batch = std::move(spare_.back());
      spare_.pop_back();
    }
    batch->first = next_;
    batch->end = end_of_batch(frames_, next_);
    batch->is_done = false;
    next_ = batch->end;
    begun_.push_back(std::move(batch));
    return begun_.back().get();
  }

  void work() {
    FrameSkimmer skimmer(index_);
    while (Batch* batch = begin_batch()) {
      const std::size_t count = batch->end - batch->first;
      if (batch->frames.size() < count) batch->frames.resize(count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t frame = batch->first + i;
        skimmer.skim(frames_[frame], checked_.contains(frame), batch->frames[i]);
      }
      {
        const std::lock_guard lock(mutex_);
        batch->is_done = true;
      }
      is_ready_.notify_one();
    }
    // Whoever waits for room learns that nothing is left.
    has_room_.notify_all();
  }

  const FileIndex& index_;
  std::span<const ScannedFrame> frames_;
  CheckedFrames checked_;
  std::size_t most_batches_;
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable is_ready_;
  std::deque<std::unique_ptr<Batch>> begun_;  ///< in order
  std::vector<std::unique_ptr<Batch>> spare_;
  std::size_t next_ = 0;  ///< the first frame of no batch yet
  bool is_stopped_ = false;
  std::vector<std::jthread> threads_;  ///< last: they end before what they use
};

}  // namespace

void skim_in_order(const FileIndex& index, std::span<const ScannedFrame> frames,
                   const TakeSkimmed& take) {
  std::uint64_t bytes = 0;
  for (const ScannedFrame& frame : frames) bytes += frame.bytes.size;
  const CheckedFrames checked{.is_small = bytes <= CheckedFrames::kCheckedBytes};
  const unsigned threads = std::min(std::thread::hardware_concurrency(), kMostThreads);
  if (threads > 1 && bytes >= kLeastForThreads) {
    Pipeline(index, frames, checked, threads).deliver(take);
    return;
  }
  FrameSkimmer skimmer(index);
  SkimmedFrame skimmed;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    skimmer.skim(frames[i], checked.contains(i), skimmed);
    if (!take(frames[i], skimmed)) return;
  }
}

}  // namespace scrubjay::framebyframe
