#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"
#include "core/property_tree.h"
#include "formats/xrec/layout.h"
#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

/// Why a value cannot be read: a phrase of fixed text for a message, and where in the bytes.
struct ValueError {
  const char* what = "";
  std::uint64_t at = 0;
};

/// A field of a type: its kind as it stands in the file, maybe none that exists.
struct FieldType {
  std::uint32_t name = 0;  ///< string number, checked
  Kind kind = Kind::null;
};

/// The strings and types that values may refer to.
class ValueTables {
 public:
  struct Type {
    std::uint32_t name = 0;              ///< string number, checked
    std::uint32_t assembly = kNoString;  ///< the same, or kNoString
    std::span<const FieldType> fields;
  };
  virtual std::uint32_t string_count() const = 0;
  virtual std::string_view string(std::uint32_t number) const = 0;
  virtual std::uint32_t type_count() const = 0;
  virtual Type type(std::uint32_t number) const = 0;

 protected:
  ~ValueTables() = default;
};

/// What one event or entry may put into a property tree. A few bytes of a file can name a string
/// of 16 MiB or stand for a null: without a bound a small file would fill memory. What is beyond
/// is checked and counted, but not kept.
class TreeBudget {
 public:
  void begin(const PropertyTree& tree) {
    first_node_ = tree.size();
    text_left_ = limits::kMostShownTextBytes;
    numbers_left_ = limits::kMostNumbers;
  }
  bool has_node_left(const PropertyTree& tree) const {
    return tree.size() - first_node_ < limits::kMostNodes;
  }
  /// A copy of `text` in `tree` with what is not UTF-8 replaced; "text not shown" beyond the bound.
  std::string_view keep(PropertyTree& tree, std::string_view text);
  /// Raw bytes, kept as they are; empty beyond the bound.
  std::string_view keep_bytes(PropertyTree& tree, std::string_view bytes);
  /// False when so many numbers are too many.
  bool take_numbers(std::uint64_t count);

 private:
  PropertyTree::Node first_node_ = 0;
  std::uint64_t text_left_ = 0;
  std::uint64_t numbers_left_ = 0;
};

/// Reads values of formats/xrec/README.md, 5.1, checking every count and the depth. Without tables
/// (metadata) the kinds that need them are errors.
///
/// What a kind becomes in a property tree; where the property's type alone does not tell the kind,
/// PropertyStyle::type_name names it, so that writing finds it again:
///
/// | kind | property |
/// | --- | --- |
/// | null, bool, text, bytes | null, boolean, string, bytes |
/// | i64; u64 | integer; integer that is_unsigned |
/// | i8 ... u32 | integer "i8" ... "u32" |
/// | f64, f32 | number of that precision |
/// | char | string "char"; a lone surrogate: integer "char" |
/// | vec2, vec3, vec4, quaternion, colour | vec2, vec3, vec4, quat, color, float32 |
/// | enum | record "enum" of `value` and `label`; without label: integer "enum" |
/// | timestamp | record "timestamp" of `text` (if a calendar has it), `ticks`, `kind` |
/// | duration | integer "duration" with the unit "100 ns" |
/// | decimal | string "decimal" |
/// | array of f32, f64; of i8 ... u32 | numbers; numbers "i8[]" ... "u32[]" |
/// | other array | list "bool[]", "text[]", ... |
/// | list | list |
/// | object | record named as its type: "Type" or "Type, Assembly" |
/// | object of a type "Scrubjay.X" | property of type X (see ValueWriter) |
/// | map | record "map"; an entry without a text as key: record "entry" of `key` and `value` |
class ValueReader {
 public:
  /// `numbers` is room for the values of an array, so that warm use allocates nothing.
  ValueReader(ByteReader& reader, const ValueTables* tables, std::vector<double>& numbers)
      : reader_(reader), tables_(tables), numbers_(numbers) {}

  /// Steps over a value. False when it is bad: see error().
  bool skip(Kind kind, unsigned depth = 0);
  /// From here on build() adds to a new event or entry: the bounds of TreeBudget start anew.
  void begin_tree(const PropertyTree& tree) {
    budget_.begin(tree);
    hidden_ = 0;
  }
  /// `text` copied into `tree` within the bounds.
  std::string_view keep(PropertyTree& tree, std::string_view text) {
    return budget_.keep(tree, text);
  }
  /// Adds a value to `tree` as a property `name`, copying texts into it; `name` is not copied.
  /// False when it is bad: the tree then holds a part of it.
  bool build(PropertyTree& tree, std::string_view name, Kind kind, unsigned depth = 0);
  /// The kind byte of an `any`.
  std::optional<Kind> any_kind();

  const ValueError& error() const { return error_; }
  /// Texts met so far that are no UTF-8.
  std::uint64_t bad_texts() const { return bad_texts_; }

 private:
  bool fail(const char* what);
  bool fail_at(const char* what, std::uint64_t at);
  std::nullopt_t none_at(const char* what, std::uint64_t at) {
    fail_at(what, at);
    return std::nullopt;
  }
  std::optional<std::string_view> text();
  std::optional<std::string_view> table_text(bool may_be_none);
  std::optional<std::uint32_t> count(std::size_t least);
  std::optional<ValueTables::Type> object_type();
  bool nest(Kind kind, unsigned depth);

  bool build_scalar(PropertyTree& tree, std::string_view name, Kind kind);
  bool build_number(PropertyTree& tree, std::string_view name, Kind kind);
  bool build_floats(PropertyTree& tree, std::string_view name, Kind kind);
  bool build_enumeration(PropertyTree& tree, std::string_view name);
  bool build_timestamp(PropertyTree& tree, std::string_view name);
  bool build_character(PropertyTree& tree, std::string_view name);
  bool build_array(PropertyTree& tree, std::string_view name, unsigned depth);
  bool build_numbers(PropertyTree& tree, std::string_view name, Kind element, std::uint32_t count);
  bool build_list(PropertyTree& tree, std::string_view name, unsigned depth);
  bool build_object(PropertyTree& tree, std::string_view name, unsigned depth);
  std::optional<bool> build_own(PropertyTree& tree, std::string_view name,
                                const ValueTables::Type& type, PropertyType own, unsigned depth);
  bool build_map(PropertyTree& tree, std::string_view name, unsigned depth);
  bool build_entry(PropertyTree& tree, std::size_t number, unsigned depth);
  bool child(PropertyTree& tree, std::string_view name, Kind kind, unsigned depth);
  void close(PropertyTree& tree, PropertyTree::Node node, std::uint64_t hidden_before);

  ByteReader& reader_;
  const ValueTables* tables_;
  std::vector<double>& numbers_;
  ValueError error_;
  std::uint64_t bad_texts_ = 0;
  std::uint64_t hidden_ = 0;
  TreeBudget budget_;
};

/// "i8", "vec3", ...; "" for a kind that does not exist.
std::string_view kind_name(Kind kind);
/// The kind of that name, Kind::null when there is none (and for "null").
Kind kind_named(std::string_view name);
/// "i8[]", ...; static.
std::string_view array_name(Kind element);

// How single values become properties, for both encodings; `name` is not copied.

/// An integer of a kind up to u32, or i64.
void add_integer(PropertyTree& tree, std::string_view name, Kind kind, std::int64_t value);
/// One UTF-16 unit.
void add_character(PropertyTree& tree, std::string_view name, std::uint16_t unit);
/// `kind`: 0 unspecified, 1 UTC, 2 local; others are kept.
void add_timestamp(PropertyTree& tree, std::string_view name, std::int64_t ticks,
                   std::uint8_t kind);
void add_duration(PropertyTree& tree, std::string_view name, std::int64_t ticks);
/// Sets PropertyStyle::type_name; it is not copied.
void tag(PropertyTree& tree, PropertyTree::Node node, std::string_view type_name);
/// Whether an array of such elements becomes one property of numbers; a double holds each exactly.
bool is_array_of_numbers(Kind element);
/// "7 more values are not shown".
std::string not_shown_text(std::uint64_t values);

/// Ticks of 100 ns since 0001-01-01 as "2023-11-14 22:13:20.0000000"; "" before that day and after
/// the year 9999.
std::string ticks_text(std::int64_t ticks);

}  // namespace scrubjay::xrec
