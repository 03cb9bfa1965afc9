#pragma once

#include <simdjson.h>

#include <string_view>
#include <utility>

#include "formats/flecs/limits.h"

namespace scrubjay::flecs {

/// Documents are parsed whole: whether one is strict JSON decides how it is read
/// (formats/flecs/README.md, 2), and members may stand in any order, so that most are looked at
/// more than once. simdjson's tree is the one tree of it. False when `text` is no strict JSON or is
/// nested too deeply. `out` lives until the parser's next use. O(bytes).
inline bool parse_json(simdjson::dom::parser& parser, std::string_view text,
                       simdjson::dom::element& out) {
  if (text.empty()) return false;  // it may be nowhere
  // What walks the tree does so by recursion.
  if (parser.max_depth() != limits::kDeepestValue || parser.capacity() < text.size()) {
    if (parser.allocate(text.size() < 4096 ? 4096 : text.size() + text.size() / 2,
                        limits::kDeepestValue) != simdjson::SUCCESS) {
      return false;
    }
  }
  return parser.parse(text.data(), text.size()).get(out) == simdjson::SUCCESS;
}

// The value of an element whose type was looked at before.
inline simdjson::dom::object object_of(const simdjson::dom::element& value) {
  simdjson::dom::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS) return {};
  return object;
}
inline simdjson::dom::array array_of(const simdjson::dom::element& value) {
  simdjson::dom::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) return {};
  return array;
}
inline std::string_view string_of(const simdjson::dom::element& value) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) return {};
  return text;
}
inline bool bool_of(const simdjson::dom::element& value) {
  bool flag = false;
  if (value.get_bool().get(flag) != simdjson::SUCCESS) return false;
  return flag;
}

/// Empty where there is no such text.
inline std::string_view string_member(const simdjson::dom::object& object, std::string_view key) {
  std::string_view text;
  return object.at_key(key).get_string().get(text) == simdjson::SUCCESS ? text : "";
}

/// The result's value, or `out` as it was.
template <class T>
void read_into(simdjson::simdjson_result<T> result, T& out) {
  T value;
  if (std::move(result).get(value) == simdjson::SUCCESS) out = value;
}

}  // namespace scrubjay::flecs
