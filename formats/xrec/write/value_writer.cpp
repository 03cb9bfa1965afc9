#include "formats/xrec/write/value_writer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "formats/xrec/limits.h"
#include "formats/xrec/values.h"

namespace scrubjay::xrec {

namespace {

constexpr std::string_view kNotKept = "deeper values not kept";

std::string_view tag_of(const PropertyTree& tree, const PropertyNode& node) {
  return tree.style_of(node).type_name;
}

bool is_float(double value) {
  return static_cast<double>(static_cast<float>(value)) == value || value != value;
}

bool are_floats(std::span<const double> values) { return std::ranges::all_of(values, is_float); }

std::size_t child_count(const PropertyTree& tree, PropertyTree::Node node) {
  std::size_t count = 0;
  for_each_root(tree, children_of(tree, node), [&](auto, const PropertyNode&) { ++count; });
  return count;
}

/// Whether the children are named so, in this order.
template <std::size_t count>
bool has_children(const PropertyTree& tree, PropertyTree::Node node,
                  const std::array<std::string_view, count>& names) {
  std::size_t i = 0;
  bool equal = true;
  for_each_root(tree, children_of(tree, node), [&](auto, const PropertyNode& child) {
    equal = equal && i < count && child.name == names[i];
    ++i;
  });
  return equal && i == count;
}

constexpr std::array<std::string_view, 2> kEnumFields{"value", "label"};
constexpr std::array<std::string_view, 2> kEntryFields{"key", "value"};
constexpr std::array<std::string_view, 2> kTickFields{"ticks", "kind"};
constexpr std::array<std::string_view, 3> kDateFields{"text", "ticks", "kind"};

bool is_timestamp(const PropertyTree& tree, PropertyTree::Node node) {
  if (!has_children(tree, node, kTickFields) && !has_children(tree, node, kDateFields))
    return false;
  const auto last = node + tree[node].subtree - 1;
  return tree[last].type == PropertyType::integer && tree[last - 1].type == PropertyType::integer;
}

bool is_enumeration(const PropertyTree& tree, PropertyTree::Node node) {
  return has_children(tree, node, kEnumFields) && tree[node + 1].type == PropertyType::integer &&
         tree[node + 2].type == PropertyType::string;
}

bool is_entry(const PropertyTree& tree, PropertyTree::Node node) {
  return tag_of(tree, tree[node]) == "entry" && tree[node].type == PropertyType::record &&
         has_children(tree, node, kEntryFields);
}

/// The kind that a list or array of numbers names as its elements': "i8" of "i8[] 2x3".
Kind named_element(std::string_view tag) {
  const std::size_t cut = tag.find("[]");
  return cut == std::string_view::npos ? Kind::null : kind_named(tag.substr(0, cut));
}

Kind number_element(const PropertyNode& node, std::string_view tag,
                    std::span<const double> values) {
  const Kind named = named_element(tag);
  if (named != Kind::null && is_array_of_numbers(named)) return named;
  return node.precision == Precision::float32 && are_floats(values) ? Kind::f32 : Kind::f64;
}

/// A type's name and assembly out of "Type, Assembly"; a ',' between brackets belongs to the type.
std::pair<std::string_view, std::optional<std::string_view>> split_name(std::string_view full) {
  int open = 0;
  for (std::size_t i = 0; i + 1 < full.size(); ++i) {
    if (full[i] == '[') ++open;
    if (full[i] == ']') --open;
    if (open == 0 && full[i] == ',' && full[i + 1] == ' ') {
      return {full.substr(0, i), full.substr(i + 2)};
    }
  }
  return {full, std::nullopt};
}

bool fits(std::int64_t value, Kind kind) {
  return with_number(kind, [&](auto zero) {
    if constexpr (std::is_integral_v<decltype(zero)>) return std::in_range<decltype(zero)>(value);
    return true;
  });
}

/// The UTF-16 unit that a text is, or nothing.
std::optional<std::uint16_t> unit_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  switch (text.size()) {
    case 1: return byte(0);
    case 2: return static_cast<std::uint16_t>((byte(0) & 0x1F) << 6 | (byte(1) & 0x3F));
    case 3:
      return static_cast<std::uint16_t>((byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 |
                                        (byte(2) & 0x3F));
    default: return std::nullopt;
  }
}

}  // namespace

void TableBuilder::clear() {
  string_bytes_.clear();
  type_bytes_.clear();
  strings_ = 0;
  types_ = 0;
  string_numbers_.clear();
  type_numbers_.clear();
}

std::uint32_t TableBuilder::string(std::string_view text) {
  const auto [row, is_new] = string_numbers_.try_emplace(std::string(text), strings_);
  if (is_new) {
    ++strings_;
    ByteWriter(string_bytes_).text(text);
  }
  return row->second;
}

std::uint32_t TableBuilder::type(std::uint32_t name, std::uint32_t assembly,
                                 std::span<const Field> fields) {
  row_.clear();
  ByteWriter out(row_);
  out.little(name);
  out.little(assembly);
  out.little(static_cast<std::uint16_t>(fields.size()));
  for (const Field& field : fields) {
    out.little(field.name);
    out.kind(field.kind);
  }
  // A type is known by the bytes that describe it.
  std::string key(reinterpret_cast<const char*>(row_.data()), row_.size());
  const auto [row, is_new] = type_numbers_.try_emplace(std::move(key), types_);
  if (is_new) {
    ++types_;
    type_bytes_.insert(type_bytes_.end(), row_.begin(), row_.end());
  }
  return row->second;
}

void TableBuilder::append_to(std::vector<std::byte>& block) const {
  ByteWriter out(block);
  out.little(strings_);
  block.insert(block.end(), string_bytes_.begin(), string_bytes_.end());
  out.little(types_);
  block.insert(block.end(), type_bytes_.begin(), type_bytes_.end());
}

Kind ValueWriter::integer_kind(const PropertyNode& node, std::string_view tag) const {
  if (node.is_unsigned) return Kind::u64;
  if (tag.empty()) return Kind::i64;
  const Kind named = kind_named(tag);
  if (named == Kind::duration || named == Kind::character ||
      (named >= Kind::i8 && named <= Kind::i64)) {
    return fits(node.integer, named) ? named : Kind::i64;
  }
  // "enum", or the name of the enum that NRBF tells.
  return tables_ == nullptr ? Kind::i64 : Kind::enumeration;
}

Kind ValueWriter::record_kind(const PropertyTree& tree, PropertyTree::Node node,
                              std::string_view tag) const {
  if (tag == "timestamp" && is_timestamp(tree, node)) return Kind::timestamp;
  if (tag == "enum" && tables_ != nullptr && is_enumeration(tree, node)) return Kind::enumeration;
  if (tag == "map" || tables_ == nullptr || child_count(tree, node) > limits::kMostFields)
    return Kind::map;
  return Kind::object;
}

Kind ValueWriter::kind_of(const PropertyTree& tree, PropertyTree::Node index,
                          unsigned depth) const {
  const PropertyNode& node = tree[index];
  const std::string_view tag = tag_of(tree, node);
  const Kind text = tables_ == nullptr ? Kind::text : Kind::table_text;
  const Kind own = tables_ == nullptr ? Kind::map : Kind::object;
  const auto vector = [&](Kind kind) {
    if (are_floats(tree.numbers_of(node)) && node.precision == Precision::float32) return kind;
    return depth >= limits::kDeepestValue ? kind : own == Kind::map ? Kind::array : own;
  };
  if (is_container(node.type) && node.subtree > 1 && depth >= limits::kDeepestValue) return text;
  switch (node.type) {
    case PropertyType::null: return Kind::any;
    case PropertyType::boolean: return Kind::boolean;
    case PropertyType::integer: return integer_kind(node, tag);
    case PropertyType::number:
      return node.precision == Precision::float32 && is_float(node.number) ? Kind::f32 : Kind::f64;
    case PropertyType::string:
      if (tag == "decimal") return Kind::decimal;
      return tag == "char" && unit_of(node.text_value()) ? Kind::character : text;
    case PropertyType::bytes: return Kind::bytes;
    case PropertyType::vec2: return vector(Kind::vec2);
    case PropertyType::vec3: return vector(Kind::vec3);
    case PropertyType::vec4: return vector(Kind::vec4);
    case PropertyType::quat: return vector(Kind::quaternion);
    case PropertyType::color: return vector(Kind::colour);
    case PropertyType::numbers: return depth >= limits::kDeepestValue ? text : Kind::array;
    case PropertyType::points:
      return depth >= limits::kDeepestValue ? text : own == Kind::map ? Kind::array : own;
    case PropertyType::comment:
    case PropertyType::resource:
    case PropertyType::entity:
      return depth >= limits::kDeepestValue || own == Kind::map ? text : own;
    case PropertyType::list:
      return element_kind(tree, index, depth) == Kind::null ? Kind::list : Kind::array;
    case PropertyType::record: return record_kind(tree, index, tag);
    default:
      return own == Kind::map || child_count(tree, index) > limits::kMostFields ? Kind::map : own;
  }
}

/// The kind of an array's elements when a list names one and every child has it; else null.
Kind ValueWriter::element_kind(const PropertyTree& tree, PropertyTree::Node node,
                               unsigned depth) const {
  Kind named = named_element(tag_of(tree, tree[node]));
  if (named == Kind::null) return named;
  if (named == Kind::text || named == Kind::table_text) {
    named = tables_ == nullptr ? Kind::text : Kind::table_text;
  }
  if (named == Kind::any) return named;
  for_each_root(tree, children_of(tree, node), [&](PropertyTree::Node child, const PropertyNode&) {
    if (named != Kind::null && kind_of(tree, child, depth + 1) != named) named = Kind::null;
  });
  return named;
}

std::uint32_t ValueWriter::type(std::string_view name, std::optional<std::string_view> assembly,
                                const PropertyTree& tree, PropertyRange range, unsigned depth) {
  const std::uint32_t name_number = tables_->string(name);
  const std::uint32_t assembly_number = assembly ? tables_->string(*assembly) : kNoString;
  std::vector<TableBuilder::Field> types;
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& field) {
    types.push_back({tables_->string(field.name), kind_of(tree, node, depth)});
  });
  return tables_->type(name_number, assembly_number, types);
}

void ValueWriter::fields(const PropertyTree& tree, PropertyRange range, unsigned depth) {
  for_each_root(tree, range,
                [&](PropertyTree::Node node, const PropertyNode&) { value(tree, node, depth); });
}

void ValueWriter::tagged(const PropertyTree& tree, PropertyTree::Node node, unsigned depth) {
  const Kind kind = kind_of(tree, node, depth);
  // The value of an `any` brings its own byte.
  if (kind != Kind::any) out_.kind(kind);
  value(tree, node, depth);
}

void ValueWriter::value(const PropertyTree& tree, PropertyTree::Node index, unsigned depth) {
  const PropertyNode& node = tree[index];
  const Kind kind = kind_of(tree, index, depth);
  const bool is_cut = kind <= Kind::table_text && kind >= Kind::text && !is_text(node.type);
  if (is_cut) {
    ++losses_;
    text(kNotKept);
    return;
  }
  switch (kind) {
    case Kind::any: out_.kind(Kind::null); return;
    case Kind::boolean: out_.little(static_cast<std::uint8_t>(node.boolean)); return;
    case Kind::text:
    case Kind::table_text: text(node.text_value()); return;
    case Kind::bytes:
    case Kind::decimal: out_.text(node.text_value()); return;
    case Kind::character: character(node); return;
    case Kind::vec2:
    case Kind::vec3:
    case Kind::vec4:
    case Kind::quaternion:
    case Kind::colour: floats(tree.numbers_of(node)); return;
    case Kind::enumeration: enumeration(tree, index); return;
    case Kind::timestamp: timestamp(tree, index); return;
    case Kind::array: array(tree, index, depth); return;
    case Kind::list: list(tree, index, depth); return;
    case Kind::map: map(tree, index, depth); return;
    case Kind::object: object(tree, index, depth); return;
    default: number(node, kind); return;
  }
}

void ValueWriter::text(std::string_view text) {
  if (tables_ == nullptr) {
    out_.text(text);
  } else {
    out_.little(tables_->string(text));
  }
}

void ValueWriter::number(const PropertyNode& node, Kind kind) {
  with_number(kind, [&](auto zero) {
    using Number = decltype(zero);
    if constexpr (std::is_floating_point_v<Number>) {
      out_.little(static_cast<Number>(node.number));
    } else if constexpr (std::is_same_v<Number, std::uint64_t>) {
      out_.little(node.unsigned_integer);
    } else {
      out_.little(static_cast<Number>(node.integer));
    }
  });
}

void ValueWriter::floats(std::span<const double> values) {
  for (const double value : values) out_.little(static_cast<float>(value));
}

void ValueWriter::character(const PropertyNode& node) {
  out_.little(node.type == PropertyType::integer ? static_cast<std::uint16_t>(node.integer)
                                                 : *unit_of(node.text_value()));
}

void ValueWriter::enumeration(const PropertyTree& tree, PropertyTree::Node node) {
  if (tree[node].type == PropertyType::integer) {
    out_.little(tree[node].integer);
    out_.little(kNoString);
    return;
  }
  out_.little(tree[node + 1].integer);
  out_.little(tables_->string(tree[node + 2].text_value()));
}

void ValueWriter::timestamp(const PropertyTree& tree, PropertyTree::Node node) {
  const auto last = node + tree[node].subtree - 1;
  out_.little(tree[last - 1].integer);
  out_.little(static_cast<std::uint8_t>(tree[last].integer));
}

void ValueWriter::numbers(std::span<const double> values, Kind element) {
  out_.kind(element);
  out_.little(static_cast<std::uint32_t>(values.size()));
  with_number(element, [&](auto zero) {
    for (const double value : values) out_.little(static_cast<decltype(zero)>(value));
  });
}

void ValueWriter::array(const PropertyTree& tree, PropertyTree::Node index, unsigned depth) {
  const PropertyNode& node = tree[index];
  if (has_numbers(node.type)) {
    const auto values = tree.numbers_of(node);
    numbers(values, number_element(node, tag_of(tree, node), values));
    return;
  }
  const Kind element = element_kind(tree, index, depth);
  out_.kind(element);
  out_.little(static_cast<std::uint32_t>(child_count(tree, index)));
  for_each_root(tree, children_of(tree, index), [&](PropertyTree::Node child, const PropertyNode&) {
    if (element == Kind::any) {
      tagged(tree, child, depth + 1);
    } else {
      value(tree, child, depth + 1);
    }
  });
}

void ValueWriter::list(const PropertyTree& tree, PropertyTree::Node node, unsigned depth) {
  out_.little(static_cast<std::uint32_t>(child_count(tree, node)));
  for_each_root(tree, children_of(tree, node), [&](PropertyTree::Node child, const PropertyNode&) {
    tagged(tree, child, depth + 1);
  });
}

void ValueWriter::map(const PropertyTree& tree, PropertyTree::Node node, unsigned depth) {
  out_.little(static_cast<std::uint32_t>(child_count(tree, node)));
  for_each_root(tree, children_of(tree, node),
                [&](PropertyTree::Node child, const PropertyNode& entry) {
                  if (is_entry(tree, child)) {
                    const PropertyTree::Node key = child + 1;
                    tagged(tree, key, depth + 1);
                    tagged(tree, key + tree[key].subtree, depth + 1);
                    return;
                  }
                  out_.kind(tables_ == nullptr ? Kind::text : Kind::table_text);
                  text(entry.name);
                  tagged(tree, child, depth + 1);
                });
}

/// A property that is one value of a type that the layout has no kind for.
bool ValueWriter::own_value(const PropertyTree& tree, PropertyTree::Node index) {
  const PropertyNode& node = tree[index];
  const bool is_numbers = has_numbers(node.type);
  if (!is_numbers && !is_text(node.type)) return false;
  const std::string name = std::string(kOwnTypes) + std::string(to_text(node.type));
  const TableBuilder::Field field{tables_->string(is_numbers ? "values" : "value"),
                                  is_numbers ? Kind::array : Kind::table_text};
  out_.little(tables_->type(tables_->string(name), kNoString, {&field, 1}));
  if (is_numbers) {
    const auto values = tree.numbers_of(node);
    numbers(values, number_element(node, "", values));
  } else {
    text(node.text_value());
  }
  return true;
}

void ValueWriter::object(const PropertyTree& tree, PropertyTree::Node node, unsigned depth) {
  if (own_value(tree, node)) return;
  const PropertyRange children = children_of(tree, node);
  std::uint32_t number = 0;
  if (tree[node].type == PropertyType::record) {
    const auto [name, assembly] = split_name(tag_of(tree, tree[node]));
    number = type(name, assembly, tree, children, depth + 1);
  } else {
    const std::string name = std::string(kOwnTypes) + std::string(to_text(tree[node].type));
    number = type(name, std::nullopt, tree, children, depth + 1);
  }
  out_.little(number);
  fields(tree, children, depth + 1);
}

void write_metadata(const PropertyTree& tree, PropertyRange entries, std::vector<std::byte>& out) {
  ByteWriter bytes(out);
  const std::size_t at = bytes.position();
  bytes.little(std::uint32_t{0});
  std::uint32_t count = 0;
  ValueWriter values(nullptr, out);
  for_each_root(tree, entries, [&](PropertyTree::Node node, const PropertyNode& entry) {
    ++count;
    bytes.text(entry.name);
    const Kind kind = values.kind_of(tree, node, 0);
    if (kind != Kind::any) bytes.kind(kind);
    values.value(tree, node, 0);
  });
  bytes.put_u32(at, count);
}

}  // namespace scrubjay::xrec
