#include "formats/xrec/values.h"

#include <array>
#include <utility>

#include "core/text.h"
#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

namespace {

struct KindName {
  Kind kind;
  std::string_view name;
  std::string_view array;
};

constexpr std::array<KindName, 30> kKindNames{{
    {Kind::null, "null", "null[]"},
    {Kind::boolean, "bool", "bool[]"},
    {Kind::i8, "i8", "i8[]"},
    {Kind::u8, "u8", "u8[]"},
    {Kind::i16, "i16", "i16[]"},
    {Kind::u16, "u16", "u16[]"},
    {Kind::i32, "i32", "i32[]"},
    {Kind::u32, "u32", "u32[]"},
    {Kind::i64, "i64", "i64[]"},
    {Kind::u64, "u64", "u64[]"},
    {Kind::f32, "f32", "f32[]"},
    {Kind::f64, "f64", "f64[]"},
    {Kind::text, "text", "text[]"},
    {Kind::table_text, "table text", "table text[]"},
    {Kind::bytes, "bytes", "bytes[]"},
    {Kind::character, "char", "char[]"},
    {Kind::vec2, "vec2", "vec2[]"},
    {Kind::vec3, "vec3", "vec3[]"},
    {Kind::vec4, "vec4", "vec4[]"},
    {Kind::quaternion, "quaternion", "quaternion[]"},
    {Kind::colour, "colour", "colour[]"},
    {Kind::enumeration, "enum", "enum[]"},
    {Kind::timestamp, "timestamp", "timestamp[]"},
    {Kind::duration, "duration", "duration[]"},
    {Kind::decimal, "decimal", "decimal[]"},
    {Kind::array, "array", "array[]"},
    {Kind::list, "list", "list[]"},
    {Kind::object, "object", "object[]"},
    {Kind::map, "map", "map[]"},
    {Kind::any, "any", "any[]"},
}};

constexpr const char* kTooShort = "its bytes end inside a value";

}  // namespace

std::string_view kind_name(Kind kind) {
  for (const KindName& row : kKindNames) {
    if (row.kind == kind) return row.name;
  }
  return "";
}

Kind kind_named(std::string_view name) {
  for (const KindName& row : kKindNames) {
    if (row.name == name) return row.kind;
  }
  return Kind::null;
}

std::string_view array_name(Kind element) {
  for (const KindName& row : kKindNames) {
    if (row.kind == element) return row.array;
  }
  return "";
}

bool ValueReader::fail_at(const char* what, std::uint64_t at) {
  error_ = {what, at};
  return false;
}

bool ValueReader::fail(const char* what) { return fail_at(what, reader_.offset()); }

std::optional<std::string_view> ValueReader::text() {
  const std::uint64_t at = reader_.offset();
  const auto size = reader_.little<std::uint32_t>();
  if (!size || *size > reader_.left()) return none_at(kTooShort, at);
  if (*size > limits::kMostTextBytes) return none_at("a text is longer than 16 MiB", at);
  const std::string_view found = *reader_.text(*size);
  if (!is_valid_utf8(found)) ++bad_texts_;
  return found;
}

std::optional<std::string_view> ValueReader::table_text(bool may_be_none) {
  const std::uint64_t at = reader_.offset();
  const auto number = reader_.little<std::uint32_t>();
  if (!number) return none_at(kTooShort, at);
  if (may_be_none && *number == kNoString) return std::string_view();
  if (tables_ == nullptr || *number >= tables_->string_count()) {
    return none_at("a string number is not in the packet's table", at);
  }
  return tables_->string(*number);
}

std::optional<std::uint32_t> ValueReader::count(std::size_t least) {
  const std::uint64_t at = reader_.offset();
  const auto found = reader_.little<std::uint32_t>();
  if (!found) return none_at(kTooShort, at);
  if (*found > reader_.left() / least) {
    return none_at("a count is larger than the bytes left can hold", at);
  }
  return found;
}

std::optional<Kind> ValueReader::any_kind() {
  const std::uint64_t at = reader_.offset();
  const auto byte = reader_.little<std::uint8_t>();
  if (!byte) return none_at(kTooShort, at);
  const auto kind = static_cast<Kind>(*byte);
  if (kind == Kind::any || (kind != Kind::null && least_bytes(kind) == 0)) {
    return none_at("a value is of a kind that does not exist", at);
  }
  return kind;
}

std::optional<ValueTables::Type> ValueReader::object_type() {
  const std::uint64_t at = reader_.offset();
  const auto number = reader_.little<std::uint32_t>();
  if (!number) return none_at(kTooShort, at);
  if (tables_ == nullptr || *number >= tables_->type_count()) {
    return none_at("a type number is not in the packet's table", at);
  }
  return tables_->type(*number);
}

bool ValueReader::nest(Kind kind, unsigned depth) {
  if (depth > limits::kDeepestValue) return fail("values nest more than 32 deep");
  if (tables_ == nullptr &&
      (kind == Kind::table_text || kind == Kind::enumeration || kind == Kind::object)) {
    return fail("a value is of a kind that needs an event packet's tables");
  }
  return true;
}

bool ValueReader::skip(Kind kind, unsigned depth) {
  if (!nest(kind, depth)) return false;
  switch (kind) {
    case Kind::text:
    case Kind::decimal: return text().has_value();
    case Kind::table_text: return table_text(false).has_value();
    case Kind::enumeration: return reader_.skip(8) ? table_text(true).has_value() : fail(kTooShort);
    case Kind::bytes: {
      const auto size = count(1);
      return size && reader_.skip(*size);
    }
    case Kind::array: {
      const std::uint64_t at = reader_.offset();
      const auto byte = reader_.little<std::uint8_t>();
      if (!byte) return fail_at(kTooShort, at);
      const auto element = static_cast<Kind>(*byte);
      if (least_bytes(element) == 0) {
        return fail_at("the elements of an array are of a kind that does not exist", at);
      }
      const auto elements = count(least_bytes(element));
      if (!elements) return false;
      if (is_fixed_size(element) && element != Kind::table_text && element != Kind::enumeration) {
        if (*elements > 0 && !nest(element, depth + 1)) return false;
        return reader_.skip(std::uint64_t{*elements} * least_bytes(element));
      }
      for (std::uint32_t i = 0; i < *elements; ++i) {
        if (!skip(element, depth + 1)) return false;
      }
      return true;
    }
    case Kind::list:
    case Kind::map: {
      const bool is_map = kind == Kind::map;
      const auto entries = count(is_map ? 2 : 1);
      if (!entries) return false;
      for (std::uint64_t i = 0; i < std::uint64_t{*entries} * (is_map ? 2 : 1); ++i) {
        if (!skip(Kind::any, depth + 1)) return false;
      }
      return true;
    }
    case Kind::object: {
      const auto type = object_type();
      if (!type) return false;
      for (const FieldType& field : type->fields) {
        if (!skip(field.kind, depth + 1)) return false;
      }
      return true;
    }
    case Kind::any: {
      const auto inner = any_kind();
      return inner && (*inner == Kind::null || skip(*inner, depth));
    }
    default: break;
  }
  if (!is_fixed_size(kind)) return fail("a value is of a kind that does not exist");
  return reader_.skip(least_bytes(kind)) || fail(kTooShort);
}

}  // namespace scrubjay::xrec
