#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "core/recording.h"
#include "formats/format.h"

namespace scrubjay {

/// Of which recordings a preview is made, and of how much of them.
struct PreviewLimits {
  /// A smaller file is indexed before anybody misses it.
  std::uint64_t least_file_bytes = std::uint64_t{64} << 20;
  /// How long the index pass may take to its first frame before.
  std::chrono::milliseconds patience{100};
  /// How much is looked at: more where the head has no whole frame.
  std::array<std::uint64_t, 2> heads{std::uint64_t{8} << 20, std::uint64_t{48} << 20};
};

/// A recording of a large file's first bytes, made in the background while the index pass over the
/// whole file has not found a frame yet: some formats know the order of their frames only when they
/// have seen all of them. Destroying it cancels that and waits for it. The thread is its own, since
/// it sleeps first and then reads from the disk; it ends with that.
class Preview {
 public:
  /// `wake` is called, from another thread, when there is something to take. Nothing is made of a
  /// small file or of a folder, nor when the whole has frames soon.
  Preview(std::shared_ptr<const Recording> whole, ReadOptions options, std::function<void()> wake,
          const PreviewLimits& limits);
  ~Preview();
  Preview(const Preview&) = delete;
  Preview& operator=(const Preview&) = delete;

  /// The preview, once; null before it is ready.
  std::shared_ptr<Recording> take();

 private:
  void make(const std::stop_token& stop);
  std::shared_ptr<Recording> head(std::uint64_t bytes, const std::stop_token& stop);

  std::shared_ptr<const Recording> whole_;
  ReadOptions options_;
  std::function<void()> wake_;
  PreviewLimits limits_;
  std::mutex mutex_;
  std::shared_ptr<Recording> begun_;  ///< to be cancelled
  std::shared_ptr<Recording> ready_;
  std::jthread thread_;
};

}  // namespace scrubjay
