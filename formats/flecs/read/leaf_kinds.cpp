#include "formats/flecs/read/leaf_kinds.h"

#include "core/number_text.h"
#include "formats/flecs/limits.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/values.h"

namespace scrubjay::flecs {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

constexpr std::uint8_t kNumber = 1;
constexpr std::uint8_t kText = 2;
constexpr unsigned kLeafDepth = 16;
/// Between a component and the path of its member: stands in neither.
constexpr char kSeparator = '\n';

/// A component with a single member called `value` is that value, as write_component has it.
element value_of(const element& component, const Schema*& schema) {
  if (!component.is_object()) return component;
  const simdjson::dom::object members = object_of(component);
  if (members.size() != 1) return component;
  const auto [key, member] = *members.begin();
  if (key != "value") return component;
  if (schema != nullptr) schema = schema->member(key, 0);
  return member;
}

}  // namespace

void LeafKinds::see(const std::string& path, std::uint8_t kind) {
  const auto found = kinds_.find(path);
  if (found == kinds_.end()) {
    if (kinds_.size() < limits::kMostLeafKinds) kinds_.emplace(path, kind);
    return;
  }
  const std::uint8_t before = found->second;
  found->second |= kind;
  if (found->second != before) out_.append(texts_.add(path));
}

void LeafKinds::look_at(const element& value, const Schema* schema, std::string& path,
                        unsigned depth) {
  switch (value.type()) {
    case element_type::INT64:
    case element_type::UINT64:
    case element_type::DOUBLE: see(path, kNumber); break;
    case element_type::STRING: see(path, number_of(value, schema) ? kNumber : kText); break;
    case element_type::OBJECT: {
      if (depth == kLeafDepth) break;
      const std::size_t size = path.size();
      std::size_t i = 0;
      for (const auto [key, member] : object_of(value)) {
        path += '/';
        path += key;
        look_at(member, schema != nullptr ? schema->member(key, i++) : nullptr, path, depth + 1);
        path.resize(size);
      }
      break;
    }
    default: break;
  }
}

void LeafKinds::look_at(const Snapshot& snapshot) {
  std::string path;
  for (const Snapshot::Item& item : snapshot.items()) {
    if (!item.has_value) continue;
    path.assign(item.id->text);
    path += kSeparator;
    const Schema* schema = item.schema;
    const element value = value_of(item.value, schema);
    look_at(value, schema, path, 0);
  }
}

void TextLeaves::keep_up() {
  for (const std::size_t size = leaves_.size(); seen_ < size; ++seen_) {
    const std::string_view leaf = texts_[leaves_[seen_]];
    const std::size_t separator = leaf.find(kSeparator);
    components_[leaf.substr(0, separator)].insert(leaf.substr(separator + 1));
  }
}

void TextLeaves::apply(PropertyTree& tree, PropertyTree::Node node, const Paths& paths,
                       std::string& path) {
  const PropertyType type = tree[node].type;
  const bool is_number = type == PropertyType::number || type == PropertyType::integer;
  if (is_number && paths.contains(path)) {
    PropertyNode& number = tree.node_for_edit(node);
    // 0 is a bitmask without a bit (formats/flecs/README.md, 4.1).
    std::string text;
    if (number.as_number() != 0) {
      text = type == PropertyType::number ? number_text(number.number)
                                          : std::string(number.integer_text().view());
    }
    const std::string_view kept = tree.keep(text);
    number.type = PropertyType::string;
    number.unit = "";
    number.meaning = Meaning::none;
    number.is_unsigned = false;
    number.text = {kept.data(), static_cast<std::uint32_t>(kept.size())};
  }
  if (type != PropertyType::group) return;
  const std::size_t size = path.size();
  for_each_root(tree, children_of(tree, node), [&](PropertyTree::Node child, const auto&) {
    path += '/';
    path += tree[child].name;
    apply(tree, child, paths, path);
    path.resize(size);
  });
}

void TextLeaves::apply(PropertyTree& tree, PropertyTree::Node node, const ComponentId& id) {
  keep_up();
  if (components_.empty()) return;
  const auto found = components_.find(id.text);
  if (found == components_.end()) return;
  std::string path;
  apply(tree, node, found->second, path);
}

}  // namespace scrubjay::flecs
