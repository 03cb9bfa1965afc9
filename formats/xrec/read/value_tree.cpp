// Values of formats/xrec/README.md, 5.1 as properties.
#include <array>
#include <chrono>
#include <string>
#include <type_traits>
#include <utility>

#include "core/printed.h"
#include "core/text.h"
#include "core/utf8.h"
#include "formats/xrec/limits.h"
#include "formats/xrec/values.h"

namespace scrubjay::xrec {

namespace {

constexpr const char* kCutValue = "its bytes end inside a value";
constexpr std::int64_t kTicksPerSecond = 10'000'000;
constexpr std::int64_t kTicksPerDay = kTicksPerSecond * 86400;

/// The property type that an object of our own stands for.
std::optional<PropertyType> own_type(std::string_view type_name) {
  if (!type_name.starts_with(kOwnTypes)) return std::nullopt;
  type_name.remove_prefix(kOwnTypes.size());
  for (auto type = PropertyType::group; type <= PropertyType::points;
       type = static_cast<PropertyType>(static_cast<int>(type) + 1)) {
    if (to_text(type) == type_name) return type;
  }
  return std::nullopt;
}

/// Whether so many numbers make a value of that type.
bool fits_count(PropertyType type, std::uint32_t count) {
  switch (type) {
    case PropertyType::vec2: return count == 2;
    case PropertyType::vec3: return count == 3;
    case PropertyType::vec4:
    case PropertyType::quat:
    case PropertyType::color: return count == 4;
    case PropertyType::points: return count % 3 == 0;
    default: return true;
  }
}

}  // namespace

std::string ticks_text(std::int64_t ticks) {
  using namespace std::chrono;
  constexpr sys_days kFirst = year{1} / January / 1;
  constexpr sys_days kBehind = year{10000} / January / 1;
  if (ticks < 0 || ticks / kTicksPerDay >= (kBehind - kFirst).count()) return "";
  const year_month_day day{kFirst + days{ticks / kTicksPerDay}};
  const std::int64_t second = ticks % kTicksPerDay / kTicksPerSecond;
  return printed("%04d-%02u-%02u %02d:%02d:%02d.%07d", static_cast<int>(day.year()),
                 static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()),
                 static_cast<int>(second / 3600), static_cast<int>(second / 60 % 60),
                 static_cast<int>(second % 60), static_cast<int>(ticks % kTicksPerSecond));
}

void tag(PropertyTree& tree, PropertyTree::Node node, std::string_view type_name) {
  tree.set_style(node, {.icon = {}, .color = {}, .type_name = type_name, .label = {}});
}

bool is_array_of_numbers(Kind element) {
  return (element >= Kind::i8 && element <= Kind::u32) || element == Kind::f32 ||
         element == Kind::f64;
}

std::string not_shown_text(std::uint64_t values) {
  return std::to_string(values) + (values == 1 ? " more value is" : " more values are") +
         " not shown";
}

void add_integer(PropertyTree& tree, std::string_view name, Kind kind, std::int64_t value) {
  const auto node = tree.integer(name, value);
  if (kind != Kind::i64) tag(tree, node, kind_name(kind));
}

void add_character(PropertyTree& tree, std::string_view name, std::uint16_t unit) {
  const bool is_surrogate = unit >= 0xD800 && unit <= 0xDFFF;
  std::string text;
  append_utf8(text, unit);
  const auto node = is_surrogate ? tree.integer(name, unit) : tree.text(name, tree.keep(text));
  tag(tree, node, kind_name(Kind::character));
}

void add_timestamp(PropertyTree& tree, std::string_view name, std::int64_t ticks,
                   std::uint8_t kind) {
  const auto record = tree.open(name, PropertyType::record);
  tag(tree, record, kind_name(Kind::timestamp));
  const std::string text = ticks_text(ticks);
  if (!text.empty()) {
    tree.text("text", tree.keep(text + (kind == 1 ? " UTC" : kind == 2 ? " local" : "")));
  }
  tree.integer("ticks", ticks);
  tree.integer("kind", kind);
  tree.close(record);
}

void add_duration(PropertyTree& tree, std::string_view name, std::int64_t ticks) {
  tag(tree, tree.integer(name, ticks, "100 ns"), kind_name(Kind::duration));
}

std::string_view TreeBudget::keep(PropertyTree& tree, std::string_view text) {
  if (text.size() > text_left_) return "text not shown";
  text_left_ -= text.size();
  return is_valid_utf8(text) ? tree.keep(text) : tree.keep(valid_utf8(text));
}

std::string_view TreeBudget::keep_bytes(PropertyTree& tree, std::string_view bytes) {
  if (bytes.size() > text_left_) return {};
  text_left_ -= bytes.size();
  return tree.keep(bytes);
}

bool TreeBudget::take_numbers(std::uint64_t count) {
  if (count > numbers_left_) return false;
  numbers_left_ -= count;
  return true;
}

bool ValueReader::build(PropertyTree& tree, std::string_view name, Kind kind, unsigned depth) {
  if (!nest(kind, depth)) return false;
  switch (kind) {
    case Kind::array: return build_array(tree, name, depth);
    case Kind::list: return build_list(tree, name, depth);
    case Kind::object: return build_object(tree, name, depth);
    case Kind::map: return build_map(tree, name, depth);
    case Kind::any: {
      const auto inner = any_kind();
      if (!inner) return false;
      if (*inner != Kind::null) return build(tree, name, *inner, depth);
      tree.null(name);
      return true;
    }
    default: return build_scalar(tree, name, kind);
  }
}

bool ValueReader::build_scalar(PropertyTree& tree, std::string_view name, Kind kind) {
  if (kind >= Kind::i8 && kind <= Kind::f64) return build_number(tree, name, kind);
  if (kind >= Kind::vec2 && kind <= Kind::colour) return build_floats(tree, name, kind);
  switch (kind) {
    case Kind::boolean: {
      const auto value = reader_.little<std::uint8_t>();
      if (!value) return fail(kCutValue);
      tree.boolean(name, *value != 0);
      return true;
    }
    case Kind::text:
    case Kind::decimal: {
      const auto value = text();
      if (!value) return false;
      const auto node = tree.text(name, keep(tree, *value));
      if (kind == Kind::decimal) tag(tree, node, kind_name(kind));
      return true;
    }
    case Kind::table_text: {
      const auto value = table_text(false);
      if (!value) return false;
      tree.text(name, keep(tree, *value));
      return true;
    }
    case Kind::bytes: {
      const auto size = count(1);
      if (!size) return false;
      tree.text(name, budget_.keep_bytes(tree, *reader_.text(*size)), PropertyType::bytes);
      return true;
    }
    case Kind::character: return build_character(tree, name);
    case Kind::enumeration: return build_enumeration(tree, name);
    case Kind::timestamp: return build_timestamp(tree, name);
    case Kind::duration: {
      const auto ticks = reader_.little<std::int64_t>();
      if (!ticks) return fail(kCutValue);
      add_duration(tree, name, *ticks);
      return true;
    }
    default: return fail("a value is of a kind that does not exist");
  }
}

bool ValueReader::build_number(PropertyTree& tree, std::string_view name, Kind kind) {
  return with_number(kind, [&](auto zero) {
    using Number = decltype(zero);
    const auto value = reader_.little<Number>();
    if (!value) return fail(kCutValue);
    if constexpr (std::is_same_v<Number, double>) {
      tree.number(name, *value, Precision::float64);
    } else if constexpr (std::is_same_v<Number, float>) {
      tree.number(name, static_cast<double>(*value), Precision::float32);
    } else if constexpr (std::is_same_v<Number, std::uint64_t>) {
      tree.unsigned_integer(name, *value);
    } else {
      add_integer(tree, name, kind, *value);
    }
    return true;
  });
}

bool ValueReader::build_floats(PropertyTree& tree, std::string_view name, Kind kind) {
  std::array<double, 4> values{};
  const std::size_t count = least_bytes(kind) / sizeof(float);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = reader_.little<float>();
    if (!value) return fail(kCutValue);
    values[i] = static_cast<double>(*value);
  }
  PropertyType type = PropertyType::color;
  switch (kind) {
    case Kind::vec2: type = PropertyType::vec2; break;
    case Kind::vec3: type = PropertyType::vec3; break;
    case Kind::vec4: type = PropertyType::vec4; break;
    case Kind::quaternion: type = PropertyType::quat; break;
    default: break;
  }
  tree.numbers(name, type, std::span(values).first(count), Precision::float32);
  return true;
}

bool ValueReader::build_character(PropertyTree& tree, std::string_view name) {
  const auto unit = reader_.little<std::uint16_t>();
  if (!unit) return fail(kCutValue);
  add_character(tree, name, *unit);
  return true;
}

bool ValueReader::build_enumeration(PropertyTree& tree, std::string_view name) {
  const auto value = reader_.little<std::int64_t>();
  if (!value) return fail(kCutValue);
  const std::uint64_t at = reader_.offset();
  const auto number = ByteReader(reader_).little<std::uint32_t>();
  const auto label = table_text(true);
  if (!label || !number) return fail_at(error_.what, at);
  if (*number == kNoString) {
    tag(tree, tree.integer(name, *value), kind_name(Kind::enumeration));
    return true;
  }
  const auto record = tree.open(name, PropertyType::record);
  tag(tree, record, kind_name(Kind::enumeration));
  tree.integer("value", *value);
  tree.text("label", keep(tree, *label));
  tree.close(record);
  return true;
}

bool ValueReader::build_timestamp(PropertyTree& tree, std::string_view name) {
  const auto ticks = reader_.little<std::int64_t>();
  const auto kind = reader_.little<std::uint8_t>();
  if (!ticks || !kind) return fail(kCutValue);
  add_timestamp(tree, name, *ticks, *kind);
  return true;
}

bool ValueReader::child(PropertyTree& tree, std::string_view name, Kind kind, unsigned depth) {
  if (budget_.has_node_left(tree)) return build(tree, name, kind, depth);
  ++hidden_;
  return skip(kind, depth);
}

void ValueReader::close(PropertyTree& tree, PropertyTree::Node node, std::uint64_t hidden_before) {
  if (hidden_ != hidden_before)
    tree.text("...", tree.keep(not_shown_text(hidden_ - hidden_before)));
  hidden_ = hidden_before;
  tree.close(node);
}

bool ValueReader::build_numbers(PropertyTree& tree, std::string_view name, Kind element,
                                std::uint32_t count) {
  const bool is_float = element == Kind::f32 || element == Kind::f64;
  const auto precision = element == Kind::f32 ? Precision::float32 : Precision::float64;
  numbers_.resize(count);
  with_number(element, [&](auto zero) {
    // The count was checked against the bytes left.
    for (double& value : numbers_) value = static_cast<double>(*reader_.little<decltype(zero)>());
  });
  const auto node = tree.numbers(name, PropertyType::numbers, numbers_, precision);
  if (!is_float) tag(tree, node, array_name(element));
  return true;
}

bool ValueReader::build_array(PropertyTree& tree, std::string_view name, unsigned depth) {
  const std::uint64_t at = reader_.offset();
  const auto byte = reader_.little<std::uint8_t>();
  if (!byte) return fail_at(kCutValue, at);
  const auto element = static_cast<Kind>(*byte);
  if (least_bytes(element) == 0) {
    return fail_at("the elements of an array are of a kind that does not exist", at);
  }
  const auto elements = count(least_bytes(element));
  if (!elements) return false;
  if (*elements > 0 && !nest(element, depth + 1)) return false;
  if (is_array_of_numbers(element)) {
    if (budget_.take_numbers(*elements)) return build_numbers(tree, name, element, *elements);
    reader_.skip(std::uint64_t{*elements} * least_bytes(element));
    tree.text(name, tree.keep(not_shown_text(*elements)));
    return true;
  }
  const auto list = tree.open(name, PropertyType::list);
  tag(tree, list, array_name(element));
  const std::uint64_t hidden = hidden_;
  for (std::uint32_t i = 0; i < *elements; ++i) {
    if (!child(tree, index_name(tree, i), element, depth + 1)) return false;
  }
  close(tree, list, hidden);
  return true;
}

bool ValueReader::build_list(PropertyTree& tree, std::string_view name, unsigned depth) {
  const auto items = count(1);
  if (!items) return false;
  const auto list = tree.open(name, PropertyType::list);
  const std::uint64_t hidden = hidden_;
  for (std::uint32_t i = 0; i < *items; ++i) {
    if (!child(tree, index_name(tree, i), Kind::any, depth + 1)) return false;
  }
  close(tree, list, hidden);
  return true;
}

bool ValueReader::build_object(PropertyTree& tree, std::string_view name, unsigned depth) {
  const auto type = object_type();
  if (!type) return false;
  const std::string_view type_name = tables_->string(type->name);
  const auto own = own_type(type_name);
  if (own && !is_container(*own)) {
    if (const auto built = build_own(tree, name, *type, *own, depth)) return *built;
  }
  const auto record = tree.open(name, own && is_container(*own) ? *own : PropertyType::record);
  if (own && is_container(*own)) {
    // Its type says it all.
  } else if (type->assembly == kNoString) {
    tag(tree, record, keep(tree, type_name));
  } else {
    const std::string full =
        std::string(type_name) + ", " + std::string(tables_->string(type->assembly));
    tag(tree, record, keep(tree, full));
  }
  const std::uint64_t hidden = hidden_;
  for (const FieldType& field : type->fields) {
    const std::string_view field_name = keep(tree, tables_->string(field.name));
    if (!child(tree, field_name, field.kind, depth + 1)) return false;
  }
  close(tree, record, hidden);
  return true;
}

/// An object of our own that stands for one property (see ValueWriter); nothing when it is none.
std::optional<bool> ValueReader::build_own(PropertyTree& tree, std::string_view name,
                                           const ValueTables::Type& type, PropertyType own,
                                           unsigned depth) {
  if (type.fields.size() != 1) return std::nullopt;
  const Kind kind = type.fields[0].kind;
  if (is_text(own)) {
    if (kind != Kind::table_text && kind != Kind::text) return std::nullopt;
    if (!nest(kind, depth + 1)) return false;
    const auto value = kind == Kind::text ? text() : table_text(false);
    if (!value) return false;
    tree.text(name, keep(tree, *value), own);
    return true;
  }
  if (!has_numbers(own) || kind != Kind::array) return std::nullopt;
  ByteReader ahead = reader_;
  const auto element = static_cast<Kind>(ahead.little<std::uint8_t>().value_or(0));
  const auto count = ahead.little<std::uint32_t>();
  if ((element != Kind::f32 && element != Kind::f64) || !count || !fits_count(own, *count)) {
    return std::nullopt;
  }
  const auto node = tree.size();
  if (!build(tree, name, Kind::array, depth + 1)) return false;
  if (tree[node].type == PropertyType::numbers) tree.node_for_edit(node).type = own;
  return true;
}

bool ValueReader::build_map(PropertyTree& tree, std::string_view name, unsigned depth) {
  const auto entries = count(2);
  if (!entries) return false;
  const auto record = tree.open(name, PropertyType::record);
  tag(tree, record, kind_name(Kind::map));
  const std::uint64_t hidden = hidden_;
  for (std::uint32_t i = 0; i < *entries; ++i) {
    if (!build_entry(tree, i, depth + 1)) return false;
  }
  close(tree, record, hidden);
  return true;
}

/// Key and value at `depth`.
bool ValueReader::build_entry(PropertyTree& tree, std::size_t number, unsigned depth) {
  if (depth > limits::kDeepestValue) return fail("values nest more than 32 deep");
  if (!budget_.has_node_left(tree)) {
    ++hidden_;
    return skip(Kind::any, depth) && skip(Kind::any, depth);
  }
  ByteReader ahead = reader_;
  const auto kind = static_cast<Kind>(ahead.little<std::uint8_t>().value_or(0));
  if (kind == Kind::text || kind == Kind::table_text) {
    reader_.skip(1);
    if (!nest(kind, depth)) return false;
    const auto key = kind == Kind::text ? text() : table_text(false);
    return key && build(tree, keep(tree, *key), Kind::any, depth);
  }
  const auto entry = tree.open(index_name(tree, number), PropertyType::record);
  tag(tree, entry, "entry");
  if (!build(tree, "key", Kind::any, depth) || !build(tree, "value", Kind::any, depth)) {
    return false;
  }
  tree.close(entry);
  return true;
}

}  // namespace scrubjay::xrec
