#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scrubjay {

/// What becomes of texts that a recording holds.
enum class CsvTexts : std::uint8_t {
  /// What a spreadsheet would take for a formula gets a ' in front: a text that begins with = + - @
  /// a tab or a carriage return and is no number. What could steer a terminal is written as \x1b.
  safe,
  raw,  ///< as they are
};

/// Appends `cell`, in quotes where RFC 4180 asks for them. Invalid UTF-8 is replaced.
void append_csv(std::string& out, std::string_view cell, CsvTexts texts = CsvTexts::safe);

/// Appends a value that is written as JSON: a text without its quotes, null as an empty cell,
/// everything else as it is.
void append_csv_value(std::string& out, std::string_view json, CsvTexts texts = CsvTexts::safe);

}  // namespace scrubjay
