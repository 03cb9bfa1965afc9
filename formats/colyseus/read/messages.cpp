#include "formats/colyseus/read/messages.h"

#include <array>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/colyseus/read/flat_reader.h"
#include "formats/colyseus/read/json_tree.h"
#include "formats/colyseus/read/msgpack_tree.h"
#include "formats/colyseus/read/nested_reader.h"
#include "formats/colyseus/read/state_properties.h"
#include "formats/colyseus/read/varint.h"
#include "formats/colyseus/read/wire.h"

namespace scrubjay::colyseus {

namespace {

/// A string, or a number as text.
std::optional<std::string> read_type(ByteReader& bytes) {
  const auto first = peek(bytes);
  if (!first) return std::nullopt;
  const bool is_text = (*first >= 0xA0 && *first <= 0xBF) || (*first >= 0xD9 && *first <= 0xDB);
  if (is_text) {
    const auto text = read_string(bytes);
    if (!text) return std::nullopt;
    return valid_utf8(*text);
  }
  const auto number = read_number(bytes);
  if (!number) return std::nullopt;
  return number_text(number->number);
}

Bytes rest_of(ByteReader& bytes) { return *bytes.bytes(bytes.left()); }

void write_bytes(std::string_view name, Bytes bytes, PropertyTree& tree) {
  tree.text(name, tree.keep(as_text(bytes)), PropertyType::bytes);
}

/// One msgpack value; what is none is shown as bytes. Nothing for no bytes.
void write_payload(Bytes value, PropertyTree& tree) {
  if (value.empty()) return;
  if (!append_msgpack(tree, "payload", value)) write_bytes("payload", value, tree);
}

void write_request(const RequestHead& head, bool is_response, PropertyTree& tree) {
  tree.unsigned_integer("request", head.id);
  if (is_response) {
    constexpr std::array<std::string_view, 3> kStatus{"ok", "rejected", "error"};
    if (head.status < kStatus.size()) {
      tree.text("status", kStatus[head.status]);
    } else {
      tree.integer("status", head.status);
    }
  }
  write_payload(head.value, tree);
}

/// ROOM_DATA_SCHEMA: an instance by itself, sent like a full state.
void write_instance(const EventRow& row, Bytes body, PropertyTree& tree) {
  if (row.types == nullptr) return;
  const auto head = read_instance_head(body, *row.types->schema);
  if (!head) return;
  Schema schema = *row.types->schema;
  schema.root = head->type;
  State state;
  state.reset(schema);
  if (is_nested(schema.generation)) {
    NestedReader().apply(state, head->value, nullptr);
  } else {
    FlatReader().apply(state, head->value, Apply::change, nullptr);
  }
  // Names are the schema's that stays; of the copy nothing may be kept.
  PropertyTree made;
  StateProperties properties;
  properties.begin(state);
  properties.write_fields(state.root(), made);
  const auto group = tree.open("payload", PropertyType::group);
  tree.append_copy(made, {0, made.size()});
  tree.close(group);
}

void write_replay(Bytes body, PropertyTree& tree) {
  const auto head = read_replay_head(body);
  if (!head) return;
  if (head->encoding == 1) {
    write_bytes("payload", head->value, tree);
  } else {
    write_payload(head->value, tree);
  }
}

void write_error(Bytes body, PropertyTree& tree) {
  const ErrorHead error = read_error(body);
  if (error.code) tree.number("code", *error.code, Precision::float64);
  tree.text("message", tree.keep(error.text));
}

}  // namespace

std::optional<MessageHead> read_message_head(Bytes body) {
  ByteReader bytes(body);
  auto type = read_type(bytes);
  if (!type) return std::nullopt;
  return MessageHead{std::move(*type), rest_of(bytes)};
}

bool is_typed_message(Bytes body) {
  const auto head = read_message_head(body);
  return head && (head->value.empty() || msgpack_size(head->value) == head->value.size());
}

std::optional<RequestHead> read_request_head(Bytes body) {
  ByteReader bytes(body);
  const auto id = read_index(bytes);
  auto type = id ? read_type(bytes) : std::nullopt;
  if (!type) return std::nullopt;
  return RequestHead{.id = *id, .type = std::move(*type), .status = 0, .value = rest_of(bytes)};
}

std::optional<RequestHead> read_response_head(Bytes body) {
  ByteReader bytes(body);
  const auto id = read_index(bytes);
  const auto status = id ? bytes.little<std::uint8_t>() : std::nullopt;
  if (!status) return std::nullopt;
  return RequestHead{.id = *id, .type = {}, .status = *status, .value = rest_of(bytes)};
}

std::optional<ReplayHead> read_replay_head(Bytes record) {
  ByteReader bytes(record);
  ReplayHead head;
  const auto tag = bytes.little<std::uint8_t>();
  const auto number = tag ? read_varint(bytes) : std::nullopt;
  if (!number) return std::nullopt;
  if (*tag == 0) {
    head.type = std::string(format_number(*number).view());
  } else {
    const auto text = bytes.text(*number);
    if (!text) return std::nullopt;
    head.type = valid_utf8(*text);
  }
  const auto encoding = bytes.little<std::uint8_t>();
  if (!encoding) return std::nullopt;
  head.encoding = *encoding;
  if (*encoding == 2) return head;
  const auto size = read_varint(bytes);
  const auto value = size ? bytes.bytes(*size) : std::nullopt;
  if (!value) return std::nullopt;
  head.value = *value;
  return head;
}

ErrorHead read_error(Bytes body) {
  ByteReader late(body);
  const auto code = read_number(late);
  // The official reader would take any byte for a string's prefix.
  const bool has_text = code && peek(late).value_or(0) >= 0xA0;
  const auto text = has_text ? read_string(late) : std::nullopt;
  if (text && late.at_end()) return {code->number, valid_utf8(*text)};
  ByteReader early(body);
  const auto size = early.little<std::uint8_t>();
  const auto plain = size ? early.text(*size) : std::nullopt;
  return {std::nullopt, valid_utf8(plain.value_or(as_text(body)))};
}

std::optional<InstanceHead> read_instance_head(Bytes body, const Schema& schema) {
  ByteReader bytes(body);
  std::optional<std::uint64_t> id;
  if (is_nested(schema.generation)) {
    id = bytes.little<std::uint8_t>();
  } else {
    id = read_index(bytes);
  }
  if (!id) return std::nullopt;
  const std::uint32_t type = schema.type_with_id(*id);
  if (type == FieldType::kNone) return std::nullopt;
  return InstanceHead{.type = type, .id = *id, .value = rest_of(bytes)};
}

void write_message(const EventRow& row, Bytes body, PropertyTree& tree) {
  switch (row.kind) {
    case EventKind::message:
    case EventKind::bytes: {
      const auto head = read_message_head(body);
      if (!head) break;
      if (row.kind == EventKind::bytes) {
        write_bytes("payload", head->value, tree);
      } else {
        write_payload(head->value, tree);
      }
      break;
    }
    case EventKind::whole: write_payload(body, tree); break;
    case EventKind::instance: write_instance(row, body, tree); break;
    case EventKind::request:
      if (const auto head = read_request_head(body)) write_request(*head, false, tree);
      break;
    case EventKind::response:
      if (const auto head = read_response_head(body)) write_request(*head, true, tree);
      break;
    case EventKind::replay: write_replay(body, tree); break;
    case EventKind::note:
      if (!append_json(tree, "note", as_text(body))) {
        tree.text("note", keep_text(tree, as_text(body)));
      }
      break;
    case EventKind::comment: tree.text("comment", keep_text(tree, as_text(body))); break;
    case EventKind::failure: tree.text("message", keep_text(tree, as_text(body))); break;
    case EventKind::error: write_error(body, tree); break;
    case EventKind::entity:
    case EventKind::moved:
    case EventKind::plain: break;
  }
}

}  // namespace scrubjay::colyseus
