#pragma once

#include <memory>
#include <thread>

#include "core/index_cache.h"
#include "core/recording.h"

namespace scrubjay {

/// Runs a recording's index pass on a thread of its own, or takes its index from a cache, and keeps
/// there what was made. Destroying it cancels all that and waits for it. The thread is its own,
/// since it reads all of a file from the disk and ends with that.
class BackgroundIndex {
 public:
  explicit BackgroundIndex(std::shared_ptr<Recording> recording,
                           std::shared_ptr<const IndexCache> cache = nullptr)
      : recording_(std::move(recording)), thread_([r = recording_, c = std::move(cache)] {
          if (index_recording(*r, c.get())) c->save(*r);
        }) {}
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
