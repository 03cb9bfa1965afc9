#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/byte_reader.h"
#include "formats/mcap/field_fact.h"

namespace scrubjay::mcap {

/// Numbers as in descriptor.proto.
enum class ProtoType : std::uint8_t {
  number = 1,  ///< double
  single = 2,  ///< float
  int64 = 3,
  uint64 = 4,
  int32 = 5,
  fixed64 = 6,
  fixed32 = 7,
  boolean = 8,
  text = 9,
  group = 10,
  message = 11,
  bytes = 12,
  uint32 = 13,
  enumeration = 14,
  sfixed32 = 15,
  sfixed64 = 16,
  sint32 = 17,
  sint64 = 18,
};

/// Messages that are one value here.
enum class KnownValue : std::uint8_t {
  none,
  vec2,
  vec3,
  vec4,
  quat,
  color,
  timestamp,  ///< and durations
};

struct ProtoField {
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

  std::string name;
  std::uint32_t number = 0;
  ProtoType type = ProtoType::number;
  bool is_repeated = false;
  bool has_presence = false;        ///< what is not on the wire is not there
  std::uint32_t target = kNowhere;  ///< row of the message or enumeration; kNowhere: not described
  std::uint32_t oneof = kNowhere;   ///< of several with the same number one is set; kNowhere: none
  FieldFact fact = {};              ///< of our own files

  /// The name of the property that it becomes.
  std::string_view shown_name() const { return fact.name ? std::string_view(*fact.name) : name; }
};

struct ProtoMessage {
  std::string name;  ///< "foxglove.Pose"
  /// As the schema has them; those of our own files that have a fact, but no field, stand before
  /// what has their name and comes after them, or last.
  std::vector<ProtoField> fields;
  std::unordered_map<std::uint32_t, std::uint32_t> by_number;
  KnownValue known = KnownValue::none;
  bool is_map_entry = false;
  bool has_oneofs = false;  ///< of several fields

  /// Row of the field of that number; kNowhere for none.
  std::uint32_t find(std::uint32_t number) const;
};

struct ProtoEnum {
  std::string name;
  std::map<std::int32_t, std::string> values;
};

/// Message types from a FileDescriptorSet (formats/mcap/README.md, 3.1).
struct ProtoSchema {
  std::vector<ProtoMessage> messages;
  std::vector<ProtoEnum> enums;
  std::uint32_t root = ProtoField::kNowhere;  ///< row of the message that the schema names

  /// Row of the message of that name; ProtoField::kNowhere for none.
  std::uint32_t find(std::string_view name) const;
  /// Facts of our own metadata, each for the field at its path from that message (dots between).
  void set_facts(const FieldFacts& facts, std::uint32_t message);
};

/// Null where the bytes are none, have no message of that name, or more than limits.h lets them.
std::unique_ptr<ProtoSchema> read_proto_schema(Bytes bytes, std::string_view root);

}  // namespace scrubjay::mcap
