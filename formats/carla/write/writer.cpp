#include "formats/carla/write/writer.h"

#include <limits>
#include <utility>

#include "formats/carla/write/record_bytes.h"
#include "formats/carla/write/record_writer.h"

namespace scrubjay::carla {
namespace {

constexpr std::size_t kMost32 = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Writer::Writer(ByteSink sink, const WriterOptions& options)
    : sink_(std::move(sink)), options_(options) {
  put_little(frame_, options_.version);
  put_text(frame_, kMagic);
  put_little(frame_, options_.date);
  put_text(frame_, options_.map);
  send(frame_);
}

void Writer::begin_frame(double step) {
  if (frame_id_ > 0) {
    write_frame(step);
    elapsed_ += step;
  }
  ++frame_id_;
}

Result<void> Writer::finish() {
  if (frame_id_ > 0 && !finished_) write_frame(-1.0);
  finished_ = true;
  return status();
}

Result<void> Writer::status() const {
  if (problem_) return failure(*problem_);
  return {};
}

template <class Record>
void Writer::add_to(PacketKind kind, const Record& record) {
  RecordWriter out(next_record(kind), options_.width, options_.wheel_bytes);
  out.put(record);
  if (!out.error()) return;
  if (*out.error() == RecordError::too_long) {
    fail("too-long", "A text is longer than the 65535 bytes that the format can say.");
  } else {
    fail("too-many-records",
         "A record lists more than 65535 things: the format cannot count them.");
  }
}

void Writer::add(const EventAdd& record) { add_to(PacketKind::event_add, record); }
void Writer::add(const EventDel& record) { add_to(PacketKind::event_del, record); }
void Writer::add(const EventParent& record) { add_to(PacketKind::event_parent, record); }
void Writer::add(const Collision& record) { add_to(PacketKind::collision, record); }
void Writer::add(const Position& record) { add_to(PacketKind::position, record); }
void Writer::add(const State& record) { add_to(PacketKind::state, record); }
void Writer::add(const AnimVehicle& record) { add_to(PacketKind::anim_vehicle, record); }
void Writer::add(const AnimWalker& record) { add_to(PacketKind::anim_walker, record); }
void Writer::add(const VehicleLight& record) { add_to(PacketKind::vehicle_light, record); }
void Writer::add(const SceneLight& record) { add_to(PacketKind::scene_light, record); }
void Writer::add(const AnimVehicleWheels& record) {
  add_to(PacketKind::anim_vehicle_wheels, record);
}
void Writer::add(const AnimBiker& record) { add_to(PacketKind::anim_biker, record); }
void Writer::add(const VehicleDoor& record) { add_to(PacketKind::vehicle_door, record); }
void Writer::add(const Weather& record) { add_to(PacketKind::weather, record); }
void Writer::add(const Kinematics& record) { add_to(PacketKind::kinematics, record); }
void Writer::add(const BoundingBox& record) { add_to(PacketKind::bounding_box, record); }
void Writer::add(const TrafficLightTime& record) { add_to(PacketKind::traffic_light_time, record); }
void Writer::add(const WalkerBones& record) { add_to(PacketKind::walker_bones, record); }
void Writer::add_trigger_volume(const TriggerVolume& record) {
  add_to(PacketKind::trigger_volume, record);
}

void Writer::add(const PhysicsControl& record) {
  if (options_.width != VectorWidth::float32) {
    fail("wrong-width", "A physics control of Unreal 4 does not belong in a file of Unreal 5.");
    return;
  }
  add_to(PacketKind::physics_control, record);
}

void Writer::add(const PhysicsControlUe5& record) {
  if (options_.width != VectorWidth::float64) {
    fail("wrong-width", "A physics control of Unreal 5 does not belong in a file of Unreal 4.");
    return;
  }
  add_to(PacketKind::physics_control, record);
}

void Writer::add_record(PacketKind kind, Bytes record) { put_bytes(next_record(kind), record); }

void Writer::set_platform_time(double seconds) { platform_time_ = seconds; }
void Writer::set_visual_time(double seconds) { visual_time_ = seconds; }

void Writer::add_raw(std::uint8_t packet_id, Bytes body) {
  if (frame_id_ == 0 || finished_) fail("no-frame", "A packet was added outside of a frame.");
  if (body.size() > kMost32) fail("too-long", "A packet is longer than 4 GiB.");
  if (problem_) return;
  put_little(raw_packets_, packet_id, static_cast<std::uint32_t>(body.size()));
  put_bytes(raw_packets_, body);
}

void Writer::add_behind(std::uint8_t packet_id, Bytes body) {
  if (frame_id_ > 0 && !finished_)
    fail("no-frame", "A packet was added behind a frame that goes on.");
  if (body.size() > kMost32) fail("too-long", "A packet is longer than 4 GiB.");
  frame_.clear();
  put_little(frame_, packet_id, static_cast<std::uint32_t>(body.size()));
  send(frame_);
  send(body);
}

Buffer& Writer::next_record(PacketKind kind) {
  if (frame_id_ == 0 || finished_) {
    fail("no-frame", "A record was added outside of a frame.");
  }
  List& list = lists_[static_cast<std::size_t>(kind)];
  ++list.count;
  if (list.count > kMost16) {
    fail("too-many-records", "One frame has more than 65535 records of packet " +
                                 std::string(name_of(kind)) + ": the format cannot count them.");
  }
  if (problem_) list.records.clear();  // it will not be written: do not let it grow
  return list.records;
}

void Writer::put_text(Buffer& out, std::string_view text) {
  if (text.size() > kMost16) {
    fail("too-long",
         "A text has " + std::to_string(text.size()) + " bytes: the format's texts end at 65535.");
    return;
  }
  put_little(out, static_cast<std::uint16_t>(text.size()));
  put_bytes(out, std::as_bytes(std::span(text)));
}

void Writer::put_packet_header(std::uint8_t id, std::size_t size) {
  if (size > kMost32) fail("too-long", "A packet is longer than 4 GiB.");
  put_little(frame_, id, static_cast<std::uint32_t>(size));
}

void Writer::put_list(PacketKind kind, bool even_empty) {
  List& list = lists_[static_cast<std::size_t>(kind)];
  if (list.count > 0 || even_empty || list.even_empty) {
    put_packet_header(id_of(kind, options_.layout), list.records.size() + 2);
    put_little(frame_, static_cast<std::uint16_t>(list.count));
    put_bytes(frame_, list.records);
  }
  list.records.clear();
  list.count = 0;
  list.even_empty = false;
}

void Writer::put_time(PacketKind kind, std::optional<double> seconds) {
  if (!seconds) return;
  put_packet_header(id_of(kind, options_.layout), sizeof(double));
  put_little(frame_, *seconds);
}

void Writer::write_frame(double duration) {
  using enum PacketKind;
  frame_.clear();
  put_packet_header(id_of(frame_start, options_.layout), kFrameStartBytes);
  put_little(frame_, frame_id_, duration, elapsed_);
  put_time(visual_time, visual_time_);
  for (const PacketKind kind : {event_add, event_del, event_parent, collision}) {
    put_list(kind, true);
  }
  put_list(vehicle_door, false);
  for (const PacketKind kind : {position, state, anim_vehicle, anim_walker, vehicle_light}) {
    put_list(kind, true);
  }
  for (const PacketKind kind : {scene_light, anim_vehicle_wheels, anim_biker, weather, kinematics,
                                bounding_box, trigger_volume}) {
    put_list(kind, false);
  }
  put_time(platform_time, platform_time_);
  for (const PacketKind kind :
       {physics_control, traffic_light_time, walker_bones, movement_signal}) {
    put_list(kind, false);
  }
  put_bytes(frame_, raw_packets_);
  put_packet_header(id_of(frame_end, options_.layout), 0);
  raw_packets_.clear();
  platform_time_.reset();
  visual_time_.reset();
  send(frame_);
}

void Writer::send(Bytes bytes) {
  if (problem_) return;
  if (!sink_(bytes)) {
    fail("not-written", "The recording could not be written to its end.");
    return;
  }
  bytes_written_ += bytes.size();
}

void Writer::fail(std::string code, std::string message) {
  if (problem_) return;
  problem_ =
      Problem{.code = std::move(code), .offset = bytes_written_, .message = std::move(message)};
}

}  // namespace scrubjay::carla
