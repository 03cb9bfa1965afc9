#include "formats/mcap/read/protobuf_values.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/mcap/limits.h"
#include "formats/mcap/read/json_values.h"

namespace scrubjay::mcap {

namespace {

/// The wire type of one value.
std::uint8_t wire_type_of(ProtoType type) {
  switch (type) {
    case ProtoType::number:
    case ProtoType::fixed64:
    case ProtoType::sfixed64: return 1;
    case ProtoType::single:
    case ProtoType::fixed32:
    case ProtoType::sfixed32: return 5;
    case ProtoType::text:
    case ProtoType::bytes:
    case ProtoType::message: return 2;
    case ProtoType::group: return 3;
    default: return 0;
  }
}

bool is_packable(ProtoType type) { return wire_type_of(type) != 2 && type != ProtoType::group; }

bool is_unsigned(ProtoType type) {
  return type == ProtoType::uint64 || type == ProtoType::fixed64 || type == ProtoType::uint32 ||
         type == ProtoType::fixed32;
}

std::int64_t signed_value(ProtoType type, std::uint64_t value) {
  switch (type) {
    case ProtoType::sint32:
    case ProtoType::sint64: return from_zigzag(value);
    case ProtoType::int32:
    case ProtoType::enumeration:
    case ProtoType::sfixed32: return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    default: return static_cast<std::int64_t>(value);
  }
}

std::uint64_t unsigned_value(ProtoType type, std::uint64_t value) {
  const bool is_short = type == ProtoType::uint32 || type == ProtoType::fixed32;
  return is_short ? static_cast<std::uint32_t>(value) : value;
}

double number_of(ProtoType type, std::uint64_t value) {
  if (type == ProtoType::number) return std::bit_cast<double>(value);
  if (type == ProtoType::single) return std::bit_cast<float>(static_cast<std::uint32_t>(value));
  if (type == ProtoType::boolean) return value != 0 ? 1 : 0;
  if (is_unsigned(type)) return static_cast<double>(unsigned_value(type, value));
  return static_cast<double>(signed_value(type, value));
}

Precision precision_of(ProtoType type) {
  return type == ProtoType::single ? Precision::float32 : Precision::float64;
}

bool is_of_numbers(ProtoType type) {
  return is_packable(type) && type != ProtoType::boolean && type != ProtoType::enumeration;
}

std::size_t components_of(KnownValue known) {
  return known == KnownValue::vec2 ? 2 : known == KnownValue::vec3 ? 3 : 4;
}

PropertyType type_of(KnownValue known) {
  switch (known) {
    case KnownValue::vec2: return PropertyType::vec2;
    case KnownValue::vec3: return PropertyType::vec3;
    case KnownValue::quat: return PropertyType::quat;
    case KnownValue::color: return PropertyType::color;
    default: return PropertyType::vec4;
  }
}

/// The components of a vector's message, those not set 0. False where it cannot be read.
bool read_components(Bytes message, std::span<double> out) {
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->number < 1 || field->number > out.size()) continue;
    if (field->type == 1) out[field->number - 1] = field->as_double();
    if (field->type == 5) {
      out[field->number - 1] = std::bit_cast<float>(static_cast<std::uint32_t>(field->value));
    }
  }
  return reader.is_whole();
}

}  // namespace

bool ProtobufValues::is_full() {
  if (tree_->size() - first_node_ < limits::kMostValues) return false;
  outcome_ = MessageOutcome::limited;
  return true;
}

void ProtobufValues::collect(const ProtoMessage& message, Bytes bytes, std::uint32_t first_field) {
  WireReader reader(bytes);
  while (const auto wire = reader.next()) {
    const std::uint32_t row = message.find(wire->number);
    if (row == ProtoField::kNowhere) {
      if (wire->number >= first_field) note(MessageOutcome::unknown);
      continue;
    }
    const ProtoField& field = message.fields[row];
    const bool is_packed = wire->type == 2 && field.is_repeated && is_packable(field.type);
    if (wire->type != wire_type_of(field.type) && !is_packed) {
      damage();
      continue;
    }
    if (found_.size() > 4 * limits::kMostValues) {
      outcome_ = MessageOutcome::limited;
      return;
    }
    found_.push_back({row, *wire});
  }
  if (reader.has_groups()) note(MessageOutcome::unknown);
  if (!reader.is_whole()) damage();
}

void ProtobufValues::sort_from(std::size_t first) {
  const auto begin = found_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto before = [](const Found& a, const Found& b) { return a.field < b.field; };
  if (!std::is_sorted(begin, found_.end(), before)) std::stable_sort(begin, found_.end(), before);
}

/// Of what was found from `first` on, in the order of the wire.
void ProtobufValues::keep_last_of_oneofs(const ProtoMessage& message, std::size_t first) {
  if (!message.has_oneofs) return;
  last_of_oneofs_.clear();
  const auto oneof = [&](const Found& found) { return message.fields[found.field].oneof; };
  for (std::size_t i = first; i < found_.size(); ++i) {
    if (oneof(found_[i]) != ProtoField::kNowhere) {
      last_of_oneofs_[oneof(found_[i])] = found_[i].field;
    }
  }
  found_.erase(std::remove_if(found_.begin() + static_cast<std::ptrdiff_t>(first), found_.end(),
                              [&](const Found& found) {
                                return oneof(found) != ProtoField::kNowhere &&
                                       last_of_oneofs_[oneof(found)] != found.field;
                              }),
               found_.end());
}

void ProtobufValues::text(const ProtoField& field, std::string_view name, Bytes bytes) {
  const std::string_view value = as_text(bytes);
  const FieldFact& fact = field.fact;
  if (fact.is_json && fact.type && append_json_property(*tree_, name, *fact.type, value)) return;
  if (fact.is_decimal) {
    if (const auto number = number_from<std::int64_t>(value)) {
      tree_->integer(name, *number);
      return;
    }
    if (const auto large = number_from<std::uint64_t>(value)) {
      tree_->unsigned_integer(name, *large);
      return;
    }
  }
  const bool is_text = field.type == ProtoType::text && is_valid_utf8(value);
  const PropertyType type = fact.type && scrubjay::is_text(*fact.type) ? *fact.type
                            : fact.of && scrubjay::is_text(*fact.of)   ? *fact.of
                                                                       : PropertyType::string;
  tree_->text(name, tree_->keep(value), is_text ? type : PropertyType::bytes);
}

void ProtobufValues::scalar(const ProtoField& field, std::string_view name, const WireField& wire) {
  switch (field.type) {
    case ProtoType::text:
    case ProtoType::bytes: text(field, name, wire.bytes); return;
    case ProtoType::number:
    case ProtoType::single:
      tree_->number(name, number_of(field.type, wire.value), precision_of(field.type));
      return;
    case ProtoType::boolean: tree_->boolean(name, wire.value != 0); return;
    case ProtoType::enumeration: {
      const auto value = static_cast<std::int32_t>(signed_value(field.type, wire.value));
      if (field.target != ProtoField::kNowhere) {
        const auto& values = schema_->enums[field.target].values;
        if (const auto found = values.find(value); found != values.end()) {
          tree_->text(name, found->second);
          return;
        }
      }
      tree_->integer(name, value);
      return;
    }
    default: break;
  }
  if (is_unsigned(field.type)) {
    const std::uint64_t value = unsigned_value(field.type, wire.value);
    if (value >> 63 == 0) {
      tree_->integer(name, static_cast<std::int64_t>(value));
    } else {
      tree_->unsigned_integer(name, value);
    }
    return;
  }
  tree_->integer(name, signed_value(field.type, wire.value));
}

void ProtobufValues::known(KnownValue known, std::string_view name, std::size_t first,
                           std::size_t end) {
  if (known == KnownValue::timestamp) {
    std::int64_t seconds = 0;
    std::int64_t nanos = 0;
    for (std::size_t i = first; i < end; ++i) {
      for (WireReader reader(found_[i].wire.bytes); const auto part = reader.next();) {
        if (part->number == 1) seconds = static_cast<std::int64_t>(part->value);
        if (part->number == 2) nanos = static_cast<std::int32_t>(part->value);
      }
    }
    constexpr std::int64_t kMost = 9'000'000'000;
    seconds = std::clamp(seconds, -kMost, kMost);
    // A second or more of nanoseconds is no less a time.
    tree_->integer(name, seconds * 1'000'000'000 + nanos, "ns");
    return;
  }
  std::array<double, 4> values{};
  const auto part = std::span(values).first(components_of(known));
  for (std::size_t i = first; i < end; ++i) {
    if (!read_components(found_[i].wire.bytes, part)) damage();
  }
  tree_->numbers(name, type_of(known), part, Precision::float64);
}

void ProtobufValues::message(const ProtoField& field, std::string_view name, std::size_t first,
                             std::size_t end, PropertyType type, int depth) {
  if (field.target == ProtoField::kNowhere || depth >= limits::kDeepestValue) {
    if (field.target != ProtoField::kNowhere) outcome_ = MessageOutcome::limited;
    tree_->text(name, tree_->keep(as_text(found_[end - 1].wire.bytes)), PropertyType::bytes);
    return;
  }
  const ProtoMessage& inner = schema_->messages[field.target];
  if (inner.known != KnownValue::none) {
    known(inner.known, name, first, end);
    return;
  }
  const PropertyTree::Node node = tree_->open(name, type);
  // Several of one that may be there once are one message in pieces.
  const std::size_t begin = found_.size();
  for (std::size_t i = first; i < end; ++i) collect(inner, found_[i].wire.bytes);
  fields(field.target, begin, 0, depth + 1);
  tree_->close(node);
}

void ProtobufValues::single(const ProtoField& field, std::string_view name, std::size_t first,
                            std::size_t end, int depth) {
  if (field.type == ProtoType::message) {
    const bool is_container = field.fact.type && scrubjay::is_container(*field.fact.type);
    message(field, name, first, end, is_container ? *field.fact.type : PropertyType::group, depth);
  } else if (field.type != ProtoType::group) {
    scalar(field, name, found_[end - 1].wire);
  }
}

template <class Visit>
void ProtobufValues::each_element(const ProtoField& field, std::size_t first, std::size_t end,
                                  Visit visit) {
  const std::uint8_t type = wire_type_of(field.type);
  for (std::size_t i = first; i < end; ++i) {
    WireField wire = found_[i].wire;
    if (wire.type != 2) {
      visit(wire);
      continue;
    }
    ByteReader reader(wire.bytes);
    while (!reader.at_end()) {
      std::optional<std::uint64_t> value;
      if (type == 0) value = read_varint(reader);
      if (type == 1) value = reader.little<std::uint64_t>();
      if (type == 5) value = reader.little<std::uint32_t>();
      if (!value) {
        damage();
        return;
      }
      if (is_full()) return;
      wire.value = *value;
      visit(wire);
    }
  }
}

/// An integer among them that a double does not hold: they are integers of a list then.
bool ProtobufValues::has_wide(const ProtoField& field, std::size_t first, std::size_t end) {
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  const bool is_long = field.type == ProtoType::int64 || field.type == ProtoType::uint64 ||
                       field.type == ProtoType::sint64 || field.type == ProtoType::fixed64 ||
                       field.type == ProtoType::sfixed64;
  if (!is_long) return false;
  const MessageOutcome outcome = outcome_;
  bool is_wide = false;
  each_element(field, first, end, [&](const WireField& wire) {
    const std::int64_t value = signed_value(field.type, wire.value);
    const std::uint64_t size = is_unsigned(field.type) ? wire.value
                               : value < 0             ? 0 - static_cast<std::uint64_t>(value)
                                                       : static_cast<std::uint64_t>(value);
    is_wide = is_wide || size > kExact;
  });
  outcome_ = outcome;  // what is wrong is told when they are taken
  return is_wide;
}

void ProtobufValues::map(const ProtoField& field, std::string_view name, std::size_t first,
                         std::size_t end, int depth) {
  const ProtoMessage& entry = schema_->messages[field.target];
  const PropertyTree::Node node = tree_->open(name, PropertyType::group);
  for (std::size_t i = first; i < end && !is_full(); ++i) {
    const std::size_t begin = found_.size();
    collect(entry, found_[i].wire.bytes);
    sort_from(begin);
    const std::uint32_t key_row = entry.find(1);
    const bool has_text_keys =
        key_row == ProtoField::kNowhere || entry.fields[key_row].type == ProtoType::text;
    std::string_view key = has_text_keys ? "" : "0";
    std::size_t value = found_.size();
    for (std::size_t k = begin; k < found_.size(); ++k) {
      const ProtoField& part = entry.fields[found_[k].field];
      if (part.number == 1) {
        const std::uint64_t value_of_key = found_[k].wire.value;
        key = part.type == ProtoType::text ? tree_->keep(valid_utf8(as_text(found_[k].wire.bytes)))
              : is_unsigned(part.type)
                  ? tree_->keep(std::to_string(unsigned_value(part.type, value_of_key)))
                  : tree_->keep(format_number(signed_value(part.type, value_of_key)).view());
      }
      if (part.number == 2 && value == found_.size()) value = k;
    }
    if (value < found_.size()) {
      const ProtoField& part = entry.fields[found_[value].field];
      if (!part.is_repeated) single(part, key, value, found_.size(), depth + 1);
    } else {
      absent_value(entry, key, depth + 1);
    }
    found_.resize(begin);
  }
  tree_->close(node);
}

void ProtobufValues::repeated(const ProtoField& field, std::string_view name, std::size_t first,
                              std::size_t end, int depth) {
  const bool is_message = field.type == ProtoType::message && field.target != ProtoField::kNowhere;
  if (is_message && schema_->messages[field.target].is_map_entry) {
    map(field, name, first, end, depth);
    return;
  }
  const bool is_list = field.fact.type == PropertyType::list || has_wide(field, first, end);
  if (!is_list && is_of_numbers(field.type)) {
    numbers_.clear();
    each_element(field, first, end, [&](const WireField& wire) {
      if (numbers_.size() < limits::kMostNumbers) {
        numbers_.push_back(number_of(field.type, wire.value));
      } else {
        outcome_ = MessageOutcome::limited;
      }
    });
    tree_->numbers(name, PropertyType::numbers, numbers_, precision_of(field.type));
    return;
  }
  if (!is_list && is_message && schema_->messages[field.target].known == KnownValue::vec3) {
    numbers_.clear();
    for (std::size_t i = first; i < end; ++i) {
      std::array<double, 3> point{};
      if (!read_components(found_[i].wire.bytes, point)) damage();
      numbers_.insert(numbers_.end(), point.begin(), point.end());
    }
    tree_->numbers(name, PropertyType::points, numbers_, Precision::float64);
    return;
  }
  const PropertyTree::Node node = tree_->open(name, PropertyType::list);
  std::size_t n = 0;
  const auto next_name = [&] { return index_name(*tree_, n++); };
  if (is_packable(field.type)) {
    each_element(field, first, end,
                 [&](const WireField& wire) { scalar(field, next_name(), wire); });
  } else {
    for (std::size_t i = first; i < end && !is_full(); ++i) {
      if (field.type == ProtoType::message) {
        const bool is_container = field.fact.of && scrubjay::is_container(*field.fact.of);
        message(field, next_name(), i, i + 1, is_container ? *field.fact.of : PropertyType::group,
                depth);
      } else {
        scalar(field, next_name(), found_[i].wire);
      }
    }
  }
  tree_->close(node);
}

void ProtobufValues::field(const ProtoField& field, std::size_t first, std::size_t end, int depth) {
  const std::string_view name = field.shown_name();
  const PropertyTree::Node node = tree_->size();
  if (field.is_repeated) {
    repeated(field, name, first, end, depth);
  } else {
    single(field, name, first, end, depth);
  }
  if (tree_->size() > node) apply_fact(*tree_, node, field.fact);
}

/// An entry of a map whose value is not on the wire holds its type's zero, or a message without
/// fields.
void ProtobufValues::absent_value(const ProtoMessage& entry, std::string_view key, int depth) {
  const std::uint32_t row = entry.find(2);
  const ProtoField* const value = row == ProtoField::kNowhere ? nullptr : &entry.fields[row];
  const bool is_scalar = value != nullptr && !value->is_repeated &&
                         value->type != ProtoType::message && value->type != ProtoType::group;
  const bool is_message = value != nullptr && value->type == ProtoType::message &&
                          value->target != ProtoField::kNowhere && depth < limits::kDeepestValue;
  if (is_scalar) {
    scalar(*value, key, {.bytes = {}});
  } else if (is_message) {
    message(*value, key, found_.size(), found_.size(), PropertyType::group, depth);
  } else {
    tree_->null(key);
  }
}

/// A field without presence that is not on the wire holds its type's zero, one of our own files
/// what they say.
void ProtobufValues::absent(const ProtoField& field) {
  const std::string_view name = field.shown_name();
  const PropertyTree::Node node = tree_->size();
  if (field.fact.nothing) {
    switch (*field.fact.nothing) {
      case PropertyType::list: tree_->close(tree_->open(name, PropertyType::list)); break;
      case PropertyType::numbers:
      case PropertyType::points:
        tree_->numbers(name, *field.fact.nothing, {}, Precision::float64);
        break;
      default: tree_->null(name); break;
    }
    apply_fact(*tree_, node, field.fact);
    return;
  }
  if (field.has_presence || field.is_repeated || field.type == ProtoType::group) return;
  scalar(field, name, {.bytes = {}});
}

void ProtobufValues::fields(std::uint32_t message, std::size_t first, std::uint32_t first_field,
                            int depth) {
  const ProtoMessage& type = schema_->messages[message];
  keep_last_of_oneofs(type, first);
  sort_from(first);
  std::size_t at = first;
  // What inner messages find stands behind, and goes again.
  const std::size_t end = found_.size();
  for (std::uint32_t row = 0; row < type.fields.size() && !is_full(); ++row) {
    const std::size_t begin = at;
    while (at < end && found_[at].field == row) ++at;
    if (type.fields[row].number < first_field) continue;
    if (begin == at) {
      absent(type.fields[row]);
    } else {
      field(type.fields[row], begin, at, depth);
    }
    found_.resize(end);
  }
  found_.resize(first);
}

MessageOutcome ProtobufValues::append(PropertyTree& tree, const ProtoSchema& schema,
                                      std::uint32_t message, Bytes bytes,
                                      std::uint32_t first_field) {
  tree_ = &tree;
  schema_ = &schema;
  first_node_ = tree.size();
  outcome_ = MessageOutcome::whole;
  found_.clear();
  collect(schema.messages[message], bytes, first_field);
  fields(message, 0, first_field, 0);
  return outcome_;
}

}  // namespace scrubjay::mcap
