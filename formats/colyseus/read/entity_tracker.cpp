#include "formats/colyseus/read/entity_tracker.h"

#include <algorithm>

#include "core/number_text.h"
#include "core/text.h"

namespace scrubjay::colyseus {

EntityTracker::EntityTracker(FileIndex& index, RecordingBuilder& builder, FrameQueue& queue,
                             std::uint32_t stream, std::string root_name)
    : index_(index),
      builder_(builder),
      queue_(queue),
      stream_(stream),
      root_name_(std::move(root_name)) {}

void EntityTracker::frame_added(State& state, FrameIndex frame, Seconds time, Problems& problems) {
  if (state.is_shape_changed()) {
    placement_.walk(state);
    state.shape_seen();
    compare(state, frame, time);
    tell_problems(problems);
  }
  newest_ = frame;
}

void EntityTracker::compare(const State& state, FrameIndex frame, Seconds time) {
  const bool is_first = !newest_.exists();
  next_.clear();
  for (const Placed& placed : placement_.entities()) {
    const std::uint32_t before = living_rows_.find(placed.ref_id);
    Living* known = before == SlotMap::kNone ? nullptr : &living_[before];
    Living now;
    now.ref_id = placed.ref_id;
    now.place = place_of(state, placed, known);
    if (known != nullptr) {
      known->is_seen = true;
      now.entity = known->entity;
      if (known->place.parent != now.place.parent ||
          known->place.collection != now.place.collection || known->place.key != now.place.key) {
        add_event("moved", EventKind::moved, *known, now.place, time);
      }
    } else {
      now.entity = known_row(placed, now.place);
      known_[now.entity].life = builder_.begin_life(known_[now.entity].entity, frame);
      if (!is_first) {
        add_event("added", EventKind::entity, now, {}, time, EventRole::appearance);
      }
    }
    if (placed.parent != Placed::kNoParent) {
      builder_.set_parent(known_[now.entity].entity, known_[next_[placed.parent].entity].entity);
    }
    next_.push_back(now);
  }
  for (const Living& gone : living_) {
    if (gone.is_seen) continue;
    builder_.end_life(known_[gone.entity].life, newest_);
    add_event("removed", EventKind::entity, gone, {}, time);
  }
  living_.swap(next_);
  living_rows_.clear();
  for (std::size_t row = 0; row < living_.size(); ++row) {
    living_rows_.insert(living_[row].ref_id, static_cast<std::uint32_t>(row));
  }
}

/// Texts that are what they were are not looked up again.
Place EntityTracker::place_of(const State& state, const Placed& placed, const Living* before) {
  Place place;
  place.position = placed.position;
  if (placed.parent == Placed::kNoParent) return place;
  place.parent = placement_.entities()[placed.parent].ref_id;
  const auto text_id = [&](std::string_view text, TextId known) {
    if (known.exists() && index_.texts[known] == text) return known;
    return index_.texts.add(text);
  };
  place.collection =
      text_id(placed.collection, before == nullptr ? TextId() : before->place.collection);
  if (placed.has_key) {
    place.key = text_id(state.text(placed.key), before == nullptr ? TextId() : before->place.key);
    if (before == nullptr || place.key != before->place.key) {
      index_.secrets.add_key(stream_, place.parent, place.collection, place.key, index_.texts);
    }
  }
  return place;
}

std::uint32_t EntityTracker::known_row(const Placed& placed, const Place& place) {
  const std::uint32_t known = known_rows_.find(placed.ref_id);
  if (known != SlotMap::kNone) return known;
  const auto row = static_cast<std::uint32_t>(known_.size());
  known_.push_back({builder_.add_entity(format_number(placed.ref_id).view(), name_of(placed, place),
                                        EntityKind::other, StreamIndex(stream_)),
                    {}});
  known_rows_.insert(placed.ref_id, row);
  return row;
}

std::string EntityTracker::name_of(const Placed& placed, const Place& place) const {
  if (placed.parent == Placed::kNoParent) return root_name_;
  if (place.key.exists()) return valid_utf8(index_.texts[place.key]);
  return list_item_name(index_.texts[place.collection], place.position);
}

void EntityTracker::add_event(std::string_view name, EventKind kind, const Living& entity,
                              const Place& to, Seconds time, EventRole role) {
  WaitingEvent event{.name = std::string(name),
                     .tag = "",
                     .time = time,
                     .entity = known_[entity.entity].entity,
                     .row = {}};
  event.row.kind = kind;
  event.row.from = entity.place;
  event.row.to = to;
  event.role = role;
  queue_.add_event(stream_, std::move(event));
}

void EntityTracker::tell_problems(Problems& problems) {
  if (placement_.is_too_deep()) {
    problems.add(code::kLimit, [] { return "Instances are nested deeper than can be shown."; });
  }
  std::vector<std::uint64_t> cycles = placement_.cycles();
  std::ranges::sort(cycles);
  for (const std::uint64_t ref_id : cycles) {
    if (std::ranges::binary_search(told_cycles_, ref_id)) continue;
    problems.add(code::kCycle, [] {
      return "An instance is inside of itself: there it is shown as a reference.";
    });
  }
  told_cycles_ = std::move(cycles);
}

void EntityTracker::finish() {
  for (const Living& living : living_) builder_.end_life(known_[living.entity].life, newest_);
  living_.clear();
}

std::string list_item_name(std::string_view collection, std::uint32_t position) {
  std::string name(collection);
  name += '[';
  name += format_number(std::uint64_t{position}).view();
  name += ']';
  return name;
}

}  // namespace scrubjay::colyseus
