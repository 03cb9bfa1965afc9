#pragma once

#include <string>
#include <string_view>

namespace scrubjay::cli {

/// Appends `cell`, in quotes where RFC 4180 asks for them. Invalid UTF-8 is replaced.
void append_csv(std::string& out, std::string_view cell);

}  // namespace scrubjay::cli
