#include <algorithm>
#include <cstring>
#include <utility>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/carla/limits.h"
#include "formats/carla/read/indexer.h"

namespace scrubjay::carla {

namespace {

struct EventWords {
  std::string_view name;
  std::string_view tag;
  EventRole role = EventRole::none;
};

EventWords words_of(EventKind kind, const EventDetail& detail) {
  switch (kind) {
    case EventKind::added: return {"added", "lifetime", EventRole::appearance};
    case EventKind::deleted: return {"deleted", "lifetime"};
    case EventKind::parented: return {"parented", "hierarchy"};
    case EventKind::collision:
      return {detail.first != 0 ? "collision continues" : "collision", "physics",
              EventRole::collision};
    case EventKind::light: return {"light changed", "traffic"};
    case EventKind::door: return {detail.first != 0 ? "door opened" : "door closed", "vehicle"};
    case EventKind::weather: return {"weather changed", "weather"};
  }
  return {};
}

/// By the first word of the description, which is stable over CARLA's versions; else by type, whose
/// numbers are not.
EntityKind entity_kind(const EventAdd& add) {
  const auto begins = [&](std::string_view word) { return add.description.starts_with(word); };
  if (begins("vehicle.")) return EntityKind::vehicle;
  if (begins("walker.")) return EntityKind::person;
  if (begins("sensor.")) return EntityKind::sensor;
  if (begins("traffic.traffic_light")) return EntityKind::signal;
  if (begins("traffic.")) return EntityKind::sign;
  if (begins("static.")) return EntityKind::prop;
  if (begins("controller.")) return EntityKind::controller;
  if (begins("spectator")) return EntityKind::camera;
  switch (add.type) {
    case 1: return EntityKind::vehicle;
    case 2: return EntityKind::person;
    case 3: return EntityKind::signal;
    case 4: return EntityKind::sign;
    case 5: return EntityKind::sensor;
    default: return EntityKind::other;
  }
}

bool has_valid_texts(const EventAdd& add) {
  return is_valid_utf8(add.description) &&
         std::ranges::all_of(add.attributes, [](const Attribute& attribute) {
           return is_valid_utf8(attribute.name) && is_valid_utf8(attribute.value);
         });
}

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

/// Position of `part` in the file when it lies inside `packet`.
std::uint64_t offset_of(Bytes part, const Packet& packet) {
  return packet.body_offset() + static_cast<std::uint64_t>(part.data() - packet.body.data());
}

/// Records of an EventAdd beyond `declared`, when the packet holds so many more than 65535 that its
/// 16-bit count wrapped: all of them whole, and a multiple of 65536.
std::size_t wrapped_adds(Bytes records, std::size_t declared, VectorWidth width) {
  constexpr std::size_t kModulus = 0x10000;
  const std::size_t least_bytes = 4 + 1 + 2 * vec_bytes(width) + 4 + 2 + 2;
  if (records.size() / least_bytes < declared + kModulus) return 0;
  std::size_t count = 0;
  while (!records.empty()) {
    const auto size = event_add_bytes(records, width);
    if (!size) return 0;
    records = records.subspan(*size);
    ++count;
  }
  return count > declared && count % kModulus == declared ? count - declared : 0;
}

std::string actor_text(std::uint32_t actor) { return "actor " + std::to_string(actor); }

}  // namespace

Indexer::Living* Indexer::living(std::uint32_t actor) {
  const auto found = living_.find(actor);
  return found == living_.end() ? nullptr : &found->second;
}

void Indexer::add_event(EventKind kind, EntityIndex entity, std::uint64_t offset,
                        EventDetail detail) {
  const EventWords words = words_of(kind, detail);
  detail.kind = kind;
  builder_.add_event({.frame = frame_,
                      .time = frame_time_,
                      .end = frame_time_,
                      .entity = entity,
                      .name = words.name,
                      .tag = words.tag,
                      .order = event_order_++,
                      .source_offset = offset,
                      .source_detail = detail.packed(),
                      .role = words.role});
}

void Indexer::tell_unknown_actor(const Packet& packet, PacketKind kind) {
  problem(Severity::note, "record-without-actor", packet.offset,
          std::string(name_of(kind)) + " records name actors that do not live; they are left out.");
}

void Indexer::take_adds(const Packet& packet) {
  const VectorWidth width = index_.width.load(std::memory_order_relaxed);
  const std::size_t declared = declared_count(packet.body);
  Bytes rest = packet.body.subspan(std::min(packet.body.size(), kListCountBytes));
  const std::size_t wrapped = wrapped_adds(rest, declared, width);
  std::size_t count = 0;
  for (; count < declared + wrapped; ++count) {
    Fields fields(rest, width);
    EventAdd add;
    if (!read(fields, add, scratch_)) break;
    add_actor(add, offset_of(rest, packet), fields.position());
    rest = rest.subspan(fields.position());
  }
  if (count < declared || packet.body.size() < kListCountBytes) {
    problem(Severity::error, "record-size", packet.offset,
            "EventAdd (2) is too short for the actors that it counts; those that fit are read.",
            std::to_string(declared) + " records", std::to_string(count) + " whole records");
  } else if (wrapped > 0) {
    problem(
        Severity::note, "list-overflow", packet.offset,
        "EventAdd (2) has more than 65535 records, so its count wrapped; all of them are read.");
  } else if (!rest.empty()) {
    problem(Severity::warning, "record-size", packet.offset,
            "EventAdd (2) is longer than the actors that it counts; the rest is passed over.",
            std::to_string(declared) + " records",
            std::to_string(rest.size()) + " bytes behind them");
  }
}

void Indexer::add_actor(const EventAdd& add, std::uint64_t offset, std::size_t bytes) {
  const bool valid_texts = has_valid_texts(add);
  const NumberText id = format_number(std::uint64_t{add.id});
  const EntityIndex entity =
      valid_texts
          ? builder_.add_entity(id.view(), add.description, entity_kind(add), stream_)
          : builder_.add_entity(id.view(), valid_utf8(add.description), entity_kind(add), stream_);
  index_.actors.append(offset, static_cast<std::uint32_t>(bytes), add.id, add.type, valid_texts);
  if (add.type == static_cast<std::uint8_t>(ActorType::sensor)) has_sensor_type_ = true;
  Living& actor = living_[add.id];
  EntityIndex replaced = actor.replaced;
  if (actor.life.exists()) {
    builder_.end_life(actor.life, FrameIndex(frame_.value - 1));
    replaced = actor.entity;
  } else if (actor.entity.exists()) {
    problem(Severity::warning, "actor-replaced", offset,
            "An actor is added twice in one frame; the later one counts.", {}, actor_text(add.id));
  }
  actor = {.entity = entity, .life = {}, .replaced = replaced};
  settled_lights_ = {};
  added_.push_back(add.id);
  add_event(EventKind::added, entity, offset);
}

void Indexer::take_deletions(const Packet& packet) {
  const FixedList list = checked_list(packet, PacketKind::event_del);
  for (std::size_t i = 0; i < list.count; ++i) {
    const auto del = record_from<EventDel>(list[i], VectorWidth::float32);
    const auto found = living_.find(del.id);
    if (found == living_.end()) {
      tell_unknown_actor(packet, PacketKind::event_del);
      continue;
    }
    Living& actor = found->second;
    if (actor.replaced.exists()) {
      // The id was given to a new actor in this frame: the deletion is that of the old one, though
      // packets stand in the order of their kinds and not of what happened.
      add_event(EventKind::deleted, actor.replaced, offset_of(list[i], packet));
      actor.replaced = EntityIndex::none();
      continue;
    }
    add_event(EventKind::deleted, actor.entity, offset_of(list[i], packet));
    if (actor.life.exists()) builder_.end_life(actor.life, FrameIndex(frame_.value - 1));
    deleted_[del.id] = actor.entity;
    living_.erase(found);
  }
}

/// Lives begin only now, so that an actor which was added and deleted in this frame never lives.
void Indexer::settle_added_actors() {
  for (const std::uint32_t id : added_) {
    Living* actor = living(id);
    if (actor == nullptr || actor->life.exists()) continue;
    actor->life = builder_.begin_life(actor->entity, frame_);
    if (actor->replaced.exists()) {
      problem(Severity::warning, "actor-replaced", index_.actors[actor->entity.value].add_offset,
              "An actor is added under the id of one that lives; it takes its place.", {},
              actor_text(id));
      actor->replaced = EntityIndex::none();
    }
  }
  added_.clear();
}

void Indexer::take_parents(const Packet& packet) {
  const FixedList list = checked_list(packet, PacketKind::event_parent);
  for (std::size_t i = 0; i < list.count; ++i) {
    const auto record = record_from<EventParent>(list[i], VectorWidth::float32);
    const Living* child = living(record.id);
    const Living* parent = living(record.parent);
    if (child == nullptr) {
      tell_unknown_actor(packet, PacketKind::event_parent);
      continue;
    }
    ActorRow& row = index_.actors.writable(child->entity.value);
    // Relative if and only if the frame of the EventAdd also attaches it.
    const bool is_new = !child->life.exists();
    if (is_new) row.is_relative = true;
    if (parent == nullptr) {
      if (record.parent != kNoActor) tell_unknown_actor(packet, PacketKind::event_parent);
      continue;
    }
    if (!may_attach(child->entity, parent->entity)) {
      problem(
          Severity::warning, "parent-circle", offset_of(list[i], packet),
          "An actor would be attached to itself through others, or too deep; it is not attached.",
          {}, actor_text(record.id));
      continue;
    }
    if (is_new) row.spawn_parent = parent->entity;
    hold(row.head(HeldState::parent), list[i], offset_of(list[i], packet), parent->entity.value);
    builder_.set_parent(child->entity, parent->entity);
    add_event(EventKind::parented, child->entity, offset_of(list[i], packet));
  }
}

/// False when `parent` hangs on `child`, or deeper than we follow.
bool Indexer::may_attach(EntityIndex child, EntityIndex parent) const {
  EntityIndex above = parent;
  for (int level = 0; level < limits::kDeepestAttachment; ++level) {
    if (above == child) return false;
    const ActorRow& row = index_.actors[above.value];
    const Change* next = index_.states.newest(row.head(HeldState::parent));
    if (next == nullptr) return true;
    above.value = next->detail;
  }
  return false;
}

void Indexer::take_collisions(const Packet& packet) {
  const FixedList list = checked_list(packet, PacketKind::collision);
  for (std::size_t i = 0; i < list.count; ++i) {
    const auto record = record_from<Collision>(list[i], VectorWidth::float32);
    EntityIndex entity;
    if (const Living* actor = living(record.actor1)) {
      entity = actor->entity;
    } else if (const auto gone = deleted_.find(record.actor1); gone != deleted_.end()) {
      entity = gone->second;
    }
    const std::uint64_t pair = pair_key(record.actor1, record.actor2);
    const bool goes_on = std::ranges::binary_search(last_contacts_, pair);
    contacts_.push_back(pair);
    add_event(EventKind::collision, entity, offset_of(list[i], packet),
              {.first = goes_on ? std::uint8_t{1} : std::uint8_t{0}});
  }
}

void Indexer::take_light_states(const Packet& packet) {
  const FixedList list = checked_list(packet, PacketKind::state);
  if (take_changed_lights(list, packet)) {
    settled_lights_ = list.records;
    return;
  }
  ++light_lists_;
  bool is_settled = true;
  for (std::size_t i = 0; i < list.count; ++i) {
    if (!take_light(list[i], packet)) is_settled = false;
  }
  settled_lights_ = is_settled ? list.records : Bytes{};
}

/// Lists of lights name the same ones in every frame, and few of them change: only those are looked
/// up when the list before named each of its lights once and nobody came since. False, and nothing
/// done, where that is not so.
bool Indexer::take_changed_lights(const FixedList& list, const Packet& packet) {
  if (list.count == 0 || list.records.size() != settled_lights_.size()) return false;
  // An id stands at the beginning of a record and the state in its last byte
  // (formats/carla/README.md, 5.7).
  const std::size_t state = list.record_bytes - 1;
  const std::byte* const before = settled_lights_.data();
  const std::byte* const now = list.records.data();
  changed_lights_.clear();
  for (std::size_t at = 0; at < list.records.size(); at += list.record_bytes) {
    if (std::memcmp(before + at, now + at, sizeof(std::uint32_t)) != 0) return false;
    if (before[at + state] != now[at + state]) changed_lights_.push_back(at / list.record_bytes);
  }
  ++light_lists_;
  for (const std::size_t i : changed_lights_) take_light(list[i], packet);
  return true;
}

/// False when this list named the actor before.
bool Indexer::take_light(Bytes bytes, const Packet& packet) {
  const auto record = record_from<State>(bytes, VectorWidth::float32);
  Living* actor = living(record.id);
  if (actor == nullptr) return true;
  const bool is_first = std::exchange(actor->light_list, light_lists_) != light_lists_;
  if (record.state == actor->light) return is_first;
  if (actor->light != kNoLight) {
    add_event(EventKind::light, actor->entity, offset_of(bytes, packet),
              {.first = actor->light, .second = record.state});
  }
  actor->light = record.state;
  return is_first;
}

void Indexer::take_doors(const Packet& packet) {
  const FixedList list = checked_list(packet, PacketKind::vehicle_door);
  for (std::size_t i = 0; i < list.count; ++i) {
    const auto record = record_from<VehicleDoor>(list[i], VectorWidth::float32);
    const Living* actor = living(record.id);
    if (actor == nullptr) {
      tell_unknown_actor(packet, PacketKind::vehicle_door);
      continue;
    }
    add_event(EventKind::door, actor->entity, offset_of(list[i], packet),
              {.first = record.is_open ? std::uint8_t{1} : std::uint8_t{0}});
    if (record.door > kAllDoors) continue;
    constexpr std::uint8_t kEachDoor = (1u << kAllDoors) - 1;
    const auto bit =
        record.door == kAllDoors ? kEachDoor : static_cast<std::uint8_t>(1u << record.door);
    ChainHead& head = index_.actors.writable(actor->entity.value).head(HeldState::doors);
    const Change* before = index_.states.newest(head);
    DoorBits doors = before == nullptr ? DoorBits{} : DoorBits::from(before->detail);
    const DoorBits old = doors;
    doors.known = static_cast<std::uint8_t>(doors.known | bit);
    doors.open = static_cast<std::uint8_t>(record.is_open ? doors.open | bit : doors.open & ~bit);
    if (doors == old) continue;
    index_.states.append(head, {.offset = offset_of(list[i], packet),
                                .bytes = static_cast<std::uint32_t>(list.record_bytes),
                                .frame = frame_.value,
                                .detail = doors.detail()});
  }
}

/// Adds a change, unless the same bytes hold already: some producers write state every frame.
void Indexer::hold(ChainHead& head, Bytes record, std::uint64_t offset, std::uint32_t detail) {
  if (const Change* before = index_.states.newest(head)) {
    const bool same =
        before->bytes == record.size() && before->detail == detail &&
        std::ranges::equal(file_.subspan(static_cast<std::size_t>(before->offset), record.size()),
                           record);
    if (same) return;
  }
  index_.states.append(head, {.offset = offset,
                              .bytes = static_cast<std::uint32_t>(record.size()),
                              .frame = frame_.value,
                              .detail = detail});
}

void Indexer::take_weather(const Packet& packet) {
  const FixedList list = checked_list(packet, PacketKind::weather);
  if (list.count == 0) return;
  const Bytes record = list[list.count - 1];
  const std::size_t before = index_.states.size();
  const bool is_first = index_.states.newest(index_.weather) == nullptr;
  hold(index_.weather, record, offset_of(record, packet), 0);
  if (!is_first && index_.states.size() != before) {
    add_event(EventKind::weather, EntityIndex::none(), offset_of(record, packet));
  }
}

void Indexer::take_scene_lights(const Packet& packet) {
  const FixedList list = checked_list(packet, PacketKind::scene_light);
  for (std::size_t i = 0; i < list.count; ++i) {
    const auto record = record_from<SceneLight>(list[i], VectorWidth::float32);
    const auto [place, is_new] = scene_lights_.try_emplace(
        record.id, static_cast<std::uint32_t>(index_.scene_lights.size()));
    if (is_new) index_.scene_lights.append(record.id);
    hold(index_.scene_lights.writable(place->second).head, list[i], offset_of(list[i], packet), 0);
  }
}

void Indexer::take_held(const Packet& packet, PacketKind kind, HeldState state) {
  const FixedList list = checked_list(packet, kind);
  for (std::size_t i = 0; i < list.count; ++i) {
    const auto id = Fields(list[i], VectorWidth::float32).get<std::uint32_t>();
    const Living* actor = living(id);
    if (actor == nullptr) {
      tell_unknown_actor(packet, kind);
      continue;
    }
    hold(index_.actors.writable(actor->entity.value).head(state), list[i],
         offset_of(list[i], packet), 0);
  }
}

void Indexer::take_physics(const Packet& packet) {
  const std::size_t declared = declared_count(packet.body);
  if (declared == 0 && packet.body.size() <= kListCountBytes) return;
  const bool is_ue5 = index_.width.load(std::memory_order_relaxed) == VectorWidth::float64;
  const auto wheel_bytes =
      is_ue5 ? std::optional<std::size_t>(0) : physics_wheel_bytes(packet.body);
  // The wheels of UE5 have no size of their own: one record takes the packet, several cannot be
  // cut, though nothing is wrong with them.
  if (!wheel_bytes || (is_ue5 && declared != 1)) {
    problem(
        wheel_bytes && declared > 1 ? Severity::warning : Severity::error, "record-size",
        packet.offset, "PhysicsControl (15) has no layout that is known; it is left out.",
        is_ue5 ? "one record" : "records with wheels of 36 or 48 bytes",
        std::to_string(declared) + " records in " + std::to_string(packet.body.size()) + " bytes");
    return;
  }
  if (*wheel_bytes == kSmallWheelBytes) has_small_wheels_ = true;
  Bytes rest = packet.body.subspan(kListCountBytes);
  for (std::size_t i = 0; i < declared; ++i) {
    const std::size_t size =
        is_ue5 ? rest.size() : physics_control_bytes(rest, *wheel_bytes).value_or(rest.size());
    const Bytes record = rest.first(size);
    rest = rest.subspan(size);
    const Living* actor = living(Fields(record, VectorWidth::float32).get<std::uint32_t>());
    if (actor == nullptr) {
      tell_unknown_actor(packet, PacketKind::physics_control);
      continue;
    }
    hold(index_.actors.writable(actor->entity.value).head(HeldState::physics_control), record,
         offset_of(record, packet), static_cast<std::uint32_t>(*wheel_bytes));
  }
}

}  // namespace scrubjay::carla
