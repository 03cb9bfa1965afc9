#pragma once

#include <string>
#include <string_view>

namespace scrubjay::cli {

/// Appends `cell`, in quotes where RFC 4180 asks for them. Invalid UTF-8 is replaced.
void append_csv(std::string& out, std::string_view cell);

/// Appends a value that is written as JSON: a text without its quotes, null as an empty cell,
/// everything else as it is.
void append_csv_value(std::string& out, std::string_view json);

}  // namespace scrubjay::cli
