#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/compare/difference_sums.h"
#include "analysis/compare/plan.h"

namespace scrubjay::compare {

struct Difference;
struct ItemResult;
class Summary;

/// Takes differences out of results that need not be told one by one, and adds them up: where two
/// runs differ in nearly everything there are millions, and one thread puts all results in order.
/// One a thread, which has to go through items in their order.
class DifferenceFolder {
 public:
  DifferenceFolder(const Plan& plan, const Summary& known) : plan_(plan), known_(known) {}

  /// What follows is added to other sums.
  void begin_run() { ++run_; }
  /// Fills what a result says of its differences as a whole, and moves those to `sums` whose
  /// subject and path this thread has told before. None while the summary lists differences.
  void fold(ItemResult& result, DifferenceSums& sums);

 private:
  struct Slot {
    std::uint64_t key = 0;  ///< subject and path, plus 1; 0 for none
    std::uint32_t run = 0;  ///< that it has a group in
    std::uint32_t group = 0;
  };
  static constexpr std::size_t kSlots = std::size_t{1} << 15;
  static constexpr std::size_t kMostTried = 8;

  void count(const Difference& difference, ItemResult& result);
  bool takes(const Difference& difference);
  Slot* find_slot(Subject subject, PathId path, bool& is_new);
  DifferenceSums::Group* find_group(const Difference& difference, DifferenceSums& sums);
  bool add(std::size_t item, const Difference& difference, DifferenceSums& sums);

  const Plan& plan_;
  const Summary& known_;
  std::unique_ptr<Slot[]> slots_;  ///< made when there is something to fold
  std::uint32_t run_ = 0;
  std::size_t next_ = 0;  ///< the group that may come next
  std::array<bool, kKinds> is_kind_told_{};
  std::uint32_t counted_ = 0;                ///< results so far
  std::vector<std::uint32_t> subject_last_;  ///< by subject: the last result that it differed in
  std::vector<std::uint32_t> path_last_;     ///< by path
};

}  // namespace scrubjay::compare
