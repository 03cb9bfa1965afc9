#include "analysis/compare/pair_scan.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "analysis/compare/difference_folder.h"
#include "analysis/compare/pair_comparer.h"
#include "core/concurrency/ordered_pipeline.h"
#include "core/concurrency/run_lengths.h"

namespace scrubjay::compare {

namespace {

/// Neighbouring items on their way through the pipeline, with their results.
struct ItemRun {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<ItemResult> results;
  DifferenceSums sums;  ///< come with the last result, or not at all
  bool is_whole = false;
};

class Scanner {
 public:
  Scanner(const Plan& plan, const Summary& summary, const PairScan& scan,
          const std::atomic<bool>& cancelled)
      : plan_(plan),
        summary_(summary),
        cancelled_(cancelled),
        unclaimed_(summary.next_item()),
        helpers_(helpers(scan)),
        lengths_(OrderedPipeline<ItemRun>::most_jobs(helpers_), PairScan::kRun,
                 scan.max_waiting_bytes) {}

  bool run(const std::function<bool(ItemResult&)>& deliver);

 private:
  unsigned helpers(const PairScan& scan) const;
  bool is_stopped() const { return is_stopped_ || cancelled_.load(); }
  bool claim(ItemRun& run);
  /// What one thread works with.
  struct Tools {
    Tools(const Plan& plan, const Summary& summary)
        : comparer(plan, summary), folder(plan, summary) {}
    PairComparer comparer;
    DifferenceFolder folder;
    std::vector<Difference> found;  ///< storage: a result keeps no more than is left in it
  };
  void make(ItemRun& run, Tools& tools);
  void look_for_end(const ItemResult& result);

  const Plan& plan_;
  const Summary& summary_;
  const std::atomic<bool>& cancelled_;
  std::size_t unclaimed_;
  const unsigned helpers_;
  RunLengths lengths_;
  std::atomic<bool> is_stopped_{false};
  /// No item behind this one is needed.
  std::atomic<std::size_t> last_{std::numeric_limits<std::size_t>::max()};
};

unsigned Scanner::helpers(const PairScan& scan) const {
  const unsigned wanted =
      scan.threads != 0 ? scan.threads : std::max(1u, std::thread::hardware_concurrency());
  const std::size_t left = plan_.items().size() - summary_.next_item();
  return static_cast<unsigned>(
      std::min<std::size_t>(wanted - 1, std::max<std::size_t>(left, 1) - 1));
}

bool Scanner::claim(ItemRun& run) {
  const std::size_t end = plan_.items().size();
  if (is_stopped() || unclaimed_ >= end || unclaimed_ > last_.load()) return false;
  run.begin = unclaimed_;
  run.end = run.begin + lengths_.next(end - unclaimed_);
  unclaimed_ = run.end;
  return true;
}

/// An item that alone has as many differences as are wanted is the last one.
void Scanner::look_for_end(const ItemResult& result) {
  const auto limit = plan_.options().limit;
  if (!limit || result.found.size() < *limit) return;
  // Entities of one side may have been told before.
  const auto certain = std::ranges::count_if(result.found, [](const Difference& difference) {
    return difference.kind != Kind::only_a && difference.kind != Kind::only_b;
  });
  if (static_cast<std::size_t>(certain) < *limit) return;
  std::size_t last = last_.load();
  while (result.item < last && !last_.compare_exchange_weak(last, result.item)) {
  }
}

void Scanner::make(ItemRun& run, Tools& tools) {
  if (run.results.size() < PairScan::kRun) run.results.resize(PairScan::kRun);
  run.sums.clear();
  tools.folder.begin_run();
  std::size_t bytes = 0;
  std::size_t i = run.begin;
  for (; i < run.end && !is_stopped() && i <= last_.load(); ++i) {
    ItemResult& result = run.results[i - run.begin];
    if (!summary_.is_needed(i)) {
      result.clear();
      result.item = i;
      continue;
    }
    result.found.swap(tools.found);
    tools.comparer.compare(i, result);
    look_for_end(result);
    tools.folder.fold(result, run.sums);
    tools.found.swap(result.found);
    result.found = std::vector<Difference>(tools.found.begin(), tools.found.end());
    bytes += result.bytes();
  }
  run.is_whole = i == run.end;
  // Their bytes are not counted: they do not grow with the run.
  if (run.is_whole && !run.sums.empty()) run.results[i - 1 - run.begin].sums = &run.sums;
  lengths_.add(run.end - run.begin, bytes);
}

bool Scanner::run(const std::function<bool(ItemResult&)>& deliver) {
  const auto claim_run = [this](ItemRun& run) -> std::optional<std::uint64_t> {
    return claim(run) ? std::optional<std::uint64_t>(0) : std::nullopt;
  };
  const auto make_work = [this] {
    return [this, tools = std::make_shared<std::optional<Tools>>()](ItemRun& run) {
      if (!*tools) tools->emplace(plan_, summary_);
      make(run, **tools);
    };
  };
  OrderedPipeline<ItemRun> runs(helpers_, claim_run, make_work);
  while (ItemRun* run = is_stopped() ? nullptr : runs.take()) {
    const bool has_sums = run->is_whole && !run->sums.empty();
    for (std::size_t i = run->begin; i < run->end && (has_sums || !is_stopped()); ++i) {
      if (!deliver(run->results[i - run->begin])) is_stopped_ = true;
    }
  }
  return summary_.is_done();
}

}  // namespace

bool compare_pairs(const Plan& plan, const Summary& summary, const PairScan& scan,
                   const std::atomic<bool>& cancelled,
                   const std::function<bool(ItemResult&)>& deliver) {
  if (summary.is_done()) return true;
  return Scanner(plan, summary, scan, cancelled).run(deliver);
}

}  // namespace scrubjay::compare
