#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// All frames of an indexed recording, decoded on several threads with a cursor each and delivered
/// in order on the calling thread.
///
///     frames   0 ....... 31 | 32 ....... 63 | 64 ...       a worker claims a run of frames at a
///     time
///              next ^  delivered before, waiting or being made behind it
///
/// Neighbouring frames go to one worker, since a format that stores changes decodes those cheapest.
/// Memory is bounded: a worker waits when its frame lies too far ahead, or when what waits exceeds
/// `max_waiting_bytes` and its frame is not the next one to deliver.
struct FrameScan {
  static constexpr std::size_t kRun = 32;

  std::shared_ptr<const Recording> recording;
  std::optional<CoordinateSystem> coordinates = {};  ///< none: as recorded
  /// Where not every frame is to be in the same: the system of one, none for as recorded. Called on
  /// several threads at once; goes before `coordinates` when it is set.
  std::function<std::optional<CoordinateSystem>(FrameIndex)> coordinates_of = {};
  std::size_t max_waiting_bytes = std::size_t{64} << 20;
  unsigned threads = 0;   ///< 0: as many as the machine has, at most 16
  std::size_t first = 0;  ///< frames [first, end) of the recording
  std::size_t end = static_cast<std::size_t>(-1);
};

namespace frame_scan_detail {

template <class Result>
class Scan {
 public:
  explicit Scan(const FrameScan& scan)
      : scan_(scan),
        count_(std::min(scan.end, scan.recording->frame_count())),
        unclaimed_(std::min(scan.first, count_)),
        next_(unclaimed_),
        slots_(2 * FrameScan::kRun * workers()) {}

  std::size_t workers() const {
    const unsigned machine = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
    const std::size_t wanted = scan_.threads != 0 ? scan_.threads : machine;
    return std::clamp<std::size_t>((count_ - first() + FrameScan::kRun - 1) / FrameScan::kRun, 1,
                                   wanted);
  }

  template <class Make>
  void work(Make& make) {
    Cursor cursor(scan_.recording);
    cursor.set_coordinates(scan_.coordinates);
    while (true) {
      const std::size_t begin = claim_run();
      const std::size_t end = std::min(begin + FrameScan::kRun, count_);
      if (begin >= end) return;
      for (std::size_t frame = begin; frame < end; ++frame) {
        if (!wait_for_room(frame)) return;
        Slot& slot = slots_[frame % slots_.size()];
        if (scan_.coordinates_of) cursor.set_coordinates(scan_.coordinates_of(FrameIndex(frame)));
        const std::size_t bytes = make(cursor.seek(FrameIndex(frame)), slot.result);
        publish(slot, bytes);
      }
    }
  }

  template <class Deliver>
  bool deliver_all(Deliver& deliver, const std::atomic<bool>& cancelled) {
    for (std::size_t frame = first(); frame < count_; ++frame) {
      Slot& slot = slots_[frame % slots_.size()];
      if (!wait_until_ready(slot, cancelled) || !deliver(FrameIndex(frame), slot.result)) {
        stop();
        return false;
      }
      release(slot);
    }
    return true;
  }

 private:
  struct Slot {
    Result result;
    std::size_t bytes = 0;
    bool is_ready = false;
  };

  std::size_t first() const { return std::min(scan_.first, count_); }

  std::size_t claim_run() {
    const std::lock_guard lock(mutex_);
    const std::size_t begin = unclaimed_;
    unclaimed_ = std::min(unclaimed_ + FrameScan::kRun, count_);
    return begin;
  }

  bool wait_for_room(std::size_t frame) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] {
      return stopped_ || frame == next_ ||
             (frame < next_ + slots_.size() && waiting_bytes_ < scan_.max_waiting_bytes);
    });
    return !stopped_;
  }

  void publish(Slot& slot, std::size_t bytes) {
    {
      const std::lock_guard lock(mutex_);
      slot.bytes = bytes;
      slot.is_ready = true;
      waiting_bytes_ += bytes;
    }
    ready_.notify_one();
  }

  bool wait_until_ready(Slot& slot, const std::atomic<bool>& cancelled) {
    std::unique_lock lock(mutex_);
    while (!slot.is_ready && !cancelled.load()) {
      // A signal handler that sets `cancelled` cannot notify.
      ready_.wait_for(lock, std::chrono::milliseconds(50));
    }
    return !cancelled.load();
  }

  void release(Slot& slot) {
    {
      const std::lock_guard lock(mutex_);
      slot.is_ready = false;
      waiting_bytes_ -= slot.bytes;
      ++next_;
    }
    room_.notify_all();
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    room_.notify_all();
  }

  const FrameScan& scan_;
  const std::size_t count_;  ///< the frame after the last one
  std::size_t unclaimed_;
  std::size_t next_;  ///< the frame to deliver next
  std::vector<Slot> slots_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::condition_variable room_;
  std::size_t waiting_bytes_ = 0;
  bool stopped_ = false;
};

}  // namespace frame_scan_detail

/// Calls `make(const Frame&, Result&) -> std::size_t` once a frame, on several threads at once: it
/// replaces what the result holds from an earlier frame and returns its size in bytes. Then calls
/// `deliver(FrameIndex, Result&) -> bool` on this thread, in order of frames; false stops the scan.
/// Returns true when all were delivered, false when stopped or cancelled.
template <class Result, class Make, class Deliver>
bool scan_frames(const FrameScan& scan, const std::atomic<bool>& cancelled, Make make,
                 Deliver deliver) {
  frame_scan_detail::Scan<Result> state(scan);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < state.workers(); ++i) {
    threads.emplace_back([&] { state.work(make); });
  }
  return state.deliver_all(deliver, cancelled);
}

}  // namespace scrubjay
