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

void WorldState::name_place(TextId path, EntityIndex entity, FrameIndex frame) {
  Place& here = place(path);
  std::atomic<std::uint32_t>& newest = index_.paths.writable(here.row).newest;
  const std::uint32_t before = newest.load(std::memory_order_relaxed);
  here.entity = entity;
  renamed_.push_back(path);
  if (before != 0 && index_.namings[before - 1].entity == entity) return;
  index_.namings.append(frame, entity, before);
  newest.store(static_cast<std::uint32_t>(index_.namings.size()), std::memory_order_release);
}

/// A new entity at a place. Its id is the path; those that moved away keep it, so that later ones
/// are "path#2", "path#3" (formats/flecs/README.md, 11.5).
void WorldState::add_entity(TextId path, std::string_view name, EntityKind kind, FrameIndex frame) {
  Place& here = place(path);
  std::string id(text(path));
  if (here.left != 0) id += '#' + std::to_string(here.left + 1);
  here.has_begun_here = true;
  name_place(path, builder_.add_entity(id, name, kind, stream_), frame);
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
    add_entity(touched.path, name_of(touched.path, &facts),
               facts.is_camera ? EntityKind::camera : EntityKind::other, frame);
    if (facts.is_background) builder_.set_background(here.entity);
  }
  if (!here.is_alive) here.life = builder_.begin_life(here.entity, frame);
  here.is_alive = true;
  here.has_id = facts.has_id;
  here.id = facts.id;
  here.version = facts.version;
}

/// What still hangs below the path it came from is seen to by link_all().
void WorldState::move(const Touched& from, Touched& to, FrameIndex frame) {
  Place& old = place(from.path);
  const EntityIndex entity = old.entity;
  const LifetimeIndex life = old.life;
  detach(from.path);
  if (old.has_begun_here) ++old.left;
  old.entity = {};
  old.life = {};
  old.is_alive = false;
  old.has_id = false;
  Place& here = place(to.path);
  if (here.is_alive) builder_.end_life(here.life, FrameIndex(std::size_t{frame.value} - 1));
  name_place(to.path, entity, frame);
  here.has_begun_here = false;
  here.life = life;
  here.is_alive = true;
  here.has_id = to.after->has_id;
  here.id = to.after->id;
  here.version = to.after->version;
}

/// Whether documents of the next frame speak of it.
bool WorldState::is_named(TextId path) const {
  const auto found = places_.find(path.value);
  return found != places_.end() && !found->second.units.empty();
}

TextId WorldState::resolved(std::string_view reference) {
  const TextId exact = index_.texts.find(reference);
  if (exact.exists() && is_named(exact)) return exact;
  if (const auto number = anonymous_number(reference)) {
    const auto found = anonymous_.find(*number);
    if (found != anonymous_.end() && is_named(found->second)) return found->second;
  }
  const auto found = by_unescaped_.find(std::string(reference));
  if (found != by_unescaped_.end() && is_named(found->second)) return found->second;
  return exact.exists() && places_.contains(exact.value) ? exact : TextId();
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
    if (!known.exists()) return false;
    if (is_named(known) || above_.contains(known.value)) return true;
    const auto found = places_.find(known.value);
    return found != places_.end() && found->second.is_alive && !touched_rows_.contains(known.value);
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

/// Looks upwards from `path` and downwards from `ancestor` at once: what is added to a long chain
/// has little below it, and what has much below it is seldom added below something deep.
bool WorldState::is_above(TextId ancestor, TextId path) {
  below_.assign(1, ancestor);
  for (TextId at = path; at.exists() && !below_.empty();) {
    const TextId below = below_.back();
    below_.pop_back();
    if (at == ancestor || below == path) return true;
    const Place& here = place(below);
    if (here.first_child.exists()) below_.push_back(here.first_child);
    if (below != ancestor && here.next.exists()) below_.push_back(here.next);
    const auto found = places_.find(at.value);
    at = found == places_.end() ? TextId() : found->second.parent;
  }
  return false;
}

void WorldState::attach(TextId path, TextId parent) {
  Place& here = place(path);
  Place& above = place(parent);
  here.parent = parent;
  here.next = above.first_child;
  if (here.next.exists()) place(here.next).previous = path;
  above.first_child = path;
  attached_.push_back(path);
}

void WorldState::detach(TextId path) {
  Place& here = place(path);
  if (!here.parent.exists()) return;
  (here.previous.exists() ? place(here.previous).next : place(here.parent).first_child) = here.next;
  if (here.next.exists()) place(here.next).previous = here.previous;
  let_down_.push_back(here.parent);
  here.parent = {};
  here.next = {};
  here.previous = {};
}

/// The place is there, as a plain node if nothing else says so, with all above it. `child` is what
/// hangs below it from now on, so it cannot be above it.
void WorldState::hold_up(TextId path, TextId child) {
  // A plain node's parent is shorter than itself, so this ends.
  for (TextId at = path; at.exists();) {
    Place& here = place(at);
    if (here.is_alive) return;
    here.is_alive = true;
    settled_last_.push_back(at);
    TextId parent = parent_by_path(text(at));
    if (parent.exists() && is_above(child, parent)) parent = {};
    if (parent.exists()) attach(at, parent);
    at = parent;
  }
}

/// Ends what no document names and nothing hangs below any more, and what was there for that alone.
void WorldState::let_down() {
  for (std::size_t i = 0; i < let_down_.size(); ++i) {
    const TextId path = let_down_[i];
    Place& here = place(path);
    if (!here.is_alive || here.first_child.exists() || !here.units.empty()) continue;
    here.is_alive = false;
    settled_last_.push_back(path);
    detach(path);
  }
  let_down_.clear();
}

/// Begins and ends lives of what was held up and let down: a place may be both in one frame, which
/// is neither.
void WorldState::settle_lives(FrameIndex frame) {
  for (const TextId path : settled_last_) {
    Place& here = place(path);
    if (here.is_alive == here.life.exists()) continue;
    if (here.is_alive) {
      if (!here.entity.exists()) {
        add_entity(path, name_of(path, nullptr), EntityKind::other, frame);
      }
      here.life = builder_.begin_life(here.entity, frame);
    } else {
      builder_.end_life(here.life, FrameIndex(std::size_t{frame.value} - 1));
      here.life = {};
    }
  }
  settled_last_.clear();
}

/// Hangs what hangs nowhere below a parent, if there is one.
void WorldState::link_to(TextId path, TextId parent) {
  if (!parent.exists()) return;
  if (is_above(path, parent)) {
    builder_.add_problem({.severity = Severity::warning,
                          .code = "parent-cycle",
                          .frame = builder_.next_frame(),
                          .message = "An entity is above itself: it is shown as a root.",
                          .found = std::string(text(path))});
    return;
  }
  hold_up(parent, path);
  attach(path, parent);
}

/// Hangs elsewhere what documents mean to be below another place by now.
void WorldState::link_children(TextId path) {
  for (TextId at = place(path).first_child; at.exists();) {
    const TextId next = place(at).next;
    const std::optional<EntityFacts> facts = merged(at);
    const TextId parent = facts ? parent_of(at, *facts) : parent_by_path(text(at));
    if (parent != path) {
      detach(at);
      link_to(at, parent);
    }
    at = next;
  }
}

/// A name with a dot was written without its backslash in front of children, which hang below a
/// plain node until it comes.
void WorldState::claim_children(TextId path) {
  const std::string_view escaped = text(path);
  if (escaped.find('\\') == std::string_view::npos) return;
  const TextId plain = index_.texts.find(unescaped_name(escaped));
  if (plain.exists() && places_.contains(plain.value) && !is_named(plain)) {
    link_children(plain);
  }
}

/// Hangs everything where it belongs. Only then what lost its documents or its last child goes.
void WorldState::link_all() {
  for (const Touched& touched : touched_) {
    detach(touched.path);
    if (!touched.after) let_down_.push_back(touched.path);
  }
  for (const Touched& touched : touched_) {
    if (touched.after) {
      link_to(touched.path, parent_of(touched.path, *touched.after));
    }
  }
  let_down();
  for (const Touched& touched : touched_) {
    if (touched.after) {
      if (!touched.before) claim_children(touched.path);
      continue;
    }
    link_children(touched.path);
    const Place& here = place(touched.path);
    if (!here.first_child.exists() || here.parent.exists()) continue;
    if (here.is_alive) {
      link_to(touched.path, parent_by_path(text(touched.path)));
    } else {
      hold_up(touched.path, touched.path);
    }
  }
  let_down();
}

/// Who is above whom in the next frame, as far as it changed: an entity keeps the last parent.
void WorldState::tell_parents() {
  for (const TextId path : renamed_) {
    for (TextId at = place(path).first_child; at.exists(); at = place(at).next) {
      attached_.push_back(at);
    }
  }
  for (const TextId path : attached_) {
    const Place& here = place(path);
    if (here.parent.exists()) builder_.set_parent(here.entity, place(here.parent).entity);
  }
  attached_.clear();
  renamed_.clear();
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
  link_all();
  settle_lives(frame);
  tell_parents();
  write_events(time, frame);
}

}  // namespace scrubjay::flecs
