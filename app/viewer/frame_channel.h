#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/recording.h"

namespace scrubjay {

/// Decodes frames of one recording for the window, on a thread of its own: the window asks for a
/// frame and takes the newest one that is ready, so that a slow disk never stops it. Three cursors
/// take turns: one is shown, one is ready, one is at work. Steady use allocates nothing.
class FrameChannel {
 public:
  /// `wake` is called on the channel's thread when a frame is ready.
  FrameChannel(std::shared_ptr<const Recording> recording, std::function<void()> wake);
  ~FrameChannel();
  FrameChannel(const FrameChannel&) = delete;
  FrameChannel& operator=(const FrameChannel&) = delete;

  /// Asks for a frame; an older request that is not at work yet is forgotten.
  void request(FrameIndex frame, const std::optional<CoordinateSystem>& coordinates);
  /// The newest frame ready, null before the first. Waits at most `patience` for the one asked for.
  /// Valid until the next call.
  const Frame* latest(std::chrono::microseconds patience);
  /// True when the frame that `latest` gave last is the one asked for last.
  bool is_current() const { return is_current_; }

 private:
  struct Wanted {
    FrameIndex frame;
    std::optional<CoordinateSystem> coordinates;
    bool operator==(const Wanted&) const = default;
  };
  static constexpr int kNone = -1;

  void work(const std::stop_token& stop);

  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::array<Cursor, 3> cursors_;
  Wanted wanted_;
  Wanted done_;
  int shown_ = kNone;
  int ready_ = kNone;
  bool is_current_ = false;
  std::jthread thread_;
};

}  // namespace scrubjay
