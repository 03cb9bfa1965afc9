#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/problem.h"

namespace scrubjay::flecs {

/// One document of flecs' dialect of JSON, made strict (formats/flecs/README.md, 2).
struct RepairedDocument {
  std::string text;                ///< strict JSON in UTF-8
  std::size_t end = 0;             ///< behind the document in the text given
  std::uint64_t repairs = 0;       ///< irregularities; numbers that are only large do not count
  std::size_t first_repair = 0;    ///< where the first of them is
  std::uint64_t invalid_utf8 = 0;  ///< bytes that were replaced
};

/// Reads the document at the beginning of `text` by the lenient rules: bare quotes and control
/// characters inside of strings, unknown escapes, empty elements, bytes that are no UTF-8, and
/// tokens that are no number. O(bytes); nesting costs memory, not stack. Errors, with the place in
/// `text`: "cut-off" when it ends inside of the document, "not-json", "too-deep".
Result<RepairedDocument> repair_document(std::string_view text);

}  // namespace scrubjay::flecs
