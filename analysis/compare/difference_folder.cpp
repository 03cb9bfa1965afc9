#include "analysis/compare/difference_folder.h"

#include <algorithm>
#include <utility>

#include "analysis/compare/item_result.h"
#include "analysis/compare/summary.h"

namespace scrubjay::compare {

void DifferenceFolder::fold(ItemResult& result, DifferenceSums& sums) {
  ++counted_;
  next_ = 0;
  result.has_difference = !result.found.empty();
  if (subject_last_.empty()) subject_last_.resize(plan_.subject_count());
  const bool is_listed = plan_.options().limit.has_value() || known_.room_in_list() > 0;
  if (!is_listed && !slots_) slots_ = std::make_unique<Slot[]>(kSlots);
  std::erase_if(result.found, [&](const Difference& difference) {
    count(difference, result);
    return !is_listed && takes(difference) && add(result.item, difference, sums);
  });
}

/// Which entities and which paths differ.
void DifferenceFolder::count(const Difference& difference, ItemResult& result) {
  if (difference.subject.exists()) {
    std::uint32_t& last = subject_last_[difference.subject.value];
    if (last != counted_) ++result.differing;
    last = counted_;
  }
  if (!difference.path.exists()) return;
  if (difference.path.value >= path_last_.size()) path_last_.resize(difference.path.value + 1);
  std::uint32_t& last = path_last_[difference.path.value];
  if (last != counted_) result.differing_paths.push_back(difference.path);
  last = counted_;
}

/// What begins something in the summary is told by itself, and what it has to look at in order.
bool DifferenceFolder::takes(const Difference& difference) {
  const bool is_of_leaf = difference.kind == Kind::value || difference.kind == Kind::missing_a ||
                          difference.kind == Kind::missing_b;
  if (!is_of_leaf || !difference.subject.exists() || !difference.path.exists()) return false;
  bool& is_told = is_kind_told_[static_cast<std::size_t>(difference.kind)];
  return std::exchange(is_told, true) && known_.has_differed(difference.subject);
}

/// Null where it has no slot: all that it might have are taken.
DifferenceFolder::Slot* DifferenceFolder::find_slot(Subject subject, PathId path, bool& is_new) {
  const std::uint64_t key = (std::uint64_t{subject.value} << 32 | path.value) + 1;
  std::uint64_t place = key * 0x9E3779B97F4A7C15 >> 49;
  static_assert(kSlots == std::size_t{1} << (64 - 49));
  for (std::size_t i = 0; i < kMostTried; ++i, place = (place + 1) % kSlots) {
    Slot& slot = slots_[place];
    is_new = slot.key == 0;
    if (is_new) slot = {.key = key};
    if (slot.key == key) return &slot;
  }
  return nullptr;
}

/// The group that a difference belongs to; null where it is to be told by itself.
DifferenceSums::Group* DifferenceFolder::find_group(const Difference& difference,
                                                    DifferenceSums& sums) {
  // Mostly items differ in the same, in the same order.
  const auto is_of = [&](const DifferenceSums::Group& group) {
    return group.subject == difference.subject && group.path == difference.path;
  };
  if (next_ < sums.groups.size() && is_of(sums.groups[next_])) return &sums.groups[next_++];
  bool is_new = false;
  Slot* const slot = find_slot(difference.subject, difference.path, is_new);
  if (slot == nullptr || is_new) return nullptr;
  if (slot->run != run_) {
    slot->run = run_;
    slot->group = static_cast<std::uint32_t>(sums.groups.size());
    sums.groups.push_back({.subject = difference.subject, .path = difference.path});
  }
  next_ = slot->group + std::size_t{1};
  return &sums.groups[slot->group];
}

/// False where it is to be told by itself.
bool DifferenceFolder::add(std::size_t item, const Difference& difference, DifferenceSums& sums) {
  DifferenceSums::Group* const group = find_group(difference, sums);
  if (group == nullptr) return false;
  ++group->count;
  group->last_item = item;
  keep_largest(group->largest, difference.distance);
  ++sums.counts[static_cast<std::size_t>(difference.kind)];
  return true;
}

}  // namespace scrubjay::compare
