#include "formats/carla/read/decoder.h"
#include "formats/carla/read/properties.h"

namespace scrubjay::carla {

void Decoder::decode_event(EventIndex event, PropertyTree& out) {
  const EventInfo info = recording_.event(event);
  const EventDetail detail = EventDetail::from(info.source_detail);
  width_ = index_.width.load(std::memory_order_acquire);
  precision_ = width_ == VectorWidth::float32 ? Precision::float32 : Precision::float64;
  switch (detail.kind) {
    case EventKind::added: {
      const ActorRow& row = index_.actors[info.entity.value];
      EventAdd add;
      Fields fields(bytes_at(row.add_offset, row.add_bytes), width_);
      read(fields, add, scratch_);
      out.text("type", actor_type_name(add.type));
      out.integer("uid", add.uid);
      if (row.is_relative && row.spawn_parent.exists()) {
        add_actor_reference(out, "parent", index_.actors[row.spawn_parent.value].id);
      }
      // Of the parent's place where there is one, as recorded.
      out.vec3("location", add.location, precision_, "cm", Meaning::point);
      out.vec3("rotation", add.rotation, precision_, "deg", Meaning::euler);
      add_attributes(out, add, row.has_valid_texts);
      break;
    }
    case EventKind::deleted: break;
    case EventKind::parented: {
      const auto record = record_from<EventParent>(bytes_at(info.source_offset, 8), width_);
      add_actor_reference(out, "parent", record.parent);
      break;
    }
    case EventKind::collision: write_collision(info, out); break;
    case EventKind::light: {
      const auto record = record_from<State>(bytes_at(info.source_offset, 10), width_);
      out.text("from", traffic_light_state_name(detail.first));
      out.text("to", traffic_light_state_name(detail.second));
      out.number("elapsed_time", static_cast<double>(record.elapsed), Precision::float32, "s");
      out.boolean("frozen", record.is_frozen);
      break;
    }
    case EventKind::door: {
      const auto record = record_from<VehicleDoor>(bytes_at(info.source_offset, 6), width_);
      if (record.door < kDoorNames.size()) {
        out.text("door", kDoorNames[record.door]);
      } else {
        out.integer("door", record.door);
      }
      out.boolean("open", record.is_open);
      break;
    }
    case EventKind::weather:
      add_record(out,
                 record_from<Weather>(bytes_at(info.source_offset, 4 * Weather::kValues), width_));
      break;
  }
}

void Decoder::write_collision(const EventInfo& event, PropertyTree& out) {
  const auto record = record_from<Collision>(bytes_at(event.source_offset, 14), width_);
  const bool goes_on = EventDetail::from(event.source_detail).first != 0;
  add_actor_reference(out, "other", record.actor2);
  out.text("contact", goes_on ? "continues" : "begin");
  out.integer("sequence", record.sequence);
  out.boolean("hero", record.is_hero1);
  out.boolean("other_hero", record.is_hero2);
  // CARLA records no point of contact. Between the two actors is where to look.
  load_positions(event.frame);
  const std::uint32_t first = position_rows_.find(record.actor1);
  const std::uint32_t second = position_rows_.find(record.actor2);
  if (first == ActorTable::kNone && second == ActorTable::kNone) return;
  const glm::dvec3 a = positions_[first == ActorTable::kNone ? second : first];
  const glm::dvec3 b = positions_[second == ActorTable::kNone ? first : second];
  out.vec3("approximate_point", (a + b) / 2.0, Precision::float64, "cm", Meaning::point);
}

/// All Position records of a frame; kept, as a frame often has several collisions.
void Decoder::load_positions(FrameIndex frame) {
  if (positions_frame_ == frame) return;
  positions_frame_ = frame;
  position_rows_.clear();
  positions_.clear();
  const ByteRange range = recording_.timeline().bytes(frame);
  visit_positions(file_, range, width_, [&](const Position& position) {
    position_rows_.set(position.id, static_cast<std::uint32_t>(positions_.size()));
    positions_.push_back(position.location);
  });
}

}  // namespace scrubjay::carla
