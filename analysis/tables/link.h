#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"

namespace scrubjay::tables {

/// The command line that shows a moment and an entity of a recording:
/// `scrubjay drive.log --time 12.5 --select 24`, for a POSIX shell on every system.
std::string link_to(std::string_view file, std::optional<Seconds> time,
                    std::optional<std::string_view> entity_id);

}  // namespace scrubjay::tables
