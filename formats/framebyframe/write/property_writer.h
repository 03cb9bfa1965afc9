#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/json_writer.h"
#include "core/property_tree.h"
#include "formats/framebyframe/write/losses.h"

namespace scrubjay::framebyframe {

/// What an `eref` says of the entity that it names.
struct WrittenReference {
  std::string_view name;
  std::string_view id;  ///< decimal, as written
};

/// Writes nodes of a property tree as the property objects of formats/framebyframe/README.md, 5
/// and 6.
///
/// Types that the format has come out as they came in, unknown ones (a record with a type name)
/// too. Others become the nearest that it has, and `losses` counts them. Numbers that are not
/// finite become null (15.5). Groups nest as deep as the tree does, which its reader has bounded.
class PropertyWriter {
 public:
  /// Finds what to write for an entity property's text; nothing: it names no entity that is
  /// written.
  using FindReference = std::function<std::optional<WrittenReference>(std::string_view id)>;

  PropertyWriter(JsonWriter& json, LossCounts& losses) : json_(json), losses_(losses) {}
  /// The properties come from a recording of this format: what it has in other clothes (integers
  /// beyond 2^53, values that are null) is no loss.
  void set_native() { is_native_ = true; }
  /// From now on references are looked up; without this they are written as they stand.
  void set_references(FindReference find) { find_reference_ = std::move(find); }

  /// The roots of `range` as one array of properties.
  void properties(const PropertyTree& tree, PropertyRange range);
  /// One property object.
  void property(const PropertyTree& tree, PropertyTree::Node node);
  /// The value alone, as plain JSON: objects for records, vectors and colours, arrays for lists.
  void plain_value(const PropertyTree& tree, PropertyTree::Node node);
  void number(double value, Precision precision = Precision::float64);

 private:
  void head(const PropertyTree& tree, const PropertyNode& node, std::string_view type);
  void members(const PropertyTree& tree, PropertyTree::Node node);
  void children(const PropertyTree& tree, PropertyTree::Node node);
  void shape(const PropertyTree& tree, PropertyTree::Node node);
  void text(const PropertyTree& tree, const PropertyNode& node);
  void reference(const PropertyTree& tree, const PropertyNode& node);
  void mapped(const PropertyTree& tree, PropertyTree::Node node);
  void id(std::string_view text);
  void color_as_group(const PropertyTree& tree, const PropertyNode& node);
  void numbers_as_chart(const PropertyTree& tree, const PropertyNode& node);
  void points_as_path(const PropertyTree& tree, const PropertyNode& node);
  void vector(std::span<const double> values, std::string_view names, Precision precision);
  void point_array(std::span<const double> values, Precision precision);
  void value_field(const PropertyTree& tree, PropertyTree::Node node);

  JsonWriter& json_;
  LossCounts& losses_;
  FindReference find_reference_;
  bool is_native_ = false;
};

}  // namespace scrubjay::framebyframe
