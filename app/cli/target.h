#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/cli/console.h"
#include "core/platform/output_file.h"
#include "core/problem.h"

namespace scrubjay::cli {

/// The file to write, or why it cannot be. Nothing for "-", which is standard output.
Result<std::optional<AtomicFile>> open_target(const std::string& target);

/// Whether a target is one of the files that are read, which writing it would destroy.
bool is_one_of(const std::string& target, std::span<const std::string> files);

/// Why a report is not written into such a target.
Problem overwriting_report();

/// Writes a text whole. A failure is told on standard error: nothing_done.
ExitStatus write_target(const std::string& target, const std::string& text, Console& console);

}  // namespace scrubjay::cli
