#include "formats/mcap/read/own_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/number_text.h"

namespace scrubjay::mcap {

namespace {

void read_numbers(Bytes message, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  WireReader reader(message);
  while (const auto field = reader.next()) {
    const bool is_component = field->type == 1 && field->number >= 1 && field->number <= out.size();
    if (is_component) out[field->number - 1] = field->as_double();
  }
}

glm::dvec3 read_vec3(Bytes message) {
  std::array<double, 3> values;
  read_numbers(message, values);
  return {values[0], values[1], values[2]};
}

/// Nothing where it is not of unit length: other programs may have written it.
std::optional<glm::dquat> read_quat(Bytes message) {
  std::array<double, 4> values;
  read_numbers(message, values);
  const glm::dquat turn(values[3], values[0], values[1], values[2]);
  const double size = turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + turn.w * turn.w;
  return std::abs(size - 1) < 1e-3 ? std::optional(turn) : std::nullopt;
}

/// Position, rotation and scale in the fields from `first` on.
void read_place(const WireField& field, std::uint32_t first, Transform& place) {
  if (field.type != 2) return;
  if (field.number == first) place.position = read_vec3(field.bytes);
  if (field.number == first + 1) place.rotation = read_quat(field.bytes);
  if (field.number == first + 2) place.scale = read_vec3(field.bytes);
}

Box read_box(Bytes message) {
  Box box;
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->type == 2 && field->number == 1) box.center = read_vec3(field->bytes);
    if (field->type == 2 && field->number == 2) box.half = read_vec3(field->bytes);
  }
  return box;
}

std::uint64_t read_time(Bytes message) {
  std::uint64_t seconds = 0;
  std::uint64_t nanos = 0;
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->type == 0 && field->number == 1) seconds = field->value;
    if (field->type == 0 && field->number == 2) nanos = field->value;
  }
  constexpr std::uint64_t kMost = 18'000'000'000;
  return std::min(seconds, kMost) * 1'000'000'000 + nanos % 1'000'000'000;
}

void read_pair(Bytes pair, OwnEvent& event) {
  std::string_view key;
  std::string_view value;
  WireReader reader(pair);
  while (const auto field = reader.next()) {
    if (field->number == 1) key = as_text(field->bytes);
    if (field->number == 2) value = as_text(field->bytes);
  }
  if (key == "name") event.name = value;
  if (key == "tag") event.tag = value;
  if (key == "entity") event.entity = value;
  if (key == "properties") event.properties = value;
  if (key == "time") event.time = value;
  if (key == "end") event.end_time = value;
  if (key == "role") event.role = value;
  if (key == "facts") event.facts = value;
  if (key == "order") event.order = number_from<std::uint32_t>(value).value_or(event.order);
}

}  // namespace

bool read_self(Bytes state, OwnSelf& self) {
  bool is_there = false;
  WireReader reader(state);
  while (const auto field = reader.next()) {
    if (field->number != 1 || field->type != 2) continue;
    is_there = true;
    WireReader parts(field->bytes);
    while (const auto part = parts.next()) {
      switch (part->number) {
        case 1: self.id = as_text(part->bytes); break;
        case 2: self.label = as_text(part->bytes); break;
        case 3: self.name = as_text(part->bytes); break;
        case 4: self.parent = as_text(part->bytes); break;
        case 8:
          for (WireReader local(part->bytes); const auto each = local.next();) {
            read_place(*each, 1, self.local);
          }
          break;
        case 9: self.box = read_box(part->bytes); break;
        case 10:
          if (part->value < kLamps) self.lamp = static_cast<Lamp>(part->value);
          break;
        case 11: self.stands_for_frame = part->value != 0; break;
        default: read_place(*part, 5, self.world);
      }
    }
    if (!parts.is_whole()) return false;
    break;
  }
  return is_there;
}

OwnFrame read_own_frame(Bytes state) {
  OwnFrame frame;
  WireReader reader(state);
  while (const auto field = reader.next()) {
    if (field->number == 1 && field->type == 0)
      frame.number = static_cast<std::int64_t>(field->value);
    if (field->number == 2 && field->type == 1) frame.time = field->as_double();
    if (field->number > 2) break;
  }
  return frame;
}

OwnEvent read_own_event(Bytes event) {
  OwnEvent found;
  WireReader reader(event);
  while (const auto field = reader.next()) {
    if (field->type != 2) continue;
    if (field->number == 1) found.begin = read_time(field->bytes);
    if (field->number == 2) found.end = read_time(field->bytes);
    if (field->number == 3) read_pair(field->bytes, found);
  }
  return found;
}

}  // namespace scrubjay::mcap
