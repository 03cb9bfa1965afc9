#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/property_tree.h"

namespace scrubjay::mcap {

/// What a field's name and type do not say of the property that it holds: an entry of the metadata
/// `scrubjay.names.PACKAGE` (formats/mcap/README.md, 5.5).
struct FieldFact {
  std::optional<std::string> name = {};   ///< of the property; none: the field's
  std::uint32_t nth = 0;                  ///< how many of that name stand before it
  std::optional<PropertyType> type = {};  ///< none: what the field's type says
  std::optional<PropertyType> of = {};    ///< of the elements of a list
  bool is_json = false;                   ///< a text with the JSON of the value
  bool is_decimal = false;                ///< a text with an integer
  std::string unit = {};
  std::string type_name = {};  ///< of a record
  std::uint32_t flags = 0;
  Meaning meaning = Meaning::none;
  PropertyRole role = PropertyRole::none;
  Precision precision = Precision::float64;
  bool has_unit_in_name = false;
  /// What it is where it is not set: null, or a list without elements.
  std::optional<PropertyType> nothing = {};
};

/// By paths of fields, dots between.
using FieldFacts = std::map<std::string, FieldFact, std::less<>>;

/// Reads an entry's JSON; nothing where it is none.
std::optional<FieldFact> read_fact(std::string_view json);

/// "label", "own", ...: the text of a role, empty for none; and back.
std::string_view role_text(PropertyRole role);
PropertyRole role_from(std::string_view text);

/// Gives a property that was just added, or opened, what a fact says beside name and type.
void apply_fact(PropertyTree& tree, PropertyTree::Node node, const FieldFact& fact);

/// The type of that name ("vec3"), or nothing.
std::optional<PropertyType> property_type_from(std::string_view text);

}  // namespace scrubjay::mcap
