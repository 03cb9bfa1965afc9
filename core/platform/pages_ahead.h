#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "core/platform/input_file.h"

namespace scrubjay {

/// Puts the pages of a mapped file into this process's memory ahead of a pass that touches most of
/// them, on a thread of its own: the pass itself then meets no page faults, and waits less for a
/// cold disk.
///
///     reached by the pass | put in place, at most kWindowBytes |
///     --------------------+------------------------------------+----->  file
///
/// A pass that comes past it more than a few times leaves out most of the pages: then this ends.
/// Does nothing where there is one processor, where the file is not mapped or small, and where the
/// system knows no such call. The thread waits for the disk, and for the pass.
class PagesAhead {
 public:
  static constexpr std::uint64_t kWindowBytes = std::uint64_t{32} << 20;
  /// What is put in place at once.
  static constexpr std::uint64_t kStepBytes = std::uint64_t{1} << 20;
  static constexpr std::uint64_t kLeastFileBytes = 4 * kStepBytes;
  /// So often the pass may be ahead of this.
  static constexpr int kMostOvertaken = 16;

  /// `file` must outlive this. The pass begins at `begin`.
  PagesAhead(const InputFile& file, std::uint64_t begin);
  /// Waits for the step that is being made.
  ~PagesAhead();
  PagesAhead(const PagesAhead&) = delete;
  PagesAhead& operator=(const PagesAhead&) = delete;

  /// The pass has come as far as `offset`. Cheap, but not for every few bytes.
  void reached(std::uint64_t offset);
  /// Whether there is a thread that puts pages in place, or was.
  bool is_at_work() const { return thread_.joinable(); }
  /// All up to here is in place, but for what the pass came past.
  std::uint64_t done() const { return done_.load(std::memory_order_acquire); }

 private:
  void run(Bytes file);

  static constexpr std::uint64_t kEnded = ~std::uint64_t{0};
  std::atomic<std::uint64_t> reached_;  ///< kEnded: this goes away
  std::atomic<std::uint64_t> done_;
  std::jthread thread_;
};

}  // namespace scrubjay
