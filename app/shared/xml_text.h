#pragma once

#include <string>
#include <string_view>

namespace scrubjay {

/// `text` as XML 1.0 has it in an attribute or between tags; what it cannot hold becomes U+FFFD.
std::string escaped_xml(std::string_view text);

}  // namespace scrubjay
