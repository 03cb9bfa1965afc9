#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/json_writer.h"
#include "core/property_tree.h"
#include "formats/flecs/write/losses.h"

namespace scrubjay::flecs {

/// Writes properties of any format as values of components, so that reading them gives the same
/// types again where a type can be said (formats/flecs/README.md, 4, 5).
class PropertyWriter {
 public:
  /// The path by which documents name the entity with a source's id, or nothing.
  using FindPath = std::function<std::optional<std::string>(std::string_view id)>;

  PropertyWriter(LossCounts& losses, FindPath find_path)
      : losses_(losses), find_path_(std::move(find_path)) {}

  /// The value of a component: an object, with the one member "value" around a single value.
  void component(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node);
  /// Any value.
  void value(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node);
  /// What the component's type has to say for its value to be read as it was; "" for nothing.
  std::string schema(const PropertyTree& tree, PropertyTree::Node node);

 private:
  void vector(JsonWriter& json, const PropertyTree& tree, const PropertyNode& node);
  void number(JsonWriter& json, double value, Precision precision);
  void integer(JsonWriter& json, const PropertyNode& node);
  void text(JsonWriter& json, const PropertyNode& node);
  void children(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node);
  std::string list_schema(const PropertyTree& tree, PropertyTree::Node node);
  std::string value_schema(const PropertyTree& tree, PropertyTree::Node node);

  LossCounts& losses_;
  FindPath find_path_;
};

/// True for a value that a component holds as its one member "value".
bool is_single_value(const PropertyNode& node);

}  // namespace scrubjay::flecs
