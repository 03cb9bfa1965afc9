#pragma once

#include <atomic>
#include <functional>

#include "analysis/compare/plan.h"
#include "analysis/compare/summary.h"

namespace scrubjay::compare {

/// How a comparison is run.
struct PairScan {
  static constexpr std::size_t kRun = 32;

  unsigned threads = 0;                                   ///< 0: as many as the machine has
  std::size_t max_waiting_bytes = std::size_t{12} << 20;  ///< about, of results not yet added
};

/// Goes on with a comparison from Summary::next_item: runs of items are decoded and compared on
/// several threads, and handed to `deliver` in order, on the calling thread, which calls
/// Summary::add (under a lock of its own where others look at the summary) and returns what that
/// returns, or false to stop: at the end of a run whose differences were added up
/// (ItemResult::sums), else at once. Nothing behind the item that reaches the limit is begun once
/// that is known; with one thread nothing behind it is decoded at all. Returns true when the
/// comparison is done. Later calls go on. Items in which nothing can differ (Summary::is_needed)
/// are passed over.
bool compare_pairs(const Plan& plan, const Summary& summary, const PairScan& scan,
                   const std::atomic<bool>& cancelled,
                   const std::function<bool(ItemResult&)>& deliver);

}  // namespace scrubjay::compare
