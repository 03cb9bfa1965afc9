#include "formats/flecs/read/schema.h"

#include "formats/flecs/names.h"
#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

constexpr unsigned kDepth = 64;

Schema::Kind kind_of(std::string_view name) {
  using enum Schema::Kind;
  static constexpr std::array<std::pair<std::string_view, Schema::Kind>, 13> kKinds{{
      {"bool", boolean},
      {"text", text},
      {"byte", integer},
      {"int", integer},
      {"float", number},
      {"entity", entity},
      {"id", id},
      {"enum", enumeration},
      {"bitmask", bitmask},
      {"array", array},
      {"vector", vector},
      {"map", map},
      {"value", value},
  }};
  for (const auto& [known, kind] : kKinds) {
    if (known == name) return kind;
  }
  return unknown;
}

std::optional<Schema::Range> read_range(const simdjson::dom::object& attributes,
                                        std::string_view name) {
  simdjson::dom::array range;
  if (attributes.at_key(name).get_array().get(range) != simdjson::SUCCESS) return {};
  Schema::Range result;
  if (range.at(0).get_double().get(result.low) != simdjson::SUCCESS ||
      range.at(1).get_double().get(result.high) != simdjson::SUCCESS) {
    return {};
  }
  return result;
}

void read_attributes(const simdjson::dom::object& attributes, Schema& schema) {
  element value;
  if (attributes.at_key("unit").get(value) == simdjson::SUCCESS) {
    schema.unit_path = string_of(value);
    schema.unit = unescaped_name(last_element(schema.unit_path));
  }
  if (attributes.at_key("symbol").get(value) == simdjson::SUCCESS) schema.unit = string_of(value);
  schema.range = read_range(attributes, "range");
  schema.error_range = read_range(attributes, "error_range");
  schema.warning_range = read_range(attributes, "warning_range");
}

void read_members(const simdjson::dom::object& members, Schema& schema, unsigned depth) {
  schema.kind = Schema::Kind::record;
  for (const auto [name, value] : members) {
    if (name == "@self") {  // the attributes of the struct itself
      simdjson::dom::object attributes;
      if (value.get_array().at(0).get_object().get(attributes) == simdjson::SUCCESS) {
        read_attributes(attributes, schema);
      }
      continue;
    }
    std::optional<Schema> member = read_schema(value, depth + 1);
    schema.member_names.emplace_back(name);
    schema.members.push_back(member ? std::move(*member) : Schema{});
  }
}

void read_kind(const simdjson::dom::array& parts, Schema& schema, unsigned depth) {
  bool is_first = true;
  for (const element part : parts) {
    if (is_first) {
      schema.kind = kind_of(string_of(part));
      is_first = false;
      continue;
    }
    const bool is_enum =
        schema.kind == Schema::Kind::enumeration || schema.kind == Schema::Kind::bitmask;
    if (part.type() == element_type::STRING && is_enum) {
      schema.constants.emplace_back(string_of(part));
      continue;
    }
    const bool has_elements = schema.kind == Schema::Kind::array ||
                              schema.kind == Schema::Kind::vector ||
                              schema.kind == Schema::Kind::map;
    const std::size_t wanted = schema.kind == Schema::Kind::map ? 2 : 1;
    if (has_elements && schema.elements.size() < wanted) {
      std::optional<Schema> inner = read_schema(part, depth + 1);
      schema.elements.push_back(inner ? std::move(*inner) : Schema{});
      continue;
    }
    simdjson::dom::object attributes;
    if (part.get_object().get(attributes) == simdjson::SUCCESS) read_attributes(attributes, schema);
  }
}

}  // namespace

const Schema* Schema::member(std::string_view name, std::size_t hint) const {
  if (hint < members.size() && member_names[hint] == name) return &members[hint];
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (member_names[i] == name) return &members[i];
  }
  return nullptr;
}

std::optional<Schema> read_schema(const element& source, unsigned depth) {
  if (depth > kDepth) return {};
  Schema schema;
  simdjson::dom::object members;
  simdjson::dom::array parts;
  if (source.get_object().get(members) == simdjson::SUCCESS) {
    read_members(members, schema, depth);
  } else if (source.get_array().get(parts) == simdjson::SUCCESS) {
    read_kind(parts, schema, depth);
  } else {
    return {};
  }
  return schema;
}

void SchemaTable::add(std::string_view id, const element& source) {
  const std::string key = id_text(parse_id(id));
  if (schemas_.contains(key)) return;
  std::optional<Schema> schema = read_schema(source);
  if (!schema) return;
  schemas_.emplace(key, std::move(*schema));
  by_last_element_.emplace(std::string(last_element(key)), key);
}

void SchemaTable::add_all(const element& type_info) {
  simdjson::dom::object schemas;
  if (type_info.get_object().get(schemas) != simdjson::SUCCESS) return;
  for (const auto [id, schema] : schemas) add(id, schema);
}

const Schema* SchemaTable::exact(std::string_view id) const {
  const auto found = schemas_.find(id);
  return found == schemas_.end() ? nullptr : &found->second;
}

const Schema* SchemaTable::find(std::string_view id) const {
  if (schemas_.empty()) return nullptr;
  if (const Schema* schema = exact(id)) return schema;
  const IdText parsed = parse_id(id);
  if (parsed.is_pair) {
    if (const Schema* schema = exact(without_core(parsed.first))) return schema;
    if (const Schema* schema = exact(without_core(parsed.second))) return schema;
  }
  const auto last = by_last_element_.find(last_element(parsed.first));
  return last == by_last_element_.end() ? nullptr : exact(last->second);
}

}  // namespace scrubjay::flecs
