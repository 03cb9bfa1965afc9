#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/concurrency/awaited.h"
#include "formats/format_writer.h"

namespace scrubjay {

/// What became of a recording that was to be saved.
struct SaveOutcome {
  std::string path;
  std::optional<Problem>
      failure;  ///< nothing was written then; code "cancelled" when it was stopped
  WriteReport report;
  std::uint64_t size_bytes = 0;
};

/// Writes a recording into a file on a thread of its own. The file appears whole or not at all.
class SaveJob {
 public:
  SaveJob() = default;
  /// Stops what is running; no file is left then.
  ~SaveJob();
  SaveJob(const SaveJob&) = delete;
  SaveJob& operator=(const SaveJob&) = delete;

  /// Begins; not while one is running. What the recording calls secrets is replaced. `wake` is
  /// called from the other thread now and then.
  void start(WriteRequest request, const FormatWriter& writer, std::string path,
             std::function<void()> wake);
  bool is_running() const { return running_.is_running(); }
  void cancel() { cancelled_.store(true); }
  /// Frames done and to do.
  std::pair<std::uint64_t, std::uint64_t> progress() const { return {done_.load(), total_.load()}; }
  /// What became of it, once it has ended; nothing before.
  std::optional<SaveOutcome> take() { return running_.take(); }

 private:
  SaveOutcome run(WriteRequest request, const FormatWriter& writer, const std::string& path,
                  const std::function<void()>& wake);

  std::atomic<bool> cancelled_{false};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> total_{0};
  Awaited<SaveOutcome> running_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
