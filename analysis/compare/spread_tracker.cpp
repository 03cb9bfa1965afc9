#include "analysis/compare/spread_tracker.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace scrubjay::compare {

namespace {

const SubjectPlace* find_place(const std::vector<SubjectPlace>& places, Subject subject) {
  const auto found = std::ranges::lower_bound(places, subject, {}, &SubjectPlace::subject);
  return found != places.end() && found->subject == subject ? &*found : nullptr;
}

double distance_between(const SubjectPlace* a, const SubjectPlace* b) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (a == nullptr || b == nullptr || !a->position || !b->position) return kFar;
  const double distance = glm::distance(*a->position, *b->position);
  return distance >= 0 ? distance : kFar;  // NaN is far
}

bool is_parent(const SubjectPlace* child, Subject parent) {
  return child != nullptr && (child->parents[0] == parent || child->parents[1] == parent);
}

/// The nearest of those that were offered, else the first.
class NearestOf {
 public:
  void offer(std::uint32_t row, double distance) {
    const bool is_better =
        !best_ || distance < distance_ || (distance == distance_ && row < *best_);
    if (!is_better) return;
    best_ = row;
    distance_ = distance;
  }
  std::optional<std::uint32_t> best() const { return best_; }

 private:
  std::optional<std::uint32_t> best_;
  double distance_ = 0;
};

}  // namespace

void SpreadTracker::add(std::size_t stream, ItemResult& result,
                        std::span<const std::pair<Subject, std::uint32_t>> beginning) {
  Joined& joined = joined_[stream];
  joined.items[joined.next].swap(result.joined);
  joined.next = (joined.next + 1) % joined.items.size();
  const std::size_t before = steps_.size();
  for (const auto& [subject, paths] : beginning) {
    const Subject from = before == 0 ? Subject() : source_of(subject, joined, result, before);
    rows_[subject.value] = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back({subject, result.item, paths, from, Subject()});
  }
  const Pairs& newest = joined.items[(joined.next + joined.items.size() - 1) % joined.items.size()];
  for (std::size_t row = before; row < steps_.size(); ++row) {
    if (!steps_[row].from.exists()) find_beside(steps_[row], newest, before);
  }
}

/// Among the steps from `first` on.
void SpreadTracker::find_beside(SpreadStep& step, const Pairs& joined, std::size_t first) const {
  for (const auto& [a, b] : joined) {
    if (a != step.subject && b != step.subject) continue;
    const Subject other = a == step.subject ? b : a;
    const std::uint32_t row = rows_[other.value];
    if (row == kNotYet || row < first) continue;
    step.beside = other;
    return;
  }
}

/// Of the steps before `before`: parents and children, else those that something joins, else those
/// that are near.
Subject SpreadTracker::source_of(Subject subject, const Joined& joined, const ItemResult& result,
                                 std::size_t before) const {
  const SubjectPlace* own = find_place(result.places, subject);
  NearestOf family;
  NearestOf partners;
  NearestOf neighbours;
  const auto step_of = [&](Subject other) -> std::optional<std::uint32_t> {
    const std::uint32_t row = rows_[other.value];
    return row < before ? std::optional(row) : std::nullopt;
  };
  for (const SubjectPlace& place : result.places) {
    if (place.subject == subject) continue;
    const auto row = step_of(place.subject);
    if (!row) continue;
    const double distance = distance_between(own, &place);
    if (is_parent(own, place.subject) || is_parent(&place, subject)) family.offer(*row, distance);
    if (distance <= kNear) neighbours.offer(*row, distance);
  }
  for (const Pairs& pairs : joined.items) {
    for (const auto& [a, b] : pairs) {
      if (a != subject && b != subject) continue;
      const Subject other = a == subject ? b : a;
      const auto row = step_of(other);
      if (row) partners.offer(*row, distance_between(own, find_place(result.places, other)));
    }
  }
  for (const NearestOf* kind : {&family, &partners, &neighbours}) {
    if (kind->best()) return steps_[*kind->best()].subject;
  }
  return Subject();
}

}  // namespace scrubjay::compare
