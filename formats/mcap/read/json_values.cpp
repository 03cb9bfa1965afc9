#include "formats/mcap/read/json_values.h"

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "core/byte_reader.h"
#include "core/number_text.h"
#include "core/text.h"
#include "formats/compression/base64_reader.h"
#include "formats/json/json_token.h"
#include "formats/json/json_walker.h"
#include "formats/mcap/field_fact.h"
#include "formats/mcap/limits.h"

namespace scrubjay::mcap {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

/// How deep plain JSON nests.
constexpr int kDeepestPlain = 3 * limits::kDeepestValue;

/// A parser that takes what nests no deeper than its users can.
bool parse_value(simdjson::dom::parser& parser, std::string_view json, element& out) {
  if (json.empty()) return false;
  if (parser.allocate(std::max<std::size_t>(json.size(), 1024), kDeepestPlain) !=
      simdjson::SUCCESS) {
    return false;
  }
  return parser.parse(json.data(), json.size()).get(out) == simdjson::SUCCESS;
}

std::string_view text_of(const element& value) {
  std::string_view text;
  return value.get(text) == simdjson::SUCCESS ? text : std::string_view();
}

/// A number, or one of the texts that stand for those that JSON does not have.
std::optional<double> number_of(const element& value) {
  double number = 0;
  if (value.get(number) == simdjson::SUCCESS) return number;
  const std::string_view text = text_of(value);
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

/// Types that plain JSON may be of without looking like it.
bool is_readable_as(PropertyType type) {
  const bool is_record_or_shape = is_container(type) && !is_array_container(type);
  return is_record_or_shape || is_text(type) || has_numbers(type) || type == PropertyType::number;
}

/// Recursion as deep as the value, which the parser bounds.
class JsonValues {
 public:
  explicit JsonValues(PropertyTree& tree, const PlacedTypes* types = nullptr)
      : tree_(tree), first_(tree.size()), types_(types) {}

  bool add_plain(std::string_view name, const element& value);
  bool add_members(const element& value);
  bool add_typed(std::string_view name, PropertyType type, const element& value);
  bool add_properties(const element& value);
  /// Takes back what was added.
  bool outcome(bool is_good) {
    if (!is_good) tree_.truncate(first_);
    return is_good;
  }

 private:
  bool add_property(const element& value, std::optional<std::size_t> place);
  bool add_container(std::string_view name, PropertyType type, const element& value);
  bool add_numbers(std::string_view name, PropertyType type, const element& value);
  bool is_full() const { return tree_.size() - first_ > limits::kMostValues; }

  PropertyTree& tree_;
  PropertyTree::Node first_;
  const PlacedTypes* types_;  ///< null: none
};

bool JsonValues::add_plain(std::string_view name, const element& value) {
  if (is_full()) return false;
  if (types_ != nullptr && !types_->empty()) {
    const auto stated = types_->find(tree_.size() - first_);
    // A value that is not of that type is what it looks like.
    const PropertyTree::Node mark = tree_.size();
    if (stated != types_->end() && is_readable_as(stated->second)) {
      if (add_typed(name, stated->second, value)) return true;
      if (is_full()) return false;  // a second try would be one on each level
      tree_.truncate(mark);
    }
  }
  switch (value.type()) {
    case element_type::OBJECT: {
      const auto group = tree_.open(name, PropertyType::group);
      if (!add_members(value)) return false;
      tree_.close(group);
      return true;
    }
    case element_type::ARRAY: {
      const auto list = tree_.open(name, PropertyType::list);
      std::size_t n = 0;
      for (const element item : simdjson::dom::array(value)) {
        if (!add_plain(index_name(tree_, n++), item)) return false;
      }
      tree_.close(list);
      return true;
    }
    case element_type::STRING: tree_.text(name, tree_.keep(text_of(value))); return true;
    case element_type::INT64: tree_.integer(name, std::int64_t(value)); return true;
    case element_type::UINT64: tree_.unsigned_integer(name, std::uint64_t(value)); return true;
    case element_type::DOUBLE: tree_.number(name, double(value), Precision::float64); return true;
    case element_type::BOOL: tree_.boolean(name, bool(value)); return true;
    default: tree_.null(name); return true;
  }
}

bool JsonValues::add_members(const element& value) {
  for (const auto& [key, member] : simdjson::dom::object(value)) {
    if (!add_plain(tree_.keep(key), member)) return false;
  }
  return true;
}

bool JsonValues::add_numbers(std::string_view name, PropertyType type, const element& value) {
  simdjson::dom::array items;
  if (value.get(items) != simdjson::SUCCESS) return false;
  std::vector<double> numbers;
  const auto add = [&](const element& item) {
    const auto number = number_of(item);
    if (number) numbers.push_back(*number);
    return number.has_value();
  };
  for (const element item : items) {
    simdjson::dom::array point;
    if (type != PropertyType::points || item.get(point) != simdjson::SUCCESS) {
      if (!add(item)) return false;
      continue;
    }
    for (const element coordinate : point) {
      if (!add(coordinate)) return false;
    }
  }
  const std::size_t count = type == PropertyType::vec2   ? 2
                            : type == PropertyType::vec3 ? 3
                            : type == PropertyType::points || type == PropertyType::numbers
                                ? numbers.size()
                                : 4;
  if (numbers.size() != count || (type == PropertyType::points && count % 3 != 0)) return false;
  tree_.numbers(name, type, numbers, Precision::float64);
  return true;
}

bool JsonValues::add_container(std::string_view name, PropertyType type, const element& value) {
  const auto container = tree_.open(name, type);
  if (is_array_container(type)) {
    simdjson::dom::array items;
    if (value.get(items) != simdjson::SUCCESS) return false;
    std::size_t n = 0;
    for (const element item : items) {
      const bool is_list = type == PropertyType::list;
      if (!add_property(item, is_list ? std::optional(n++) : std::nullopt)) return false;
    }
  } else {
    // The types of fields are not stated: those that shapes have are known by their size.
    simdjson::dom::object fields;
    if (value.get(fields) != simdjson::SUCCESS) return false;
    for (const auto& [key, field] : fields) {
      const std::string_view field_name = tree_.keep(key);
      simdjson::dom::array items;
      const bool is_array = is_shape(type) && field.get(items) == simdjson::SUCCESS;
      const PropertyType numbers = key == "color"                          ? PropertyType::color
                                   : key == "points"                       ? PropertyType::points
                                   : key == "vertices" || key == "indices" ? PropertyType::numbers
                                                                           : PropertyType::vec3;
      if (is_array && add_numbers(field_name, numbers, field)) continue;
      if (!add_plain(field_name, field)) return false;
    }
  }
  tree_.close(container);
  return true;
}

bool JsonValues::add_typed(std::string_view name, PropertyType type, const element& value) {
  if (is_full()) return false;
  if (is_container(type)) return add_container(name, type, value);
  if (has_numbers(type)) return add_numbers(name, type, value);
  if (type == PropertyType::bytes) {
    std::vector<std::byte> bytes;
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return false;
    if (!compression::read_base64(text, bytes)) return false;
    tree_.text(name, tree_.keep(as_text(bytes)), type);
    return true;
  }
  if (is_text(type)) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return false;
    tree_.text(name, tree_.keep(text), type);
    return true;
  }
  if (type == PropertyType::number) {
    const auto number = number_of(value);
    if (number) tree_.number(name, *number, Precision::float64);
    return number.has_value();
  }
  return add_plain(name, value);
}

/// {"name", "type", "value", "unit", "flags", ...}
bool JsonValues::add_property(const element& value, std::optional<std::size_t> place) {
  simdjson::dom::object object;
  element inner;
  if (value.get(object) != simdjson::SUCCESS) return false;
  if (object["value"].get(inner) != simdjson::SUCCESS) return false;
  const auto text = [&](std::string_view key) {
    std::string_view found;
    return object[key].get(found) == simdjson::SUCCESS ? found : std::string_view();
  };
  const auto type = property_type_from(text("type"));
  if (!type) return false;
  const PropertyTree::Node node = tree_.size();
  const std::string_view name = place ? index_name(tree_, *place) : tree_.keep(text("name"));
  if (!add_typed(name, *type, inner)) return false;
  if (const std::string_view unit = text("unit"); !unit.empty()) {
    tree_.node_for_edit(node).unit = tree_.keep(unit).data();
  }
  std::uint64_t flags = 0;
  if (object["flags"].get(flags) == simdjson::SUCCESS) {
    tree_.node_for_edit(node).flags = static_cast<std::uint32_t>(flags);
  }
  PropertyStyle style{.icon = tree_.keep(text("icon")),
                      .color = tree_.keep(text("icon_color")),
                      .type_name = tree_.keep(text("type_name")),
                      .label = tree_.keep(text("label"))};
  const bool has_style = !style.icon.empty() || !style.color.empty() || !style.type_name.empty() ||
                         !style.label.empty();
  if (has_style) tree_.set_style(node, style);
  return true;
}

bool JsonValues::add_properties(const element& value) {
  simdjson::dom::array items;
  if (value.get(items) != simdjson::SUCCESS) return false;
  for (const element item : items) {
    if (!add_property(item, std::nullopt)) return false;
  }
  return true;
}

/// Token by token what simdjson does not take: integers beyond 64 bits, numbers beyond a double,
/// surrogates that stand alone, and of a text that breaks all that stands before.
class LooseJson {
 public:
  LooseJson(PropertyTree& tree, std::string_view json)
      : tree_(tree), first_(tree.size()), walker_(json) {}

  MessageOutcome add_all() {
    const char first = walker_.peek();
    if (first != '{' && first != '[' && first != '"') {
      // Of a number that ends with the text the walker cannot know that it is whole.
      const bool is_scalar = add_scalar("value", trimmed(walker_.text().substr(walker_.at())));
      return is_scalar ? MessageOutcome::whole : MessageOutcome::damaged;
    }
    const bool is_good = first == '{' ? add_members(0) : add_value("value", 0);
    if (is_limited_) return MessageOutcome::limited;
    return is_good && walker_.at_end() ? MessageOutcome::whole : MessageOutcome::damaged;
  }

 private:
  bool add_members(int depth) {
    return walker_.members([&](std::string_view key) {
      return add_value(tree_.keep(valid_utf8(unescaped(key, scratch_))), depth);
    });
  }
  bool add_value(std::string_view name, int depth);
  bool add_scalar(std::string_view name, std::string_view token);

  PropertyTree& tree_;
  PropertyTree::Node first_;
  JsonWalker walker_;
  std::string scratch_;
  bool is_limited_ = false;
};

/// Recursion as deep as is allowed.
bool LooseJson::add_value(std::string_view name, int depth) {
  is_limited_ = is_limited_ || depth > kDeepestPlain || tree_.size() - first_ > limits::kMostValues;
  if (is_limited_) return false;
  const char first = walker_.peek();
  if (first == '{' || first == '[') {
    const auto container =
        tree_.open(name, first == '{' ? PropertyType::group : PropertyType::list);
    std::size_t n = 0;
    const bool is_good =
        first == '{' ? add_members(depth + 1)
                     : walker_.items([&] { return add_value(index_name(tree_, n++), depth + 1); });
    tree_.close(container);
    return is_good;
  }
  const auto token = walker_.value();
  return token && add_scalar(name, trimmed(walker_.view(*token)));
}

bool LooseJson::add_scalar(std::string_view name, std::string_view token) {
  if (is_string_token(token)) {
    const std::string_view text = text_of_string(token, scratch_);
    tree_.text(name, tree_.keep(text),
               is_valid_utf8(text) ? PropertyType::string : PropertyType::bytes);
    return true;
  }
  if (token == "true" || token == "false") {
    tree_.boolean(name, token == "true");
    return true;
  }
  if (token == "null") {
    tree_.null(name);
    return true;
  }
  if (const auto integer = number_from<std::int64_t>(token)) {
    tree_.integer(name, *integer);
  } else if (const auto large = number_from<std::uint64_t>(token)) {
    tree_.unsigned_integer(name, *large);
  } else if (const auto number = number_of_token(token)) {
    tree_.number(name, *number, Precision::float64);
  } else {
    return false;
  }
  return true;
}

}  // namespace

MessageOutcome append_json_members(PropertyTree& tree, std::string_view json) {
  simdjson::dom::parser parser;
  element value;
  if (!parse_value(parser, json, value)) return LooseJson(tree, json).add_all();
  JsonValues values(tree);
  const bool is_object = value.type() == element_type::OBJECT;
  const bool is_good = is_object ? values.add_members(value) : values.add_plain("value", value);
  if (values.outcome(is_good)) return MessageOutcome::whole;
  return LooseJson(tree, json).add_all();  // as far as there is room
}

bool append_json_property(PropertyTree& tree, std::string_view name, PropertyType type,
                          std::string_view json) {
  simdjson::dom::parser parser;
  element value;
  if (!parse_value(parser, json, value)) return false;
  JsonValues values(tree);
  if (values.outcome(values.add_typed(name, type, value))) return true;
  return type == PropertyType::list && values.outcome(values.add_plain(name, value));
}

bool append_json_properties(PropertyTree& tree, std::string_view json, const PlacedTypes& types) {
  simdjson::dom::parser parser;
  element value;
  if (!parse_value(parser, json, value)) return false;
  JsonValues values(tree, &types);
  return values.outcome(values.add_properties(value));
}

}  // namespace scrubjay::mcap
