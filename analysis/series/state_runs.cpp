#include "analysis/series/state_runs.h"

#include <algorithm>
#include <cmath>

namespace scrubjay {

namespace {

void add_share(std::vector<StateShare>& shares, std::uint32_t state, double length) {
  const auto found = std::ranges::lower_bound(shares, state, {}, &StateShare::state);
  if (found != shares.end() && found->state == state) {
    found->share += length;
  } else {
    shares.insert(found, {state, length});
  }
}

void divide_by_sum(std::vector<StateShare>& shares) {
  double sum = 0;
  for (const StateShare& share : shares) sum += share.share;
  for (StateShare& share : shares) share.share = sum > 0 ? share.share / sum : 1;
}

/// Gathers runs column by column.
class ColumnMaker {
 public:
  explicit ColumnMaker(StateColumns& out) : out_(out) {}

  /// A run from x to y, in columns, x <= y.
  void add(double x, double y, std::uint32_t state, std::size_t run, int count) {
    const int first = std::clamp(static_cast<int>(std::floor(x)), 0, count - 1);
    const int last = std::clamp(static_cast<int>(std::ceil(y)), first + 1, count);
    for (int column = first; column < last;) {
      if (column != column_) flush();
      column_ = column;
      const double part = std::min(y, column + 1.0) - std::max(x, static_cast<double>(column));
      if (part >= 1) {
        // Whole columns, as many as there are.
        const int end = std::max(column + 1, std::min(last, static_cast<int>(std::floor(y))));
        add_segment(column, end, state, run);
        pieces_ = 0;
        column_ = -1;
        column = end;
        continue;
      }
      if (pieces_ == 0) shares_.clear();
      if (part > most_ || pieces_ == 0) {
        most_ = part;
        most_state_ = state;
        most_run_ = run;
      }
      ++pieces_;
      add_share(shares_, state, std::max(part, 0.0));
      ++column;
    }
  }

  void flush() {
    if (pieces_ > 2 && shares_.size() > 1) {
      divide_by_sum(shares_);
      out_.mixed.push_back({column_, shares_});
    } else if (pieces_ > 0) {
      add_segment(column_, column_ + 1, most_state_, most_run_);
    }
    pieces_ = 0;
  }

 private:
  void add_segment(int first, int last, std::uint32_t state, std::size_t run) {
    if (!out_.segments.empty()) {
      StateSegment& before = out_.segments.back();
      if (before.last == first && before.state == state) {
        before.last = last;
        return;
      }
    }
    out_.segments.push_back({first, last, state, run});
  }

  StateColumns& out_;
  int column_ = -1;
  std::size_t pieces_ = 0;  ///< of the column so far
  std::vector<StateShare> shares_;
  double most_ = 0;
  std::uint32_t most_state_ = 0;
  std::size_t most_run_ = 0;
};

}  // namespace

std::size_t run_at(std::span<const StateRun> runs, Seconds t) {
  const auto after = std::ranges::upper_bound(runs, t, {}, &StateRun::begin);
  return after == runs.begin() ? runs.size() : static_cast<std::size_t>(after - runs.begin()) - 1;
}

std::vector<StateShare> state_shares(std::span<const StateRun> runs, Seconds end, TimeRange range) {
  std::vector<StateShare> shares;
  if (runs.empty()) return shares;
  const Seconds from = std::max(range.begin, runs.front().begin);
  const Seconds to = std::min(range.end, end);
  if (to < from) return shares;
  std::size_t run = run_at(runs, from);
  if (to == from) return {{runs[run].state, 1}};
  for (; run < runs.size() && runs[run].begin < to; ++run) {
    const Seconds next = run + 1 < runs.size() ? runs[run + 1].begin : end;
    add_share(shares, runs[run].state, std::min(next, to) - std::max(runs[run].begin, from));
  }
  divide_by_sum(shares);
  std::ranges::stable_sort(shares, std::ranges::greater(), &StateShare::share);
  return shares;
}

StateColumns state_columns(std::span<const StateRun> runs, Seconds end, Seconds origin,
                           Seconds width, int count) {
  StateColumns columns;
  if (runs.empty() || count <= 0) return columns;
  const auto column_of = [&](Seconds t) {
    return std::clamp((t - origin) / width, -1.0, static_cast<double>(count) + 1);
  };
  ColumnMaker maker(columns);
  std::size_t run = run_at(runs, origin);
  if (run == runs.size()) run = 0;
  for (; run < runs.size(); ++run) {
    const double x = column_of(runs[run].begin);
    const double y = std::max(x, column_of(run + 1 < runs.size() ? runs[run + 1].begin : end));
    if (x >= count) break;
    if (y < 0 || (y == 0 && x < y)) continue;
    maker.add(std::max(x, 0.0), std::min(y, static_cast<double>(count)), runs[run].state, run,
              count);
  }
  maker.flush();
  return columns;
}

}  // namespace scrubjay
