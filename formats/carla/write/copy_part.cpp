#include "formats/carla/write/copy_part.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "formats/carla/header.h"
#include "formats/carla/records.h"
#include "formats/carla/write/losses.h"
#include "formats/carla/write/record_bytes.h"
#include "formats/carla/write/record_writer.h"

namespace scrubjay::carla {

namespace {

/// Where packets stand in a frame (formats/carla/README.md, 3); what is not known comes last.
int rank_of(PacketKind kind) {
  using enum PacketKind;
  constexpr std::array kOrder{frame_start,     visual_time,         event_add,      event_del,
                              event_parent,    collision,           vehicle_door,   position,
                              state,           anim_vehicle,        anim_walker,    vehicle_light,
                              scene_light,     anim_vehicle_wheels, anim_biker,     weather,
                              kinematics,      bounding_box,        trigger_volume, platform_time,
                              physics_control, traffic_light_time,  walker_bones};
  return static_cast<int>(std::ranges::find(kOrder, kind) - kOrder.begin());
}

/// What the first frame says in its own way.
bool is_told_anew(PacketKind kind) {
  using enum PacketKind;
  switch (kind) {
    case event_add:
    case event_del:
    case event_parent:
    case scene_light:
    case bounding_box:
    case physics_control:
    case traffic_light_time:
    case trigger_volume:
    case vehicle_door:
    case weather: return true;
    default: return false;
  }
}

/// Whether the packet is a list of records that begin with an actor's id.
bool is_of_actors(PacketKind kind) {
  using enum PacketKind;
  switch (kind) {
    case frame_start:
    case frame_end:
    case scene_light:
    case platform_time:
    case frame_counter:
    case visual_time:
    case weather:
    case unknown: return false;
    default: return true;
  }
}

bool is_of_world(PacketKind kind) {
  return kind == PacketKind::scene_light || kind == PacketKind::weather;
}

std::uint32_t u32_at(Bytes record, std::size_t at) {
  ByteReader reader(record);
  reader.skip(at);
  return reader.little<std::uint32_t>().value_or(kNoActor);
}

}  // namespace

PartCopy::PartCopy(const WriteRequest& request, const CarlaReader& reader)
    : index_(reader.file_index()),
      recording_(*request.recording),
      file_(reader.bytes()),
      plan_(request),
      is_filtered_(request.entities.has_value()),
      width_(index_.width.load(std::memory_order_acquire)),
      layout_(index_.layout.load(std::memory_order_acquire)),
      cursor_(request.recording),
      is_seen_(plan_.entities().size()),
      is_moved_(plan_.entities().size()) {
  if (is_filtered_) cursor_.want(plan_.entities());
}

Bytes PartCopy::header() const { return bytes_at(0, index_.first_packet); }

Bytes PartCopy::bytes_at(std::uint64_t offset, std::uint64_t size) const {
  ByteReader reader(file_);
  if (!reader.skip(offset)) return {};
  return reader.bytes(size).value_or(Bytes());
}

const Change* PartCopy::held(EntityIndex entity, HeldState state) const {
  return index_.states.at(index_.actors[entity.value].head(state), frame_.value);
}

Bytes PartCopy::frame(FrameIndex frame) {
  frame_ = frame;
  out_.clear();
  parts_.clear();
  parts_bytes_.clear();
  note_living(frame);
  put_frame_start(frame);
  if (frame_id_ == 1 && frame.value > 0) {
    put_first(frame);
  } else {
    put_packets(frame);
  }
  note_events(frame);
  if (is_filtered_) cut_ += plan_.count_cut(cursor_.seek(frame));
  put_little(out_, static_cast<std::uint8_t>(PacketKind::frame_end), std::uint32_t{0});
  return out_;
}

void PartCopy::note_living(FrameIndex frame) {
  living_.clear();
  recording_.visit_alive(frame, [&](EntityIndex entity) {
    if (plan_.has_entity(entity)) living_.push_back(entity);
  });
  std::ranges::sort(living_);
  before_.swap(ids_);
  ids_.clear();
  must_place_ = false;
  for (const EntityIndex entity : living_) {
    const ActorRow& actor = index_.actors[entity.value];
    const std::uint32_t row = plan_.entity_row(entity);
    ids_.insert(actor.id);
    is_seen_[row] = true;
    const bool is_alone = actor.spawn_parent.exists() && !plan_.has_entity(actor.spawn_parent);
    if (is_alone) is_moved_[row] = true;
    if (is_alone && actor.is_relative) ++freed_;
    if (is_moved_[row]) must_place_ = true;
  }
  gone_.clear();
  if (!is_filtered_) return;
  for (const std::uint32_t id : before_) {
    if (!ids_.contains(id)) gone_.insert(id);
  }
}

void PartCopy::put_frame_start(FrameIndex frame) {
  const Timeline& timeline = recording_.timeline();
  const ByteRange range = timeline.bytes(frame);
  FrameStart start;
  Fields fields(bytes_at(range.begin + kPacketHeaderBytes, kFrameStartBytes), width_);
  read(fields, start);
  double duration = -1.0;
  if (frame.value + 1 < plan_.end_frame()) {
    const bool is_length = std::isfinite(start.duration_this) && start.duration_this >= 0;
    duration = is_length ? start.duration_this
                         : timeline.time(FrameIndex(frame.value + 1)) - timeline.time(frame);
  }
  put_little(out_, static_cast<std::uint8_t>(PacketKind::frame_start),
             static_cast<std::uint32_t>(kFrameStartBytes), ++frame_id_, duration, elapsed_);
  if (elapsed_ != timeline.time(frame)) ++retimed_;
  if (duration > 0) elapsed_ += duration;
}

/// Those that the frame tells in the copy, too.
void PartCopy::note_events(FrameIndex frame) {
  const bool is_anew = frame_id_ == 1 && frame.value > 0;
  const auto [first, end] = recording_.events_in(frame, frame);
  for (std::size_t row = first; row < end; ++row) {
    const EventInfo event = recording_.event(EventIndex(row));
    if (!plan_.has_event(event)) continue;
    ++(is_anew && event.role != EventRole::collision ? untold_ : events_);
  }
}

void PartCopy::put_packets(FrameIndex frame) {
  const ByteRange range = recording_.timeline().bytes(frame);
  PacketWalker walker(file_, range.begin, range.begin + range.size);
  while (const auto packet = walker.next()) {
    const PacketKind kind = kind_of(packet->id, layout_);
    if (kind == PacketKind::frame_start || kind == PacketKind::frame_end) continue;
    if (is_chosen_from(kind)) {
      put_chosen(*packet, kind);
    } else if (!is_filtered_ || !is_of_world(kind)) {
      put_part(kind, packet->id, packet->body);
    }
  }
  put_left_out();
  put_bytes(out_, parts_bytes_);
}

/// Whether records of such a packet are copied one by one.
bool PartCopy::is_chosen_from(PacketKind kind) const {
  return (is_filtered_ && is_of_actors(kind)) || (must_place_ && kind == PacketKind::position);
}

/// What must stand in the frame without a packet there that could take it.
void PartCopy::put_left_out() {
  begin_list();
  add_places();
  put_list(PacketKind::position, static_cast<std::uint8_t>(PacketKind::position), false);
  // Whose id was given to one who is not chosen.
  begin_list();
  for (const std::uint32_t id : gone_) add_record(EventDel{id});
  put_list(PacketKind::event_del, static_cast<std::uint8_t>(PacketKind::event_del), false);
}

void PartCopy::put_part(PacketKind kind, std::uint8_t id, Bytes body) {
  const std::size_t begin = parts_bytes_.size();
  put_little(parts_bytes_, id, static_cast<std::uint32_t>(body.size()));
  put_bytes(parts_bytes_, body);
  parts_.push_back({rank_of(kind), begin, parts_bytes_.size()});
}

/// Length of the record in front of `rest`, in a packet with that body.
std::optional<std::size_t> PartCopy::record_bytes(PacketKind kind, Bytes rest, Bytes body) const {
  switch (kind) {
    case PacketKind::event_add: return event_add_bytes(rest, width_);
    case PacketKind::walker_bones: return walker_bones_bytes(rest, width_);
    case PacketKind::anim_vehicle_wheels: return vehicle_wheels_bytes(rest);
    case PacketKind::physics_control: {
      if (width_ == VectorWidth::float64) return rest.size();
      const auto wheel_bytes = physics_wheel_bytes(body);
      if (!wheel_bytes) return std::nullopt;
      return physics_control_bytes(rest, *wheel_bytes);
    }
    default: return fixed_record_bytes(kind, width_);
  }
}

/// The records of a list that name a chosen actor.
void PartCopy::put_chosen(const Packet& packet, PacketKind kind) {
  begin_list();
  Bytes rest = packet.body.subspan(std::min(packet.body.size(), kListCountBytes));
  while (!rest.empty()) {
    const auto size = record_bytes(kind, rest, packet.body);
    if (!size || *size == 0 || *size > rest.size()) break;
    const Bytes record = rest.first(*size);
    rest = rest.subspan(*size);
    if (!is_chosen_record(kind, record)) continue;
    add_record(record);
    if (kind == PacketKind::event_add) free_from_parent(u32_at(record, 0));
    if (kind == PacketKind::event_del) gone_.erase(u32_at(record, 0));
  }
  if (kind == PacketKind::position) add_places();
  if (kind == PacketKind::event_parent) {
    for (const std::uint32_t id : lost_) add_record(EventParent{id, kNoActor});
    lost_.clear();
  }
  put_list(kind, packet.id, true);
}

bool PartCopy::is_chosen_record(PacketKind kind, Bytes record) const {
  const std::uint32_t id = u32_at(record, kind == PacketKind::collision ? kIdBytes : 0);
  if (kind == PacketKind::event_del) return before_.contains(id);
  if (kind == PacketKind::event_parent) {
    return ids_.contains(id) && ids_.contains(u32_at(record, kIdBytes));
  }
  if (kind == PacketKind::collision) return ids_.contains(id) || before_.contains(id);
  return ids_.contains(id);
}

/// The EventAdd that was added last gets its place in the world where that of its parent, which is
/// not chosen, would be missing.
void PartCopy::free_from_parent(std::uint32_t id) {
  const auto entity = std::ranges::find_if(
      living_, [&](EntityIndex living) { return index_.actors[living.value].id == id; });
  if (entity == living_.end()) return;
  const ActorRow& row = index_.actors[entity->value];
  if (!row.is_relative || plan_.has_entity(row.spawn_parent)) return;
  const Frame& now = cursor_.seek(frame_);
  const Entity* state = now.find(*entity);
  if (state != nullptr && state->world.position) {
    set_pose(sampled_pose(*state, now));
  } else {
    lost_.push_back(id);
  }
}

/// To a list of Positions, of those who need one and are not in it.
void PartCopy::add_places() {
  if (!std::exchange(must_place_, false)) return;
  std::unordered_set<std::uint32_t> named;
  const std::size_t size = fixed_record_bytes(PacketKind::position, width_).value_or(1);
  for (std::size_t at = 0; at < list_.size(); at += size) named.insert(u32_at(list_, at));
  const Frame& now = cursor_.seek(frame_);
  for (const EntityIndex entity : living_) {
    const Entity* state = now.find(entity);
    const std::uint32_t id = index_.actors[entity.value].id;
    if (!is_moved_[plan_.entity_row(entity)] || named.contains(id)) continue;
    if (state == nullptr || !state->world.position) continue;
    const Pose pose = sampled_pose(*state, now);
    add_record(Position{.id = id, .location = pose.location, .rotation = pose.rotation});
  }
}

void PartCopy::begin_list() {
  list_.clear();
  list_count_ = 0;
}

void PartCopy::add_record(Bytes record) {
  last_record_ = list_.size();
  put_bytes(list_, record);
  ++list_count_;
}

template <class Record>
void PartCopy::add_record(const Record& record) {
  Buffer bytes;
  RecordWriter(bytes, width_).put(record);
  add_record(Bytes(bytes));
}

void PartCopy::put_list(PacketKind kind, std::uint8_t id, bool even_empty) {
  if (list_count_ == 0 && !even_empty) return;
  std::vector<std::byte> body;
  // A count above 65535 wraps, as its producer's did (formats/carla/README.md, 12).
  put_little(body, static_cast<std::uint16_t>(list_count_ & 0xFFFF));
  put_bytes(body, list_);
  put_part(kind, id, body);
}

/// The place of the EventAdd that was added last.
void PartCopy::set_pose(const Pose& pose) {
  Buffer record;
  RecordWriter(record, width_)
      .put(Position{.id = 0, .location = pose.location, .rotation = pose.rotation});
  std::memcpy(list_.data() + last_record_ + kAddHeadBytes, record.data() + kIdBytes,
              record.size() - kIdBytes);
}

void PartCopy::put_first(FrameIndex frame) {
  put_living();
  const ByteRange range = recording_.timeline().bytes(frame);
  PacketWalker walker(file_, range.begin, range.begin + range.size);
  while (const auto packet = walker.next()) {
    const PacketKind kind = kind_of(packet->id, layout_);
    const bool is_mark = kind == PacketKind::frame_start || kind == PacketKind::frame_end;
    if (is_mark || is_told_anew(kind)) continue;
    if (is_chosen_from(kind)) {
      put_chosen(*packet, kind);
    } else {
      put_part(kind, packet->id, packet->body);
    }
  }
  put_left_out();
  put_doors();
  put_world();
  put_held(PacketKind::bounding_box, HeldState::bounding_box);
  put_held(PacketKind::trigger_volume, HeldState::trigger_volume);
  put_held(PacketKind::traffic_light_time, HeldState::traffic_light_time);
  put_physics();
  std::ranges::stable_sort(parts_, {}, &Part::rank);
  for (const Part& part : parts_) {
    put_bytes(out_, Bytes(parts_bytes_).subspan(part.begin, part.end - part.begin));
  }
}

/// All that live, as if they were added now, and their parents.
void PartCopy::put_living() {
  const Frame& now = cursor_.seek(frame_);
  std::vector<EventParent> parents;
  begin_list();
  for (const EntityIndex entity : living_) {
    const ActorRow& row = index_.actors[entity.value];
    const Entity* state = now.find(entity);
    add_record(bytes_at(row.add_offset, row.add_bytes));
    const Entity* parent = state == nullptr ? nullptr : now.find(state->parent);
    const bool has_parent = parent != nullptr && plan_.has_entity(parent->index);
    const bool has_place = state != nullptr && state->world.position;
    const bool is_as_spawned = has_parent && row.is_relative && row.spawn_parent == parent->index;
    if (has_parent && (is_as_spawned || has_place)) {
      parents.push_back({row.id, index_.actors[parent->index.value].id});
    } else if (!has_place) {
      // Nobody knows where it is: its place is that of a parent who is not there.
      parents.push_back({row.id, kNoActor});
      if (!row.is_relative) ++nowhere_;
    }
    if (is_as_spawned || !has_place) continue;
    set_pose(has_parent ? pose_of(relative_to(parent->world, state->world))
                        : sampled_pose(*state, now));
    if (!has_parent && !row.is_relative) continue;
    is_moved_[plan_.entity_row(entity)] = true;
    must_place_ = true;
  }
  put_list(PacketKind::event_add, static_cast<std::uint8_t>(PacketKind::event_add), true);
  begin_list();
  put_list(PacketKind::event_del, static_cast<std::uint8_t>(PacketKind::event_del), true);
  for (const EventParent& parent : parents) {
    add_record(parent);
    if (parent.parent != kNoActor) ++told_anew_;
  }
  told_anew_ += living_.size();
  put_list(PacketKind::event_parent, static_cast<std::uint8_t>(PacketKind::event_parent), true);
}

/// Where the actor is, to the bit as the decoder's properties say it.
Pose PartCopy::sampled_pose(const Entity& entity, const Frame& frame) const {
  const auto group = PropertyView(frame.tree, entity.properties).group("pose");
  std::optional<Pose> recorded;
  if (group) {
    const auto location = group->vec3("location", Meaning::point, "cm", LostMeaning());
    const auto rotation = group->vec3("rotation", Meaning::euler, "deg", LostMeaning());
    if (location && rotation) recorded = Pose{*location, *rotation};
  }
  return recorded.value_or(pose_of(entity.world));
}

void PartCopy::put_held(PacketKind kind, HeldState state) {
  begin_list();
  for (const EntityIndex entity : living_) {
    if (const Change* change = held(entity, state)) {
      add_record(bytes_at(change->offset, change->bytes));
    }
  }
  put_list(kind, id_of(kind, layout_), false);
}

/// One size of wheel a packet, and one record a packet where wheels have none (Unreal 5).
void PartCopy::put_physics() {
  const std::uint8_t id = id_of(PacketKind::physics_control, layout_);
  for (const std::uint32_t wheel_bytes :
       {static_cast<std::uint32_t>(kWheelBytes), static_cast<std::uint32_t>(kSmallWheelBytes),
        std::uint32_t{0}}) {
    begin_list();
    for (const EntityIndex entity : living_) {
      const Change* change = held(entity, HeldState::physics_control);
      if (change == nullptr || change->detail != wheel_bytes) continue;
      add_record(bytes_at(change->offset, change->bytes));
      if (wheel_bytes != 0) continue;
      put_list(PacketKind::physics_control, id, false);
      begin_list();
    }
    put_list(PacketKind::physics_control, id, false);
  }
}

void PartCopy::put_doors() {
  begin_list();
  for (const EntityIndex entity : living_) {
    const Change* change = held(entity, HeldState::doors);
    if (change == nullptr) continue;
    const DoorBits doors = DoorBits::from(change->detail);
    for (std::uint8_t door = 0; door < kAllDoors; ++door) {
      if ((doors.known >> door & 1) == 0) continue;
      add_record(VehicleDoor{index_.actors[entity.value].id, door, (doors.open >> door & 1) != 0});
      ++told_anew_;
    }
  }
  put_list(PacketKind::vehicle_door, id_of(PacketKind::vehicle_door, layout_), false);
}

/// Lights of the scene, and the weather.
void PartCopy::put_world() {
  if (is_filtered_) return;
  begin_list();
  for (std::size_t i = 0, n = index_.scene_lights.size(); i < n; ++i) {
    const Change* change = index_.states.at(index_.scene_lights[i].head, frame_.value);
    if (change != nullptr) add_record(bytes_at(change->offset, change->bytes));
  }
  put_list(PacketKind::scene_light, id_of(PacketKind::scene_light, layout_), false);
  begin_list();
  if (const Change* change = index_.states.at(index_.weather, frame_.value)) {
    add_record(bytes_at(change->offset, change->bytes));
  }
  put_list(PacketKind::weather, id_of(PacketKind::weather, layout_), false);
}

WriteReport PartCopy::report() const {
  WriteReport report;
  report.frames = frame_id_;
  report.entities = static_cast<std::uint64_t>(std::ranges::count(is_seen_, true));
  report.coordinates = unreal_coordinates();
  report.events = events_ + told_anew_;
  LossCounts losses;
  losses.add(Loss::time, retimed_);
  report.losses = losses.list();
  add_loss(report, "events of what holds in the first frame", "events of that frame", told_anew_);
  add_loss(report, "other events of the first frame", "", untold_);
  add_loss(report, "actors without a Position in the first frame", "actors attached to nobody",
           nowhere_);
  add_loss(report, "places relative to a parent that is not written", "places in the world",
           freed_);
  add_cut(report, cut_);
  return report;
}

}  // namespace scrubjay::carla
