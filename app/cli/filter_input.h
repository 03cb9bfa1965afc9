#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/console.h"
#include "core/filter.h"

namespace scrubjay::cli {

/// The filters of a file that the user named; what of them could not be taken is told on standard
/// error. Nothing when the file could not be read: told there, too.
std::optional<std::vector<Filter>> load_filter_input(const std::string& path, Console& console);

}  // namespace scrubjay::cli
