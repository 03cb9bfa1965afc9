#include "analysis/compare/pair_comparer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <unordered_map>

#include "analysis/compare/summary.h"

namespace scrubjay::compare {

namespace {

/// Paths that one thread keeps; a recording that names more anew in every frame has them made anew.
constexpr std::size_t kMostPaths = 200'000;

std::array<double, 3> numbers_of(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
std::array<double, 4> numbers_of(const glm::dquat& q) { return {q.x, q.y, q.z, q.w}; }

/// Of a pair of frames with so many pairs of events each is held against each.
constexpr std::size_t kFewPairs = 4'096;
/// Where there are more: events that differ in some value only, of one name, tag and entity.
constexpr std::size_t kMostTried = 1'000;
/// Events of B that are looked at, in a pair of frames, to match more of A's; enough for few pairs.
constexpr std::size_t kMostLooks = 300'000;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return (a ^ (b + 0x9E3779B97F4A7C15u + (a << 6) + (a >> 2))) * 0xBF58476D1CE4E5B9u;
}

/// The same for properties of the same names, types and values.
std::uint64_t content_key(const TreePart& part) {
  const std::hash<std::string_view> hash;
  std::uint64_t key = part.range.count;
  for (std::uint32_t i = part.range.first; i < part.range.first + part.range.count; ++i) {
    const PropertyNode& node = part.tree[i];
    key = mixed(mixed(key, hash(node.name)), static_cast<std::uint64_t>(node.type));
    if (is_container(node.type) || node.type == PropertyType::null) continue;
    if (is_text(node.type)) {
      key = mixed(key, hash(node.text_value()));
    } else if (has_numbers(node.type)) {
      for (const double value : part.tree.numbers_of(node)) {
        key = mixed(key, std::bit_cast<std::uint64_t>(value));
      }
    } else if (node.type == PropertyType::boolean) {
      key = mixed(key, node.boolean ? 1 : 0);
    } else if (node.type == PropertyType::number) {
      key = mixed(key, std::bit_cast<std::uint64_t>(node.number));
    } else {
      key = mixed(key, static_cast<std::uint64_t>(node.integer));
    }
  }
  return key;
}

void add_problems(const Frame& frame, std::vector<Problem>& out) {
  for (const Problem& problem : frame.problems) {
    out.push_back(problem);
    if (!out.back().frame) out.back().frame = frame.index;
  }
}

}  // namespace

PairComparer::PairComparer(const Plan& plan, const Summary& known)
    : plan_(plan),
      known_(known),
      paths_(plan.rules(), plan.paths()),
      trees_(plan.rules(), paths_,
             [this](std::string_view a, std::string_view b) {
               return plan_.is_same_reference(frame_a_->stream, a, frame_b_->stream, b);
             }),
      a_(plan.sides().a),
      b_(plan.sides().b),
      must_walk_paths_(known.lists_paths()) {
  a_.set_coordinates(plan.options().coordinates);
  trees_.visit_path = [this](PathTree::Node path) {
    const PathId id = paths_.id(path);
    if (id.value >= is_path_listed_.size()) is_path_listed_.resize(id.value + 1, false);
    if (is_path_listed_[id.value]) return;
    is_path_listed_[id.value] = true;
    out_->paths.push_back(id);
  };
  claim_fixed_paths();
}

void PairComparer::claim_fixed_paths() {
  const std::uint64_t stamp = paths_.new_stamp();
  std::size_t place = 0;
  const auto claim = [&](std::string_view name) {
    return paths_.claim(PathTree::kRoot, name, place++, Side::a, stamp);
  };
  fixed_.parent = claim("parent");
  fixed_.position = claim("position");
  fixed_.rotation = claim("rotation");
  fixed_.scale = claim("scale");
  fixed_.events = claim("events");
}

void PairComparer::begin(std::size_t item, ItemResult& out) {
  out.clear();
  out.item = item;
  out_ = &out;
  if (paths_.size() > kMostPaths) {
    paths_.clear();
    claim_fixed_paths();
  }
}

void PairComparer::compare(std::size_t item, ItemResult& out) {
  begin(item, out);
  const Item& frames = plan_.items()[item];
  if (frames.is_pair()) {
    compare_pair(frames);
  } else if (!plan_.has_choice()) {
    out.found.push_back({.kind = frames.a.exists() ? Kind::frame_a : Kind::frame_b});
  }
}

void PairComparer::list(std::size_t item, Subject subject, ItemResult& out) {
  begin(item, out);
  const Item& frames = plan_.items()[item];
  if (!frames.is_pair()) return;
  seek(frames);
  lists_same_ = true;
  if (subject.exists()) {
    static const Entity kNobody;
    const EntityIndex of_a = plan_.entity_a(subject);
    const EntityIndex of_b = plan_.entity_b(subject);
    const Entity* const a = of_a.exists() ? frame_a_->find(of_a) : nullptr;
    const Entity* const b = of_b.exists() ? frame_b_->find(of_b) : nullptr;
    if (a != nullptr || b != nullptr) {
      compare_entity(subject, a == nullptr ? kNobody : *a, b == nullptr ? kNobody : *b);
    }
  } else {
    compare_own();
  }
  list_events(frames);
  list_differing_events(subject);
  lists_same_ = false;
}

void PairComparer::seek(const Item& item) {
  frame_a_ = &a_.seek(item.a);
  frame_b_ = frame_a_;
  // Problems say where in a file they are.
  if (frame_a_->problems.empty() && plan_.has_one_frame(item, *frame_a_)) return;
  const Seconds time_in_b = frame_a_->time - plan_.pairing().offset;
  const bool is_by_time = plan_.pairing().by == FramesBy::time;
  frame_b_ = &b_.seek(item.b, is_by_time ? time_in_b : plan_.b().timeline().time(item.b),
                      frame_a_->coordinates);
}

void PairComparer::compare_pair(const Item& item) {
  seek(item);
  ++comparison_;
  add_problems(*frame_a_, out_->problems_a);
  add_problems(*frame_b_, out_->problems_b);
  const std::uint64_t before = trees_.values_compared();
  if (!plan_.has_choice()) compare_own();
  compare_entities();
  // Events that are held against several others would count more than once.
  out_->values_compared = trees_.values_compared() - before;
  list_events(item);
  compare_events();
  add_places();
}

void PairComparer::compare_own() {
  const TreeComparer::Request request{.must_walk_paths = must_walk_paths_,
                                      .lists_same = lists_same_};
  trees_.compare({frame_a_->tree, frame_a_->properties}, {frame_b_->tree, frame_b_->properties},
                 request, leaves_, alone_b_);
  add_leaves(Subject(), {frame_a_->tree, frame_b_->tree});
}

void PairComparer::compare_entities() {
  seen_b_.resize(std::max(seen_b_.size(), frame_b_->entities.size()), 0);
  const auto only = [&](Kind kind, Subject subject, bool has_match) {
    if (!plan_.is_chosen(subject)) return;
    out_->found.push_back({.kind = kind, .subject = subject});
    if (!has_match && !known_.has_met(subject)) out_->unmatched.push_back(subject);
  };
  for (const Entity& entity : frame_a_->entities) {
    const Subject subject = plan_.subject_of_a(entity.index);
    const EntityIndex match = plan_.matches().of_a[entity.index.value];
    const Entity* other = match.exists() ? frame_b_->find(match) : nullptr;
    if (other == nullptr) {
      only(Kind::only_a, subject, match.exists());
      continue;
    }
    seen_b_[static_cast<std::size_t>(other - frame_b_->entities.data())] = comparison_;
    if (plan_.is_chosen(subject)) compare_entity(subject, entity, *other);
  }
  for (std::size_t i = 0; i < frame_b_->entities.size(); ++i) {
    if (seen_b_[i] == comparison_) continue;
    const EntityIndex row = frame_b_->entities[i].index;
    only(Kind::only_b, plan_.subject_of_b(row), plan_.matches().of_b[row.value].exists());
  }
}

void PairComparer::compare_entity(Subject subject, const Entity& a, const Entity& b) {
  if (!known_.has_met(subject)) out_->met.push_back(subject);
  compare_place(a, b);
  const TreePart own{frame_a_->tree, a.properties};
  const TreePart other{frame_b_->tree, b.properties};
  const TreeComparer::Request request{.must_walk_paths = must_walk_paths_,
                                      .lists_same = lists_same_};
  if (trees_.compare(own, other, request, leaves_, alone_b_)) {
    for (const std::string_view id : trees_.references()) add_joined(subject, Side::a, id);
  } else {
    add_joined(subject, Side::a, own);
    add_joined(subject, Side::b, other);
  }
  add_leaves(subject, {frame_a_->tree, frame_b_->tree, &a, &b});
}

template <class Value, class Compare>
void PairComparer::compare_part(PathTree::Node path, const Entity& entity_a, const Entity& entity_b,
                                std::optional<Value> Transform::*part, Compare compare_values) {
  const std::optional<Value>& a = entity_a.world.*part;
  const std::optional<Value>& b = entity_b.world.*part;
  if ((!a && !b) || !paths_.rule(path).is_compared()) return;
  if (!b) {
    leaves_.push_back({.kind = Kind::missing_b, .path = path});
  } else if (!a) {
    leaves_.push_back({.kind = Kind::missing_a, .path = path});  // before the properties
  } else {
    trees_.count_value();
    if (must_walk_paths_) trees_.visit_path(path);
    if (*a == *b && !lists_same_) return;
    const auto p = numbers_of(*a);
    const auto q = numbers_of(*b);
    const Tolerance tolerance{paths_.tolerance(path), plan_.rules().relative()};
    LeafResult result = compare_values(p, q, tolerance);
    result.is_same = result.is_same || *a == *b;
    if (!result.is_same && entity_a.precision != entity_b.precision) {
      const LeafResult shown = compare_values(shown_numbers(p, entity_a.precision),
                                              shown_numbers(q, entity_b.precision), tolerance);
      if (shown.is_same || shown.distance < result.distance) result = shown;
    }
    if (!result.is_same || lists_same_) {
      leaves_.push_back({.kind = Kind::value,
                         .path = path,
                         .distance = result.distance,
                         .is_same = result.is_same});
    }
  }
}

void PairComparer::compare_place(const Entity& a, const Entity& b) {
  compare_parent(a, b);
  compare_part(fixed_.position, a, b, &Transform::position, compare_vectors);
  compare_part(fixed_.rotation, a, b, &Transform::rotation, compare_quaternions);
  compare_part(fixed_.scale, a, b, &Transform::scale, compare_vectors);
}

void PairComparer::compare_parent(const Entity& a, const Entity& b) {
  if (!paths_.rule(fixed_.parent).is_compared()) return;
  if (!a.parent.exists() && !b.parent.exists()) return;
  trees_.count_value();
  if (must_walk_paths_) trees_.visit_path(fixed_.parent);
  const bool is_same =
      a.parent.exists() && b.parent.exists() && plan_.matches().of_a[a.parent.value] == b.parent;
  if (!is_same || lists_same_) {
    leaves_.push_back({.kind = Kind::value, .path = fixed_.parent, .is_same = is_same});
  }
}

/// Hands over what the last comparisons of trees and places found, of one entity or the frame.
void PairComparer::add_leaves(Subject subject, const Compared& of) {
  for (const auto* leaves : {&leaves_, &alone_b_}) {
    for (const LeafDifference& leaf : *leaves) {
      Difference& difference = out_->found.emplace_back();
      difference.kind = leaf.kind;
      difference.subject = subject;
      difference.path = paths_.id(leaf.path);
      difference.distance = leaf.distance;
      difference.is_same = leaf.is_same;
      if (lists_same_ || out_->values.size() < known_.room_in_list())
        add_values(difference, leaf, of);
    }
  }
  leaves_.clear();
  alone_b_.clear();
}

void PairComparer::add_values(Difference& difference, const LeafDifference& leaf,
                              const Compared& of) {
  PropertyTree& tree = out_->tree;
  const auto copy = [&](const PropertyTree& from, PropertyTree::Node node) {
    const PropertyTree::Node first = tree.size();
    tree.append_copy(from, {node, from[node].subtree});
    return first;
  };
  const auto part = [&](Side side) -> std::optional<PropertyTree::Node> {
    const Entity& entity = side == Side::a ? *of.entity_a : *of.entity_b;
    const auto numbers = [&](const auto& value, PropertyType type) {
      std::optional<PropertyTree::Node> node;
      if (value) node = tree.numbers("", type, numbers_of(*value), entity.precision);
      return node;
    };
    if (leaf.path == fixed_.position) return numbers(entity.world.position, PropertyType::vec3);
    if (leaf.path == fixed_.rotation) return numbers(entity.world.rotation, PropertyType::quat);
    if (leaf.path == fixed_.scale) return numbers(entity.world.scale, PropertyType::vec3);
    const Recording& recording = side == Side::a ? plan_.a() : plan_.b();
    const std::string_view id =
        entity.parent.exists() ? recording.entity(entity.parent).id : std::string_view();
    return tree.text("", tree.keep(id), PropertyType::entity);
  };
  ValuePair pair;
  const bool is_leaf = leaf.a != LeafDifference::kNone || leaf.b != LeafDifference::kNone;
  if (!is_leaf) {
    pair = {part(Side::a), part(Side::b)};
  } else {
    if (leaf.a != LeafDifference::kNone) pair.a = copy(of.a, leaf.a);
    if (leaf.b != LeafDifference::kNone) pair.b = copy(of.b, leaf.b);
  }
  difference.values = static_cast<std::uint32_t>(out_->values.size());
  out_->values.push_back(pair);
}

void PairComparer::list_events(const Item& item) {
  const auto list = [](const Recording& recording, const Frame& frame, std::vector<Event>& out) {
    out.clear();
    for (const FrameEvent& event : frame.events) {
      out.push_back({event.index, recording.event(event.index), {frame.tree, event.properties}});
    }
  };
  list(plan_.a(), *frame_a_, events_a_);
  if (plan_.pairing().by == FramesBy::time) {
    list_events_since(item);
  } else {
    list(plan_.b(), *frame_b_, events_b_);
  }
}

/// Those of B since A's frame before, up to this one; at A's first frame those of B's frame there.
void PairComparer::list_events_since(const Item& item) {
  events_b_.clear();
  events_tree_.clear();
  const Timeline& of_a = plan_.a().timeline();
  const Timeline& of_b = plan_.b().timeline();
  const StreamIndex stream_a = frame_a_->stream;
  const StreamIndex stream_b = frame_b_->stream;
  const std::size_t row = of_a.frames_before(stream_a, item.a);
  FrameIndex first = item.b;
  if (row > 0) {
    const Seconds since =
        of_a.time(of_a.frame_of(stream_a, row - 1)) - plan_.pairing().offset + kSameTime;
    const std::size_t behind = partition_row(of_b.frame_count(stream_b), [&](std::size_t n) {
      return of_b.time(of_b.frame_of(stream_b, n)) <= since;
    });
    if (behind >= of_b.frame_count(stream_b)) return;
    first = of_b.frame_of(stream_b, behind);
  }
  if (first > item.b) return;
  if (!b_events_) b_events_.emplace(plan_.sides().b);
  b_events_->set_coordinates(frame_a_->coordinates);
  const auto [begin, end] = plan_.b().events_in(first, item.b);
  for (std::size_t i = begin; i < end; ++i) {
    const EventIndex index(i);
    const EventInfo info = plan_.b().event(index);
    if (of_b.stream(info.frame) != stream_b) continue;
    const PropertyRange range = b_events_->read_event(index, events_tree_);
    events_b_.push_back({index, info, {events_tree_, range}});
  }
}

/// As a multiset: as many find a match as can, the others are differences.
void PairComparer::compare_events() {
  if (events_a_.empty() && events_b_.empty()) return;
  for (const Event& event : events_a_) {
    if (event.info.entity.exists()) {
      add_joined(plan_.subject_of_a(event.info.entity), Side::a, event.properties);
    }
  }
  for (const Event& event : events_b_) {
    if (event.info.entity.exists()) {
      add_joined(plan_.subject_of_b(event.info.entity), Side::b, event.properties);
    }
  }
  match_all_events();
  const auto add = [&](Kind kind, const std::vector<Event>& events,
                       const std::vector<std::size_t>& matches) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      PathTree::Node path = PathTree::kNone;
      if (matches[i] == kNoEvent && is_event_compared(events[i], path)) {
        add_event(kind, events[i], path);
      }
    }
  };
  add(Kind::event_a, events_a_, match_a_);
  add(Kind::event_b, events_b_, match_b_);
}

/// Those that are the same to the bit find each other first, then those within tolerances.
void PairComparer::match_all_events() {
  match_a_.assign(events_a_.size(), kNoEvent);
  match_b_.assign(events_b_.size(), kNoEvent);
  if (events_a_.empty() || events_b_.empty()) return;
  const std::size_t most_tried = std::max(kMostTried, kFewPairs / events_a_.size());
  match_events(
      [this](Side side, const Event& event) {
        return kind_key(side, event) ^ content_key(event.properties);
      },
      most_tried);
  match_events([this](Side side, const Event& event) { return kind_key(side, event); }, most_tried);
  match_left_events();
}

/// Those of one entity (none: of nobody). What has one of the same name and entity on the other
/// side, in their order, differs in its properties.
void PairComparer::list_differing_events(Subject subject) {
  if (events_a_.empty() && events_b_.empty()) return;
  match_all_events();
  const auto is_listed = [&](const Event& event, Side side, PathTree::Node& path) {
    const EntityIndex entity = event.info.entity;
    const Subject whose = !entity.exists()  ? Subject()
                          : side == Side::a ? plan_.subject_of_a(entity)
                                            : plan_.subject_of_b(entity);
    return whose == subject && is_event_compared(event, path);
  };
  const auto add = [&](Kind kind, const Event& event, PathTree::Node path) {
    out_->found.push_back(
        {.kind = kind, .subject = subject, .path = paths_.id(path), .event = event.index});
  };
  PathTree::Node path = PathTree::kNone;
  std::multimap<std::uint64_t, const Event*> others;  // by name and entity
  for (std::size_t i = 0; i < events_b_.size(); ++i) {
    if (match_b_[i] != kNoEvent || !is_listed(events_b_[i], Side::b, path)) continue;
    others.emplace(kind_key(Side::b, events_b_[i]), &events_b_[i]);
  }
  for (std::size_t i = 0; i < events_a_.size(); ++i) {
    const Event& event = events_a_[i];
    if (match_a_[i] != kNoEvent || !is_listed(event, Side::a, path)) continue;
    const auto other = others.lower_bound(kind_key(Side::a, event));
    if (other == others.end() || other->first != kind_key(Side::a, event)) {
      add(Kind::event_a, event, path);
      continue;
    }
    const TreePart& of_b = other->second->properties;
    trees_.compare(event.properties, of_b, {.above = path, .must_walk_paths = must_walk_paths_},
                   leaves_, alone_b_);
    add_leaves(subject, {event.properties.tree, of_b.tree});
    others.erase(other);
  }
  for (const auto& [key, event] : others) {
    if (is_listed(*event, Side::b, path)) add(Kind::event_b, *event, path);
  }
}

/// Each event of A with the first of B that is the same, has the same key and is left; of those
/// with its key it is held against `most_tried`.
template <class KeyOf>
void PairComparer::match_events(KeyOf key_of, std::size_t most_tried) {
  struct Others {
    std::vector<std::size_t> rows;
    std::size_t next = 0;  // those before it are matched
  };
  std::unordered_map<std::uint64_t, Others> others_by_key;
  for (std::size_t i = 0; i < events_b_.size(); ++i) {
    if (match_b_[i] == kNoEvent) others_by_key[key_of(Side::b, events_b_[i])].rows.push_back(i);
  }
  for (std::size_t i = 0; i < events_a_.size(); ++i) {
    PathTree::Node path = PathTree::kNone;
    if (match_a_[i] != kNoEvent || !is_event_compared(events_a_[i], path)) continue;
    const auto found = others_by_key.find(key_of(Side::a, events_a_[i]));
    if (found == others_by_key.end()) continue;
    auto& [rows, next] = found->second;
    std::size_t tried = 0;
    for (std::size_t k = next; k < rows.size() && tried < most_tried; ++k) {
      if (match_b_[rows[k]] != kNoEvent) continue;
      ++tried;
      if (!is_same_event(events_a_[i], events_b_[rows[k]], path)) continue;
      match_a_[i] = rows[k];
      match_b_[rows[k]] = i;
      break;
    }
    while (next < rows.size() && match_b_[rows[next]] != kNoEvent) ++next;
  }
}

/// What is the same within tolerances as two others may have the one that a third needs.
void PairComparer::match_left_events() {
  struct Others {
    std::vector<std::size_t> rows;
    std::size_t left = 0;  // those without a match
  };
  std::unordered_map<std::uint64_t, Others> others_by_kind;
  if (std::ranges::count(match_a_, kNoEvent) == 0 || std::ranges::count(match_b_, kNoEvent) == 0) {
    return;
  }
  for (std::size_t i = 0; i < events_b_.size(); ++i) {
    Others& others = others_by_kind[kind_key(Side::b, events_b_[i])];
    others.rows.push_back(i);
    if (match_b_[i] == kNoEvent) ++others.left;
  }
  std::size_t looks = kMostLooks;
  for (std::size_t i = 0; i < events_a_.size(); ++i) {
    PathTree::Node path = PathTree::kNone;
    if (match_a_[i] != kNoEvent || !is_event_compared(events_a_[i], path)) continue;
    const auto found = others_by_kind.find(kind_key(Side::a, events_a_[i]));
    if (found == others_by_kind.end() || found->second.left == 0) continue;
    if (take_from_others(i, found->second.rows, path, looks)) --found->second.left;
  }
}

/// Gives an event of A, which is the same as none that is left, the match of another for which one
/// is left, at once or in the same way (an augmenting path, the shortest). False: there is none.
bool PairComparer::take_from_others(std::size_t row, const std::vector<std::size_t>& others,
                                    PathTree::Node path, std::size_t& looks) {
  if (looks < events_b_.size()) return false;
  looks -= events_b_.size();
  std::vector<std::size_t> wanted_by(events_b_.size(), kNoEvent);
  std::vector<std::size_t> wanting{row};
  for (std::size_t k = 0; k < wanting.size(); ++k) {
    for (const std::size_t other : others) {
      if (looks == 0) return false;
      --looks;
      const bool is_left = match_b_[other] == kNoEvent;
      if (wanted_by[other] != kNoEvent || (is_left && k == 0)) continue;
      if (!is_same_event(events_a_[wanting[k]], events_b_[other], path)) continue;
      wanted_by[other] = wanting[k];
      if (!is_left) {
        wanting.push_back(match_b_[other]);
        continue;
      }
      for (std::size_t taken = other; taken != kNoEvent;) {
        match_b_[taken] = wanted_by[taken];
        std::swap(match_a_[wanted_by[taken]], taken);
      }
      return true;
    }
  }
  return false;
}

/// Differs for events of which nobody can say that they are the same.
std::uint64_t PairComparer::kind_key(Side side, const Event& event) const {
  EntityIndex entity = event.info.entity;
  if (side == Side::a && entity.exists()) entity = plan_.matches().of_a[entity.value];
  const std::hash<std::string_view> hash;
  return mixed(mixed(hash(event.info.name), hash(event.info.tag)), entity.value);
}

/// `path` becomes that of events of this name.
bool PairComparer::is_event_compared(const Event& event, PathTree::Node& path) {
  path = paths_.claim(fixed_.events, event.info.name, 0, Side::a, paths_.new_stamp());
  const PathRules::Rule& rule = paths_.rule(path);
  if (rule.is_ignored) return false;
  if (must_walk_paths_ && rule.is_compared()) trees_.visit_path(path);
  return rule.is_compared() || is_any_chosen(event.properties, path, paths_.new_stamp());
}

/// An event counts where only some of its properties are chosen.
bool PairComparer::is_any_chosen(const TreePart& part, PathTree::Node above, std::uint64_t stamp) {
  bool is_chosen = false;
  std::size_t place = 0;
  for_each_root(part.tree, part.range, [&](PropertyTree::Node node, const PropertyNode& property) {
    const PathTree::Node path = paths_.claim(above, property.name, place++, Side::a, stamp);
    if (paths_.rule(path).is_compared()) is_chosen = true;
    if (is_chosen || !holds_leaves(property.type)) return;
    is_chosen = is_any_chosen({part.tree, children_of(part.tree, node)}, path, paths_.new_stamp());
  });
  return is_chosen;
}

bool PairComparer::is_same_event(const Event& a, const Event& b, PathTree::Node path) {
  if (a.info.name != b.info.name || a.info.tag != b.info.tag) return false;
  const EntityIndex match =
      a.info.entity.exists() ? plan_.matches().of_a[a.info.entity.value] : EntityIndex();
  if (a.info.entity.exists() != match.exists() || match != b.info.entity) return false;
  trees_.compare(a.properties, b.properties, {.above = path, .must_walk_paths = must_walk_paths_},
                 leaves_, alone_b_);
  const bool is_same = leaves_.empty() && alone_b_.empty();
  leaves_.clear();
  alone_b_.clear();
  return is_same;
}

void PairComparer::add_event(Kind kind, const Event& event, PathTree::Node path) {
  Difference difference{.kind = kind, .event = event.index};
  if (event.info.entity.exists()) {
    difference.subject = kind == Kind::event_a ? plan_.subject_of_a(event.info.entity)
                                               : plan_.subject_of_b(event.info.entity);
  }
  const bool is_chosen =
      difference.subject.exists() ? plan_.is_chosen(difference.subject) : !plan_.has_choice();
  if (!is_chosen) return;
  difference.path = paths_.id(path);
  out_->found.push_back(difference);
}

void PairComparer::add_joined(Subject subject, Side side, const TreePart& properties) {
  const PropertyRange range = properties.range;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const PropertyNode& node = properties.tree[i];
    if (node.type == PropertyType::entity) add_joined(subject, side, node.text_value());
  }
}

void PairComparer::add_joined(Subject subject, Side side, std::string_view id) {
  const EntityIndex named = side == Side::a ? plan_.named_in_a(frame_a_->stream, id)
                                            : plan_.named_in_b(frame_b_->stream, id);
  if (!named.exists()) return;
  const Subject other = side == Side::a ? plan_.subject_of_a(named) : plan_.subject_of_b(named);
  if (other != subject) out_->joined.emplace_back(subject, other);
}

Subject PairComparer::subject_of_parent(Side side, const Entity& entity) const {
  if (!entity.parent.exists()) return Subject();
  return side == Side::a ? plan_.subject_of_a(entity.parent) : plan_.subject_of_b(entity.parent);
}

/// Only where an entity differs that never did before: it is asked then what it has that from.
void PairComparer::add_places() {
  const bool begins = std::ranges::any_of(out_->found, [&](const Difference& difference) {
    return difference.subject.exists() && !known_.has_differed(difference.subject);
  });
  if (!begins) return;
  const auto in_metres = [&](const Entity& entity) {
    std::optional<glm::dvec3> position = entity.world.position;
    if (position) *position *= frame_a_->coordinates.metres_per_unit;
    return position;
  };
  for (const Entity& entity : frame_a_->entities) {
    SubjectPlace& place = out_->places.emplace_back();
    place.subject = plan_.subject_of_a(entity.index);
    place.parents[0] = subject_of_parent(Side::a, entity);
    place.position = in_metres(entity);
    const EntityIndex match = plan_.matches().of_a[entity.index.value];
    const Entity* other = match.exists() ? frame_b_->find(match) : nullptr;
    if (other == nullptr) continue;
    place.parents[1] = subject_of_parent(Side::b, *other);
    if (!place.position) place.position = in_metres(*other);
  }
  for (std::size_t i = 0; i < frame_b_->entities.size(); ++i) {
    if (seen_b_[i] == comparison_) continue;
    const Entity& entity = frame_b_->entities[i];
    SubjectPlace& place = out_->places.emplace_back();
    place.subject = plan_.subject_of_b(entity.index);
    place.parents[1] = subject_of_parent(Side::b, entity);
    place.position = in_metres(entity);
  }
  std::ranges::sort(out_->places, {}, &SubjectPlace::subject);
}

}  // namespace scrubjay::compare
