#pragma once

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace scrubjay::flecs {

/// A part of a type as `type_info` describes it (formats/flecs/README.md, 5), compiled once so that
/// values are read beside it without looking names up.
struct Schema {
  enum class Kind : std::uint8_t {
    unknown,
    boolean,
    text,
    integer,  ///< `byte` and `int`
    number,   ///< `float`
    entity,
    id,
    enumeration,
    bitmask,
    array,
    vector,
    map,
    value,
    record,  ///< a struct
  };
  struct Range {
    double low = 0;
    double high = 0;
    bool contains(double value) const { return value >= low && value <= high; }
  };

  Kind kind = Kind::unknown;
  std::string unit;  ///< symbol where there is one, else the last element of its path
  std::string unit_path;
  std::optional<Range> range;
  std::optional<Range> error_range;
  std::optional<Range> warning_range;
  std::vector<std::string> constants;  ///< of enums and bitmasks
  std::vector<std::string> member_names;
  std::vector<Schema> members;   ///< beside their names
  std::vector<Schema> elements;  ///< element of an array or vector; key and value of a map

  /// The member's schema or null. `hint` is where it is if members come in order.
  const Schema* member(std::string_view name, std::size_t hint) const;
  const Schema* element() const { return elements.empty() ? nullptr : &elements.back(); }
  bool is_number() const { return kind == Kind::integer || kind == Kind::number; }
};

/// Nothing for `0` and what is no schema. Depth is bounded.
std::optional<Schema> read_schema(const simdjson::dom::element& source, unsigned depth = 0);

/// The schemas of a document, by id as id_text() writes it.
class SchemaTable {
 public:
  void clear() { schemas_.clear(); }
  /// The first one of a name holds (formats/flecs/README.md, 2, rule 1).
  void add(std::string_view id, const simdjson::dom::element& source);
  /// All members of a `type_info` object.
  void add_all(const simdjson::dom::element& type_info);
  /// By the lookup order of formats/flecs/README.md, 5: exact; for a pair the relation, then the
  /// target; the last path element. Null: there is none.
  const Schema* find(std::string_view id) const;

 private:
  const Schema* exact(std::string_view id) const;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::unordered_map<std::string, Schema, Hash, std::equal_to<>> schemas_;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> by_last_element_;
};

}  // namespace scrubjay::flecs
