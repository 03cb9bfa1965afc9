#pragma once

#include <optional>
#include <string>

#include "app/cli/console.h"
#include "core/platform/output_file.h"
#include "core/problem.h"

namespace scrubjay::cli {

/// The file to write, or why it cannot be. Nothing for "-", which is standard output.
Result<std::optional<AtomicFile>> open_target(const std::string& target);

/// Writes a text whole. A failure is told on standard error: nothing_done.
ExitStatus write_target(const std::string& target, const std::string& text, Console& console);

}  // namespace scrubjay::cli
