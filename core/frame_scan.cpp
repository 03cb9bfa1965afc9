#include "core/frame_scan.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "core/concurrency/ordered_pipeline.h"
#include "core/concurrency/run_lengths.h"

namespace scrubjay::frame_scan_detail {

namespace {

/// A few consecutive frames on their way through the pipeline.
struct Run {
  std::optional<std::size_t> first_slot;
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Scan {
 public:
  Scan(const FrameScan& scan, const std::atomic<bool>& cancelled, Work& work)
      : scan_(scan),
        cancelled_(cancelled),
        work_(work),
        end_(std::min(scan.end, scan.recording->frame_count())),
        unclaimed_(std::min(scan.first, end_)),
        helpers_(helpers()),
        most_runs_(OrderedPipeline<Run>::most_jobs(helpers_)),
        lengths_(most_runs_, FrameScan::kRun, scan.max_waiting_bytes) {
    work_.reserve_slots(most_runs_ * FrameScan::kRun);
  }

  bool run();

 private:
  bool is_stopped() const { return is_stopped_ || cancelled_.load(); }
  unsigned helpers() const;
  bool claim(Run& run);
  void make(Run& run, Cursor& cursor);
  void deliver(const Run& run);

  const FrameScan& scan_;
  const std::atomic<bool>& cancelled_;
  Work& work_;
  const std::size_t end_;  ///< the frame after the last one
  std::size_t unclaimed_;
  const unsigned helpers_;  ///< threads beside the calling one
  const std::size_t most_runs_;
  std::size_t slots_ = 0;  ///< given to runs
  std::atomic<bool> is_stopped_{false};
  RunLengths lengths_;
};

unsigned Scan::helpers() const {
  const unsigned wanted =
      scan_.threads != 0 ? scan_.threads : std::max(1u, std::thread::hardware_concurrency());
  // The calling thread takes a frame at least.
  const std::size_t others = std::max<std::size_t>(end_ - unclaimed_, 1) - 1;
  return static_cast<unsigned>(std::min<std::size_t>(wanted - 1, others));
}

/// False behind the last frame, and when stopped.
bool Scan::claim(Run& run) {
  if (is_stopped() || unclaimed_ >= end_) return false;
  if (!run.first_slot) run.first_slot = slots_++ * FrameScan::kRun;
  run.begin = unclaimed_;
  run.end = std::min(run.begin + lengths_.next(end_ - unclaimed_), end_);
  unclaimed_ = run.end;
  return true;
}

void Scan::make(Run& run, Cursor& cursor) {
  std::size_t bytes = 0;
  for (std::size_t i = run.begin; i < run.end && !is_stopped(); ++i) {
    const FrameIndex frame(i);
    cursor.set_coordinates(scan_.coordinates_of ? scan_.coordinates_of(frame) : scan_.coordinates);
    bytes += work_.make(cursor.seek(frame), *run.first_slot + i - run.begin);
  }
  lengths_.add(run.end - run.begin, bytes);
}

void Scan::deliver(const Run& run) {
  for (std::size_t i = run.begin; i < run.end && !is_stopped(); ++i) {
    if (!work_.deliver(FrameIndex(i), *run.first_slot + i - run.begin)) is_stopped_ = true;
  }
}

bool Scan::run() {
  const auto claim_run = [this](Run& run) -> std::optional<std::uint64_t> {
    return claim(run) ? std::optional<std::uint64_t>(0) : std::nullopt;
  };
  const auto make_work = [this] {
    return [this, cursor = std::make_shared<std::optional<Cursor>>()](Run& run) {
      if (!*cursor) {
        cursor->emplace(scan_.recording);
        (*cursor)->want(scan_.only);
      }
      make(run, **cursor);
    };
  };
  OrderedPipeline<Run> runs(helpers_, claim_run, make_work);
  while (const Run* run = is_stopped() ? nullptr : runs.take()) deliver(*run);
  return !is_stopped();
}

}  // namespace

bool run(const FrameScan& scan, const std::atomic<bool>& cancelled, Work& work) {
  return Scan(scan, cancelled, work).run();
}

}  // namespace scrubjay::frame_scan_detail
