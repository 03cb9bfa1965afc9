#pragma once

#include <memory>
#include <thread>

#include "core/recording.h"

namespace scrubjay {

/// Runs a recording's index pass on a thread of its own. Destroying it cancels the pass and waits
/// for it.
class BackgroundIndex {
 public:
  explicit BackgroundIndex(std::shared_ptr<Recording> recording)
      : recording_(std::move(recording)), thread_([r = recording_] { r->index(); }) {}
  ~BackgroundIndex() {
    if (recording_ != nullptr) recording_->cancel();
  }
  BackgroundIndex(BackgroundIndex&&) = default;
  BackgroundIndex& operator=(BackgroundIndex&&) = delete;
  BackgroundIndex(const BackgroundIndex&) = delete;
  BackgroundIndex& operator=(const BackgroundIndex&) = delete;

 private:
  std::shared_ptr<Recording> recording_;
  std::jthread thread_;
};

}  // namespace scrubjay
