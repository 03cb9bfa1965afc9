#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/timeline.h"

namespace scrubjay {

/// A state that holds from `begin` until the next run begins.
struct StateRun {
  Seconds begin = 0;
  std::uint32_t state = 0;
};

/// Nothing was said of the state.
inline constexpr std::uint32_t kNoState = std::numeric_limits<std::uint32_t>::max();

/// How much of some time a state holds, from 0 to 1.
struct StateShare {
  std::uint32_t state = 0;
  double share = 0;
};

/// The run that holds at `t`: runs.size() before the first one. O(log runs).
std::size_t run_at(std::span<const StateRun> runs, Seconds t);

/// The share of each state, kNoState among them, in the part of the closed `range` that lies
/// between the first run and `end`, where the last run ends: the greatest first, equal ones by
/// state. Of a single moment the state that holds then. Empty where there is no such part. O(runs
/// in it).
std::vector<StateShare> state_shares(std::span<const StateRun> runs, Seconds end, TimeRange range);

/// Pixel columns of which one state holds all: [first, last).
struct StateSegment {
  int first = 0;
  int last = 0;
  std::uint32_t state = 0;
  std::size_t run = 0;  ///< the first of them
};
/// A column in which more than two runs meet: what share of it each state has.
struct StateMix {
  int column = 0;
  std::vector<StateShare> shares;  ///< ascending by state; they add up to 1
};
struct StateColumns {
  std::vector<StateSegment> segments;  ///< ascending, apart from each other
  std::vector<StateMix> mixed;         ///< ascending
};

/// How runs fall on `count` columns, column i covering [origin + i * width, origin + (i + 1) *
/// width), width above 0. Where only two runs meet in a column it is of the one that has more of
/// it; a run at the end that has no length has the column that it is in. Columns of which only a
/// part lies between the first run and `end` are shared out by that part; others are nobody's.
/// O(log runs + runs in view).
StateColumns state_columns(std::span<const StateRun> runs, Seconds end, Seconds origin,
                           Seconds width, int count);

}  // namespace scrubjay
