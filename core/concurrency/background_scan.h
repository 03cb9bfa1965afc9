#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

#include "core/concurrency/background.h"

namespace scrubjay {

/// Goes through frames in the background as long as somebody wants to know more of them, and
/// reports what it finds on the way.
class BackgroundScan {
 public:
  /// Goes on with what is wanted and returns whether there is more; soon after `cancelled` is set
  /// it returns as well. To call `report()` when something was found.
  using Scan =
      std::function<bool(const std::atomic<bool>& cancelled, const std::function<void()>& report)>;

  BackgroundScan(Background& background, Scan scan)
      : scan_(std::move(scan)),
        report_([this, &background] { report(background); }),
        task_(background, Steps::scans, [this] { return step(); }) {}
  /// Cancels what is being done and waits for it.
  ~BackgroundScan() {
    is_closing_.store(true);  // before the other: a step that begins later ends at once
    cancelled_.store(true);
  }
  BackgroundScan(const BackgroundScan&) = delete;
  BackgroundScan& operator=(const BackgroundScan&) = delete;

  /// There may be more to do.
  void go_on() { task_.begin(); }
  /// Something else is wanted: what is being done is cancelled, then the scan begins anew.
  void restart() {
    cancelled_.store(true);
    task_.begin();
  }

 private:
  static constexpr std::chrono::milliseconds kWakeEvery{60};

  bool step() {
    cancelled_.store(false);
    return !is_closing_.load() && scan_(cancelled_, report_) && !is_closing_.load();
  }
  void report(const Background& background) {
    const auto now = std::chrono::steady_clock::now();
    if (now - woken_ < kWakeEvery) return;
    woken_ = now;
    background.wake()();
  }

  Scan scan_;
  std::function<void()> report_;
  std::chrono::steady_clock::time_point woken_;
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> is_closing_{false};
  Background::Task task_;  ///< last: its step ends before what it uses
};

}  // namespace scrubjay
