#include "formats/flecs/read/values.h"

#include <array>
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

/// As all documents together say, else as its own one does.
bool is_integer_type(const ValueType& type) {
  if (type.form() != MemberForm::as_said) return type.form() == MemberForm::integer;
  return type.schema != nullptr && type.schema->kind == Schema::Kind::integer;
}

void write_number(PropertyTree& tree, std::string_view name, double number, const ValueType& type) {
  const char* unit = unit_of(type.schema);
  const bool is_integer =
      is_integer_type(type) && number == std::trunc(number) && std::abs(number) <= kMostExact;
  const PropertyTree::Node node = is_integer
                                      ? tree.integer(name, static_cast<std::int64_t>(number), unit)
                                      : tree.number(name, number, Precision::float64, unit);
  mark_range(tree, node, number, type.schema);
}

/// `is_integer`: even where a double holds it.
void write_whole(PropertyTree& tree, std::string_view name, std::int64_t number,
                 const ValueType& type, bool is_integer) {
  if (type.form() == MemberForm::number || !is_integer) {
    write_number(tree, name, static_cast<double>(number), type);
    return;
  }
  mark_range(tree, tree.integer(name, number, unit_of(type.schema)), static_cast<double>(number),
             type.schema);
}

void write_whole(PropertyTree& tree, std::string_view name, std::uint64_t number,
                 const ValueType& type) {
  if (type.form() == MemberForm::number) {
    write_number(tree, name, static_cast<double>(number), type);
  } else {
    tree.unsigned_integer(name, number, unit_of(type.schema));
  }
}

void write_integer(PropertyTree& tree, std::string_view name, const element& value,
                   const ValueType& type) {
  const Schema* schema = type.schema;
  std::int64_t number = 0;
  std::uint64_t large = 0;
  if (schema != nullptr && schema->kind == Schema::Kind::number) {
    write_number(tree, name, plain_number(value), type);
  } else if (value.get_int64().get(number) == SUCCESS) {
    const bool is_typed = schema != nullptr && schema->kind == Schema::Kind::integer;
    write_whole(tree, name, number, type, is_typed || is_large_integer(value));
  } else if (value.get_uint64().get(large) == SUCCESS) {
    write_whole(tree, name, large, type);
  }
}

/// 64-bit integers in quotes (formats/flecs/README.md, 4.1).
bool write_quoted_integer(PropertyTree& tree, std::string_view name, std::string_view text,
                          const ValueType& type) {
  const bool is_one =
      type.schema != nullptr ? type.schema->kind == Schema::Kind::integer : text.size() >= 10;
  const bool has_sign = type.schema != nullptr && text.starts_with('-');
  if (!is_one || !is_digits(text.substr(has_sign ? 1 : 0))) return false;
  if (const auto number = number_from<std::int64_t>(text)) {
    write_whole(tree, name, *number, type, true);
  } else if (const auto large = number_from<std::uint64_t>(text)) {
    write_whole(tree, name, *large, type);
  } else {
    return false;
  }
  return true;
}

void write_text(PropertyTree& tree, std::string_view name, std::string_view text,
                const ValueType& type) {
  const Schema* schema = type.schema;
  const bool may_be_number = schema != nullptr ? schema->is_number() : type.takes_quoted_numbers();
  if (may_be_number && write_quoted_integer(tree, name, text, type)) return;
  if (may_be_number) {
    if (const auto number = quoted_number(text, schema != nullptr)) {
      write_number(tree, name, *number, type);
      return;
    }
  }
  if (is_entity_text(text, schema)) {
    tree.text(name, text == "#0" ? std::string_view() : text, PropertyType::entity);
  } else {
    tree.text(name, text);
  }
}

/// What stands for nothing beside other values: an empty bitmask, no entity
/// (formats/flecs/README.md, 4.1).
bool is_nothing_of_another(const element& value) {
  std::int64_t number = 1;
  if (value.get_int64().get(number) == SUCCESS) return number == 0;
  return value.is_string() && string_of(value) == "#0";
}

/// A member that is a text in some documents is one in all.
void write_as_text(PropertyTree& tree, std::string_view name, const element& value,
                   MemberForm form) {
  if (form == MemberForm::text && is_nothing_of_another(value)) {
    tree.text(name, "");
    return;
  }
  switch (value.type()) {
    case element_type::STRING: tree.text(name, string_of(value)); break;
    case element_type::BOOL: tree.text(name, bool_of(value) ? "true" : "false"); break;
    case element_type::DOUBLE:
      tree.text(name, tree.keep(format_number(plain_number(value)).view()));
      break;
    default: tree.text(name, tree.keep(simdjson::minify(value))); break;
  }
}

/// A number among several. Nothing for one that would lose digits.
std::optional<double> part_of(const element& value, const ValueType& type) {
  if (is_plain_number(value)) {
    return is_large_integer(value) ? std::nullopt : std::optional(plain_number(value));
  }
  if (type.schema == nullptr && !type.takes_quoted) return std::nullopt;
  return number_of(value, type.schema);
}

/// Two to four are a vector, unless the member has other counts at times.
PropertyType type_of_numbers(std::size_t count, const ValueType& type) {
  constexpr std::array kTypes{PropertyType::vec2, PropertyType::vec3, PropertyType::vec4};
  const bool is_vector = count >= 2 && count <= 4 && type.form() != MemberForm::numbers;
  return is_vector ? kTypes[count - 2] : PropertyType::numbers;
}

/// Numbers that are one thing: a vector, or samples.
bool write_numbers(PropertyTree& tree, std::string_view name, const simdjson::dom::array& array,
                   const ValueType& type, Meaning meaning) {
  if (type.form() == MemberForm::list) return false;
  const Schema* schema = type.schema;
  const bool is_vector = schema != nullptr && schema->kind == Schema::Kind::vector;
  const Schema* element_schema = schema != nullptr ? schema->element() : nullptr;
  // Values that are no floats stay single, so that nothing of them is lost.
  if (element_schema != nullptr && element_schema->kind != Schema::Kind::number) return false;
  std::array<std::byte, 2048> storage;  // mostly there are few
  std::pmr::monotonic_buffer_resource memory(storage.data(), storage.size());
  std::pmr::vector<double> numbers(&memory);
  const ValueType of_part{element_schema, nullptr, type.takes_quoted_numbers()};
  for (const element value : array) {
    const auto number = part_of(value, of_part);
    if (!number) return false;
    numbers.push_back(*number);
  }
  if (numbers.empty() && !is_vector && type.form() != MemberForm::numbers) return false;
  const char* unit =
      schema != nullptr && !schema->unit.empty() ? schema->unit.c_str() : unit_of(element_schema);
  const PropertyType written =
      is_vector ? PropertyType::numbers : type_of_numbers(numbers.size(), type);
  if (written != PropertyType::vec3) meaning = Meaning::none;
  tree.numbers(name, written, numbers, Precision::float64, unit, meaning);
  return true;
}

void write_array(PropertyTree& tree, std::string_view name, const element& value,
                 const ValueType& type, Meaning meaning) {
  const simdjson::dom::array array = array_of(value);
  if (write_numbers(tree, name, array, type, meaning)) return;
  const PropertyTree::Node list = tree.open(name, PropertyType::list);
  std::size_t i = 0;
  for (const element part : array) {
    const std::string_view index = index_name(tree, i++);
    write_value(tree, index, part, type.element(index));
  }
  tree.close(list);
}

/// True for exactly x and y, with z, with w: a vector.
bool write_vector(PropertyTree& tree, std::string_view name, const simdjson::dom::object& object,
                  const ValueType& type, Meaning meaning) {
  constexpr std::array<std::string_view, 4> kNames{"x", "y", "z", "w"};
  if (type.form() == MemberForm::group) return false;
  std::array<double, 4> numbers{};
  std::size_t count = 0;
  const Schema* first = nullptr;
  for (const auto [key, value] : object) {
    if (count == kNames.size() || key != kNames[count]) return false;
    const Schema* member = type.schema != nullptr ? type.schema->member(key, count) : nullptr;
    if (count == 0) first = member;
    const auto number = part_of(value, {member, nullptr, type.takes_quoted_numbers()});
    if (!number) return false;
    numbers[count++] = *number;
  }
  if (count < 2) return false;
  const PropertyType written = type_of_numbers(count, type);
  if (written != PropertyType::vec3) meaning = Meaning::none;
  tree.numbers(name, written, std::span(numbers).first(count), Precision::float64, unit_of(first),
               meaning);
  return true;
}

/// A 0 where other documents have several values. False for other forms.
bool write_empty(PropertyTree& tree, std::string_view name, MemberForm form) {
  switch (form) {
    case MemberForm::numbers:
      tree.numbers(name, PropertyType::numbers, {}, Precision::float64);
      break;
    case MemberForm::list: tree.close(tree.open(name, PropertyType::list)); break;
    case MemberForm::group: tree.close(tree.open(name, PropertyType::group)); break;
    default: return false;
  }
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
                  const ValueType& type, Meaning meaning) {
  const simdjson::dom::object object = object_of(value);
  if (write_vector(tree, name, object, type, meaning)) return;
  const PropertyTree::Node group = tree.open(name, PropertyType::group);
  std::size_t i = 0;
  for (const auto [key, member] : object) write_value(tree, key, member, type.member(key, i++));
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

bool is_large_integer(const element& value) {
  constexpr auto kMost = static_cast<std::int64_t>(kMostExact);
  std::int64_t number = 0;
  if (value.get_int64().get(number) == SUCCESS) return number > kMost || number < -kMost;
  return value.is_uint64();
}

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
                 const ValueType& type, Meaning meaning) {
  const MemberForm form = type.form();
  const bool is_null = value.is_null();
  if (!is_null && (form == MemberForm::text || form == MemberForm::said_text)) {
    write_as_text(tree, name, value, form);
    return;
  }
  if (form >= MemberForm::numbers && is_nothing_of_another(value) &&
      write_empty(tree, name, form)) {
    return;
  }
  switch (value.type()) {
    case element_type::NULL_VALUE: tree.null(name); break;
    case element_type::BOOL: tree.boolean(name, bool_of(value)); break;
    case element_type::STRING: write_text(tree, name, string_of(value), type); break;
    case element_type::INT64:
    case element_type::UINT64: {
      // 0 stands for an empty bitmask, a NUL character and no entity
      // (formats/flecs/README.md, 4.1).
      using Kind = Schema::Kind;
      const Kind kind = type.schema != nullptr ? type.schema->kind : Kind::unknown;
      if (kind == Kind::bitmask || kind == Kind::text || kind == Kind::enumeration) {
        tree.text(name, "");
      } else if (kind == Kind::entity || kind == Kind::id) {
        tree.text(name, "", PropertyType::entity);
      } else {
        write_integer(tree, name, value, type);
      }
      break;
    }
    case element_type::DOUBLE: write_number(tree, name, plain_number(value), type); break;
    case element_type::ARRAY: write_array(tree, name, value, type, meaning); break;
    case element_type::OBJECT: write_object(tree, name, value, type, meaning); break;
  }
}

void write_component(PropertyTree& tree, std::string_view name, const element& value,
                     const ValueType& type, const Role& role) {
  if (role.kind == Role::Kind::color && write_color(tree, name, value)) return;
  simdjson::dom::object object;
  if (value.get_object().get(object) == SUCCESS && object.size() == 1) {
    const auto [key, member] = *object.begin();
    if (key == "value") {
      // Its members are told as the component's own.
      const Schema* schema = type.schema != nullptr ? type.schema->member(key, 0) : nullptr;
      write_value(tree, name, member, {schema, type.told, type.takes_quoted}, meaning_of(role));
      return;
    }
  }
  write_value(tree, name, value, type, meaning_of(role));
}

}  // namespace scrubjay::flecs
