#include "formats/framebyframe/read/value_reader.h"

#include <array>
#include <cmath>
#include <functional>

#include "core/number_text.h"
#include "formats/framebyframe/limits.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

namespace {

/// From here on a double no longer holds every integer.
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53

std::size_t component_count(PropertyType type) {
  return type == PropertyType::vec2 ? 2 : type == PropertyType::quat ? 4 : 3;
}

/// The place of a component by its one-letter name; 4 for another name.
std::size_t component_place(ValueReader::Components names, char name) {
  if (names == ValueReader::Components::xyzw) {
    return name >= 'x' && name <= 'z' ? static_cast<std::size_t>(name - 'x') : name == 'w' ? 3 : 4;
  }
  switch (name) {
    case 'r': return 0;
    case 'g': return 1;
    case 'b': return 2;
    case 'a': return 3;
    default: return 4;
  }
}

}  // namespace

void ValueReader::begin(PropertyTree& tree, std::string_view text, bool text_stays,
                        Problems& problems, std::uint64_t offset) {
  tree_ = &tree;
  problems_ = &problems;
  text_ = text;
  offset_ = offset;
  text_stays_ = text_stays;
  is_broken_ = false;
}

std::uint64_t ValueReader::offset_of(Value& value) const {
  return offset_ + static_cast<std::uint64_t>(value.raw_json_token().data() - text_.data());
}

void ValueReader::note(const ProblemCode& code, Value& value) {
  problems_->add_at(code, offset_of(value));
}

bool ValueReader::broken(simdjson::error_code) {
  is_broken_ = true;
  return false;
}

std::string_view ValueReader::keep(std::string_view text) {
  // Pointers of different buffers are compared, which only std::less defines.
  const std::less_equal<const char*> at_or_before;
  const bool is_inside = at_or_before(text_.data(), text.data()) &&
                         at_or_before(text.data(), text_.data() + text_.size());
  return text_stays_ && is_inside ? text : tree_->keep(text);
}

std::string_view ValueReader::keep_token(std::string_view token) {
  return keep(text_of_string(token, scratch_));
}

std::string_view ValueReader::keep_key(Key key) {
  return keep(unescaped(raw_key(key.raw()), scratch_));
}

bool ValueReader::wrong(std::string_view name, Value& value, int depth) {
  note(code::kWrongValue, value);
  return add_json(name, value, depth);
}

bool ValueReader::add_json(std::string_view name, Value& value, int depth) {
  const char first = first_char(value);
  if (first != '{' && first != '[') return add_scalar(name, value);
  if (depth >= limits::kDeepestValue) {
    note(code::kTooDeep, value);
    tree_->null(name);
    return true;
  }
  return add_container(name, value, depth);
}

bool ValueReader::add_container(std::string_view name, Value& value, int depth) {
  bool is_whole = false;
  PropertyTree::Node node = 0;
  if (first_char(value) == '{') {
    node = tree_->open(name, PropertyType::record);
    is_whole = each_field_of(
        value, [&](Key key, Value& field) { return add_json(keep_key(key), field, depth + 1); });
  } else {
    node = tree_->open(name, PropertyType::list);
    std::size_t n = 0;
    is_whole = each_item_of(
        value, [&](Value& item) { return add_json(index_name(*tree_, n++), item, depth + 1); });
  }
  tree_->close(node);
  return is_whole;
}

bool ValueReader::add_scalar(std::string_view name, Value& value) {
  const std::string_view token = trimmed(value.raw_json_token());
  if (is_string_token(token)) {
    tree_->text(name, keep_token(token));
  } else if (token == "true" || token == "false") {
    tree_->boolean(name, token == "true");
  } else if (token == "null") {
    tree_->null(name);
  } else if (const auto read = number_of_token(token)) {
    if (std::abs(*read) >= kExactIntegers) {
      add_large_integer(name, token, *read);
    } else {
      tree_->number(name, *read, Precision::float64);
    }
  } else {
    return broken(simdjson::TAPE_ERROR);
  }
  return true;
}

void ValueReader::add_large_integer(std::string_view name, std::string_view token, double rounded) {
  if (const auto value = number_from<std::int64_t>(token)) {
    if (rounded < 9223372036854775808.0 && static_cast<std::int64_t>(rounded) == *value) {
      tree_->number(name, rounded, Precision::float64);
    } else {
      tree_->integer(name, *value);
    }
  } else if (const auto large = number_from<std::uint64_t>(token)) {
    if (rounded < 18446744073709551616.0 && static_cast<std::uint64_t>(rounded) == *large) {
      tree_->number(name, rounded, Precision::float64);
    } else {
      tree_->unsigned_integer(name, *large);
    }
  } else {
    tree_->number(name, rounded, Precision::float64);
  }
}

bool ValueReader::add_text(std::string_view name, Value& value, PropertyType type, int depth) {
  const char first = first_char(value);
  if (first == '"') {
    tree_->text(name, keep_token(value.raw_json_token()), type);
    return true;
  }
  if (first != 'n') return wrong(name, value, depth);
  return add_json(name, value, depth);
}

bool ValueReader::add_number(std::string_view name, Value& value, int depth) {
  double read = 0.0;
  if (!number(value, read)) return wrong(name, value, depth);
  if (std::abs(read) >= kExactIntegers) {
    add_large_integer(name, trimmed(value.raw_json_token()), read);
  } else {
    tree_->number(name, read, Precision::float64);
  }
  return true;
}

bool ValueReader::add_boolean(std::string_view name, Value& value, int depth) {
  const char first = first_char(value);
  bool read = false;
  if (first != 't' && first != 'f') {
    return first == 'n' ? add_json(name, value, depth) : wrong(name, value, depth);
  }
  if (const auto error = value.get_bool().get(read)) return broken(error);
  tree_->boolean(name, read);
  return true;
}

bool ValueReader::add_vector(std::string_view name, Value& value, PropertyType type,
                             Meaning meaning, int depth) {
  std::array<double, 4> read{};
  const std::span<double> used = std::span(read).first(component_count(type));
  if (vector(value, Components::xyzw, used)) {
    tree_->numbers(name, type, used, Precision::float64, "", meaning);
    return true;
  }
  if (is_broken_) return false;
  return first_char(value) == 'n' ? add_json(name, value, depth) : wrong(name, value, depth);
}

bool ValueReader::add_color(std::string_view name, Value& value, int depth) {
  std::array<double, 4> read{0.0, 0.0, 0.0, 1.0};
  if (vector(value, Components::rgba, read)) {
    tree_->numbers(name, PropertyType::color, read, Precision::float64);
    return true;
  }
  if (is_broken_) return false;
  return first_char(value) == 'n' ? add_json(name, value, depth) : wrong(name, value, depth);
}

bool ValueReader::add_numbers(std::string_view name, Value& value, PropertyType type,
                              Meaning meaning) {
  numbers_.clear();
  const bool is_whole = each_item_of(value, [&](Value& item) {
    if (type == PropertyType::points) return point_item(item);
    double read = 0.0;
    if (number(item, read)) {
      numbers_.push_back(read);
    } else {
      note(code::kWrongValue, item);
    }
    return true;
  });
  tree_->numbers(name, type, numbers_, Precision::float64, "", meaning);
  return is_whole;
}

bool ValueReader::point_item(Value& value) {
  std::array<double, 3> read{};
  if (vector(value, Components::xyzw, read)) {
    numbers_.insert(numbers_.end(), read.begin(), read.end());
  } else if (!is_broken_) {
    note(code::kWrongValue, value);
  }
  return !is_broken_;
}

bool ValueReader::number(Value& value, double& out) {
  const std::string_view token = value.raw_json_token();
  if (token.empty()) return false;
  switch (token.front()) {
    case '{':
    case '[':
    case 't':
    case 'f': return false;
    case 'n': out = std::nan(""); return true;
    case '"': break;
    default:
      if (!value.get_double().get(out)) return true;
      break;
  }
  const auto read = number_of_token(token);
  if (read) out = *read;
  return read.has_value();
}

bool ValueReader::vector(Value& value, Components names, std::span<double> out) {
  const char first = first_char(value);
  if (first == '[') return vector_of_array(value, out);
  if (first != '{') return false;
  std::size_t found = 0;
  const std::uint64_t offset = offset_of(value);
  const bool is_whole = each_field_of(value, [&](Key key, Value& field) {
    if (key.raw()[1] != '"') return true;
    const std::size_t place = component_place(names, key.raw()[0]);
    if (place >= out.size()) return true;
    if (!number(field, out[place])) note(code::kWrongValue, field);
    ++found;
    return true;
  });
  if (is_whole && found < out.size()) problems_->add_at(code::kWrongValue, offset);
  return is_whole;
}

bool ValueReader::vector_of_array(Value& value, std::span<double> out) {
  std::size_t found = 0;
  const std::uint64_t offset = offset_of(value);
  const bool is_whole = each_item_of(value, [&](Value& item) {
    if (found < out.size() && !number(item, out[found])) note(code::kWrongValue, item);
    ++found;
    return true;
  });
  if (is_whole && found != out.size()) problems_->add_at(code::kWrongValue, offset);
  return is_whole;
}

}  // namespace scrubjay::framebyframe
