#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "app/viewer/frames/decoder_pool.h"
#include "core/concurrency/latest_wanted.h"
#include "core/read_ahead.h"

namespace scrubjay {

/// The frames of one stream for the window, decoded in the background: the window asks for one and
/// takes the newest that is ready, and waits for none. Steady use allocates nothing. The frames
/// that come next are read ahead from the disk.
class FrameChannel {
 public:
  /// `background` must outlive this.
  FrameChannel(std::shared_ptr<DecoderPool> decoders, Background& background);

  /// Asks for a frame; an older request that has not begun is forgotten.
  void request(FrameRequest wanted);
  /// The newest frame ready, null before the first. Valid until the next call.
  const Frame* latest();
  /// True when the frame that `latest` gave last is the one asked for last.
  bool is_current() const { return is_current_; }
  /// True when it is not, and for longer than people take for at once.
  bool is_late() const;
  /// Tells apart what was decoded: another number with every frame that `latest` of any channel
  /// gives anew.
  std::uint64_t decoding() const { return decoding_; }

 private:
  struct Decoded {
    Frame frame;
    std::uint64_t decoding = 0;
  };

  std::shared_ptr<DecoderPool> decoders_;
  ReadAhead read_ahead_;  ///< of the background
  bool is_current_ = false;
  std::uint64_t decoding_ = 0;
  std::chrono::steady_clock::time_point moved_;       ///< when what is shown was right or new last
  LatestWanted<FrameRequest, Decoded> decoding_now_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
