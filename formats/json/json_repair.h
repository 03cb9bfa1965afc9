#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace scrubjay {

/// What was not JSON, and what was made of it.
enum class JsonRepairKind : std::uint8_t {
  bare_key,           ///< x: 1                 the word in quotes
  bare_number_key,    ///< 304: {}              the digits in quotes
  bare_value,         ///< "type": number       the word in quotes; undefined becomes null
  not_finite,         ///< NaN, -Infinity       the word in quotes
  number_form,        ///< .5, +1, 5., 007      0.5, 1, 5.0, 7
  single_quotes,      ///< 'a'                  "a"
  escape,             ///< "\x"                 "\\x"
  control_character,  ///< a line break, a tab or another one inside a string: escaped
  invalid_utf8,       ///< a byte of a string that is no UTF-8: U+FFFD
  comment,            ///< // and /* */         left out
  semicolon,          ///< "a": 1; "b": 2       a comma
  extra_comma,        ///< [1, 2, ]             left out
  missing_comma,      ///< [{} {}]              added
  implied_bracket,    ///< {"a": [1 }           the bracket that was never closed is closed
  stray_bracket,      ///< a closing bracket that nothing opened: left out
  cut_off,            ///< the text ends inside the value: everything open is closed
};
inline constexpr std::size_t kJsonRepairKinds = 16;

/// "a key without quotes", "a missing comma", ...
std::string_view to_text(JsonRepairKind kind);

struct JsonRepair {
  JsonRepairKind kind = JsonRepairKind::bare_key;
  std::uint64_t offset = 0;  ///< byte of the text given
};

struct JsonRepairLimits {
  std::size_t output_bytes = std::size_t{1} << 30;
  std::size_t depth = 1000;           ///< open brackets within each other
  std::size_t listed_repairs = 4096;  ///< all are made and counted, this many listed
};

/// One JSON value, made strict.
struct RepairedJson {
  std::string text;  ///< valid JSON in UTF-8, without the white space between its tokens
  std::vector<JsonRepair> repairs;                       ///< in order of the text
  std::array<std::uint64_t, kJsonRepairKinds> counts{};  ///< by kind
  std::uint64_t end = 0;  ///< of the text given: behind the value and what may be passed over; less
                          ///< than its size when more follows
  bool is_cut_off = false;

  std::uint64_t count() const;  ///< of all repairs
};

/// Turns text that people meant as JSON into JSON, keeping what is in it. O(size); the depth of the
/// text costs memory, not stack. What cannot be understood without guessing is refused. Errors:
/// "schema-sketch" for a description of a format (`Property[]`, `a | b`, `[key:number]: T`),
/// "keyless-object" for an object that holds a value without a key, "not-json" for anything else,
/// "too-deep", "too-large". Their offset is that of the text given.
Result<RepairedJson> repair_json(std::string_view text, const JsonRepairLimits& limits = {});

}  // namespace scrubjay
