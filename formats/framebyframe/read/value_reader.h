#pragma once

#include <simdjson.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/property_tree.h"
#include "formats/framebyframe/read/frame_problems.h"

namespace scrubjay::framebyframe {

/// Reads JSON values into a PropertyTree: what single fields of properties are made of, and JSON of
/// any shape. A value that does not fit is kept as what it is, and noted.
///
/// Functions that return bool return false when the JSON broke: nothing can be read after that, but
/// the tree is whole. One reader serves many frames; its storage is kept.
class ValueReader {
 public:
  using Value = simdjson::ondemand::value;
  using Key = simdjson::ondemand::raw_json_string;

  /// For the text that is read next. `text_stays`: it outlives the tree, so that names and texts
  /// without escapes need not be copied. `offset`: of the text from the frame's first byte.
  void begin(PropertyTree& tree, std::string_view text, bool text_stays, Problems& problems,
             std::uint64_t offset = 0);

  /// So many bytes of the frame are not in the text, from here on.
  void pass_over(std::size_t bytes) { offset_ += bytes; }

  PropertyTree& tree() { return *tree_; }
  Problems& problems() { return *problems_; }
  bool is_broken() const { return is_broken_; }

  /// Notes something at `value`.
  void note(const ProblemCode& code, Value& value);
  /// Notes a JSON error; always false.
  bool broken(simdjson::error_code error);
  /// Where the JSON of a value begins in the text.
  std::uint64_t offset_of(Value& value) const;

  /// The text of a string token, to last as long as the tree.
  std::string_view keep_token(std::string_view token);
  /// Likewise of an object's key, and of a view into the text or a scratch buffer.
  std::string_view keep_key(Key key);
  std::string_view keep(std::string_view text);

  /// Calls `visit(Key, Value&)` for each field; stops when it returns false.
  template <class Visit>
  bool each_field(simdjson::ondemand::object& object, const Visit& visit);
  /// For a value that is an object. null counts as an empty one, anything else is noted.
  template <class Visit>
  bool each_field_of(Value& value, const Visit& visit);
  /// Calls `visit(Value&)` for each element of an array, under the same rules.
  template <class Visit>
  bool each_item_of(Value& value, const Visit& visit);

  // Each adds one node, or what the value is instead.
  bool add_json(std::string_view name, Value& value, int depth);
  bool add_text(std::string_view name, Value& value, PropertyType type, int depth);
  bool add_number(std::string_view name, Value& value, int depth);
  bool add_boolean(std::string_view name, Value& value, int depth);
  bool add_vector(std::string_view name, Value& value, PropertyType type, Meaning meaning,
                  int depth);
  bool add_color(std::string_view name, Value& value, int depth);
  /// A flat list of numbers, or of {x, y, z} for PropertyType::points.
  bool add_numbers(std::string_view name, Value& value, PropertyType type, Meaning meaning);

  /// A number as JSON, as text ("NaN", "1.5"), or null, which stands for NaN
  /// (formats/framebyframe/README.md, 15.5). False, and nothing is broken, for anything else.
  bool number(Value& value, double& out);
  enum class Components : std::uint8_t { xyzw, rgba };
  /// {x, y} and so on, as many as `out` has, or an array of as many numbers. False when it is
  /// neither, or broke. What is missing stays.
  bool vector(Value& value, Components names, std::span<double> out);

 private:
  bool add_container(std::string_view name, Value& value, int depth);
  bool add_scalar(std::string_view name, Value& value);
  void add_large_integer(std::string_view name, std::string_view token, double rounded);
  bool vector_of_array(Value& value, std::span<double> out);
  bool point_item(Value& value);
  bool wrong(std::string_view name, Value& value, int depth);

  PropertyTree* tree_ = nullptr;
  Problems* problems_ = nullptr;
  std::string_view text_;
  std::uint64_t offset_ = 0;
  bool text_stays_ = false;
  bool is_broken_ = false;
  std::string scratch_;
  std::vector<double> numbers_;
};

/// The first character of a value's JSON tells what it is: { [ " t f n - 0..9.
inline char first_char(simdjson::ondemand::value& value) {
  const std::string_view token = value.raw_json_token();
  return token.empty() ? '\0' : token.front();
}

template <class Visit>
bool ValueReader::each_field(simdjson::ondemand::object& object, const Visit& visit) {
  for (auto item : object) {
    simdjson::ondemand::field field;
    if (const auto error = std::move(item).get(field)) return broken(error);
    if (!visit(field.key(), field.value())) return false;
  }
  return true;
}

template <class Visit>
bool ValueReader::each_field_of(Value& value, const Visit& visit) {
  const char first = first_char(value);
  if (first != '{') {
    if (first != 'n') note(code::kWrongStructure, value);
    return true;
  }
  simdjson::ondemand::object object;
  if (const auto error = value.get_object().get(object)) return broken(error);
  return each_field(object, visit);
}

template <class Visit>
bool ValueReader::each_item_of(Value& value, const Visit& visit) {
  const char first = first_char(value);
  if (first != '[') {
    if (first != 'n') note(code::kWrongStructure, value);
    return true;
  }
  simdjson::ondemand::array array;
  if (const auto error = value.get_array().get(array)) return broken(error);
  for (auto element : array) {
    Value item;
    if (const auto error = std::move(element).get(item)) return broken(error);
    if (!visit(item)) return false;
  }
  return true;
}

}  // namespace scrubjay::framebyframe
