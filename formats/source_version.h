#pragma once

#include <string_view>

namespace scrubjay {

/// Changes with any source of `core` and `formats`: an index that another version made is not used,
/// without anybody having to think of it.
std::string_view source_version();

}  // namespace scrubjay
