#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "analysis/compare/plan.h"
#include "analysis/compare/summary.h"
#include "app/viewer/comparing/differing_counts.h"
#include "core/concurrency/background_scan.h"

namespace scrubjay {

/// Holds two runs against each other in the background, as the view wants them.
class RunComparison {
 public:
  enum class State : std::uint8_t {
    off,       ///< nothing is wanted
    planning,  ///< frames and entities are paired
    comparing,
    stopped,  ///< by the user; go_on() goes on from there
    done,
    failed,  ///< see Found::failure
  };

  struct Wanted {
    compare::Sides sides;  ///< indexed
    compare::Options options;
  };

  /// What is to be compared from now on; none: nothing, all is forgotten. What is known already is
  /// kept as far as the options let it: pairs where only values are looked at otherwise, what was
  /// the same where tolerances grow. Cheap while nothing changes. `background` must outlive this.
  void want(std::optional<Wanted> wanted, Background& background);
  void stop();
  void go_on();

  /// What was found so far.
  struct Run {
    std::unique_ptr<const compare::Plan> plan;
    std::unique_ptr<compare::Summary> summary;  ///< of `plan`
    std::vector<std::uint32_t> item_of_a;       ///< by frame of A; kNoItem: not compared
    std::vector<DifferingCounts> counts;        ///< entities that differ, by Plan::stream_of

    static constexpr std::uint32_t kNoItem = 0xFFFFFFFF;
  };

  /// Nothing of it changes while it is held; to be held for a moment only.
  struct Found {
    std::unique_lock<std::mutex> lock;
    State state = State::off;
    const Run* run = nullptr;              ///< null while there is none yet
    const Problem* failure = nullptr;      ///< why there is none
    std::shared_ptr<const Run> kept = {};  ///< `run`, whose plan may be used longer
  };
  Found found() const;
  bool is_busy() const;
  /// Grows with what is known.
  std::uint64_t version() const { return version_.load(); }

 private:
  bool scan(const std::atomic<bool>& cancelled, const std::function<void()>& report);
  std::shared_ptr<Run> make_run(const Wanted& wanted, const std::shared_ptr<Run>& before,
                                const std::atomic<bool>& cancelled,
                                std::optional<Problem>& failure) const;
  std::unique_lock<std::mutex> enter() const;

  /// Who asks for `mutex_` first gets it first: the scan, which gives it back for moments only,
  /// would else have it again before the window wakes.
  mutable std::mutex turn_;
  mutable std::mutex mutex_;  ///< guards all up to `scan_`
  std::optional<Wanted> wanted_;
  std::uint64_t wanted_number_ = 0;  ///< another one with all that is wanted
  std::uint64_t planned_number_ = 0;
  std::shared_ptr<Run> run_;
  std::optional<Problem> failure_;
  bool is_stopped_ = false;
  std::atomic<std::uint64_t> version_{0};
  std::optional<BackgroundScan> scan_;  ///< last: it ends before what it uses
};

}  // namespace scrubjay
