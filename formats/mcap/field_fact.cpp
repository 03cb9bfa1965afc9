#include "formats/mcap/field_fact.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

namespace scrubjay::mcap {

namespace {

struct NamedRole {
  PropertyRole role;
  std::string_view name;
};
constexpr std::array<NamedRole, kPropertyRoles> kRoles{
    {{PropertyRole::none, ""},
     {PropertyRole::label, "label"},
     {PropertyRole::own, "own"},
     {PropertyRole::basics, "basics"},
     {PropertyRole::former_id, "former_id"},
     {PropertyRole::capture, "capture"},
     {PropertyRole::field_of_view, "field_of_view"}}};

std::optional<std::string_view> text_member(const simdjson::dom::object& object,
                                            std::string_view name) {
  std::string_view text;
  if (object[name].get(text) != simdjson::SUCCESS) return std::nullopt;
  return text;
}

std::uint32_t number_member(const simdjson::dom::object& object, std::string_view name) {
  std::uint64_t number = 0;
  if (object[name].get(number) != simdjson::SUCCESS) return 0;
  return static_cast<std::uint32_t>(number);
}

}  // namespace

std::string_view role_text(PropertyRole role) {
  return std::ranges::find(kRoles, role, &NamedRole::role)->name;
}

PropertyRole role_from(std::string_view text) {
  const auto found = std::ranges::find(kRoles, text, &NamedRole::name);
  return found == kRoles.end() ? PropertyRole::none : found->role;
}

std::optional<PropertyType> property_type_from(std::string_view text) {
  for (auto type = PropertyType::group; type <= PropertyType::points;
       type = static_cast<PropertyType>(static_cast<int>(type) + 1)) {
    if (to_text(type) == text) return type;
  }
  return std::nullopt;
}

std::optional<FieldFact> read_fact(std::string_view json) {
  if (json.empty()) return std::nullopt;
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(json.data(), json.size()).get(object) != simdjson::SUCCESS) return std::nullopt;
  FieldFact fact;
  const auto text = [&](std::string_view name) {
    return text_member(object, name).value_or(std::string_view());
  };
  if (const auto name = text_member(object, "name")) fact.name = *name;
  fact.type = property_type_from(text("type"));
  fact.of = property_type_from(text("of"));
  fact.nothing = property_type_from(text("nothing"));
  fact.is_json = text("as") == "json";
  fact.is_decimal = text("as") == "integer";
  fact.unit = text("unit");
  fact.type_name = text("type_name");
  fact.nth = number_member(object, "nth");
  fact.flags = number_member(object, "flags");
  fact.meaning = meaning_from(text("meaning")).value_or(Meaning::none);
  fact.role = role_from(text("role"));
  fact.precision = text("precision") == "float32" ? Precision::float32 : Precision::float64;
  fact.has_unit_in_name = object["unit_in_name"].error() == simdjson::SUCCESS;
  return fact;
}

void apply_fact(PropertyTree& tree, PropertyTree::Node node, const FieldFact& fact) {
  PropertyNode& property = tree.node_for_edit(node);
  // Texts of a fact live as long as the recording, and std::string ends them with a NUL.
  if (!fact.unit.empty()) property.unit = fact.unit.c_str();
  if (fact.flags != 0) property.flags = fact.flags;
  if (fact.meaning != Meaning::none) property.meaning = fact.meaning;
  if (fact.precision != Precision::float64) property.precision = fact.precision;
  property.role = fact.role;
  property.has_unit_in_name = fact.has_unit_in_name;
  if (!fact.type_name.empty()) {
    PropertyStyle style;
    style.type_name = fact.type_name;
    tree.set_style(node, style);
  }
}

}  // namespace scrubjay::mcap
