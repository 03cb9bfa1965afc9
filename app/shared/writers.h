#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "formats/format_writer.h"

namespace scrubjay {

/// What a recording can be written as: the formats that are read, then texts.
std::span<const FormatWriter* const> writers();
/// The texts.
std::span<const FormatWriter* const> text_writers();
/// Null where nothing of that name is written.
const FormatWriter* find_writer(std::string_view name);

/// An option, and the writers that offer it under its name.
struct OfferedOption {
  const WriteOption* option = nullptr;  ///< of the first of them
  std::vector<std::string_view> writers;
  std::vector<std::string_view> values;  ///< of any of them, the first one's default first
};
/// The options of all writers, each name once.
std::vector<OfferedOption> offered_write_options();

}  // namespace scrubjay
