#pragma once

#include <cstddef>
#include <string_view>

namespace scrubjay {

/// How many letters have to be left out, put in, changed or swapped with the next one to make `b`
/// of `a`. O(product of their sizes).
std::size_t edits_between(std::string_view a, std::string_view b);

}  // namespace scrubjay
