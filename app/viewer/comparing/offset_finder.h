#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "analysis/compare/offset_search.h"
#include "app/viewer/view_state.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// Looks in the background for how far the clock of one run is off.
class OffsetFinder {
 public:
  struct Answer {
    ChosenComparison chosen;  ///< of which runs
    std::shared_ptr<const Recording> a;
    std::shared_ptr<const Recording> b;
    compare::FoundOffset found;
  };

  ~OffsetFinder() { cancelled_->store(true); }
  /// Not while it is running.
  void start(const compare::Sides& sides, ChosenComparison chosen, std::function<void()> wake) {
    answer_.start(std::move(wake),
                  [sides, chosen = std::move(chosen), cancelled = cancelled_]() mutable {
                    const auto found = compare::find_offset(sides, chosen.options, *cancelled);
                    return Answer{std::move(chosen), sides.a, sides.b, found};
                  });
  }
  bool is_running() const { return answer_.is_running(); }
  std::optional<Answer> take() { return answer_.take(); }

 private:
  std::shared_ptr<std::atomic<bool>> cancelled_ = std::make_shared<std::atomic<bool>>(false);
  Awaited<Answer> answer_;
};

}  // namespace scrubjay
