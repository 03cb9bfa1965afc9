#pragma once

#include <memory>
#include <optional>

#include "core/recording.h"

namespace scrubjay {

/// What a value is between two samples.
enum class Sampling : std::uint8_t {
  hold,    ///< the earlier one's
  linear,  ///< on the way from the earlier to the later one, where the format says how
};

/// What a FrameDecoder offers besides when its format knows the state between frames.
class TimeDecoder {
 public:
  virtual ~TimeDecoder() = default;
  /// As FrameDecoder::decode, but the state at `time`. `out.index` is the last frame at or before
  /// it, or the first one.
  virtual void decode_at(Seconds time, Sampling sampling, Frame& out) = 0;
};

/// A place in time of a recording whose format knows the state between frames. One per thread.
class TimeCursor {
 public:
  /// Nothing when the format only knows its frames.
  static std::optional<TimeCursor> open(std::shared_ptr<const Recording> recording);

  /// The state at `time`, with index, number and events of the last frame at or before it, or of
  /// the first one. Its time is that frame's when values are held, else `time` (if not before it).
  /// The recording must have frames. Valid until the next call.
  const Frame& seek(Seconds time, Sampling sampling);
  /// Converts what is sought from now on; nothing: as recorded.
  void set_coordinates(std::optional<CoordinateSystem> target) { target_ = target; }

 private:
  TimeCursor(std::shared_ptr<const Recording> recording, std::unique_ptr<FrameDecoder> decoder,
             TimeDecoder& between)
      : recording_(std::move(recording)), decoder_(std::move(decoder)), between_(&between) {}

  std::shared_ptr<const Recording> recording_;
  std::unique_ptr<FrameDecoder> decoder_;
  TimeDecoder* between_;  ///< the same object
  std::optional<CoordinateSystem> target_;
  Frame frame_;
};

}  // namespace scrubjay
