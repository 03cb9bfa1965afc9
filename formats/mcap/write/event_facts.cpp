#include "formats/mcap/write/event_facts.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "formats/mcap/own_names.h"

namespace scrubjay::mcap {

namespace {

/// Which of a property's numbers are floats (JSON has fewer digits of these): ":101"; empty: all.
std::string singles_of(const PropertyTree& tree, const PropertyNode& property) {
  const auto is_single = [](double value) {
    return static_cast<double>(static_cast<float>(value)) == value || std::isnan(value);
  };
  std::string text;
  if (property.type == PropertyType::number) text += is_single(property.number) ? '1' : '0';
  if (has_numbers(property.type)) {
    for (const double value : tree.numbers_of(property)) text += is_single(value) ? '1' : '0';
  }
  return text.find('0') == std::string::npos ? "" : ":" + text;
}

/// Whether the JSON that a field of a record has, which states no types, is read as something else.
bool is_type_lost(const PropertyNode& property) {
  if (property.type == PropertyType::number) {
    return !std::isfinite(property.number) || property.number == std::trunc(property.number);
  }
  if (is_container(property.type)) return !is_array_container(property.type);
  return has_numbers(property.type) ||
         (is_text(property.type) && property.type != PropertyType::string);
}

}  // namespace

std::string facts_of(const PropertyTree& tree, PropertyRange range) {
  std::string text;
  const auto add = [&](std::uint32_t place, std::string_view fact) {
    text += (text.empty() ? "" : " ") + std::to_string(place) + " " + std::string(fact);
  };
  std::uint32_t plain_end = 0;  // of a record, in which types are not stated
  std::uint32_t shape_end = 0;  // of a shape: of its fields only numbers may read as another type
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const PropertyNode& property = tree[range.first + i];
    const bool is_plain = i < plain_end || (i < shape_end && property.type == PropertyType::number);
    if (is_plain && is_type_lost(property)) {
      add(i, std::string(kTypeFact) + std::string(to_text(property.type)));
    }
    const bool is_record = is_container(property.type) && !is_array_container(property.type) &&
                           !is_shape(property.type);
    if (is_record) plain_end = std::max(plain_end, i + property.subtree);
    if (is_shape(property.type)) shape_end = std::max(shape_end, i + property.subtree);
    if (property.precision == Precision::float32) add(i, "float32" + singles_of(tree, property));
    if (property.meaning != Meaning::none) add(i, to_text(property.meaning));
  }
  return text;
}

}  // namespace scrubjay::mcap
