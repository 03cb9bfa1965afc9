// Events, found by comparing what units said of an entity before and say now
// (formats/flecs/README.md, 12).
#include <algorithm>

#include "formats/flecs/names.h"
#include "formats/flecs/read/world_state.h"

namespace scrubjay::flecs {

namespace {

const ItemFact* find_item(const EntityFacts& facts, const ComponentId* id) {
  const auto found = std::ranges::find(facts.items, id, &ItemFact::id);
  return found == facts.items.end() ? nullptr : &*found;
}

/// A pair without data says how entities relate.
bool is_relation(const ItemFact& item) {
  return item.id->is_pair && !item.is_component && !item.id->is_flagged;
}

/// The only target of a relation; null for none and several.
const ComponentId* only_target(const EntityFacts& facts, std::string_view relation) {
  const ComponentId* only = nullptr;
  for (const ItemFact& item : facts.items) {
    if (!is_relation(item) || item.id->first != relation) continue;
    if (only != nullptr) return nullptr;
    only = item.id;
  }
  return only;
}

/// flecs adds this flag when a component of the entity is switched for the first time. All are on
/// until then, so it was switched off; whether it is on again later no document says
/// (formats/flecs/README.md, 3.4).
bool is_toggle(const ItemFact& item) {
  constexpr std::string_view kFlag = "toggle|";
  const std::string_view id = item.id->text;
  return item.id->is_flagged && id.size() > kFlag.size() &&
         std::ranges::equal(id.substr(0, kFlag.size()), kFlag,
                            [](char a, char b) { return (a | 0x20) == (b | 0x20); });
}

std::string_view added_name(const ItemFact& item) {
  if (is_toggle(item)) return "component_disabled";
  if (is_relation(item)) return "pair_added";
  return item.is_component ? "component_added" : "tag_added";
}

std::string_view removed_name(const ItemFact& item) {
  if (is_relation(item)) return "pair_removed";
  return item.is_component ? "component_removed" : "tag_removed";
}

std::string_view tag_of(const ItemFact& item) {
  if (is_relation(item)) return "relation";
  return item.is_component ? "component" : "tag";
}

}  // namespace

void WorldState::event(int rank, TextId path, std::string_view name, std::string_view tag,
                       EntityIndex entity, std::string_view subject, std::string_view from,
                       std::string_view to) {
  const auto id = [&](std::string_view said) {
    return said.empty() ? TextId() : index_.texts.add(said);
  };
  pending_.push_back({rank, path, name, tag, entity, {id(subject), id(from), id(to)}});
}

void WorldState::find_events() {
  for (const Touched& touched : touched_) {
    const EntityIndex entity = place(touched.path).entity;
    const std::string_view tag = touched.is_query ? "query" : "entity";
    const bool has_moved = touched.moved != kNone;
    if (touched.before && (!touched.after || touched.is_new_entity) && !has_moved) {
      event(kRemoval, touched.path, "entity_removed", tag, entity);
    }
    // The one added has no row yet: write_events looks it up.
    if (touched.after && (!touched.before || touched.is_new_entity) && !has_moved &&
        !touched.is_first) {
      event(kAddition, touched.path, "entity_added", tag, {});
    }
    if (touched.after && has_moved) {
      const Touched& from = touched_[touched.moved];
      const EntityIndex moved = place(from.path).entity;
      const std::string_view old_parent = parent_of_path(text(from.path));
      const std::string_view new_parent = parent_of_path(text(touched.path));
      if (old_parent != new_parent) {
        event(kMove, touched.path, "parent_changed", "entity", moved, {}, old_parent, new_parent);
      }
      const std::string old_name = name_of(from.path, &*from.before);
      const std::string new_name = name_of(touched.path, &*touched.after);
      if (old_name != new_name) {
        event(kMove, touched.path, "renamed", "entity", moved, {}, old_name, new_name);
      }
      compare(*from.before, *touched.after, moved);
    }
    if (touched.before && touched.after && !touched.is_new_entity) {
      compare(*touched.before, *touched.after, entity);
    }
  }
}

void WorldState::compare(const EntityFacts& before, const EntityFacts& after, EntityIndex entity) {
  const TextId path = after.path;
  const auto said = [&](TextId id) { return id.exists() ? text(id) : std::string_view(); };
  if (before.label != after.label) {
    event(kChange, path, "label_changed", "label", entity, {}, said(before.label),
          said(after.label));
  }
  compare_items(before, after, entity);
  for (const LeafFact& leaf : after.leaves) {
    const auto old = std::ranges::find(before.leaves, leaf.name, &LeafFact::name);
    if (old != before.leaves.end() && old->value != leaf.value) {
      event(kChange, path, "value_changed", "value", entity, text(leaf.name), text(old->value),
            text(leaf.value));
    }
  }
  compare_alerts(before, after, entity);
}

/// By alert where documents list them; else only that there are some is known.
void WorldState::compare_alerts(const EntityFacts& before, const EntityFacts& after,
                                EntityIndex entity) {
  const auto tell = [&](std::string_view name, const AlertFact& alert) {
    event(kChange, after.path, name, "alert", entity, text(alert.alert), {},
          alert.severity.exists() ? text(alert.severity) : std::string_view());
  };
  const auto is_in = [](const AlertFact& alert, const EntityFacts& facts) {
    return std::ranges::find(facts.alerts, alert) != facts.alerts.end();
  };
  for (const AlertFact& alert : before.alerts) {
    if (!is_in(alert, after)) tell("alert_cleared", alert);
  }
  for (const AlertFact& alert : after.alerts) {
    if (!is_in(alert, before)) tell("alert_raised", alert);
  }
  const bool are_listed = !before.alerts.empty() || !after.alerts.empty();
  if (!are_listed && before.has_alerts != after.has_alerts) {
    event(kChange, after.path, after.has_alerts ? "alert_raised" : "alert_cleared", "alert",
          entity);
  }
}

void WorldState::tag_changes(EntityIndex entity, const ItemFact& item) {
  if (is_relation(item) || item.is_component || !entity.exists()) return;
  const TextId id = index_.texts.add(item.id->text);
  const std::uint64_t key = std::uint64_t{entity.value} << 32 | id.value;
  if (changing_tags_.insert(key).second) index_.changing_tags.append(entity, id);
}

void WorldState::note_toggle() {
  builder_.add_problem({.severity = Severity::note,
                        .code = "component-switched",
                        .frame = builder_.next_frame(),
                        .message = "Documents say that a component was switched, not whether it is "
                                   "on: the first switch is taken for off, later ones are not "
                                   "seen."});
}

void WorldState::compare_items(const EntityFacts& before, const EntityFacts& after,
                               EntityIndex entity) {
  // One target that replaces another is one event.
  const auto is_exchange = [](const ItemFact& item, const EntityFacts& a, const EntityFacts& b) {
    return is_relation(item) && only_target(a, item.id->first) != nullptr &&
           only_target(b, item.id->first) != nullptr;
  };
  for (const ItemFact& item : before.items) {
    if (find_item(after, item.id) != nullptr || is_exchange(item, before, after)) continue;
    tag_changes(entity, item);
    event(kChange, after.path, removed_name(item), tag_of(item), entity, item.id->text);
  }
  for (const ItemFact& item : after.items) {
    if (find_item(before, item.id) != nullptr) continue;
    tag_changes(entity, item);
    if (is_exchange(item, before, after)) {
      event(kChange, after.path, "pair_changed", "relation", entity, item.id->relation_name,
            only_target(before, item.id->first)->second, item.id->second);
    } else {
      if (is_toggle(item)) note_toggle();
      event(kChange, after.path, added_name(item), tag_of(item), entity, item.id->text);
    }
  }
}

std::uint32_t WorldState::next_order(FrameIndex frame) {
  if (order_frame_ != frame) {
    order_frame_ = frame;
    order_ = 0;
  }
  return order_++;
}

void WorldState::write_events(Seconds time, FrameIndex frame) {
  std::ranges::stable_sort(pending_, [&](const PendingEvent& a, const PendingEvent& b) {
    return a.rank != b.rank ? a.rank < b.rank : text(a.path) < text(b.path);
  });
  for (const PendingEvent& found : pending_) {
    const EntityIndex entity = found.rank == kAddition ? place(found.path).entity : found.entity;
    index_.events.append(found.row);
    builder_.add_event({.frame = frame,
                        .time = time,
                        .end = time,
                        .entity = entity,
                        .name = found.name,
                        .tag = found.tag,
                        .order = next_order(frame),
                        .role = found.rank == kAddition ? EventRole::appearance : EventRole::none});
  }
}

void WorldState::add_event(TimeRange time, std::string_view name, std::string_view tag,
                           EntityIndex entity, std::string_view subject, std::string_view from,
                           std::string_view to) {
  const FrameIndex frame = builder_.next_frame();
  const auto id = [&](std::string_view said) {
    return said.empty() ? TextId() : index_.texts.add(said);
  };
  index_.events.append(EventRow{id(subject), id(from), id(to)});
  builder_.add_event({.frame = frame,
                      .time = time.begin,
                      .end = time.end,
                      .entity = entity,
                      .name = name,
                      .tag = tag,
                      .order = next_order(frame)});
}

}  // namespace scrubjay::flecs
