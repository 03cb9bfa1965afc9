#include "formats/carla/write/frame_writer.h"

#include <algorithm>
#include <bit>

#include "formats/carla/records.h"
#include "formats/carla/write/record_bytes.h"
#include "formats/carla/write/record_writer.h"

namespace scrubjay::carla {

namespace {

constexpr std::uint32_t kNoRow = WritePlan::kNoRow;

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

/// Bit for bit, so that NaN is equal to itself.
bool is_same(const SceneLight& a, const SceneLight& b) {
  Buffer of_a;
  Buffer of_b;
  RecordWriter(of_a, VectorWidth::float32).put(a);
  RecordWriter(of_b, VectorWidth::float32).put(b);
  return of_a == of_b;
}

bool is_same(const Weather& a, const Weather& b) {
  return std::ranges::equal(a.values, b.values, [](float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
  });
}

bool lives_in(const ProjectedFrame& frame, std::uint32_t row) {
  return std::ranges::binary_search(frame.actors, row, {}, &ProjectedActor::row);
}

}  // namespace

FrameWriter::FrameWriter(const WritePlan& plan, Writer& writer)
    : plan_(plan),
      writer_(writer),
      ids_(plan),
      streams_(plan.recording().timeline().stream_count()) {}

void FrameWriter::write(StreamIndex stream_index, double step, const ProjectedFrame& frame) {
  writer_.begin_frame(step);
  Stream& stream = streams_[stream_index.value];
  end_lives(frame, stream_index.value);
  stream.rows.clear();
  for (const ProjectedActor& actor : frame.actors) {
    const auto [living, is_new] = actors_.try_emplace(actor.row);
    living->second.stream = stream_index.value;
    stream.rows.push_back(actor.row);
    if (is_new) begin_life(frame, actor, living->second);
    if (actor.name != living->second.name) ++renamed_;
  }
  for (const ProjectedActor& actor : frame.actors) {
    write_parent(frame, actor, actors_.at(actor.row));
  }
  take_samples(frame, stream);
  for (std::uint32_t i = 0; i < streams_.size(); ++i) {
    for (const Sample& sample : streams_[i].samples) {
      const auto living = actors_.find(sample.row);
      if (living == actors_.end() || living->second.stream != i) continue;
      writer_.add_record(sample.kind,
                         Bytes(streams_[i].sample_bytes).subspan(sample.begin, sample.size));
    }
  }
  write_held(frame);
  write_events(frame);
  write_world(frame);
}

std::string FrameWriter::record_of(const ProjectedFrame& frame, std::size_t begin, std::size_t size,
                                   std::uint32_t row) const {
  std::string record(reinterpret_cast<const char*>(frame.bytes.data()) + begin, size);
  set_little_u32(std::as_writable_bytes(std::span(record)), ids_.of(row));
  return record;
}

void FrameWriter::end_lives(const ProjectedFrame& frame, std::uint32_t stream) {
  for (const std::uint32_t row : streams_[stream].rows) {
    const auto living = actors_.find(row);
    const bool is_of_stream = living != actors_.end() && living->second.stream == stream;
    if (!is_of_stream || lives_in(frame, row)) continue;
    writer_.add(EventDel{ids_.of(row)});
    living_ids_.erase(ids_.of(row));
    actors_.erase(living);
  }
}

void FrameWriter::begin_life(const ProjectedFrame& frame, const ProjectedActor& actor,
                             Actor& living) {
  living.name = actor.name;
  if (actor.told_id && !living_ids_.contains(*actor.told_id)) ids_.set(actor.row, *actor.told_id);
  living_ids_.insert(ids_.of(actor.row));
  std::string record;
  if (actor.add == ProjectedActor::kNone) {
    // It is in a frame in which it does not live by the recording's own tables.
    const EntityInfo info = plan_.recording().entity(plan_.entities()[actor.row]);
    Buffer bytes;
    RecordWriter(bytes, writer_.options().width)
        .put(EventAdd{.id = ids_.of(actor.row),
                      .type = actor.type,
                      .uid = 0,
                      .description = info.name.substr(0, 0xFFFF),
                      .attributes = {}});
    record.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (actor.position != ProjectedActor::kNone) {
      std::memcpy(record.data() + kAddHeadBytes, frame.bytes.data() + actor.position + kIdBytes,
                  pose_bytes());
    }
  } else {
    record = record_of(frame, actor.add, actor.add_size, actor.row);
  }
  living.is_relative = actor.relative != ProjectedActor::kNone && lives_in(frame, actor.parent);
  if (living.is_relative) {
    std::memcpy(record.data() + kAddHeadBytes, frame.bytes.data() + actor.relative, pose_bytes());
  }
  living.add_pose = record.substr(kAddHeadBytes, pose_bytes());
  writer_.add_record(PacketKind::event_add, bytes_of(record));
}

/// A record in the frame of the EventAdd says that its place is its parent's
/// (formats/carla/README.md, 5.2), so where it is not, the parent is told one frame later.
void FrameWriter::write_parent(const ProjectedFrame& frame, const ProjectedActor& actor,
                               Actor& living) {
  const bool may_tell = !living.is_new || living.is_relative;
  living.is_new = false;
  if (actor.parent == living.parent || !may_tell) return;
  if (actor.parent != kNoRow && lives_in(frame, actor.parent)) {
    writer_.add(EventParent{ids_.of(actor.row), ids_.of(actor.parent)});
  } else if (lives_in(frame, living.parent)) {
    ++detached_;
  }
  living.parent = actor.parent;
}

/// Lights, signs and sensors are only sampled where they are not as their EventAdd left them: CARLA
/// does not sample them at all (formats/carla/README.md, 5.6), and from then on.
bool FrameWriter::is_sampled(const ProjectedFrame& frame, const ProjectedActor& actor,
                             const Actor& living) const {
  if (actor.position == ProjectedActor::kNone) return false;
  if (actor.type < static_cast<std::uint8_t>(ActorType::traffic_light)) return true;
  if (living.is_relative) return !actor.is_from_carla || actor.has_sampled_pose;
  if (living.is_sampled) return true;
  return std::memcmp(living.add_pose.data(), frame.bytes.data() + actor.position + kIdBytes,
                     living.add_pose.size()) != 0;
}

void FrameWriter::take_samples(const ProjectedFrame& frame, Stream& stream) {
  stream.samples.clear();
  stream.sample_bytes.clear();
  const Bytes bytes = frame.bytes;
  for (const ProjectedActor& actor : frame.actors) {
    Actor& living = actors_.at(actor.row);
    if (!is_sampled(frame, actor, living)) continue;
    living.is_sampled = true;
    take_sample(PacketKind::position, bytes.subspan(actor.position, kIdBytes + pose_bytes()),
                actor.row, stream);
  }
  for (const ProjectedRecord& record : frame.sampled) {
    take_sample(record.kind, bytes.subspan(record.begin, record.size), record.row, stream);
  }
}

void FrameWriter::take_sample(PacketKind kind, Bytes record, std::uint32_t row,
                              Stream& stream) const {
  const std::size_t begin = stream.sample_bytes.size();
  put_bytes(stream.sample_bytes, record);
  set_little_u32(std::span(stream.sample_bytes).subspan(begin), ids_.of(row));
  stream.samples.push_back({kind, row, begin, record.size()});
}

void FrameWriter::write_held(const ProjectedFrame& frame) {
  std::optional<std::size_t> wheel_bytes;
  for (const ProjectedRecord& record : frame.held) {
    std::string& last = actors_.at(record.row).held[record.kind];
    std::string now = record_of(frame, record.begin, record.size, record.row);
    if (now == last) continue;
    if (record.kind == PacketKind::physics_control) {
      write_physics(bytes_of(now), wheel_bytes);
    } else {
      writer_.add_record(record.kind, bytes_of(now));
    }
    last = std::move(now);
  }
}

/// Readers find out the size of wheels by what fits a packet (formats/carla/README.md, 5.15), so
/// those of another size get one of their own, and each of Unreal 5, whose wheels have no size.
void FrameWriter::write_physics(Bytes record, std::optional<std::size_t>& wheel_bytes) {
  const bool is_ue5 = writer_.options().width == VectorWidth::float64;
  const bool is_large = physics_control_bytes(record, kWheelBytes) == record.size();
  const std::size_t size = is_large ? kWheelBytes : kSmallWheelBytes;
  if (wheel_bytes && (is_ue5 || *wheel_bytes != size)) {
    Buffer body;
    put_little(body, std::uint16_t{1});
    put_bytes(body, record);
    writer_.add_raw(id_of(PacketKind::physics_control, writer_.options().layout), body);
    return;
  }
  wheel_bytes = size;
  writer_.add_record(PacketKind::physics_control, record);
}

void FrameWriter::write_events(const ProjectedFrame& frame) {
  for (const ProjectedCollision& collision : frame.collisions) {
    const std::uint32_t sequence = collision.sequence.value_or(collisions_);
    collisions_ = sequence + 1;
    writer_.add(Collision{.sequence = sequence,
                          .actor1 = ids_.of(collision.row1),
                          .actor2 = ids_.of(collision.row2),
                          .is_hero1 = collision.is_hero1,
                          .is_hero2 = collision.is_hero2});
  }
  for (const ProjectedDoor& door : frame.doors) {
    writer_.add(VehicleDoor{ids_.of(door.row), door.door, door.is_open});
  }
}

void FrameWriter::write_world(const ProjectedFrame& frame) {
  // Recorders of additional data write some packets every frame (formats/carla/README.md, 3).
  if (frame.platform_time) {
    writer_.set_platform_time(*frame.platform_time);
    writer_.add_empty(PacketKind::bounding_box);
    if (frame.visual_time) writer_.add_empty(PacketKind::walker_bones);
  }
  if (frame.visual_time) writer_.set_visual_time(*frame.visual_time);
  if (frame.weather && !(weather_ && is_same(*weather_, *frame.weather))) {
    writer_.add(*frame.weather);
    weather_ = frame.weather;
  }
  for (const SceneLight& light : frame.scene_lights) {
    const auto known = scene_lights_.find(light.id);
    if (known != scene_lights_.end() && is_same(known->second, light)) continue;
    writer_.add(light);
    scene_lights_.insert_or_assign(light.id, light);
  }
}

}  // namespace scrubjay::carla
