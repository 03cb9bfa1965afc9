#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/compare/difference_sums.h"
#include "analysis/compare/item_result.h"
#include "analysis/compare/plan.h"
#include "analysis/compare/spread_tracker.h"

namespace scrubjay::compare {

/// A difference with its values and its place.
struct ListedDifference {
  std::size_t item = 0;
  Difference difference;
  ValuePair values;  ///< in Summary::values()
};

/// All differences of one path.
struct PathSum {
  PathId path;
  std::uint32_t entities = 0;
  std::uint32_t frames = 0;
  std::size_t first_item = 0;
  std::size_t last_item = 0;
  double largest = std::numeric_limits<double>::quiet_NaN();  ///< NaN: no distances
  std::size_t first = 0;  ///< row of its first difference among Summary::firsts()
};

/// All differences of one entity (none: of the frames themselves) in one path (none: the entity
/// itself on one side only).
struct Group {
  Subject subject;
  PathId path;
  std::size_t first_item = 0;
  std::size_t last_item = 0;
  std::uint32_t count = 0;
  double largest = std::numeric_limits<double>::quiet_NaN();
};

/// What has been found so far. Items are added in their order by one thread; what comparers ask of
/// it (`has_...`, `room_in_list`) any thread may ask meanwhile, everything else only that one, or
/// others under a lock of the owner's.
///
/// Memory grows with items (4 bytes each), entities and groups, not with differences.
class Summary {
 public:
  static constexpr std::size_t kListed = 100;

  /// `lists_paths`: every path that is compared, equal or not, is in `paths_compared`.
  explicit Summary(const Plan& plan, bool lists_paths = false);
  /// Goes on from what another one knows, whose options this plan's only loosen (only_loosens),
  /// with the pairs of its plan: what was all the same there need not be compared again.
  Summary(const Plan& plan, const Summary& before);

  /// The next item's result; takes parts of it. False: the limit is reached, comparing ends.
  /// `rest` is called now and then on the way, after so many differences: others may look at what
  /// there is so far, in which sums of differences (ItemResult::sums) come later than their items.
  bool add(ItemResult& result, const std::function<void()>& rest = {});
  static constexpr std::size_t kBetweenRests = 1000;

  /// The first item that has not been added: where comparing goes on.
  std::size_t next_item() const { return next_item_; }
  bool is_done() const { return stopped_ || next_item_ >= plan_.items().size(); }
  /// The limit ended it.
  bool is_stopped() const { return stopped_; }

  bool is_same() const { return count_ == 0; }
  std::uint64_t count() const { return count_; }
  std::uint64_t frames_compared() const { return frames_compared_; }
  std::uint64_t entities_compared() const { return entities_compared_; }
  std::uint64_t values_compared() const { return values_compared_; }
  std::uint64_t only_a() const { return only_a_; }
  std::uint64_t only_b() const { return only_b_; }
  /// Differences of the kinds of frames, of entities and of events.
  std::uint64_t count_of(Kind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  /// The first of a kind; null for none.
  const ListedDifference* first_of(Kind kind) const;

  /// The first differences, in their order; null `first` when all is the same.
  const std::vector<ListedDifference>& list() const { return list_; }
  const ListedDifference* first() const { return list_.empty() ? nullptr : &list_.front(); }
  const PropertyTree& values() const { return values_; }
  const std::vector<SpreadStep>& spread() const { return spread_.steps(); }
  const SpreadStep* spread_of(Subject subject) const { return spread_.find(subject); }
  /// In order of the first difference.
  const std::vector<PathSum>& by_path() const { return by_path_; }
  /// In order of the first difference.
  const std::deque<Group>& groups() const { return groups_; }
  /// The first difference of each path: what PathSum::first names. Without values.
  const std::vector<ListedDifference>& firsts() const { return firsts_; }
  /// Of each item added how many entities differ, those of one side included; the frame itself is
  /// not counted.
  const std::vector<std::uint32_t>& differing() const { return differing_; }
  /// Every path that was compared; in no stated order.
  const std::vector<PathId>& paths_compared() const { return paths_compared_; }
  const std::vector<Problem>& problems_a() const { return problems_a_; }
  const std::vector<Problem>& problems_b() const { return problems_b_; }

  // For comparers, on any thread.
  /// False: nothing differs in it, that is known.
  bool is_needed(std::size_t item) const { return item >= needed_.size() || needed_[item]; }
  bool has_met(Subject subject) const { return has(subject, kMet); }
  bool has_differed(Subject subject) const { return has(subject, kDiffered); }
  bool lists_paths() const { return lists_paths_; }
  /// How many differences the list still takes.
  std::size_t room_in_list() const { return room_.load(std::memory_order_relaxed); }

 private:
  enum Flag : std::uint8_t { kMet = 1, kDiffered = 2 };

  /// The groups of one subject by path, ascending: so each one's table grows, never that of all.
  using GroupRows = std::vector<std::pair<PathId, std::uint32_t>>;

  bool has(Subject subject, Flag flag) const {
    return (flags_[subject.value].load(std::memory_order_relaxed) & flag) != 0;
  }
  /// False where it was set.
  bool set(Subject subject, Flag flag) {
    return (flags_[subject.value].fetch_or(flag, std::memory_order_relaxed) & flag) == 0;
  }
  void look_again_at(const Summary& before);
  bool is_in_run(std::size_t stream, const Difference& difference);
  void add_difference(const ItemResult& result, const Difference& difference);
  void add_to_groups(std::size_t item, const Difference& difference);
  template <class Rest>
  void add_sums(const DifferenceSums& sums, Rest rest);
  Group& group_of(std::size_t item, Subject subject, PathId path, bool& is_new);
  void add_paths(const std::vector<PathId>& paths);

  const Plan& plan_;
  const std::size_t most_listed_;
  const bool lists_paths_;
  std::size_t next_item_ = 0;
  bool stopped_ = false;
  std::uint64_t count_ = 0;
  std::array<std::uint64_t, kKinds> counts_{};
  std::uint64_t frames_compared_ = 0;
  std::uint64_t entities_compared_ = 0;
  std::uint64_t values_compared_ = 0;
  std::uint64_t only_a_ = 0;
  std::uint64_t only_b_ = 0;
  std::vector<ListedDifference> list_;
  PropertyTree values_;
  std::vector<ListedDifference> first_of_kinds_;
  std::vector<PathSum> by_path_;
  std::vector<std::uint32_t> path_rows_;  ///< by path: in `by_path_`, if it is there
  std::deque<Group> groups_;              ///< many, which are never moved
  std::vector<GroupRows> group_rows_;     ///< by subject, the last one of none
  std::vector<ListedDifference> firsts_;
  std::vector<std::uint32_t> differing_;
  std::vector<bool> has_difference_;  ///< by item added
  std::vector<bool> needed_;          ///< by item, of those that another summary knew
  std::vector<PathId> paths_compared_;
  std::vector<bool> is_path_listed_;  ///< by path
  std::vector<Problem> problems_a_;
  std::vector<Problem> problems_b_;
  SpreadTracker spread_;
  std::vector<std::pair<Subject, std::uint32_t>> beginning_;
  std::vector<std::uint32_t> beginning_rows_;  ///< by subject: in `beginning_`, if it is there
  std::vector<std::uint32_t> turns_;           ///< pairs so far, by stream
  /// By subject, twice the turn after the last one it was alone, and 1 where that was in B.
  std::vector<std::uint32_t> alone_turns_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> flags_;
  std::atomic<std::size_t> room_;
};

}  // namespace scrubjay::compare
