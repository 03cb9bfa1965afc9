#pragma once

#include <cstdint>
#include <string>

#include "core/ids.h"
#include "formats/mcap/read/protobuf_schema.h"

namespace scrubjay::mcap {

/// What the messages of a channel are.
enum class Role : std::uint8_t {
  unread,  ///< in an encoding, or of a schema, that is not read
  // Of files that this program wrote.
  own_frame,
  own_entity,
  own_table,
  own_event,
  own_other,  ///< says again for viewers what the others say
  // Foxglove's.
  transform,
  transforms,
  pose,
  scene,
  log,
  event,
  /// Any other message: the state of what its topic names.
  state,
};

constexpr bool is_event_role(Role role) { return role == Role::log || role == Role::event; }
/// Its messages tell where frames of reference are.
constexpr bool is_transform_role(Role role) {
  return role == Role::transform || role == Role::transforms;
}
/// Its messages make frames.
constexpr bool is_state_role(Role role) {
  return is_transform_role(role) || role == Role::pose || role == Role::scene ||
         role == Role::state;
}

/// A channel as decoders need it. Does not change once a frame with messages of it is published.
struct ReadChannel {
  std::uint16_t id = 0, schema_id = 0;
  std::string topic;
  std::string schema_name;
  std::string encoding;
  Role role = Role::unread;
  bool is_json = false;
  const ProtoSchema* schema = nullptr;           ///< of Protobuf; lives as long as the index
  std::uint32_t message = ProtoField::kNowhere;  ///< row in the schema: of own tables that of a row
  StreamIndex stream;
};

}  // namespace scrubjay::mcap
