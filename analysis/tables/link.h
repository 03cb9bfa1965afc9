#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"

namespace scrubjay::tables {

/// `text` as one word of a shell's command line.
std::string shell_word(std::string_view text);

/// The command line that shows a moment and an entity of a recording:
/// `scrubjay drive.log --time 12.5 --select 24`.
std::string link_to(std::string_view file, std::optional<Seconds> time,
                    std::optional<std::string_view> entity_id);

}  // namespace scrubjay::tables
