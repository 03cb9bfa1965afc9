#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/read_ahead.h"
#include "core/time_cursor.h"

namespace scrubjay {

/// What a channel is asked for.
struct FrameRequest {
  FrameIndex frame;
  Seconds time = 0;  ///< the recording's own; counts where its format knows what is between frames
  Sampling sampling = Sampling::hold;
  bool operator==(const FrameRequest&) const = default;
};

/// Decodes frames of one recording for the window, on a thread of its own: the window asks for a
/// frame and takes the newest one that is ready, so that a slow disk never stops it. Three cursors
/// take turns: one is shown, one is ready, one is at work. Steady use allocates nothing. While it
/// waits for the next request, the frames that come next are read ahead.
class FrameChannel {
 public:
  /// `wake` is called on the channel's thread when a frame is ready.
  FrameChannel(std::shared_ptr<const Recording> recording, std::function<void()> wake);
  ~FrameChannel();
  FrameChannel(const FrameChannel&) = delete;
  FrameChannel& operator=(const FrameChannel&) = delete;

  /// Asks for a frame; an older request that is not at work yet is forgotten.
  void request(FrameRequest wanted);
  /// True when the state between frames is known: requests at other times give other states.
  bool knows_between() const { return slots_[0].between.has_value(); }
  /// The newest frame ready, null before the first. Waits at most `patience` for the one asked for.
  /// Valid until the next call.
  const Frame* latest(std::chrono::microseconds patience);
  /// True when the frame that `latest` gave last is the one asked for last.
  bool is_current() const { return is_current_; }
  /// Tells apart what was decoded: another number with every frame that `latest` gives anew.
  std::uint64_t decoding() const {
    return shown_ == kNone ? 0 : slots_[static_cast<std::size_t>(shown_)].decoding;
  }

 private:
  struct Slot {
    explicit Slot(const std::shared_ptr<const Recording>& recording)
        : between(TimeCursor::open(recording)) {
      if (!between) frames.emplace(recording);
    }
    const Frame& seek(const FrameRequest& wanted);

    std::optional<TimeCursor> between;
    std::optional<Cursor> frames;  ///< where only frames are known
    const Frame* frame = nullptr;
    std::uint64_t decoding = 0;
  };
  static constexpr int kNone = -1;

  void work(const std::stop_token& stop);

  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  ReadAhead read_ahead_;  ///< for the channel's thread
  std::array<Slot, 3> slots_;
  FrameRequest wanted_;
  FrameRequest done_;
  std::uint64_t decodings_ = 0;
  int shown_ = kNone;
  int ready_ = kNone;
  bool is_current_ = false;
  std::jthread thread_;
};

}  // namespace scrubjay
