#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// All frames of an indexed recording, decoded on several threads with a cursor each and delivered
/// in order, one at a time.
///
///     frames   0 ... 31 | 32 ... 63 | 64 ...     runs of frames go through an OrderedPipeline:
///
///     claim, in order  -->  make, several at a time  -->  deliver, in order
///
/// Neighbouring frames go together, since a format that stores changes decodes those cheapest.
/// Memory is bounded: there are only so many runs at a time, and those of large frames are short.
struct FrameScan {
  static constexpr std::size_t kRun = 32;
  static constexpr std::size_t kMostWaitingBytes = std::size_t{64} << 20;

  std::shared_ptr<const Recording> recording;
  std::optional<CoordinateSystem> coordinates = {};  ///< none: as recorded
  /// Where not every frame is to be in the same: the system of one, none for as recorded. Called on
  /// several threads at once; goes before `coordinates` when it is set.
  std::function<std::optional<CoordinateSystem>(FrameIndex)> coordinates_of = {};
  std::size_t max_waiting_bytes = kMostWaitingBytes;  ///< about; one frame a run at least
  unsigned threads = 0;                               ///< 0: as many as the machine has
  std::optional<std::vector<EntityIndex>> only = {};  ///< entities that are wanted; none: all
  std::size_t first = 0;                              ///< frames [first, end) of the recording
  std::size_t end = static_cast<std::size_t>(-1);
};

namespace frame_scan_detail {

/// What is done with the frames. A slot is where a frame's result stays until it is delivered.
class Work {
 public:
  virtual ~Work() = default;
  /// Before anything else.
  virtual void reserve_slots(std::size_t count) = 0;
  /// Returns the result's size in bytes. On several threads at once, for different slots.
  virtual std::size_t make(const Frame& frame, std::size_t slot) = 0;
  /// False stops.
  virtual bool deliver(FrameIndex frame, std::size_t slot) = 0;
};

bool run(const FrameScan& scan, const std::atomic<bool>& cancelled, Work& work);

template <class Result, class Make, class Deliver>
class WorkOf final : public Work {
 public:
  WorkOf(Make& make, Deliver& deliver) : make_(make), deliver_(deliver) {}

  void reserve_slots(std::size_t count) override { results_ = std::vector<Result>(count); }
  std::size_t make(const Frame& frame, std::size_t slot) override {
    return make_(frame, results_[slot]);
  }
  bool deliver(FrameIndex frame, std::size_t slot) override {
    return deliver_(frame, results_[slot]);
  }

 private:
  Make& make_;
  Deliver& deliver_;
  std::vector<Result> results_;
};

}  // namespace frame_scan_detail

/// Calls `make(const Frame&, Result&) -> std::size_t` once a frame, on several threads at once: it
/// replaces what the result holds from an earlier frame and returns its size in bytes. Calls
/// `deliver(FrameIndex, Result&) -> bool` in order of frames, on the calling thread, which makes
/// results, too, rather than wait; false stops the scan. Returns true when all were delivered,
/// false when stopped or cancelled.
template <class Result, class Make, class Deliver>
bool scan_frames(const FrameScan& scan, const std::atomic<bool>& cancelled, Make make,
                 Deliver deliver) {
  frame_scan_detail::WorkOf<Result, Make, Deliver> work(make, deliver);
  return frame_scan_detail::run(scan, cancelled, work);
}

}  // namespace scrubjay
