#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/viewer/panel.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// A way to go on with a path; folders end with '/'.
struct ListedPath {
  std::string path;
  bool is_open = false;  ///< the recording in it is
};

/// A field for a path with what is in the folder below, for desktops without a file chooser of
/// their own.
struct PathBrowser {
  std::string path;                       ///< as typed
  std::optional<std::string> listed_for;  ///< the path that `listed` is for
  std::vector<ListedPath> listed;
  Awaited<std::vector<ListedPath>> running;  ///< from the disk
  bool just_opened = false;  ///< the field takes the keyboard, and its folder is listed anew
  bool selects_all = false;  ///< once the field has the keyboard
  bool enters_list = false;  ///< the first entry takes the keyboard once the folder is listed
  std::optional<std::string> to_complete;  ///< what Tab was pressed at, until that is listed
  bool shows_all = false;                  ///< not only what looks like a recording

  /// `listed` is what the disk has for `path`.
  bool is_listed() const { return listed_for == path && !running.is_running(); }
};

/// Draws it over the width that there is, the list `height` high. The path that was chosen: a file,
/// or what was typed and entered. `place` names it for the state that is printed.
std::optional<std::string> browse_path(PanelContext& context, PathBrowser& browser, float height,
                                       const std::string& place);

/// What the window that asks for a file's path keeps between pictures.
struct OpenWindowCache {
  PathBrowser browser;
  bool is_entered = false;  ///< what is typed is opened once its folder is listed
};

}  // namespace scrubjay
