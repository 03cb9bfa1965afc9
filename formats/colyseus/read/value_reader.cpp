#include "formats/colyseus/read/value_reader.h"

#include "core/text.h"

namespace scrubjay::colyseus {

bool ValueReader::fail(Stop stop) {
  stop_ = stop;
  switch (stop) {
    case Stop::no: break;
    case Stop::bad_value:
      tell(code::kBadValue, "A value cannot be read: the rest of its message is lost.");
      break;
    case Stop::unsupported_type:
      tell(code::kUnsupportedType,
           "A field has a type of the server's own: messages are lost from its value on.");
      break;
    case Stop::limit:
      tell(code::kLimit,
           "A message asks for more than a recording can hold: the rest of it is lost.");
      break;
  }
  return false;
}

bool ValueReader::read_any_into(ByteReader& bytes, const FieldType& type, Cell& place) {
  if (type.primitive == Primitive::string) {
    const auto text = read_text(bytes);
    if (!text) return false;
    state_->set_text(place, *text);
    return true;
  }
  if (type.primitive == Primitive::unknown) return fail(Stop::unsupported_type);
  const auto value = read_primitive(bytes, type.primitive, quantized_of(type));
  if (!value) return fail(Stop::bad_value);
  state_->set(place, *value);
  return true;
}

std::optional<Cell> ValueReader::read_value(ByteReader& bytes, const FieldType& type) {
  Cell cell;
  if (!read_into(bytes, type, cell)) return std::nullopt;
  return cell;
}

std::optional<std::string_view> ValueReader::read_text(ByteReader& bytes) {
  const auto text = read_string(bytes);
  if (!text) {
    fail(Stop::bad_value);
    return std::nullopt;
  }
  if (problems_ != nullptr && !is_valid_utf8(*text)) {
    tell(code::kBadUtf8, "A text is not valid UTF-8: what is not is shown as U+FFFD.");
  }
  return text;
}

std::optional<std::uint64_t> ValueReader::read_index(ByteReader& bytes) {
  const auto index = colyseus::read_index(bytes);
  if (!index) fail(Stop::bad_value);
  return index;
}

std::uint32_t ValueReader::actual_type(std::uint64_t id, std::uint32_t declared) {
  const std::uint32_t row = state_->schema().type_with_id(id);
  if (row != FieldType::kNone) return row;
  tell(code::kUnknownType,
       "An instance is of a type that the handshake does not have: the declared one is used.");
  return declared;
}

std::optional<std::uint32_t> ValueReader::make(std::uint64_t ref_id, const FieldType& type,
                                               std::uint32_t instance_type) {
  const std::uint32_t slot = type.shape == Shape::instance
                                 ? state_->make_instance(ref_id, instance_type)
                                 : state_->make_collection(ref_id, type);
  if (slot == State::kNone) {
    fail(Stop::limit);
    return std::nullopt;
  }
  return slot;
}

}  // namespace scrubjay::colyseus
