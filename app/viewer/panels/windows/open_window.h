#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/viewer/panel.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// A field for a path with what is in the folder below, for desktops without a file chooser of
/// their own.
struct PathBrowser {
  std::string path;                           ///< as typed
  std::optional<std::string> completed_for;   ///< the path that `completions` are for
  std::vector<std::string> completions;       ///< ways to go on; folders end with '/'
  Awaited<std::vector<std::string>> running;  ///< from the disk
  bool just_opened = false;                   ///< the field takes the keyboard
  bool shows_all = false;                     ///< not only what looks like a recording
};

/// Draws it over the width that there is, the list `height` high. The path that was chosen: a file,
/// or what was typed and entered. `place` names it for the state that is printed.
std::optional<std::string> browse_path(PanelContext& context, PathBrowser& browser, float height,
                                       const std::string& place);

/// What the window that asks for a file's path keeps between pictures.
struct OpenWindowCache {
  PathBrowser browser;
};

}  // namespace scrubjay
