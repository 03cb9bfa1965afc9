#include "app/viewer/frame_channel.h"

namespace scrubjay {

const Frame& FrameChannel::Slot::seek(const FrameRequest& wanted) {
  if (between) {
    frame = &between->seek(wanted.time, wanted.sampling);
  } else {
    frame = &frames->seek(wanted.frame);
  }
  return *frame;
}

FrameChannel::FrameChannel(std::shared_ptr<const Recording> recording, std::function<void()> wake)
    : wake_(std::move(wake)),
      read_ahead_(*recording),
      slots_{Slot(recording), Slot(recording), Slot(recording)},
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

FrameChannel::~FrameChannel() {
  thread_.request_stop();
  changed_.notify_all();
}

void FrameChannel::request(FrameRequest wanted) {
  if (!knows_between()) {
    wanted.time = 0;
    wanted.sampling = Sampling::hold;
  }
  const std::lock_guard lock(mutex_);
  if (wanted == wanted_) return;
  wanted_ = wanted;
  changed_.notify_all();
}

const Frame* FrameChannel::latest(std::chrono::microseconds patience) {
  std::unique_lock lock(mutex_);
  if (wanted_.frame.exists()) {
    changed_.wait_for(lock, patience, [this] { return done_ == wanted_; });
  }
  if (ready_ != kNone) shown_ = ready_;
  is_current_ = done_ == wanted_;
  return shown_ == kNone ? nullptr : slots_[static_cast<std::size_t>(shown_)].frame;
}

void FrameChannel::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, stop, [this] { return wanted_.frame.exists() && done_ != wanted_; });
    if (stop.stop_requested()) return;
    const FrameRequest wanted = wanted_;
    int slot = 0;
    while (slot == shown_ || slot == ready_) ++slot;
    lock.unlock();
    Slot& working = slots_[static_cast<std::size_t>(slot)];
    working.seek(wanted);
    working.decoding = ++decodings_;
    lock.lock();
    ready_ = slot;
    done_ = wanted;
    changed_.notify_all();
    wake_();
    lock.unlock();
    read_ahead_.shown(wanted.frame);
    lock.lock();
  }
}

}  // namespace scrubjay
