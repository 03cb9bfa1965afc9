#include "app/viewer/frames/frame_channel.h"

#include <atomic>
#include <utility>

namespace scrubjay {

namespace {

/// Never the same twice, whatever recording is opened where another one was.
std::uint64_t next_decoding() {
  static std::atomic<std::uint64_t> decodings{0};
  return ++decodings;
}

}  // namespace

FrameChannel::FrameChannel(std::shared_ptr<DecoderPool> decoders, Background& background)
    : decoders_(std::move(decoders)),
      read_ahead_(decoders_->recording()),
      decoding_now_(background, [this](const FrameRequest& wanted, Decoded& out) {
        decoders_->read(this, wanted, [&](const Frame& frame) { copy_frame(frame, out.frame); });
        out.decoding = next_decoding();
        read_ahead_.shown(wanted.frame);
        return true;
      }) {}

void FrameChannel::request(FrameRequest wanted) {
  if (!decoders_->knows_between()) {
    wanted.time = 0;
    wanted.sampling = Sampling::hold;
  }
  decoding_now_.request(wanted);
}

const Frame* FrameChannel::latest() {
  const Decoded* const decoded = decoding_now_.latest();
  const bool was_current = std::exchange(is_current_, decoding_now_.is_current());
  const std::uint64_t before = decoding_;
  if (decoded != nullptr) decoding_ = decoded->decoding;
  const bool begins = decoded == nullptr && moved_ == std::chrono::steady_clock::time_point();
  if (begins || was_current || is_current_ || decoding_ != before) {
    moved_ = std::chrono::steady_clock::now();
  }
  return decoded == nullptr ? nullptr : &decoded->frame;
}

bool FrameChannel::is_late() const {
  constexpr std::chrono::milliseconds kAtOnce{100};
  return !is_current_ && std::chrono::steady_clock::now() - moved_ > kAtOnce;
}

}  // namespace scrubjay
