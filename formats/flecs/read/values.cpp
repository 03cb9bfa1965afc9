#include "formats/flecs/read/values.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <memory_resource>
#include <vector>

#include "formats/flecs/names.h"
#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {

namespace {

using simdjson::SUCCESS;
using simdjson::dom::element;
using simdjson::dom::element_type;

/// Above it a double does not hold every integer.
constexpr double kExact = 9007199254740992.0;

const char* unit_of(const Schema* schema) { return schema != nullptr ? schema->unit.c_str() : ""; }

bool is_plain_number(const element& value) {
  const element_type type = value.type();
  return type == element_type::DOUBLE || type == element_type::INT64 ||
         type == element_type::UINT64;
}

double plain_number(const element& value) {
  double number = 0;
  read_into(value.get_double(), number);
  return number;
}

/// Text that a schema calls an entity, or how 4.x prints one without a name.
bool is_entity_text(std::string_view text, const Schema* schema) {
  return schema != nullptr ? schema->kind == Schema::Kind::entity : is_anonymous(text);
}

/// A value outside of the ranges of its type is coloured (formats/flecs/README.md, 5).
void mark_range(PropertyTree& tree, PropertyTree::Node node, double value, const Schema* schema) {
  if (schema == nullptr) return;
  const bool is_error = schema->error_range && !schema->error_range->contains(value);
  const bool is_warning = schema->warning_range && !schema->warning_range->contains(value);
  if (is_error)
    tree.set_style(node, {.icon = "error", .color = "#d03030", .type_name = {}});
  else if (is_warning)
    tree.set_style(node, {.icon = "warning", .color = "#e0a000", .type_name = {}});
}

void write_integer(PropertyTree& tree, std::string_view name, const element& value,
                   const Schema* schema) {
  std::int64_t number = 0;
  std::uint64_t large = 0;
  PropertyTree::Node node = tree.size();
  if (value.get_int64().get(number) == SUCCESS) {
    const bool is_integer = (schema != nullptr && schema->kind == Schema::Kind::integer) ||
                            std::abs(static_cast<double>(number)) > kExact;
    if (is_integer) {
      node = tree.integer(name, number, unit_of(schema));
    } else {
      node = tree.number(name, static_cast<double>(number), Precision::float64, unit_of(schema));
    }
    mark_range(tree, node, static_cast<double>(number), schema);
  } else if (value.get_uint64().get(large) == SUCCESS) {
    tree.unsigned_integer(name, large, unit_of(schema));
  }
}

/// 64-bit integers in quotes (formats/flecs/README.md, 4.1).
bool write_quoted_integer(PropertyTree& tree, std::string_view name, std::string_view text,
                          const Schema* schema) {
  const bool is_one = schema != nullptr ? schema->kind == Schema::Kind::integer : text.size() >= 10;
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (!is_one || !is_digits(digits)) return false;
  std::int64_t number = 0;
  std::uint64_t large = 0;
  const char* end = text.data() + text.size();
  if (std::from_chars(text.data(), end, number).ec == std::errc()) {
    tree.integer(name, number, unit_of(schema));
  } else if (std::from_chars(text.data(), end, large).ec == std::errc()) {
    tree.unsigned_integer(name, large, unit_of(schema));
  } else {
    return false;
  }
  return true;
}

void write_text(PropertyTree& tree, std::string_view name, std::string_view text,
                const Schema* schema) {
  const bool may_be_number = schema == nullptr || schema->is_number();
  if (may_be_number && write_quoted_integer(tree, name, text, schema)) return;
  if (may_be_number) {
    if (const auto number = quoted_number(text, schema != nullptr)) {
      mark_range(tree, tree.number(name, *number, Precision::float64, unit_of(schema)), *number,
                 schema);
      return;
    }
  }
  if (is_entity_text(text, schema)) {
    tree.text(name, text == "#0" ? std::string_view() : text, PropertyType::entity);
  } else {
    tree.text(name, text);
  }
}

/// Numbers that are one thing: a vector, or samples.
bool write_numbers(PropertyTree& tree, std::string_view name, const simdjson::dom::array& array,
                   const Schema* schema, Meaning meaning) {
  const bool is_vector = schema != nullptr && schema->kind == Schema::Kind::vector;
  const Schema* element_schema = schema != nullptr ? schema->element() : nullptr;
  // Values that are no floats stay single, so that nothing of them is lost.
  if (element_schema != nullptr && element_schema->kind != Schema::Kind::number) return false;
  std::array<std::byte, 2048> storage;  // mostly there are few
  std::pmr::monotonic_buffer_resource memory(storage.data(), storage.size());
  std::pmr::vector<double> numbers(&memory);
  for (const element value : array) {
    const auto number = is_plain_number(value) ? std::optional(plain_number(value))
                                               : number_of(value, element_schema);
    if (!number) return false;
    numbers.push_back(*number);
  }
  if (numbers.empty() && !is_vector) return false;
  const char* unit =
      schema != nullptr && !schema->unit.empty() ? schema->unit.c_str() : unit_of(element_schema);
  PropertyType type = PropertyType::numbers;
  if (!is_vector && numbers.size() >= 2 && numbers.size() <= 4) {
    constexpr std::array kTypes{PropertyType::vec2, PropertyType::vec3, PropertyType::vec4};
    type = kTypes[numbers.size() - 2];
  }
  if (type != PropertyType::vec3) meaning = Meaning::none;
  tree.numbers(name, type, numbers, Precision::float64, unit, meaning);
  return true;
}

void write_array(PropertyTree& tree, std::string_view name, const element& value,
                 const Schema* schema, Meaning meaning) {
  const simdjson::dom::array array = array_of(value);
  if (write_numbers(tree, name, array, schema, meaning)) return;
  const PropertyTree::Node list = tree.open(name, PropertyType::list);
  std::size_t i = 0;
  for (const element part : array) {
    write_value(tree, index_name(tree, i++), part, schema != nullptr ? schema->element() : nullptr);
  }
  tree.close(list);
}

/// True for exactly x and y, with z, with w: a vector.
bool write_vector(PropertyTree& tree, std::string_view name, const simdjson::dom::object& object,
                  const Schema* schema, Meaning meaning) {
  constexpr std::array<std::string_view, 4> kNames{"x", "y", "z", "w"};
  std::array<double, 4> numbers{};
  std::size_t count = 0;
  const Schema* first = nullptr;
  for (const auto [key, value] : object) {
    if (count == kNames.size() || key != kNames[count]) return false;
    const Schema* member = schema != nullptr ? schema->member(key, count) : nullptr;
    if (count == 0) first = member;
    const auto number = number_of(value, member);
    if (!number) return false;
    numbers[count++] = *number;
  }
  if (count < 2) return false;
  constexpr std::array kTypes{PropertyType::vec2, PropertyType::vec3, PropertyType::vec4};
  const PropertyType type = kTypes[count - 2];
  if (type != PropertyType::vec3) meaning = Meaning::none;
  tree.numbers(name, type, std::span(numbers).first(count), Precision::float64, unit_of(first),
               meaning);
  return true;
}

bool write_color(PropertyTree& tree, std::string_view name, const element& value) {
  std::array<double, 4> numbers{0, 0, 0, 1};
  constexpr std::array<std::string_view, 4> kNames{"r", "g", "b", "a"};
  if (!value.is_object()) return false;
  double most = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    element part;
    if (value.at_key(kNames[i]).get(part) != SUCCESS) {
      if (i < 3) return false;
      continue;
    }
    const auto number = number_of(part, nullptr);
    if (!number) return false;
    numbers[i] = *number;
    most = std::max(most, *number);
  }
  if (most > 1) return false;  // not 0..1: shown as it is
  tree.numbers(name, PropertyType::color, numbers, Precision::float64);
  return true;
}

void write_object(PropertyTree& tree, std::string_view name, const element& value,
                  const Schema* schema, Meaning meaning) {
  const simdjson::dom::object object = object_of(value);
  if (write_vector(tree, name, object, schema, meaning)) return;
  const PropertyTree::Node group = tree.open(name, PropertyType::group);
  std::size_t i = 0;
  const bool is_map = schema != nullptr && schema->kind == Schema::Kind::map;
  for (const auto [key, member] : object) {
    const Schema* of_member = nullptr;
    if (schema != nullptr) of_member = is_map ? schema->element() : schema->member(key, i);
    write_value(tree, key, member, of_member);
    ++i;
  }
  tree.close(group);
}

Meaning meaning_of(const Role& role) {
  switch (role.kind) {
    case Role::Kind::position: return Meaning::point;
    case Role::Kind::velocity: return Meaning::velocity;
    case Role::Kind::rotation: return Meaning::euler;
    case Role::Kind::size: return Meaning::extent;
    default: return Meaning::none;
  }
}

}  // namespace

std::optional<double> number_of(const element& value, const Schema* schema) {
  if (is_plain_number(value)) return plain_number(value);
  std::string_view text;
  if (value.get_string().get(text) != SUCCESS) return {};
  if (schema != nullptr && !schema->is_number()) return {};
  return quoted_number(text, schema != nullptr);
}

std::size_t components_of(const element& value, glm::dvec4& out) {
  std::size_t count = 0;
  if (value.is_array()) {
    for (const element part : array_of(value)) {
      const auto number = number_of(part, nullptr);
      if (!number || count == 4) return 0;
      out[static_cast<glm::length_t>(count++)] = *number;
    }
    return count < 2 ? 0 : count;
  }
  if (!value.is_object()) return 0;
  constexpr std::array<std::string_view, 4> kNames{"x", "y", "z", "w"};
  for (const std::string_view name : kNames) {
    element part;
    if (value.at_key(name).get(part) != SUCCESS) break;
    const auto number = number_of(part, nullptr);
    if (!number) return 0;
    out[static_cast<glm::length_t>(count++)] = *number;
  }
  return count < 2 ? 0 : count;
}

void write_value(PropertyTree& tree, std::string_view name, const element& value,
                 const Schema* schema, Meaning meaning) {
  switch (value.type()) {
    case element_type::NULL_VALUE: tree.null(name); break;
    case element_type::BOOL: tree.boolean(name, bool_of(value)); break;
    case element_type::STRING: write_text(tree, name, string_of(value), schema); break;
    case element_type::INT64:
    case element_type::UINT64: {
      // 0 stands for an empty bitmask, a NUL character and no entity
      // (formats/flecs/README.md, 4.1).
      using Kind = Schema::Kind;
      const Kind kind = schema != nullptr ? schema->kind : Kind::unknown;
      if (kind == Kind::bitmask || kind == Kind::text || kind == Kind::enumeration) {
        tree.text(name, "");
      } else if (kind == Kind::entity || kind == Kind::id) {
        tree.text(name, "", PropertyType::entity);
      } else {
        write_integer(tree, name, value, schema);
      }
      break;
    }
    case element_type::DOUBLE: {
      const double number = plain_number(value);
      mark_range(tree, tree.number(name, number, Precision::float64, unit_of(schema)), number,
                 schema);
      break;
    }
    case element_type::ARRAY: write_array(tree, name, value, schema, meaning); break;
    case element_type::OBJECT: write_object(tree, name, value, schema, meaning); break;
  }
}

void write_component(PropertyTree& tree, std::string_view name, const element& value,
                     const Schema* schema, const Role& role) {
  if (role.kind == Role::Kind::color && write_color(tree, name, value)) return;
  simdjson::dom::object object;
  if (value.get_object().get(object) == SUCCESS && object.size() == 1) {
    const auto [key, member] = *object.begin();
    if (key == "value") {
      write_value(tree, name, member, schema != nullptr ? schema->member(key, 0) : nullptr,
                  meaning_of(role));
      return;
    }
  }
  write_value(tree, name, value, schema, meaning_of(role));
}

}  // namespace scrubjay::flecs
