#include "formats/flecs/read/world_state.h"

#include <algorithm>

#include "formats/flecs/limits.h"
#include "formats/flecs/names.h"
#include "formats/flecs/read/references.h"

namespace scrubjay::flecs {

namespace {

/// What tells entities apart while their path stays (formats/flecs/README.md, 11.5).
bool is_same_entity(const EntityFacts& a, const EntityFacts& b) {
  if (a.has_id && b.has_id && a.id != b.id) return false;
  if (a.version != b.version) return false;
  if (!a.is_anonymous || a.has_version || a.items.empty() || b.items.empty()) return true;
  // Its number alone tells little: one whose components are all others is another entity.
  return std::ranges::any_of(a.items, [&](const ItemFact& item) {
    return std::ranges::any_of(b.items, [&](const ItemFact& other) { return other.id == item.id; });
  });
}

/// Whether both hold the same components; relations and tags come and go with a move.
bool have_same_components(const EntityFacts& a, const EntityFacts& b) {
  const auto is_in = [](const EntityFacts& facts) {
    return [&facts](const ItemFact& item) {
      return !item.is_component || std::ranges::any_of(facts.items, [&](const ItemFact& other) {
        return other.id == item.id;
      });
    };
  };
  return std::ranges::all_of(a.items, is_in(b)) && std::ranges::all_of(b.items, is_in(a));
}

std::uint64_t identity_key(const EntityFacts& facts) {
  return facts.id << 32 ^ facts.version ^ facts.id >> 32;
}

}  // namespace

WorldState::WorldState(FileIndex& index, RecordingBuilder& builder, StreamIndex stream)
    : index_(index), builder_(builder), stream_(stream) {}

WorldState::Place& WorldState::place(TextId path) {
  const auto [found, is_new] = places_.try_emplace(path.value);
  if (is_new) {
    const std::string_view shown = text(path);
    found->second.row = static_cast<std::uint32_t>(index_.paths.size());
    index_.paths.append(shown);
    if (shown.find('\\') != std::string_view::npos) {
      by_unescaped_.emplace(unescaped_name(shown), path);
    }
    const std::string_view last = last_element(shown);
    if (is_anonymous(last)) {
      anonymous_.insert_or_assign(std::strtoull(last.data() + 1, nullptr, 10), path);
    }
  }
  return found->second;
}

/// Facts of all units that name the path.
std::optional<EntityFacts> WorldState::merged(TextId path) const {
  const auto found = places_.find(path.value);
  if (found == places_.end()) return {};
  // A singleton is in each row of a query, always the same.
  std::optional<EntityFacts> result;
  std::size_t count = 0;
  for (const Use& use : found->second.units) {
    const EntityFacts& facts = use.unit->facts[use.facts];
    if (result) {
      merge_facts(*result, facts);
    } else {
      result = facts;
    }
    if (++count == limits::kMostMerged) break;
  }
  return result;
}

void WorldState::touch(const UnitChange& change) {
  for (const EntityFacts& facts : change.unit->facts) {
    const auto [found, is_new] = touched_rows_.try_emplace(facts.path.value, touched_.size());
    if (is_new) {
      touched_.emplace_back().path = facts.path;
      touched_.back().before = merged(facts.path);
      touched_.back().is_first = true;
    }
    Touched& touched = touched_[found->second];
    touched.is_query |= change.is_query;
    touched.is_first &= change.is_first;
  }
}

void WorldState::change_units(std::span<const UnitChange> removed,
                              std::span<const UnitChange> added) {
  for (const UnitChange& change : removed) touch(change);
  for (const UnitChange& change : added) touch(change);
  for (const UnitChange& change : removed) {
    for (const EntityFacts& facts : change.unit->facts) {
      std::erase_if(place(facts.path).units,
                    [&](const Use& use) { return use.unit == change.unit; });
    }
  }
  for (const UnitChange& change : added) {
    for (std::size_t i = 0; i < change.unit->facts.size(); ++i) {
      std::vector<Use>& units = place(change.unit->facts[i].path).units;
      const auto behind = std::ranges::upper_bound(units, change.unit->order, {}, &Use::order);
      units.insert(behind, Use{change.unit, static_cast<std::uint32_t>(i)});
    }
  }
  for (Touched& touched : touched_) touched.after = merged(touched.path);
}

void WorldState::match(std::size_t gone, std::size_t come) {
  touched_[gone].moved = come;
  touched_[come].moved = gone;
}

/// Pairs what disappeared with what appeared elsewhere (formats/flecs/README.md, 11.5).
void WorldState::find_moves() {
  std::unordered_map<std::uint64_t, std::size_t> gone;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const Touched& touched = touched_[i];
    if (touched.before && !touched.after && touched.before->has_id) {
      gone.emplace(identity_key(*touched.before), i);
    }
  }
  if (!gone.empty()) {
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      const Touched& touched = touched_[i];
      if (touched.before || !touched.after || !touched.after->has_id) continue;
      const auto found = gone.find(identity_key(*touched.after));
      if (found == gone.end() || touched_[found->second].moved != kNone) continue;
      const EntityFacts& before = *touched_[found->second].before;
      const bool has_version = before.has_version && touched.after->has_version;
      if (has_version || have_same_components(before, *touched.after)) match(found->second, i);
    }
  }
  find_moves_by_name();
}

/// Without ids: the same name and components, and only one such on both sides.
void WorldState::find_moves_by_name() {
  struct Candidates {
    std::size_t gone = kNone;
    std::size_t come = kNone;
    int gone_count = 0;
    int come_count = 0;
  };
  std::unordered_map<std::string_view, Candidates> names;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const Touched& touched = touched_[i];
    const std::optional<EntityFacts>& facts = touched.before ? touched.before : touched.after;
    if (touched.before.has_value() == touched.after.has_value()) continue;
    if (facts->has_id || facts->is_anonymous) continue;
    Candidates& found = names[last_element(text(touched.path))];
    (touched.before ? found.gone : found.come) = i;
    ++(touched.before ? found.gone_count : found.come_count);
  }
  for (const auto& [name, found] : names) {
    if (found.gone_count != 1 || found.come_count != 1) continue;
    if (have_same_components(*touched_[found.gone].before, *touched_[found.come].after)) {
      match(found.gone, found.come);
    }
  }
}

std::string WorldState::name_of(TextId path, const EntityFacts* facts) const {
  if (facts != nullptr && facts->name.exists()) return std::string(text(facts->name));
  // The name is what the parent's path leaves (formats/flecs/README.md, 3.1).
  const std::string_view whole = text(path);
  if (!may_have_plain_parents(whole)) return unescaped_name(last_element(whole));
  const std::string_view parent = parent_path(whole);
  return unescaped_name(parent.empty() ? whole : whole.substr(parent.size() + 1));
}

/// Finds what will be above those that come, in the order in which link_all() makes plain nodes of
/// it: their names depend on it, and are given before.
void WorldState::note_parents() {
  above_.clear();
  for (const Touched& touched : touched_) {
    if (!touched.after) continue;
    TextId at = parent_of(touched.path, *touched.after);
    while (at.exists() && above_.insert(at.value).second) at = parent_by_path(text(at));
  }
}

void WorldState::name_place(Place& place, EntityIndex entity, FrameIndex frame) {
  std::atomic<std::uint32_t>& newest = index_.paths.writable(place.row).newest;
  const std::uint32_t before = newest.load(std::memory_order_relaxed);
  place.entity = entity;
  if (before != 0 && index_.namings[before - 1].entity == entity) return;
  index_.namings.append(frame, entity, before);
  newest.store(static_cast<std::uint32_t>(index_.namings.size()), std::memory_order_release);
}

/// An entity appears at a path where none was, or another one was.
void WorldState::begin(Touched& touched, FrameIndex frame) {
  Place& here = place(touched.path);
  const EntityFacts& facts = *touched.after;
  const bool is_known =
      here.entity.exists() && !touched.is_new_entity && (here.is_alive || !facts.is_anonymous) &&
      (!here.has_id || !facts.has_id || (here.id == facts.id && here.version == facts.version));
  if (!is_known) {
    if (here.is_alive) {  // a plain node until now: its children hang below the new one
      builder_.end_life(here.life, FrameIndex(std::size_t{frame.value} - 1));
      here.is_alive = false;
    }
    const EntityIndex entity =
        builder_.add_entity(text(touched.path), name_of(touched.path, &facts),
                            facts.is_camera ? EntityKind::camera : EntityKind::other, stream_);
    if (facts.is_background) builder_.set_background(entity);
    if (here.parent.exists()) builder_.set_parent(entity, place(here.parent).entity);
    name_place(here, entity, frame);
  }
  if (!here.is_alive) here.life = builder_.begin_life(here.entity, frame);
  here.is_alive = true;
  here.has_id = facts.has_id;
  here.id = facts.id;
  here.version = facts.version;
}

void WorldState::move(const Touched& from, Touched& to, FrameIndex frame) {
  Place& old = place(from.path);
  const EntityIndex entity = old.entity;
  const LifetimeIndex life = old.life;
  old.entity = {};
  old.life = {};
  old.is_alive = false;
  old.has_id = false;
  if (old.children != 0) {  // some are still there: a plain node takes its place
    old.entity = builder_.add_entity(text(from.path), name_of(from.path, nullptr),
                                     EntityKind::other, stream_);
    old.life = builder_.begin_life(old.entity, frame);
    old.is_alive = true;
    name_place(old, old.entity, frame);
  }
  Place& here = place(to.path);
  if (here.is_alive) builder_.end_life(here.life, FrameIndex(std::size_t{frame.value} - 1));
  name_place(here, entity, frame);
  here.life = life;
  here.is_alive = true;
  here.has_id = to.after->has_id;
  here.id = to.after->id;
  here.version = to.after->version;
}

TextId WorldState::resolved(std::string_view reference) {
  const TextId exact = index_.texts.find(reference);
  if (exact.exists() && places_.contains(exact.value)) return exact;
  if (const auto number = anonymous_number(reference)) {
    const auto found = anonymous_.find(*number);
    if (found != anonymous_.end()) return found->second;
  }
  const auto found = by_unescaped_.find(std::string(reference));
  return found != by_unescaped_.end() ? found->second : TextId();
}

EntityIndex WorldState::find(std::string_view reference) {
  const TextId path = resolved(reference);
  if (!path.exists()) return {};
  const Place& found = place(path);
  return found.is_alive ? found.entity : EntityIndex();
}

std::string_view WorldState::parent_path(std::string_view path) const {
  return find_parent(path, [&](std::string_view part) {
    const TextId known = index_.texts.find(part);
    const auto found = known.exists() ? places_.find(known.value) : places_.end();
    const bool is_there =
        found != places_.end() && (found->second.is_alive || !found->second.units.empty());
    return is_there || (known.exists() && above_.contains(known.value));
  });
}

TextId WorldState::parent_by_path(std::string_view path) {
  if (!may_have_plain_parents(path)) return {};
  const std::string_view parent = parent_path(path);
  return parent.empty() ? TextId() : index_.texts.add(parent);
}

TextId WorldState::parent_of(TextId path, const EntityFacts& facts) {
  if (!facts.has_parent) return parent_by_path(text(path));
  if (!facts.parent.exists()) return {};
  const std::string_view reference = text(facts.parent);
  if (const TextId known = resolved(reference); known.exists()) return known;
  return may_have_plain_parents(reference) ? facts.parent : TextId();
}

bool WorldState::is_above(TextId ancestor, TextId path) {
  for (TextId at = path; at.exists();) {
    if (at == ancestor) return true;
    const auto found = places_.find(at.value);
    at = found == places_.end() ? TextId() : found->second.parent;
  }
  return false;
}

/// One child more: the place is there, as a plain node if nothing else says so. `child` is what
/// hangs below it from now on, so it cannot be above it.
void WorldState::hold_up(TextId path, TextId child, FrameIndex frame) {
  // A plain node's parent is shorter than itself, so this ends.
  for (TextId at = path; at.exists();) {
    Place& here = place(at);
    ++here.children;
    if (here.is_alive) return;
    if (!here.entity.exists()) {
      name_place(here,
                 builder_.add_entity(text(at), name_of(at, nullptr), EntityKind::other, stream_),
                 frame);
    }
    here.life = builder_.begin_life(here.entity, frame);
    here.is_alive = true;
    TextId parent = parent_by_path(text(at));
    if (parent.exists() && is_above(child, parent)) parent = {};
    place(at).parent = parent;
    at = parent;
  }
}

void WorldState::let_down(TextId path, FrameIndex frame) {
  for (TextId at = path; at.exists();) {
    Place& here = place(at);
    --here.children;
    if (here.children != 0 || !here.units.empty()) return;
    builder_.end_life(here.life, FrameIndex(std::size_t{frame.value} - 1));
    here.is_alive = false;
    at = here.parent;
    here.parent = {};
  }
}

void WorldState::link_to(TextId path, TextId parent, FrameIndex frame) {
  const TextId old = place(path).parent;
  if (old == parent) {
    if (parent.exists() && place(path).is_alive) {
      builder_.set_parent(place(path).entity, place(parent).entity);
    }
    return;
  }
  if (parent.exists() && is_above(path, parent)) {
    builder_.add_problem({.severity = Severity::warning,
                          .code = "parent-cycle",
                          .frame = frame,
                          .message = "An entity is above itself: it is shown as a root.",
                          .found = std::string(text(path))});
    parent = {};
    if (old == parent) return;
  }
  if (parent.exists()) {
    hold_up(parent, path, frame);
    for (TextId at = parent; at.exists() && place(at).parent.exists(); at = place(at).parent) {
      builder_.set_parent(place(at).entity, place(place(at).parent).entity);
    }
  }
  place(path).parent = parent;
  builder_.set_parent(place(path).entity, parent.exists() ? place(parent).entity : EntityIndex());
  if (old.exists()) let_down_.push_back(old);
}

/// Hangs everything where it belongs. What lost its last child goes at the end, so that nothing
/// dies and comes back in one frame.
void WorldState::link_all(FrameIndex frame) {
  let_down_.clear();
  for (const Touched& touched : touched_) {
    if (touched.after) {
      link_to(touched.path, parent_of(touched.path, *touched.after), frame);
    } else if (Place& here = place(touched.path); here.is_alive && here.children != 0) {
      link_to(touched.path, parent_by_path(text(touched.path)), frame);
    } else {
      if (here.is_alive) {
        builder_.end_life(here.life, FrameIndex(std::size_t{frame.value} - 1));
        here.is_alive = false;
      }
      if (here.parent.exists()) let_down_.push_back(here.parent);
      here.parent = {};
    }
  }
  for (const TextId path : let_down_) let_down(path, frame);
}

void WorldState::apply(std::span<const UnitChange> removed, std::span<const UnitChange> added,
                       Seconds time) {
  const FrameIndex frame = builder_.next_frame();
  touched_.clear();
  touched_rows_.clear();
  pending_.clear();
  change_units(removed, added);
  find_moves();
  for (Touched& touched : touched_) {
    touched.is_new_entity =
        touched.before && touched.after && !is_same_entity(*touched.before, *touched.after);
  }
  note_parents();
  find_events();
  for (Touched& touched : touched_) {
    if (!touched.after) continue;
    if (touched.moved != kNone) {
      move(touched_[touched.moved], touched, frame);
    } else if (!touched.before || touched.is_new_entity) {
      begin(touched, frame);
    } else if (touched.after->has_id) {
      Place& here = place(touched.path);
      here.has_id = true;
      here.id = touched.after->id;
      here.version = touched.after->version;
    }
  }
  link_all(frame);
  write_events(time, frame);
}

}  // namespace scrubjay::flecs
