#include "formats/carla/write/projection.h"

#include <algorithm>
#include <functional>

#include "core/growing_column.h"
#include "formats/carla/limits.h"
#include "formats/carla/write/actor_ids.h"
#include "formats/carla/write/pose.h"
#include "formats/carla/write/property_records.h"
#include "formats/carla/write/record_writer.h"

namespace scrubjay::carla {

namespace {

std::optional<Pose> recorded_pose(const PropertyView& own, std::string_view name,
                                  const LostMeaning& lost) {
  const auto record = pose_in(own, name, lost);
  if (!record) return std::nullopt;
  return Pose{record->location, record->rotation};
}

std::uint8_t type_of(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle: return static_cast<std::uint8_t>(ActorType::vehicle);
    case EntityKind::person: return static_cast<std::uint8_t>(ActorType::walker);
    case EntityKind::signal: return static_cast<std::uint8_t>(ActorType::traffic_light);
    case EntityKind::sign: return static_cast<std::uint8_t>(ActorType::traffic_sign);
    case EntityKind::sensor: return static_cast<std::uint8_t>(ActorType::sensor);
    default: return static_cast<std::uint8_t>(ActorType::other);
  }
}

}  // namespace

void ProjectedFrame::clear() {
  bytes.clear();
  actors.clear();
  sampled.clear();
  held.clear();
  collisions.clear();
  doors.clear();
  scene_lights.clear();
  weather.reset();
  platform_time.reset();
  visual_time.reset();
  duration.reset();
}

bool stands_for_frame(const Frame& frame, const Entity& entity) {
  if (!entity.stands_for_frame) return false;
  const PropertyView own = PropertyView(frame.tree, entity.properties).own();
  return own.find("frame_id") != nullptr && own.find("elapsed") != nullptr &&
         own.find("actor") == nullptr;
}

Projection::Projection(const WritePlan& plan, VectorWidth width) : plan_(plan), width_(width) {
  for (const Lifetime& lifetime : plan.lifetimes()) {
    if (lifetime.last.exists() && lifetime.last >= lifetime.first) {
      begins_.emplace_back(lifetime.first.value, lifetime.entity.value);
    }
  }
  std::ranges::sort(begins_);
  const Timeline& timeline = plan.recording().timeline();
  first_frames_.resize(timeline.stream_count());
  for (std::size_t stream = 0; stream < first_frames_.size(); ++stream) {
    const StreamIndex index(stream);
    const std::size_t n = timeline.frames_before(index, FrameIndex(plan.first_frame()));
    if (n < timeline.frame_count(index)) first_frames_[stream] = timeline.frame_of(index, n);
  }
}

/// The projection of one frame.
class Projection::Pass {
 public:
  Pass(const Projection& projection, const Frame& frame, ProjectedFrame& out)
      : projection_(projection),
        plan_(projection.plan_),
        frame_(frame),
        out_(out),
        lost_(LostMeaning::in(
            plan_.recording().reader().coordinates(plan_.recording(), frame.index))) {}

  void run();

 private:
  void project_frame_properties(const PropertyView& own);
  void project_entity(const Entity& entity, std::uint32_t row);
  void project_place(const Entity& entity, const PropertyView& own, ProjectedActor& actor);
  void project_add(const Entity& entity, const PropertyView& own,
                   const std::optional<ActorRead>& read, ProjectedActor& actor);
  void project_samples(const PropertyView& own, const ProjectedActor& actor);
  void project_held(const Entity& entity, const PropertyView& own, const ProjectedActor& actor);
  void project_physics(const PropertyView& own, std::uint32_t row);
  void project_event(const FrameEvent& event);
  void project_collision(const EventInfo& info, const PropertyView& own);
  void gather_adds();

  bool is_new(std::uint32_t row) const;
  std::uint32_t row_of_text(std::string_view id) const;
  std::optional<Pose> told_at_add(EntityIndex entity, bool has_parent) const;
  std::optional<std::uint32_t> told_id(const Entity& entity) const;
  std::size_t put_pose(const Pose& pose);
  template <class Record>
  void add(std::vector<ProjectedRecord>& to, PacketKind kind, std::uint32_t row,
           const std::optional<Record>& record, std::size_t wheel_bytes = kWheelBytes);

  const Projection& projection_;
  const WritePlan& plan_;
  const Frame& frame_;
  ProjectedFrame& out_;
  LostMeaning lost_;
  bool is_first_of_stream_ = false;
  std::vector<std::uint32_t> new_rows_;                       ///< ascending
  std::vector<std::pair<EntityIndex, PropertyRange>> added_;  ///< by events
  RecordScratch scratch_;
};

void Projection::project(const Frame& frame, ProjectedFrame& out) const {
  out.clear();
  Pass(*this, frame, out).run();
}

void Projection::Pass::run() {
  is_first_of_stream_ = projection_.first_frames_[frame_.stream.value] == frame_.index;
  gather_adds();
  project_frame_properties(PropertyView(frame_.tree, frame_.properties));
  for (const Entity& entity : frame_.entities) {
    const std::uint32_t row = plan_.entity_row(entity.index);
    if (row == WritePlan::kNoRow) continue;
    if (stands_for_frame(frame_, entity)) {
      project_frame_properties(PropertyView(frame_.tree, entity.properties).own());
    } else {
      project_entity(entity, row);
    }
  }
  for (const FrameEvent& event : frame_.events) project_event(event);
}

/// Who begins to live in this frame, and the events that say so.
void Projection::Pass::gather_adds() {
  const std::uint64_t row = plan_.frame_row(frame_.index);
  const auto begins = std::ranges::equal_range(projection_.begins_, row, {},
                                               [](const auto& begin) { return begin.first; });
  for (const auto& [frame, entity] : begins) new_rows_.push_back(entity);
  for (const FrameEvent& event : frame_.events) {
    const EventInfo info = plan_.recording().event(event.index);
    if (info.name == "added") added_.emplace_back(info.entity, event.properties);
  }
}

bool Projection::Pass::is_new(std::uint32_t row) const {
  return is_first_of_stream_ || std::ranges::binary_search(new_rows_, row);
}

template <class Record>
void Projection::Pass::add(std::vector<ProjectedRecord>& to, PacketKind kind, std::uint32_t row,
                           const std::optional<Record>& record, std::size_t wheel_bytes) {
  if (!record) return;
  const std::size_t begin = out_.bytes.size();
  RecordWriter writer(out_.bytes, projection_.width_, wheel_bytes);
  writer.put(*record);
  if (writer.error()) {
    out_.bytes.resize(begin);
    return;
  }
  to.push_back({kind, row, begin, out_.bytes.size() - begin});
}

void Projection::Pass::project_frame_properties(const PropertyView& own) {
  if (own.empty()) return;
  if (const auto time = own.number("platform_time")) out_.platform_time = time;
  if (const auto time = own.number("visual_time")) out_.visual_time = time;
  // It is a length only where an elapsed time stands beside it.
  if (own.find("elapsed") != nullptr) out_.duration = own.number("duration_this");
  if (!plan_.has_frames_own()) return;
  if (const auto weather = record_of<Weather>(own, lost_)) out_.weather = weather;
  for (const SceneLight& light : scene_lights_of(own, lost_)) out_.scene_lights.push_back(light);
}

void Projection::Pass::project_entity(const Entity& entity, std::uint32_t row) {
  const PropertyView own = PropertyView(frame_.tree, entity.properties).own();
  const auto read = actor_of(own, scratch_);
  ProjectedActor actor;
  actor.row = row;
  actor.parent =
      frame_.find(entity.parent) == nullptr ? WritePlan::kNoRow : plan_.entity_row(entity.parent);
  actor.type = read ? read->type : type_of(entity.kind);
  actor.is_from_carla = read.has_value();
  if (!read) actor.name = std::hash<std::string_view>()(entity.name);
  if (read && is_new(row)) actor.told_id = told_id(entity);
  project_place(entity, own, actor);
  // Before samples: `read` is of the same scratch storage.
  if (is_new(row)) project_add(entity, own, read, actor);
  if (actor.is_from_carla) project_samples(own, actor);
  project_held(entity, own, actor);
  out_.actors.push_back(actor);
}

void Projection::Pass::project_place(const Entity& entity, const PropertyView& own,
                                     ProjectedActor& actor) {
  const auto recorded = actor.is_from_carla ? recorded_pose(own, "pose", lost_) : std::nullopt;
  actor.has_sampled_pose = recorded.has_value();
  if (!entity.world.position) return;
  const Pose pose = pose_of(entity.world, recorded);
  actor.position = out_.bytes.size();
  RecordWriter(out_.bytes, projection_.width_)
      .put(Position{.id = 0, .location = pose.location, .rotation = pose.rotation});
}

/// A format that has no second actor of an id numbers it, with the id beside it.
std::optional<std::uint32_t> Projection::Pass::told_id(const Entity& entity) const {
  const auto basics = PropertyView(frame_.tree, entity.properties).group(PropertyRole::basics);
  const PropertyNode* id = basics ? basics->find(PropertyRole::former_id) : nullptr;
  return id == nullptr || !is_text(id->type) ? std::nullopt : actor_id_of(id->text_value());
}

/// What the event that told of the actor says: a place of its parent where it names one. Nothing
/// where it speaks of another parent than what is written.
std::optional<Pose> Projection::Pass::told_at_add(EntityIndex entity, bool has_parent) const {
  for (const auto& [added, range] : added_) {
    if (added != entity) continue;
    const PropertyView own = PropertyView(frame_.tree, range).own();
    if ((own.find("parent") != nullptr) != has_parent) continue;
    const auto location = own.vec3("location", Meaning::point, "cm", lost_);
    const auto rotation = own.vec3("rotation", Meaning::euler, "deg", lost_);
    if (location && rotation) return Pose{*location, *rotation};
  }
  return std::nullopt;
}

std::size_t Projection::Pass::put_pose(const Pose& pose) {
  // A Position without its id.
  const std::size_t begin = out_.bytes.size();
  RecordWriter(out_.bytes, projection_.width_)
      .put(Position{.id = 0, .location = pose.location, .rotation = pose.rotation});
  return begin + sizeof(std::uint32_t);
}

void Projection::Pass::project_add(const Entity& entity, const PropertyView& own,
                                   const std::optional<ActorRead>& read, ProjectedActor& actor) {
  const bool has_parent = actor.parent != WritePlan::kNoRow;
  const auto told = actor.is_from_carla ? told_at_add(entity.index, has_parent) : std::nullopt;
  if (has_parent) {
    const Entity* parent = frame_.find(entity.parent);
    const auto recorded = told ? told : recorded_pose(own, "relative_pose", lost_);
    const Transform local =
        entity.local.position ? entity.local : relative_to(parent->world, entity.world);
    actor.relative = put_pose(actor.is_from_carla && recorded ? *recorded : pose_of(local));
  }
  EventAdd record;
  record.type = actor.type;
  Pose world = pose_of(entity.world, recorded_pose(own, "pose", lost_));
  if (told && !has_parent) world = *told;
  record.location = world.location;
  record.rotation = world.rotation;
  record.uid = read ? read->uid : 0;
  record.description = read ? read->description : entity.name;
  if (read) record.attributes = read->attributes;
  actor.add = out_.bytes.size();
  RecordWriter writer(out_.bytes, projection_.width_);
  writer.put(record);
  if (writer.error()) {
    // Only what other programs call an actor can be so long.
    out_.bytes.resize(actor.add);
    record.description = record.description.substr(0, limits::kMostTextBytes);
    record.attributes = {};
    RecordWriter(out_.bytes, projection_.width_).put(record);
  }
  actor.add_size = out_.bytes.size() - actor.add;
}

void Projection::Pass::project_samples(const PropertyView& own, const ProjectedActor& actor) {
  using enum PacketKind;
  auto& to = out_.sampled;
  const std::uint32_t row = actor.row;
  add(to, state, row, record_of<State>(own, lost_));
  add(to, anim_vehicle, row, record_of<AnimVehicle>(own, lost_));
  add(to, anim_walker, row, record_of<AnimWalker>(own, lost_));
  add(to, vehicle_light, row, record_of<VehicleLight>(own, lost_));
  add(to, anim_vehicle_wheels, row, record_of<AnimVehicleWheels>(own, lost_, scratch_));
  add(to, anim_biker, row, record_of<AnimBiker>(own, lost_));
  add(to, kinematics, row, record_of<Kinematics>(own, lost_));
  add(to, walker_bones, row, record_of<WalkerBones>(own, lost_, scratch_));
  add(to, movement_signal, row, record_of<MovementSignal>(own, lost_));
}

void Projection::Pass::project_held(const Entity& entity, const PropertyView& own,
                                    const ProjectedActor& actor) {
  using enum PacketKind;
  auto& to = out_.held;
  auto box = actor.is_from_carla ? box_of(own, "bounding_box", lost_) : std::nullopt;
  if (!box && entity.box) {
    box = BoundingBox{.id = 0, .origin = entity.box->center, .extent = entity.box->half};
  }
  add(to, bounding_box, actor.row, box);
  if (!actor.is_from_carla) return;
  add(to, trigger_volume, actor.row, box_of(own, "trigger_volume", lost_));
  add(to, traffic_light_time, actor.row, record_of<TrafficLightTime>(own, lost_));
  project_physics(own, actor.row);
}

/// Each Unreal has its own record, which only files of its vectors hold.
void Projection::Pass::project_physics(const PropertyView& own, std::uint32_t row) {
  if (projection_.width_ == VectorWidth::float64) {
    add(out_.held, PacketKind::physics_control, row,
        record_of<PhysicsControlUe5>(own, lost_, scratch_));
  } else if (const auto physics = physics_of(own, lost_, scratch_)) {
    add(out_.held, PacketKind::physics_control, row,
        std::optional<PhysicsControl>(physics->control), physics->wheel_bytes);
  }
}

void Projection::Pass::project_event(const FrameEvent& event) {
  const EventInfo info = plan_.recording().event(event.index);
  if (!plan_.has_event(info)) return;
  const PropertyView own = PropertyView(frame_.tree, event.properties).own();
  if (info.name == "collision" || info.name == "collision continues") {
    project_collision(info, own);
    return;
  }
  const bool is_opened = info.name == "door opened";
  const std::uint32_t row = plan_.entity_row(info.entity);
  if ((!is_opened && info.name != "door closed") || row == WritePlan::kNoRow) return;
  const auto named = std::ranges::find(kDoorNames, own.text("door").value_or(""));
  const auto number = named != kDoorNames.end()
                          ? static_cast<std::uint8_t>(named - kDoorNames.begin())
                          : own.whole<std::uint8_t>("door");
  if (number) out_.doors.push_back({row, *number, is_opened});
}

/// The row of the entity of that id: the one that lives in this frame where ids are used again.
std::uint32_t Projection::Pass::row_of_text(std::string_view id) const {
  for (const Entity& entity : frame_.entities) {
    if (plan_.recording().entity(entity.index).id == id) return plan_.entity_row(entity.index);
  }
  return WritePlan::kNoRow;
}

void Projection::Pass::project_collision(const EventInfo& info, const PropertyView& own) {
  const PropertyNode* other = own.find("other");
  const auto hero = own.boolean("hero");
  if (other == nullptr) return;
  ProjectedCollision collision;
  collision.sequence = own.whole<std::uint32_t>("sequence");
  collision.row1 = plan_.entity_row(info.entity);
  collision.row2 = is_text(other->type) ? row_of_text(other->text_value()) : WritePlan::kNoRow;
  collision.is_hero1 = hero.value_or(false);
  collision.is_hero2 = own.boolean("other_hero").value_or(false);
  out_.collisions.push_back(collision);
}

}  // namespace scrubjay::carla
