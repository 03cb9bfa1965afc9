#include "core/frame_scan.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace scrubjay::frame_scan_detail {

namespace {

/// A few consecutive frames on their way through the pipeline.
struct Run {
  std::size_t first_slot = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// oneTBB hands a scan over to its threads inside its library, where a thread sanitizer does not
/// look: this lets it see that all that was made ready before stands before all that they do.
class Handover {
 public:
  static void given() { count_.fetch_add(1, std::memory_order_release); }
  static void taken() { static_cast<void>(count_.load(std::memory_order_acquire)); }

 private:
  static inline constinit std::atomic<unsigned> count_{0};
};

class Scan {
 public:
  Scan(const FrameScan& scan, const std::atomic<bool>& cancelled, Work& work)
      : scan_(scan),
        cancelled_(cancelled),
        work_(work),
        threads_(scan.threads != 0 ? scan.threads
                                   : std::max(1u, std::thread::hardware_concurrency())),
        runs_(2 * threads_),
        end_(std::min(scan.end, scan.recording->frame_count())),
        cursors_([this] { return Cursor(scan_.recording); }),
        unclaimed_(std::min(scan.first, end_)) {
    for (std::size_t i = 0; i < runs_.size(); ++i) runs_[i].first_slot = i * FrameScan::kRun;
    work_.reserve_slots(runs_.size() * FrameScan::kRun);
  }

  bool run();

 private:
  bool is_stopped() const { return stopped_.load() || cancelled_.load(); }
  Run* claim();
  std::size_t frames_of_next_run() const;
  void make(Run& run);
  void deliver(const Run& run);

  const FrameScan& scan_;
  const std::atomic<bool>& cancelled_;
  Work& work_;
  const std::size_t threads_;
  std::vector<Run> runs_;  ///< as many as are on their way at most, used in turn
  const std::size_t end_;  ///< the frame after the last one
  oneapi::tbb::enumerable_thread_specific<Cursor> cursors_;
  std::atomic<bool> stopped_{false};

  // The pipeline itself keeps what is in order in order. The locks, for which nobody waits long,
  // let a thread sanitizer see it, too: it cannot look into the library.
  std::mutex mutex_;
  std::size_t unclaimed_;
  std::size_t claimed_runs_ = 0;
  std::size_t made_frames_ = 0;
  std::size_t made_bytes_ = 0;
  std::mutex delivery_mutex_;
};

/// As many frames as keep what waits in bounds, if they are like those before.
std::size_t Scan::frames_of_next_run() const {
  const std::size_t for_one = std::max<std::size_t>(scan_.max_waiting_bytes / runs_.size(), 1);
  // Little is known at first. Towards the end runs become shorter, so that no thread has work long
  // after the others have none.
  const std::size_t share = (end_ - unclaimed_ + runs_.size() - 1) / runs_.size();
  const std::size_t most = std::min({FrameScan::kRun, 2 * made_frames_ + 1, share});
  if (made_bytes_ == 0) return most;
  const std::size_t bytes_of_one = std::max<std::size_t>(made_bytes_ / made_frames_, 1);
  return std::clamp<std::size_t>(for_one / bytes_of_one, 1, most);
}

/// Null behind the last frame, and when stopped.
Run* Scan::claim() {
  const std::lock_guard lock(mutex_);
  if (is_stopped() || unclaimed_ >= end_) return nullptr;
  // Runs are delivered in order, so the one that had this place has gone.
  Run& run = runs_[claimed_runs_++ % runs_.size()];
  run.begin = unclaimed_;
  run.end = std::min(run.begin + frames_of_next_run(), end_);
  unclaimed_ = run.end;
  return &run;
}

void Scan::make(Run& run) {
  Cursor& cursor = cursors_.local();
  std::size_t bytes = 0;
  for (std::size_t i = run.begin; i < run.end && !is_stopped(); ++i) {
    const FrameIndex frame(i);
    cursor.set_coordinates(scan_.coordinates_of ? scan_.coordinates_of(frame) : scan_.coordinates);
    bytes += work_.make(cursor.seek(frame), run.first_slot + i - run.begin);
  }
  const std::lock_guard lock(mutex_);
  made_frames_ += run.end - run.begin;
  made_bytes_ += bytes;
}

void Scan::deliver(const Run& run) {
  { const std::lock_guard made(mutex_); }
  const std::lock_guard lock(delivery_mutex_);
  for (std::size_t i = run.begin; i < run.end && !is_stopped(); ++i) {
    if (!work_.deliver(FrameIndex(i), run.first_slot + i - run.begin)) stopped_ = true;
  }
  const std::lock_guard gone(mutex_);
}

bool Scan::run() {
  namespace tbb = oneapi::tbb;
  const auto claimed = tbb::make_filter<void, Run*>(tbb::filter_mode::serial_in_order,
                                                    [this](tbb::flow_control& control) {
                                                      Handover::taken();
                                                      Run* run = claim();
                                                      if (run == nullptr) control.stop();
                                                      return run;
                                                    });
  const auto made = tbb::make_filter<Run*, Run*>(tbb::filter_mode::parallel, [this](Run* run) {
    Handover::taken();
    make(*run);
    return run;
  });
  const auto delivered =
      tbb::make_filter<Run*, void>(tbb::filter_mode::serial_in_order, [this](Run* run) {
        Handover::taken();
        deliver(*run);
      });
  Handover::given();
  tbb::task_arena arena(static_cast<int>(threads_));
  arena.execute([&] { tbb::parallel_pipeline(runs_.size(), claimed & made & delivered); });
  const std::lock_guard lock(delivery_mutex_);
  return !is_stopped();
}

}  // namespace

bool run(const FrameScan& scan, const std::atomic<bool>& cancelled, Work& work) {
  return Scan(scan, cancelled, work).run();
}

}  // namespace scrubjay::frame_scan_detail
