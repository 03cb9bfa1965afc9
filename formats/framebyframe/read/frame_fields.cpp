#include "formats/framebyframe/read/frame_fields.h"

#include <cmath>
#include <cstring>

#include "formats/framebyframe/read/file_index.h"
#include "formats/json/json_token.h"
#include "formats/kept/json_packets.h"

namespace scrubjay::framebyframe {

namespace {

using simdjson::ondemand::raw_json_string;
using simdjson::ondemand::value;

/// True when the value is null or absent: nothing to read, nothing wrong.
bool is_null(std::string_view token) { return token.starts_with("null"); }

bool read_id(std::string_view token, std::optional<std::int64_t>& out) {
  if (is_null(token)) return true;
  out = id_of_token(token);
  return out.has_value();
}

bool read_finite(std::string_view token, std::optional<double>& out) {
  if (is_null(token)) return true;
  const auto number = number_of_token(token);
  if (!number || !std::isfinite(*number)) return false;
  out = number;
  return true;
}

bool read_text(std::string_view token, std::string& out, bool& is_there) {
  if (is_null(token)) return true;
  if (!is_string_token(token)) return false;
  std::string scratch;
  out = text_of_string(token, scratch);
  is_there = true;
  return true;
}

bool is_kept(raw_json_string key) {
  return key.unsafe_is_equal(kept::kHeadMember) || key.unsafe_is_equal(kept::kPacketsMember);
}

}  // namespace

FrameField frame_field(raw_json_string key) {
  switch (key.raw()[0]) {
    case 'f': return key.unsafe_is_equal("frameId") ? FrameField::frame_id : FrameField::other;
    case 't': return key.unsafe_is_equal("tag") ? FrameField::tag : FrameField::other;
    case 'r': return key.unsafe_is_equal("resources") ? FrameField::resources : FrameField::other;
    case 'c':
      if (key.unsafe_is_equal("clientId")) return FrameField::client_id;
      return key.unsafe_is_equal("coordSystem") ? FrameField::coord_system : FrameField::other;
    case 'e':
      if (key.unsafe_is_equal("entities")) return FrameField::entities;
      return key.unsafe_is_equal("elapsedTime") ? FrameField::elapsed_time : FrameField::other;
    case 's':
      if (key.unsafe_is_equal("serverTime")) return FrameField::server_time;
      if (key.unsafe_is_equal("scene")) return FrameField::scene;
      if (key.unsafe_is_equal("scale")) return FrameField::scale;
      return is_kept(key) ? FrameField::kept : FrameField::other;
    default: return FrameField::other;
  }
}

void FrameHead::clear() {
  frame_id.reset();
  client_id.reset();
  server_time.reset();
  elapsed_time.reset();
  coord_system.reset();
  scale.reset();
  has_tag = false;
  has_scene = false;
  tag.clear();
  scene.clear();
}

bool FrameHead::read(FrameField field, value& value) {
  const std::string_view token = value.raw_json_token();
  switch (field) {
    case FrameField::frame_id: return read_id(token, frame_id);
    case FrameField::client_id: return read_id(token, client_id);
    case FrameField::tag: return read_text(token, tag, has_tag);
    case FrameField::server_time: return read_finite(token, server_time);
    case FrameField::elapsed_time: return read_finite(token, elapsed_time);
    case FrameField::scene: return read_text(token, scene, has_scene);
    case FrameField::coord_system: return read_id(token, coord_system);
    case FrameField::scale: return read_finite(token, scale);
    case FrameField::entities:
    case FrameField::resources:
    case FrameField::kept:
    case FrameField::other: break;
  }
  return true;
}

CoordinateSystem coordinates_of(const FrameHead& head) {
  constexpr CoordinateSystem kRightHanded{Axis::pos_x, Axis::pos_z, Axis::pos_y, 1.0};
  constexpr CoordinateSystem kLeftHanded{Axis::pos_x, Axis::pos_y, Axis::pos_z, 1.0};
  constexpr CoordinateSystem kUnreal{Axis::pos_y, Axis::pos_z, Axis::pos_x, 1.0};
  const std::int64_t id = head.coord_system.value_or(1);
  CoordinateSystem system = id == 1 ? kLeftHanded : id == 0 ? kRightHanded : kUnreal;
  if (head.scale && is_metres_per_unit(*head.scale)) system.metres_per_unit = *head.scale;
  return system;
}

}  // namespace scrubjay::framebyframe
