#include "analysis/compare/summary.h"

#include <algorithm>

namespace scrubjay::compare {

namespace {

constexpr std::uint32_t kNoRow = 0xFFFFFFFF;

}  // namespace

Summary::Summary(const Plan& plan, bool lists_paths)
    : plan_(plan),
      most_listed_(plan.options().limit.value_or(kListed)),
      lists_paths_(lists_paths),
      group_rows_(plan.subject_count() + 1),
      spread_(plan.sides().stream_pairs() + 1, plan.subject_count()),
      beginning_rows_(plan.subject_count(), 0),
      turns_(plan.sides().stream_pairs() + 1, 0),
      alone_turns_(plan.subject_count(), 0),
      flags_(std::make_unique<std::atomic<std::uint8_t>[]>(plan.subject_count())),
      room_(most_listed_) {}

Summary::Summary(const Plan& plan, const Summary& before) : Summary(plan, before.lists_paths_) {
  look_again_at(before);
  // These hold by any tolerance.
  frames_compared_ = before.frames_compared_;
  entities_compared_ = before.entities_compared_;
  values_compared_ = before.values_compared_;
  only_a_ = before.only_a_;
  only_b_ = before.only_b_;
  problems_a_ = before.problems_a_;
  problems_b_ = before.problems_b_;
  add_paths(before.paths_compared_);
  for (std::size_t i = 0; i < plan.subject_count(); ++i) {
    if (before.has(Subject(i), kMet)) set(Subject(i), kMet);
  }
}

/// Items with differences, and those before them that tell what these come from.
void Summary::look_again_at(const Summary& before) {
  needed_.assign(std::max(before.next_item_, before.needed_.size()), false);
  std::vector<std::vector<std::size_t>> newest(turns_.size());
  for (std::size_t i = 0; i < needed_.size(); ++i) {
    if (i >= before.next_item_) {
      needed_[i] = before.needed_[i];
      continue;
    }
    std::vector<std::size_t>& of_stream = newest[plan_.stream_of(plan_.items()[i])];
    of_stream.push_back(i);
    if (!before.has_difference_[i]) {
      if (of_stream.size() > SpreadTracker::kJoinedBefore) of_stream.erase(of_stream.begin());
      continue;
    }
    for (const std::size_t item : of_stream) needed_[item] = true;
    of_stream.clear();
  }
}

const ListedDifference* Summary::first_of(Kind kind) const {
  const auto found = std::ranges::find(
      first_of_kinds_, kind, [](const ListedDifference& one) { return one.difference.kind; });
  return found == first_of_kinds_.end() ? nullptr : &*found;
}

/// An entity that was alone on that side in the pair of frames before, too, is told already.
bool Summary::is_in_run(std::size_t stream, const Difference& difference) {
  if (difference.kind != Kind::only_a && difference.kind != Kind::only_b) return false;
  std::uint32_t& last = alone_turns_[difference.subject.value];
  const std::uint32_t turn = turns_[stream];
  const std::uint32_t side = difference.kind == Kind::only_a ? 0 : 1;
  const bool goes_on = last != 0 && last == 2 * turn + side;
  last = 2 * (turn + 1) + side;
  return goes_on;
}

bool Summary::add(ItemResult& result, const std::function<void()>& rest) {
  const Item& item = plan_.items()[result.item];
  const std::size_t stream = plan_.stream_of(item);
  const bool is_known = result.item < needed_.size();
  if (!is_known) {
    for (Problem& problem : result.problems_a) fold_into(problems_a_, std::move(problem));
    for (Problem& problem : result.problems_b) fold_into(problems_b_, std::move(problem));
    values_compared_ += result.values_compared;
  }
  for (const Subject subject : result.met) {
    if (set(subject, kMet)) ++entities_compared_;
  }
  for (const Subject subject : result.unmatched) {
    if (set(subject, kMet)) ++(plan_.entity_a(subject).exists() ? only_a_ : only_b_);
  }
  if (lists_paths_) add_paths(result.paths);
  differing_.push_back(result.differing);
  has_difference_.push_back(result.has_difference);
  beginning_.clear();
  auto rest_at_times = [&, until_rest = kBetweenRests]() mutable {
    if (until_rest == 0) {
      until_rest = kBetweenRests;
      if (rest) rest();
    }
    --until_rest;
  };
  for (const Difference& difference : result.found) {
    rest_at_times();
    if (!is_in_run(stream, difference)) add_difference(result, difference);
  }
  for (const PathId path : result.differing_paths) {
    PathSum& sum = by_path_[path_rows_[path.value]];
    ++sum.frames;
    sum.last_item = result.item;
  }
  if (result.sums != nullptr) add_sums(*result.sums, rest_at_times);
  if (item.is_pair()) {
    if (!is_known) ++frames_compared_;
    ++turns_[stream];
    spread_.add(stream, result, beginning_);
  }
  next_item_ = result.item + 1;
  stopped_ = plan_.options().limit && count_ >= *plan_.options().limit;
  return !stopped_;
}

void Summary::add_difference(const ItemResult& result, const Difference& difference) {
  ++count_;
  ListedDifference listed{result.item, difference, {}};
  if (counts_[static_cast<std::size_t>(difference.kind)]++ == 0) first_of_kinds_.push_back(listed);
  if (list_.size() < most_listed_) {
    if (difference.values != Difference::kNoValues) {
      const ValuePair& pair = result.values[difference.values];
      const auto copy =
          [&](const std::optional<PropertyTree::Node>& node) -> std::optional<PropertyTree::Node> {
        if (!node) return std::nullopt;
        return values_.append_copy(result.tree, {*node, result.tree[*node].subtree}).first;
      };
      listed.values = {copy(pair.a), copy(pair.b)};
    }
    list_.push_back(listed);
    room_.store(most_listed_ - list_.size(), std::memory_order_relaxed);
  }
  if (difference.subject.exists() && set(difference.subject, kDiffered)) {
    beginning_rows_[difference.subject.value] = static_cast<std::uint32_t>(beginning_.size());
    beginning_.emplace_back(difference.subject, 0);
  }
  add_to_groups(result.item, difference);
}

/// The group that a difference belongs to; a new one has counted none yet.
Group& Summary::group_of(std::size_t item, Subject subject, PathId path, bool& is_new) {
  GroupRows& rows = group_rows_[subject.exists() ? subject.value : group_rows_.size() - 1];
  const auto place = std::ranges::lower_bound(rows, path, {}, &GroupRows::value_type::first);
  is_new = place == rows.end() || place->first != path;
  if (!is_new) return groups_[place->second];
  rows.insert(place, {path, static_cast<std::uint32_t>(groups_.size())});
  return groups_.emplace_back(Group{subject, path, item, item});
}

void Summary::add_to_groups(std::size_t item, const Difference& difference) {
  bool is_new = false;
  Group& group = group_of(item, difference.subject, difference.path, is_new);
  const bool is_first_here = is_new || group.last_item != item;
  group.last_item = item;
  ++group.count;
  keep_largest(group.largest, difference.distance);
  // How many paths differ where an entity begins to differ.
  if (is_first_here && difference.path.exists() && difference.subject.exists()) {
    const std::uint32_t begun = beginning_rows_[difference.subject.value];
    if (begun < beginning_.size() && beginning_[begun].first == difference.subject) {
      ++beginning_[begun].second;
    }
  }
  if (!difference.path.exists()) return;
  if (difference.path.value >= path_rows_.size())
    path_rows_.resize(difference.path.value + 1, kNoRow);
  std::uint32_t& row = path_rows_[difference.path.value];
  if (row == kNoRow) {
    row = static_cast<std::uint32_t>(by_path_.size());
    by_path_.push_back({.path = difference.path, .first_item = item, .first = firsts_.size()});
    firsts_.push_back({item, difference, {}});
  }
  PathSum& sum = by_path_[row];
  if (is_new) ++sum.entities;
  keep_largest(sum.largest, difference.distance);
}

/// All of groups that are there.
template <class Rest>
void Summary::add_sums(const DifferenceSums& sums, Rest rest) {
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    counts_[kind] += sums.counts[kind];
    count_ += sums.counts[kind];
  }
  for (const DifferenceSums::Group& sum : sums.groups) {
    rest();
    bool is_new = false;
    Group& group = group_of(sum.last_item, sum.subject, sum.path, is_new);
    group.last_item = std::max(group.last_item, sum.last_item);
    group.count += sum.count;
    keep_largest(group.largest, sum.largest);
    keep_largest(by_path_[path_rows_[sum.path.value]].largest, sum.largest);
  }
}

void Summary::add_paths(const std::vector<PathId>& paths) {
  for (const PathId path : paths) {
    if (path.value >= is_path_listed_.size()) is_path_listed_.resize(path.value + 1, false);
    if (is_path_listed_[path.value]) continue;
    is_path_listed_[path.value] = true;
    paths_compared_.push_back(path);
  }
}

}  // namespace scrubjay::compare
