#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/number_text.h"

namespace scrubjay {

/// compact: no white space, for one object a line. pretty: two spaces a level, numbers of one array
/// beside each other, for people.
enum class JsonLayout : std::uint8_t { compact, pretty };

/// What stands for numbers that JSON cannot hold: the strings "NaN", "Infinity" and "-Infinity", or
/// null.
enum class NonFinite : std::uint8_t { text, null };

/// Appends JSON to a string, value by value. The caller keeps the order right (a key before each
/// value of an object, as many ends as begins); the writer does commas, white space and escapes.
/// The string may be emptied between two calls, so that a long text need not be held in memory
/// whole.
///
/// Texts that are not valid UTF-8 get U+FFFD for each wrong byte.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out, JsonLayout layout = JsonLayout::compact,
                      NonFinite non_finite = NonFinite::text)
      : out_(out), layout_(layout), non_finite_(non_finite) {}

  void begin_object() { begin('{'); }
  /// A small object that stays on one line, with all that is in it, in the pretty layout too.
  void begin_object_on_one_line();
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void key(std::string_view name);

  void text(std::string_view value);
  void number(double value, Precision precision = Precision::float64);
  void integer(std::int64_t value);
  void unsigned_integer(std::uint64_t value);
  void boolean(bool value);
  void null();
  /// A value that is JSON already.
  void raw(std::string_view json);
  /// An array of numbers.
  void numbers(std::span<const double> values, Precision precision = Precision::float64);
  /// Any bytes, as one base64 text.
  void base64(std::string_view bytes);

  // A key with its value.
  void field(std::string_view name, std::string_view value);
  void number_field(std::string_view name, double value, Precision precision = Precision::float64);
  template <std::integral Integer>
  void integer_field(std::string_view name, Integer value) {
    key(name);
    if constexpr (std::is_signed_v<Integer>) {
      integer(value);
    } else {
      unsigned_integer(value);
    }
  }
  void boolean_field(std::string_view name, bool value);
  void null_field(std::string_view name);
  /// An array of what `text_of` says of each.
  template <class Values, class TextOf = std::identity>
  void texts_field(std::string_view name, const Values& values, TextOf text_of = {}) {
    key(name);
    begin_array();
    for (const auto& value : values) text(std::invoke(text_of, value));
    end_array();
  }

 private:
  void begin(char bracket);
  void end(char bracket);
  void before_value();
  void new_line();
  void append_number(double value, Precision precision);

  std::string& out_;
  JsonLayout layout_;
  NonFinite non_finite_;
  std::vector<bool> has_items_;     ///< one a level: whether a comma comes before the next item
  std::size_t one_line_level_ = 0;  ///< levels from this one on are on one line; 0 for none
  bool after_key_ = false;
};

/// Appends `text` in quotes, escaped, as JSON writes it.
void append_json_text(std::string& out, std::string_view text);

}  // namespace scrubjay
