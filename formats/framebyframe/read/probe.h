#pragma once

#include <string_view>

#include "formats/format.h"

namespace scrubjay::framebyframe {

/// Looks for this format's own keys in the head, inflated where it is compressed: other JSON
/// formats have "entities" and "data" as well.
Match probe(const ProbeInput& input);

/// True when keys of this format stand in the text, quoted or bare.
bool has_own_keys(std::string_view text);

}  // namespace scrubjay::framebyframe
