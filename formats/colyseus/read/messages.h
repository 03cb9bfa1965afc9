#pragma once

#include <optional>
#include <string>

#include "core/property_tree.h"
#include "formats/colyseus/read/file_index.h"

namespace scrubjay::colyseus {

/// Names for events of game messages, and their properties (formats/colyseus/README.md, 7.3, 9).

/// What stands before the value of a message: its type.
struct MessageHead {
  std::string type;
  Bytes value;
};

/// Type and value of ROOM_DATA as from 0.13 on; nothing where the type cannot be read.
std::optional<MessageHead> read_message_head(Bytes body);
/// Whether a body is of that layout, to its last byte.
bool is_typed_message(Bytes body);

/// ROOM_REQUEST and ROOM_RESPONSE (0.18).
struct RequestHead {
  std::uint64_t id = 0;
  std::string type;         ///< of a request
  std::uint8_t status = 0;  ///< of a response
  Bytes value;
};
std::optional<RequestHead> read_request_head(Bytes body);
std::optional<RequestHead> read_response_head(Bytes body);

/// A message of a .colreplay (8.3).
struct ReplayHead {
  std::string type;
  std::uint8_t encoding = 0;
  Bytes value;
};
std::optional<ReplayHead> read_replay_head(Bytes record);

/// ERROR (7): its text with its code, if any.
struct ErrorHead {
  std::optional<double> code;
  std::string text;
};
ErrorHead read_error(Bytes body);

/// The type of ROOM_DATA_SCHEMA's instance: row of Schema::types; what follows is `value`.
struct InstanceHead {
  std::uint32_t type = 0;
  std::uint64_t id = 0;
  Bytes value;
};
std::optional<InstanceHead> read_instance_head(Bytes body, const Schema& schema);

/// Writes the properties of the events that stand in a record. `body` is what EventRow::begin says.
void write_message(const EventRow& row, Bytes body, PropertyTree& tree);

}  // namespace scrubjay::colyseus
