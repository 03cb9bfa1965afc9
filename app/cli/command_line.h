#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shared/exit_status.h"
#include "app/view_pictures.h"
#include "app/viewer.h"

namespace scrubjay::cli {

/// What came of the arguments: a subcommand that has run, or the wish for a window.
struct Outcome {
  std::optional<ExitStatus> status;  ///< nothing: open the window with `viewer`
  ViewerOptions viewer;
};

/// Parses the arguments (without the program's name) and runs the subcommand if there is one. Help,
/// version and wrong usage are dealt with here.
/// `open_view` draws views for pictures and films; null in a build without a window.
Outcome run_command_line(std::vector<std::string> arguments, OpenViewPictures open_view = nullptr);

}  // namespace scrubjay::cli
