#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/framebyframe/read/property_kinds.h"
#include "formats/framebyframe/read/value_reader.h"

namespace scrubjay::framebyframe {

/// Reads property objects (formats/framebyframe/README.md, 5, 6) into a PropertyTree, whatever the
/// order of their fields. The rules of ValueReader hold.
class PropertyReader {
 public:
  using Value = ValueReader::Value;
  using Key = ValueReader::Key;
  using Node = PropertyTree::Node;

  explicit PropertyReader(ValueReader& values) : values_(values) {}

  ValueReader& values() { return values_; }

  /// One property, as a subtree at the end of the tree; nothing for null.
  bool read(Value& property, int depth);
  /// All of an array of properties.
  bool read_list(Value& list, int depth);

 private:
  static constexpr Node kNoNode = ~Node{0};

  /// What is known of a property while its fields are read.
  struct Draft {
    PropertyKindRead kind;
    Node node = kNoNode;
    std::uint32_t flags = 0;
    bool has_type = false;
    bool is_guess = false;  ///< read as a group before its type was known
    bool is_late = false;   ///< has fields that must wait for the type
    bool has_layer = false;
    bool has_header = false;
    bool has_rows = false;
    bool has_corners = false;
    std::uint8_t corner_count = 0;
    std::string_view name;
    PropertyStyle style;
  };
  /// Fields that all properties have, and what is left.
  enum class Common : std::uint8_t { name, type, value, flags, icon, icolor, ignored, other };

  static Common common(Key key);
  bool read_fields(simdjson::ondemand::object& object, Draft& draft, int depth);
  bool read_late_fields(simdjson::ondemand::object& object, Draft& draft, int depth);
  void read_common(Common field, Value& value, Draft& draft);
  void read_type(Value& value, Draft& draft);
  bool read_before_type(Common field, Value& value, Draft& draft, int depth);
  bool read_own(Common field, Key key, Value& value, Draft& draft, int depth);
  bool read_value(Value& value, Draft& draft, int depth);
  void open(Draft& draft);
  void finish(Draft& draft);

  // property_values.cpp: values of several parts.
  bool read_group(Value& value, Draft& draft, int depth);
  bool read_reference(Value& value, Draft& draft, int depth);
  bool read_table(Value& value, Draft& draft, int depth);
  bool read_rows(Value& value);
  bool read_cells(std::string_view name, Value& value);
  bool read_cell(std::string_view name, Value& value);
  bool read_chart(Value& value, Draft& draft, int depth);
  bool read_chart_field(Key key, Value& value, int depth);
  bool read_series(Value& value, int depth);
  void finish_table(const Draft& draft);

  // property_shapes.cpp
  bool read_shape_field(Key key, Value& value, Draft& draft, int depth);
  bool read_shape_value(const ShapeField& field, Value& value, int depth);
  bool read_corner(std::string_view name, Value& value, Draft& draft);
  bool read_triangle_points(Value& value);
  void finish_shape(const Draft& draft);

  ValueReader& values_;
  // Of drafts, but kept here: few have them, and each draft would have to be cleared of them.
  /// p1, p2, p3 of a path as the documentation has it; of the shape that is read.
  std::array<double, 9> corners_{};
  /// The problems before each draft that is a guess, from the outermost in.
  std::vector<Problems> before_guesses_;
};

}  // namespace scrubjay::framebyframe
