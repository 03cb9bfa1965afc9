#include "analysis/compare/entity_matching.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <tuple>

#include "analysis/compare/nearest_places.h"
#include "core/concurrency/ordered_pipeline.h"

namespace scrubjay::compare {

namespace {

constexpr std::uint32_t kNeverBorn = std::numeric_limits<std::uint32_t>::max();

/// For each entity the first item in which it lives, kNeverBorn for none.
class Births {
 public:
  Births(const Sides& sides, const Pairing& pairing, Side side);
  std::uint32_t of(EntityIndex entity) const { return items_[entity.value]; }

 private:
  /// The items of one stream, in order.
  struct Line {
    std::vector<std::uint32_t> items;
    std::vector<FrameIndex> frames;
    bool is_rising = true;
  };
  static std::uint32_t first_in(const Line& line, const Lifetime& life);

  std::vector<std::uint32_t> items_;
};

Births::Births(const Sides& sides, const Pairing& pairing, Side side) {
  const Recording& recording = side == Side::a ? *sides.a : *sides.b;
  std::vector<Line> lines(sides.stream_pairs());
  for (std::size_t i = 0; i < pairing.items.size(); ++i) {
    const Item& item = pairing.items[i];
    if (!item.is_pair()) continue;
    const auto pair = sides.pair_of_a(sides.a->timeline().stream(item.a));
    const FrameIndex frame = side == Side::a ? item.a : item.b;
    Line& line = lines[*pair];
    line.is_rising = line.is_rising && (line.frames.empty() || line.frames.back() <= frame);
    line.items.push_back(static_cast<std::uint32_t>(i));
    line.frames.push_back(frame);
  }
  items_.assign(recording.entity_count(), kNeverBorn);
  for (std::size_t i = 0; i < recording.lifetime_count(); ++i) {
    const Lifetime life = recording.lifetime(LifetimeIndex(i));
    const StreamIndex stream = recording.entity(life.entity).stream;
    const auto pair = side == Side::a ? sides.pair_of_a(stream) : sides.pair_of_b(stream);
    if (!pair || life.last < life.first) continue;
    std::uint32_t& item = items_[life.entity.value];
    item = std::min(item, first_in(lines[*pair], life));
  }
}

std::uint32_t Births::first_in(const Line& line, const Lifetime& life) {
  const auto lives = [&](FrameIndex frame) { return frame >= life.first && frame <= life.last; };
  const auto found = line.is_rising ? std::ranges::lower_bound(line.frames, life.first)
                                    : std::ranges::find_if(line.frames, lives);
  if (found == line.frames.end() || !lives(*found)) return kNeverBorn;
  return line.items[static_cast<std::size_t>(found - line.frames.begin())];
}

/// An entity that has yet no match.
struct Candidate {
  EntityIndex entity;
  std::uint32_t birth = kNeverBorn;
  std::optional<glm::dvec3> place;  ///< metres, at birth
};
using Candidates = std::vector<Candidate>;

/// Decodes frames in A's coordinates, in metres. One a thread.
class PlaceReader {
 public:
  PlaceReader(const Sides& sides, const Options& options, const Pairing& pairing)
      : pairing_(pairing), target_(options.coordinates), a_(sides.a), b_(sides.b) {
    a_.set_coordinates(target_);
  }
  const Frame& frame_a(std::uint32_t item) { return a_.seek(pairing_.items[item].a); }
  const Frame& frame_b(std::uint32_t item) {
    const Recording& a = a_.recording();
    b_.set_coordinates(target_ ? *target_ : a.reader().coordinates(a, pairing_.items[item].a));
    return b_.seek(pairing_.items[item].b);
  }
  /// The places of entities that are born in the same item.
  void read(Side side, std::span<Candidate* const> born) {
    std::vector<EntityIndex> wanted;
    for (const Candidate* one : born) wanted.push_back(one->entity);
    (side == Side::a ? a_ : b_).want(std::move(wanted));
    const std::uint32_t item = born.front()->birth;
    const Frame& frame = side == Side::a ? frame_a(item) : frame_b(item);
    for (Candidate* const one : born) one->place = place(frame, one->entity);
  }
  static std::optional<glm::dvec3> place(const Frame& frame, EntityIndex entity) {
    const Entity* found = frame.find(entity);
    if (found == nullptr || !found->world.position) return std::nullopt;
    return *found->world.position * frame.coordinates.metres_per_unit;
  }

 private:
  const Pairing& pairing_;
  std::optional<CoordinateSystem> target_;
  Cursor a_;
  Cursor b_;
};

class Matcher {
 public:
  Matcher(const Sides& sides, const Options& options, const Pairing& pairing,
          const IdIndex& ids_of_a, const IdIndex& ids_of_b, const std::atomic<bool>& cancelled)
      : sides_(sides),
        options_(options),
        pairing_(pairing),
        ids_of_a_(ids_of_a),
        ids_of_b_(ids_of_b),
        cancelled_(cancelled),
        places_(sides, options, pairing) {
    matches_.of_a.assign(sides.a->entity_count(), EntityIndex());
    matches_.of_b.assign(sides.b->entity_count(), EntityIndex());
  }
  Matches match(EntitiesBy by);

 private:
  /// What equal entities have in common besides, in name mode: pair of streams, kind, name.
  using Group = std::tuple<std::size_t, EntityKind, std::string_view>;
  using Rows = std::span<const EntityIndex>;

  std::size_t compared_entities(Side side) const;
  bool do_ids_mean_the_same();
  void match_ids();
  void match_groups(bool by_name);
  void match_names(Candidates a, Candidates b);
  void match_places(Candidates a, Candidates b);
  void match_each_name(const Candidates& a, const Candidates& b);
  void match_nearest(Candidates& a, Candidates& b);
  void match_in_order(Candidates& a, Candidates& b);
  /// Entities of one side that are born in the same item, with others that could be theirs.
  struct Born {
    Side side;
    std::span<Candidate* const> candidates;
  };
  static void add_births(std::vector<Candidate*>& wanted, Side side, std::vector<Born>& births);
  void read_places(std::span<const Born> births) const;
  void erase_matched(Candidates& a, Candidates& b) const;

  const Sides& sides_;
  const Options& options_;
  const Pairing& pairing_;
  const IdIndex& ids_of_a_;
  const IdIndex& ids_of_b_;
  const std::atomic<bool>& cancelled_;
  PlaceReader places_;
  Matches matches_;
};

/// How many entities of a side are in streams that have one beside them.
std::size_t Matcher::compared_entities(Side side) const {
  const Recording& recording = side == Side::a ? *sides_.a : *sides_.b;
  std::size_t count = 0;
  for (std::size_t i = 0; i < recording.entity_count(); ++i) {
    const StreamIndex stream = recording.entity(EntityIndex(i)).stream;
    const auto pair = side == Side::a ? sides_.pair_of_a(stream) : sides_.pair_of_b(stream);
    if (pair) ++count;
  }
  return count;
}

/// The choice between ids and names.
bool Matcher::do_ids_mean_the_same() {
  constexpr double kNear = 1.0;  // metres
  const bool is_a_smaller = compared_entities(Side::a) <= compared_entities(Side::b);
  const Recording& smaller = is_a_smaller ? *sides_.a : *sides_.b;
  const Recording& other = is_a_smaller ? *sides_.b : *sides_.a;
  const IdIndex& others = is_a_smaller ? ids_of_b_ : ids_of_a_;
  std::vector<std::uint32_t> first_pairs(sides_.stream_pairs(), kNeverBorn);
  for (std::size_t i = pairing_.items.size(); i-- > 0;) {
    if (!pairing_.items[i].is_pair()) continue;
    const auto pair = sides_.pair_of_a(sides_.a->timeline().stream(pairing_.items[i].a));
    first_pairs[*pair] = static_cast<std::uint32_t>(i);
  }
  const auto is_alike = [&](std::size_t pair, EntityIndex row, EntityIndex other_row) {
    const bool has_name = smaller.entity(row).name == other.entity(other_row).name;
    if (first_pairs[pair] == kNeverBorn) return has_name;
    const Frame& frame_a = places_.frame_a(first_pairs[pair]);
    const Frame& frame_b = places_.frame_b(first_pairs[pair]);
    const Entity* const a = frame_a.find(is_a_smaller ? row : other_row);
    const Entity* const b = frame_b.find(is_a_smaller ? other_row : row);
    if (a == nullptr || b == nullptr) return has_name;
    // What one was called before says nothing of a part.
    if (a->name != b->name) return false;
    const auto p = PlaceReader::place(frame_a, a->index);
    const auto q = PlaceReader::place(frame_b, b->index);
    return !p || !q || glm::distance(*p, *q) <= kNear;
  };
  // Stream by stream, so that each one's first pair is decoded once.
  std::vector<std::pair<std::size_t, EntityIndex>> rows;
  for (std::size_t i = 0; i < smaller.entity_count(); ++i) {
    const StreamIndex stream = smaller.entity(EntityIndex(i)).stream;
    const auto pair = is_a_smaller ? sides_.pair_of_a(stream) : sides_.pair_of_b(stream);
    if (pair) rows.emplace_back(*pair, EntityIndex(i));
  }
  std::ranges::sort(rows);
  std::size_t same = 0;
  for (const auto& [pair, row] : rows) {
    if (cancelled_) return false;
    const EntityInfo info = smaller.entity(row);
    const StreamIndex beside = is_a_smaller ? sides_.stream_b(pair) : sides_.stream_a(pair);
    const bool is_same = std::ranges::any_of(
        others.find(beside, info.id), [&, p = pair, r = row](EntityIndex candidate_row) {
          const EntityInfo candidate = other.entity(candidate_row);
          return candidate.kind == info.kind && is_alike(p, r, candidate_row);
        });
    if (is_same) ++same;
  }
  return static_cast<double>(same) >= 0.9 * static_cast<double>(rows.size());
}

/// A re-used id has several entities on a side: those of one name and kind first.
void Matcher::match_ids() {
  std::vector<std::pair<Rows, Rows>> reused;
  for (std::size_t i = 0; i < sides_.a->entity_count(); ++i) {
    const EntityIndex row(i);
    const EntityInfo info = sides_.a->entity(row);
    const auto pair = sides_.pair_of_a(info.stream);
    if (!pair) continue;
    const Rows own = ids_of_a_.find(info.stream, info.id);
    const Rows others = ids_of_b_.find(sides_.stream_b(*pair), info.id);
    if (others.empty() || own.front() != row) continue;
    if (own.size() == 1 && others.size() == 1) {
      matches_.join(row, others.front());
    } else {
      reused.emplace_back(own, others);
    }
  }
  if (reused.empty()) return;
  const Births births_a(sides_, pairing_, Side::a);
  const Births births_b(sides_, pairing_, Side::b);
  for (const auto& [own, others] : reused) {
    Candidates a;
    Candidates b;
    for (const EntityIndex row : own) a.push_back({row, births_a.of(row), {}});
    for (const EntityIndex row : others) b.push_back({row, births_b.of(row), {}});
    match_each_name(a, b);
    erase_matched(a, b);
    match_names(std::move(a), std::move(b));
  }
}

void Matcher::match_groups(bool by_name) {
  std::map<Group, std::pair<Candidates, Candidates>> groups;
  for (const Side side : {Side::a, Side::b}) {
    const Recording& recording = side == Side::a ? *sides_.a : *sides_.b;
    const Births births(sides_, pairing_, side);
    for (std::size_t i = 0; i < recording.entity_count(); ++i) {
      const EntityIndex row(i);
      const EntityInfo info = recording.entity(row);
      const auto pair =
          side == Side::a ? sides_.pair_of_a(info.stream) : sides_.pair_of_b(info.stream);
      if (!pair) continue;
      auto& group = groups[{*pair, info.kind, by_name ? info.name : std::string_view()}];
      (side == Side::a ? group.first : group.second).push_back({row, births.of(row), {}});
    }
  }
  // Frames are decoded in order, once for all groups that look at them.
  std::vector<Candidate*> wanted_a;
  std::vector<Candidate*> wanted_b;
  for (auto& [key, group] : groups) {
    auto& [a, b] = group;
    if (a.empty() || b.empty() || (by_name && a.size() == 1 && b.size() == 1)) continue;
    for (Candidate& one : a) wanted_a.push_back(&one);
    for (Candidate& one : b) wanted_b.push_back(&one);
  }
  std::vector<Born> births;
  add_births(wanted_a, Side::a, births);
  add_births(wanted_b, Side::b, births);
  read_places(births);
  for (auto& [key, group] : groups) {
    if (cancelled_) return;
    if (by_name) {
      match_names(std::move(group.first), std::move(group.second));
    } else {
      match_places(std::move(group.first), std::move(group.second));
    }
  }
}

/// Sorts `wanted`, which lives longer than `births`.
void Matcher::add_births(std::vector<Candidate*>& wanted, Side side, std::vector<Born>& births) {
  std::ranges::sort(wanted, {},
                    [](const Candidate* one) { return std::pair(one->birth, one->entity); });
  for (auto begin = wanted.begin(); begin != wanted.end() && (*begin)->birth != kNeverBorn;) {
    const auto end = std::find_if(
        begin, wanted.end(), [&](const Candidate* one) { return one->birth != (*begin)->birth; });
    births.push_back({side, {begin, end}});
    begin = end;
  }
}

/// On several threads: each frame with a birth is decoded, though not with its other entities.
void Matcher::read_places(std::span<const Born> births) const {
  constexpr std::size_t kRun = 16;
  using Run = std::span<const Born>;
  std::size_t unclaimed = 0;
  const auto claim = [&](Run& run) -> std::optional<std::uint64_t> {
    if (unclaimed == births.size() || cancelled_) return std::nullopt;
    run = births.subspan(unclaimed, std::min(kRun, births.size() - unclaimed));
    unclaimed += run.size();
    return 0;
  };
  const auto make_work = [&] {
    return [&, places = std::make_shared<std::optional<PlaceReader>>()](Run& run) {
      if (!*places) places->emplace(sides_, options_, pairing_);
      for (const Born& born : run) (*places)->read(born.side, born.candidates);
    };
  };
  const auto runs = static_cast<unsigned>(births.size() / kRun);
  OrderedPipeline<Run> pipeline(std::min(helper_threads(), runs), claim, make_work);
  while (pipeline.take() != nullptr) {
  }
}

void Matcher::erase_matched(Candidates& a, Candidates& b) const {
  std::erase_if(a, [&](const Candidate& c) { return matches_.of_a[c.entity.value].exists(); });
  std::erase_if(b, [&](const Candidate& c) { return matches_.of_b[c.entity.value].exists(); });
}

/// Entities of one name: those born together by place, the rest in order of birth.
void Matcher::match_names(Candidates a, Candidates b) {
  const auto order = [](const Candidate& c) { return std::pair(c.birth, c.entity); };
  std::ranges::sort(a, {}, order);
  std::ranges::sort(b, {}, order);
  for (auto begin = a.begin(); begin != a.end();) {
    const auto end = std::ranges::find_if(
        begin, a.end(), [&](const Candidate& c) { return c.birth != begin->birth; });
    const auto others = std::ranges::equal_range(b, begin->birth, {}, &Candidate::birth);
    if (begin->birth != kNeverBorn && !others.empty()) {
      Candidates together_a(begin, end);
      Candidates together_b(others.begin(), others.end());
      match_nearest(together_a, together_b);
      match_in_order(together_a, together_b);
    }
    begin = end;
  }
  erase_matched(a, b);
  match_in_order(a, b);
}

void Matcher::match_places(Candidates a, Candidates b) {
  match_nearest(a, b);
  std::erase_if(a, [](const Candidate& c) { return c.place.has_value(); });
  std::erase_if(b, [](const Candidate& c) { return c.place.has_value(); });
  match_each_name(a, b);
}

/// Of each kind and name those of both sides.
void Matcher::match_each_name(const Candidates& a, const Candidates& b) {
  const auto key = [](const EntityInfo& info) { return std::pair(info.kind, info.name); };
  std::map<std::pair<EntityKind, std::string_view>, std::pair<Candidates, Candidates>> groups;
  for (const Candidate& c : a) groups[key(sides_.a->entity(c.entity))].first.push_back(c);
  for (const Candidate& c : b) groups[key(sides_.b->entity(c.entity))].second.push_back(c);
  for (auto& [name, group] : groups) match_names(std::move(group.first), std::move(group.second));
}

/// The nearest two of all first, then the nearest of those left.
void Matcher::match_nearest(Candidates& a, Candidates& b) {
  using Nearest = std::tuple<double, std::size_t, std::size_t>;  // distance, place in a, in b
  std::priority_queue<Nearest, std::vector<Nearest>, std::greater<>> queue;
  std::vector<std::optional<glm::dvec3>> places;
  for (const Candidate& one : b) places.push_back(one.place);
  NearestPlaces left(places);
  std::vector<bool> is_taken(b.size(), false);
  const auto look = [&](std::size_t i) {
    const auto found = a[i].place ? left.find(*a[i].place) : std::nullopt;
    if (found) queue.emplace(found->distance, i, found->row);
  };
  for (std::size_t i = 0; i < a.size() && !cancelled_; ++i) look(i);
  while (!queue.empty() && !cancelled_) {
    const auto [distance, i, k] = queue.top();
    queue.pop();
    if (is_taken[k]) {
      look(i);
      continue;
    }
    is_taken[k] = true;
    left.take(k);
    matches_.join(a[i].entity, b[k].entity);
  }
  erase_matched(a, b);
}

void Matcher::match_in_order(Candidates& a, Candidates& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    matches_.join(a[i].entity, b[i].entity);
  }
}

Matches Matcher::match(EntitiesBy by) {
  const bool is_automatic = by == EntitiesBy::automatic;
  if (is_automatic) by = do_ids_mean_the_same() ? EntitiesBy::id : EntitiesBy::name;
  matches_.by = by;
  if (by == EntitiesBy::id) {
    match_ids();
  } else {
    match_groups(by == EntitiesBy::name);
  }
  // A server and a client of one recording may name one thing differently, but number it alike.
  if (is_automatic && by == EntitiesBy::name && sides_.a == sides_.b &&
      std::ranges::none_of(matches_.of_a, &EntityIndex::exists)) {
    matches_.by = EntitiesBy::id;
    match_ids();
  }
  return std::move(matches_);
}

}  // namespace

Matches match_entities(const Sides& sides, const Options& options, const Pairing& pairing,
                       const IdIndex& ids_of_a, const IdIndex& ids_of_b,
                       const std::atomic<bool>& cancelled) {
  return Matcher(sides, options, pairing, ids_of_a, ids_of_b, cancelled).match(options.match);
}

}  // namespace scrubjay::compare
