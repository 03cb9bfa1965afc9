#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scrubjay::bench {

/// One figure beside what it is held against.
struct Goal {
  std::string what;
  double figure = 0;
  std::string unit;
  std::string reference = {};  ///< what was measured in the same run; empty: nothing
  double ratio = 0;       ///< of the figure and the reference's; without a reference the figure
  std::string goal = {};  ///< "at most 1.0", as people read it; empty: only told
  std::optional<bool> is_reached = {};
};

/// `ratio` at most, or at least, `limit`.
Goal at_most(Goal goal, double limit);
Goal at_least(Goal goal, double limit);

/// How a figure grows with what it is measured on: the slope between two sizes where both axes are
/// logarithms. 1: as fast as the size; 0: not at all.
double slope(double small_size, double small_figure, double large_size, double large_figure);

/// All figures of a run, printed one by one while it goes on.
class GoalTable {
 public:
  void add(Goal goal);
  /// All of them as lines of one table (Markdown, as the README has it).
  std::string markdown() const;
  std::string json() const;

 private:
  std::vector<Goal> goals_;
};

}  // namespace scrubjay::bench
