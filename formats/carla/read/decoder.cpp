#include "formats/carla/read/decoder.h"

#include <algorithm>
#include <cmath>

#include "core/directions.h"
#include "core/prefetch.h"
#include "formats/carla/read/properties.h"
#include "formats/carla/rotation.h"

namespace scrubjay::carla {

namespace {

/// What is asked for ahead of its use: most records as a whole, and as much of a frame as fits into
/// a processor's first cache.
constexpr std::size_t kNearRecordBytes = 512;
constexpr std::size_t kNearFrameBytes = std::size_t{16} << 10;

Transform transform_of(const glm::dvec3& location, const glm::dvec3& rotation) {
  Transform transform;
  transform.position = location;
  // An angle that is no number turns nothing; the recorded values stay visible as properties.
  transform.rotation = is_finite(rotation) ? rotation_from(rotation) : glm::dquat(1, 0, 0, 0);
  return transform;
}

}  // namespace

Decoder::Decoder(const Recording& recording, const FileIndex& index)
    : recording_(recording),
      index_(index),
      file_(recording.file().bytes()),
      standing_(&recording),
      sampled_(recording, index) {}

void Decoder::decode(FrameIndex frame, Frame& out) {
  frame_ = frame;
  width_ = index_.width.load(std::memory_order_acquire);
  layout_ = index_.layout.load(std::memory_order_acquire);
  precision_ = width_ == VectorWidth::float32 ? Precision::float32 : Precision::float64;
  standing_.begin(width_);
  without_actor_ = {};
  cut_lists_ = {};
  lost_actors_ = {};
  const ByteRange range = recording_.timeline().bytes(frame);
  prefetch(bytes_at(range.begin, range.size), kNearFrameBytes);
  gather_living(out);
  choose_needed(out);
  gather_held();
  gather_samples(out);
  place_all(out);
  write_frame_properties(out);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (out.wants(living_[i])) write_entity(out, i);
  }
  tell_problems(out);
}

void Decoder::gather_living(Frame& out) {
  living_.clear();
  recording_.visit_alive(frame_, [&](EntityIndex entity) { living_.push_back(entity); });
  std::ranges::sort(living_);
  slots_.assign(living_.size(), Slot());
  slots_by_actor_.clear();
  for (const EntityIndex entity : living_) prefetch(&index_.actors[entity.value]);
  for (std::size_t i = 0; i < living_.size(); ++i) {
    out.entities.emplace_back().index = living_[i];
    slots_[i].row = &index_.actors[living_[i].value];
    slots_by_actor_.set(slots_[i].row->id, static_cast<std::uint32_t>(i));
  }
}

/// Those that are wanted, and upwards those after whose places theirs go.
void Decoder::choose_needed(Frame& out) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!out.wants(living_[i])) continue;
    std::size_t at = i;
    while (!slots_[at].is_needed) {
      Slot& slot = slots_[at];
      Entity& entity = out.entities[at];
      const EntityInfo info = recording_.entity(entity.index);
      entity.name = info.name;
      entity.kind = info.kind;
      entity.precision = precision_;
      slot.is_needed = true;
      prefetch(bytes_at(slot.row->add_offset, slot.row->add_bytes), kNearRecordBytes);
      for (const ChainHead& head : slot.row->held) index_.states.bring_newest_near(head);
      const bool follows = slot.row->is_relative && slot.row->spawn_parent.exists();
      const Entity* const above = follows ? out.find(slot.row->spawn_parent) : nullptr;
      if (above == nullptr) break;
      at = static_cast<std::size_t>(above - out.entities.data());
    }
  }
}

/// What was written earlier and holds now. The records stand all over the file: all are asked for
/// before the first is read.
void Decoder::gather_held() {
  changes_end_ = index_.states.end_of(frame_.value);
  for (Slot& slot : slots_) {
    if (!slot.is_needed) continue;
    for (std::size_t state = 0; state < kHeldStates; ++state) {
      const Change* change = index_.states.before(slot.row->held[state], changes_end_);
      slot.held[state] = change;
      if (change != nullptr) prefetch(bytes_at(change->offset, change->bytes), kNearRecordBytes);
    }
  }
}

void Decoder::gather_samples(Frame& out) {
  const ByteRange range = recording_.timeline().bytes(out.index);
  PacketWalker walker(file_, range.begin, range.begin + range.size);
  frame_start_ = {};
  platform_time_ = {};
  visual_time_ = {};
  while (const auto packet = walker.next()) {
    const PacketKind kind = kind_of(packet->id, layout_);
    switch (kind) {
      case PacketKind::frame_start: {
        Fields fields(packet->body, width_);
        read(fields, frame_start_);
        break;
      }
      case PacketKind::position: gather_fixed(*packet, kind, Sample::position); break;
      case PacketKind::state: gather_fixed(*packet, kind, Sample::state); break;
      case PacketKind::anim_vehicle: gather_fixed(*packet, kind, Sample::anim_vehicle); break;
      case PacketKind::anim_walker: gather_fixed(*packet, kind, Sample::anim_walker); break;
      case PacketKind::vehicle_light: gather_fixed(*packet, kind, Sample::vehicle_light); break;
      case PacketKind::kinematics: gather_fixed(*packet, kind, Sample::kinematics); break;
      case PacketKind::anim_biker: gather_fixed(*packet, kind, Sample::biker); break;
      case PacketKind::movement_signal: gather_fixed(*packet, kind, Sample::movement_signal); break;
      case PacketKind::walker_bones: gather_bones(*packet); break;
      case PacketKind::anim_vehicle_wheels: gather_wheels(*packet); break;
      case PacketKind::platform_time: platform_time_ = packet->body; break;
      case PacketKind::visual_time: visual_time_ = packet->body; break;
      default: break;
    }
  }
}

void Decoder::keep_sample(std::uint32_t actor, Sample sample, Bytes record, std::uint64_t offset) {
  const std::uint32_t slot = slots_by_actor_.find(actor);
  if (slot == ActorTable::kNone) {
    without_actor_.add(offset);
    return;
  }
  slots_[slot].samples[static_cast<std::size_t>(sample)] = record;
}

void Decoder::gather_fixed(const Packet& packet, PacketKind kind, Sample sample) {
  const std::size_t record_bytes = fixed_record_bytes(kind, width_).value_or(1);
  const FixedList list = fixed_list(packet.body, record_bytes);
  for (std::size_t i = 0; i < list.count; ++i) {
    const Bytes record = list[i];
    keep_sample(ByteReader(record).little<std::uint32_t>().value_or(kNoActor), sample, record,
                packet.offset);
  }
}

void Decoder::gather_bones(const Packet& packet) {
  Bytes rest = packet.body.subspan(std::min(packet.body.size(), kListCountBytes));
  for (std::size_t i = 0, n = declared_count(packet.body); i < n; ++i) {
    const auto size = walker_bones_bytes(rest, width_);
    if (!size) return cut_lists_.add(packet.offset);
    keep_sample(ByteReader(rest).little<std::uint32_t>().value_or(kNoActor), Sample::walker_bones,
                rest.first(*size), packet.offset);
    rest = rest.subspan(*size);
  }
  if (!rest.empty() || packet.body.size() < kListCountBytes) cut_lists_.add(packet.offset);
}

void Decoder::gather_wheels(const Packet& packet) {
  Bytes rest = packet.body.subspan(std::min(packet.body.size(), kListCountBytes));
  for (std::size_t i = 0, n = declared_count(packet.body); i < n; ++i) {
    const auto size = vehicle_wheels_bytes(rest);
    if (!size) return cut_lists_.add(packet.offset);
    keep_sample(ByteReader(rest).little<std::uint32_t>().value_or(kNoActor), Sample::wheels,
                rest.first(*size), packet.offset);
    rest = rest.subspan(*size);
  }
  if (!rest.empty() || packet.body.size() < kListCountBytes) cut_lists_.add(packet.offset);
}

void Decoder::tell_problems(Frame& out) const {
  const auto tell = [&](const Damage& damage, Severity severity, const char* code,
                        const char* message) {
    if (damage.count == 0) return;
    out.problems.push_back({.severity = severity,
                            .code = code,
                            .offset = damage.offset,
                            .frame = out.index,
                            .count = damage.count,
                            .message = message});
  };
  tell(without_actor_, Severity::note, "record-without-actor",
       "Samples of actors that do not live in the frame are left out.");
  tell(cut_lists_, Severity::error, "record-size",
       "A list of bones or wheels does not fit its packet; its whole records are read.");
  tell(lost_actors_, Severity::error, "record-lost",
       "The record that added an actor cannot be read any more.");
}

void Decoder::place_all(Frame& out) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].is_needed) place_by_record(out, i);
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].is_needed && !slots_[i].is_placed) place_below(out, i);
  }
}

/// World pose from the frame's Position record, else from the EventAdd where that is of the world;
/// none of an actor that is sampled, but not in this frame.
void Decoder::place_by_record(Frame& out, std::size_t i) {
  Slot& slot = slots_[i];
  Entity& entity = out.entities[i];
  if (const Change* parent = slot.state(HeldState::parent)) {
    EntityIndex above;
    above.value = parent->detail;
    if (out.find(above) != nullptr) entity.parent = above;
  }
  const Bytes added = bytes_at(slot.row->add_offset, slot.row->add_bytes);
  constexpr std::size_t kIdAndType = 4 + 1;
  const bool is_lost = added.size() < kIdAndType + 2 * vec_bytes(width_);
  if (is_lost && out.wants(entity.index)) lost_actors_.add(slot.row->add_offset);
  const Bytes record = slot.sample(Sample::position);
  if (slot.row->is_relative || record.empty()) {
    Fields fields(added.subspan(std::min(added.size(), kIdAndType)), width_);
    slot.added_at.location = fields.vec();
    slot.added_at.rotation = fields.vec();
  }
  if (record.empty() && sampled_.is_missing(entity.index, frame_)) return;
  if (slot.row->is_relative) {
    entity.local = transform_of(slot.added_at.location, slot.added_at.rotation);
  }
  slot.has_pose = !record.empty() || !slot.row->is_relative;
  if (slot.has_pose) {
    slot.at = record.empty() ? slot.added_at : record_from<Position>(record, width_);
    entity.world = transform_of(slot.at.location, slot.at.rotation);
    slot.is_placed = true;
  } else if (slot.row->spawn_parent.exists()) {
    if (const Entity* above = out.find(slot.row->spawn_parent)) {
      slot.above = static_cast<std::uint32_t>(above - out.entities.data());
    }
  }
}

/// World pose of one that follows its parent: up to the first that is placed (or to one whose
/// parent is gone: then nobody knows where it is), and down again. The index pass lets no circle
/// through.
void Decoder::place_below(Frame& out, std::size_t i) {
  path_.clear();
  for (auto at = static_cast<std::uint32_t>(i); !slots_[at].is_placed;) {
    path_.push_back(at);
    slots_[at].is_placed = true;
    if (slots_[at].above == ActorTable::kNone) break;
    at = slots_[at].above;
  }
  for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
    const Slot& slot = slots_[*step];
    if (slot.above == ActorTable::kNone) continue;
    const Transform& above = out.entities[slot.above].world;
    if (!above.position) continue;
    out.entities[*step].world = compose(above, out.entities[*step].local);
  }
}

void Decoder::write_frame_properties(Frame& out) {
  PropertyTree& tree = out.tree;
  const PropertyTree::Node mark = tree.size();
  tree.unsigned_integer("frame_id", frame_start_.id);
  // -1 says that no next frame was begun: it is no length.
  if (frame_start_.duration_this >= 0) {
    tree.number("duration_this", frame_start_.duration_this, Precision::float64, "s");
  } else {
    tree.null("duration_this");
  }
  tree.number("elapsed", frame_start_.elapsed, Precision::float64, "s");
  if (const auto time = ByteReader(platform_time_).little<double>()) {
    tree.number("platform_time", *time, Precision::float64, "s");
  }
  if (const auto time = ByteReader(visual_time_).little<double>()) {
    tree.number("visual_time", *time, Precision::float64, "s");
  }
  for (PropertyTree::Node node = mark; node < tree.size(); ++node) {
    tree.node_for_edit(node).role = PropertyRole::capture;
  }
  if (const Change* change = index_.states.before(index_.weather, changes_end_)) {
    add_record(tree, record_from<Weather>(bytes_at(change->offset, change->bytes), width_));
  }
  PropertyTree::Node lights = 0;
  bool has_lights = false;
  for (std::size_t i = 0, n = index_.scene_lights.size(); i < n; ++i) {
    const Change* change = index_.states.before(index_.scene_lights[i].head, changes_end_);
    if (change == nullptr) continue;
    if (!has_lights) lights = tree.open("scene_lights", PropertyType::group);
    has_lights = true;
    add_scene_light(tree, record_from<SceneLight>(bytes_at(change->offset, change->bytes), width_));
  }
  if (has_lights) tree.close(lights);
  out.properties = tree.since(mark);
}

void Decoder::write_entity(Frame& out, std::size_t i) {
  PropertyTree& tree = out.tree;
  const Slot& slot = slots_[i];
  const PropertyTree::Node mark = tree.size();
  standing_.append(tree, slot.row->add_offset, [&](PropertyTree& to) {
    EventAdd add;
    Fields fields(bytes_at(slot.row->add_offset, slot.row->add_bytes), width_);
    read(fields, add, scratch_);
    add_actor(to, add, slot.row->has_valid_texts);
  });
  if (slot.row->is_relative) {
    add_pose(tree, "relative_pose", slot.added_at, precision_);
  }
  if (slot.has_pose) add_pose(tree, "pose", slot.at, precision_);
  write_samples(tree, slot);
  write_held(out, i);
  out.entities[i].properties = tree.since(mark);
}

void Decoder::write_samples(PropertyTree& tree, const Slot& slot) {
  if (const Bytes record = slot.sample(Sample::kinematics); !record.empty()) {
    add_kinematics(tree, record_from<Kinematics>(record, width_), precision_);
  }
  if (const Bytes record = slot.sample(Sample::anim_vehicle); !record.empty()) {
    add_record(tree, record_from<AnimVehicle>(record, width_));
  }
  if (const Bytes record = slot.sample(Sample::wheels); !record.empty()) {
    AnimVehicleWheels wheels;
    Fields fields(record, width_);
    read(fields, wheels, scratch_);
    add_record(tree, wheels);
  }
  if (const Bytes record = slot.sample(Sample::biker); !record.empty()) {
    add_record(tree, record_from<AnimBiker>(record, width_));
  }
  if (const Bytes record = slot.sample(Sample::vehicle_light); !record.empty()) {
    add_vehicle_lights(tree, record_from<VehicleLight>(record, width_));
  }
  if (const Bytes record = slot.sample(Sample::anim_walker); !record.empty()) {
    add_record(tree, record_from<AnimWalker>(record, width_));
  }
  if (const Bytes record = slot.sample(Sample::walker_bones); !record.empty()) {
    WalkerBones bones;
    Fields fields(record, width_);
    read(fields, bones, scratch_);
    add_record(tree, bones, precision_);
  }
  if (const Bytes record = slot.sample(Sample::movement_signal); !record.empty()) {
    add_record(tree, record_from<MovementSignal>(record, width_));
  }
}

void Decoder::write_held(Frame& out, std::size_t i) {
  PropertyTree& tree = out.tree;
  const Slot& slot = slots_[i];
  if (const Change* change = slot.state(HeldState::doors)) {
    add_doors(tree, DoorBits::from(change->detail));
  }
  const Bytes state_record = slot.sample(Sample::state);
  const Change* times_change = slot.state(HeldState::traffic_light_time);
  if (!state_record.empty() || times_change != nullptr) {
    const auto state = record_from<State>(state_record, width_);
    TrafficLightTime times;
    if (times_change != nullptr) {
      times = record_from<TrafficLightTime>(bytes_at(times_change->offset, times_change->bytes),
                                            width_);
    }
    if (!state_record.empty()) out.entities[i].lamp = lamp_of(state.state);
    add_traffic_light(tree, state_record.empty() ? nullptr : &state,
                      times_change == nullptr ? nullptr : &times);
  }
  if (const Change* change = slot.state(HeldState::bounding_box)) {
    const auto box = record_from<BoundingBox>(bytes_at(change->offset, change->bytes), width_);
    standing_.append(tree, change->offset, [&](PropertyTree& to) {
      add_bounding_box(to, "bounding_box", box, precision_);
    });
    // What has no shape (spectator, sensors) is recorded with NaN and infinity.
    const bool is_box = is_finite(box.origin) && is_finite(box.extent) && box.extent.x >= 0 &&
                        box.extent.y >= 0 && box.extent.z >= 0;
    if (is_box) out.entities[i].box = Box{box.origin, box.extent};
  }
  if (const Change* change = slot.state(HeldState::trigger_volume)) {
    standing_.append(tree, change->offset, [&](PropertyTree& to) {
      const Bytes record = bytes_at(change->offset, change->bytes);
      add_bounding_box(to, "trigger_volume", record_from<TriggerVolume>(record, width_),
                       precision_);
    });
  }
  if (const Change* change = slot.state(HeldState::physics_control)) {
    standing_.append(tree, change->offset, [&](PropertyTree& to) { write_physics(to, *change); });
  }
}

void Decoder::write_physics(PropertyTree& tree, const Change& change) {
  Fields fields(bytes_at(change.offset, change.bytes), width_);
  if (change.detail == 0) {
    PhysicsControlUe5 control;
    if (read(fields, control, scratch_)) add_record(tree, control);
  } else {
    PhysicsControl control;
    if (read(fields, control, scratch_, change.detail)) {
      add_record(tree, control, Precision::float32, change.detail == kWheelBytes);
    }
  }
}

Bytes Decoder::bytes_at(std::uint64_t offset, std::uint64_t size) const {
  ByteReader reader(file_);
  if (!reader.skip(offset)) return {};
  return reader.bytes(size).value_or(Bytes());
}

}  // namespace scrubjay::carla
