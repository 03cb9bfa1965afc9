#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "analysis/compare/pair_comparer.h"
#include "analysis/compare/summary.h"
#include "app/viewer/comparing/run_comparison.h"
#include "core/concurrency/background.h"

namespace scrubjay {

/// All that is compared of one entity in one pair of frames, decoded in the background.
class ComparedEntity {
 public:
  struct Key {
    std::shared_ptr<const RunComparison::Run> run;
    std::size_t item = 0;
    compare::Subject subject;  ///< none: the frames themselves
    bool operator==(const Key&) const = default;
  };
  /// With the values of both sides: in ItemResult::values of ItemResult::tree.
  struct Listed {
    Key key;
    compare::ItemResult result;
  };

  /// Asks for it; what comes later wakes the window. An empty key: for nothing.
  void want(const Key& key, Background& background);
  /// What is known last, maybe of an older key; null for nothing.
  std::shared_ptr<const Listed> latest() const;
  bool is_current() const;

 private:
  bool step();

  mutable std::mutex mutex_;  ///< guards these two
  Key wanted_;
  std::shared_ptr<const Listed> latest_;
  // Of the background's step.
  std::shared_ptr<const RunComparison::Run> run_;
  std::optional<compare::Summary> nothing_known_;
  std::optional<compare::PairComparer> comparer_;
  std::optional<Background::Task> task_;  ///< last: its step ends before what it uses
};

}  // namespace scrubjay
