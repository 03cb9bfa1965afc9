#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/property_tree.h"
#include "core/text.h"

namespace scrubjay::xrec::extension {

/// Adds a text as a field of an event: as raw bytes where it is no UTF-8, since a text of the
/// format must be (xrec.md 4). `text` must outlive the tree.
inline void add_text(PropertyTree& tree, std::string_view name, std::string_view text) {
  tree.text(name, text, is_valid_utf8(text) ? PropertyType::string : PropertyType::bytes);
}

/// The fields of an event of our own by their names, in whatever order they stand.
class Fields {
 public:
  Fields(const PropertyTree& tree, PropertyRange range) : tree_(tree), range_(range) {}

  /// Nothing when the field is missing or of another kind. The text lives as long as the tree.
  std::optional<std::string_view> text(std::string_view name) const {
    const PropertyNode* node = find(name);
    if (node == nullptr) return std::nullopt;
    if (node->type != PropertyType::string && node->type != PropertyType::bytes) {
      return std::nullopt;
    }
    return node->text_value();
  }
  std::optional<std::int64_t> integer(std::string_view name) const {
    const PropertyNode* node = find(name);
    if (node == nullptr || node->type != PropertyType::integer || node->is_unsigned) {
      return std::nullopt;
    }
    return node->integer;
  }
  /// A row of a table, or none for any number that is no row.
  std::optional<std::uint32_t> row(std::string_view name) const {
    const auto value = integer(name);
    if (!value || *value < 0 || *value >= 0xFFFFFFFF) return std::nullopt;
    return static_cast<std::uint32_t>(*value);
  }
  std::optional<double> number(std::string_view name) const {
    const PropertyNode* node = find(name);
    if (node == nullptr || node->type != PropertyType::number) return std::nullopt;
    return node->number;
  }

 private:
  const PropertyNode* find(std::string_view name) const {
    for (std::uint32_t i = range_.first; i < range_.first + range_.count; i += tree_[i].subtree) {
      if (tree_[i].name == name) return &tree_[i];
    }
    return nullptr;
  }

  const PropertyTree& tree_;
  PropertyRange range_;
};

}  // namespace scrubjay::xrec::extension
