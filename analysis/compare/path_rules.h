#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare/options.h"

namespace scrubjay::compare {

/// Names joined with '/', some of them with `*` (any part of a name) or being `**` (any number of
/// names, none too).
class PathPattern {
 public:
  explicit PathPattern(std::string_view text);
  /// True for the whole path.
  bool fits(std::string_view path) const;

 private:
  std::vector<std::string> names_;
};

/// What the options say of paths. Made once; any thread.
class PathRules {
 public:
  /// Of one path. What is said of a group holds for what is below.
  struct Rule {
    bool is_ignored = false;
    bool is_chosen = false;
    std::uint32_t tolerance_row = 0;  ///< 0: the one for all; n: tolerance_of[n - 1]

    bool is_compared() const { return is_chosen && !is_ignored; }
  };

  explicit PathRules(const Options& options);
  /// Of nothing yet: what stands above the first names.
  Rule root() const;
  /// Of `path`, whose path without the last name has the rule `above`. O(patterns * names).
  Rule below(const Rule& above, std::string_view path) const;
  double tolerance(const Rule& rule) const { return tolerances_[rule.tolerance_row]; }
  double relative() const { return relative_; }
  /// No path is left out.
  bool compares_all() const { return ignore_.empty() && only_.empty(); }
  /// The patterns that fitted no path so far, as they were written.
  struct Unused {
    std::vector<std::string> ignore;
    std::vector<std::string> only;
    std::vector<std::string> tolerance_of;
  };
  Unused unused() const;
  /// A path is only chosen by a pattern.
  bool has_only() const { return !only_.empty(); }

 private:
  struct Pattern {
    explicit Pattern(std::string_view written) : pattern(written), text(written) {}
    bool fits(std::string_view path) const;

    PathPattern pattern;
    std::string text;
    mutable std::atomic<bool> has_fitted{false};
  };
  using Patterns = std::deque<Pattern>;

  static bool fits_any(const Patterns& patterns, std::string_view path);

  Patterns ignore_;
  Patterns only_;
  Patterns tolerance_of_;
  std::vector<double> tolerances_;
  double relative_;
};

}  // namespace scrubjay::compare
