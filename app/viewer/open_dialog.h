#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/concurrency/awaited.h"

namespace scrubjay {

/// Asks the desktop's own file chooser (zenity, kdialog; Windows' own) on a thread of its own, so
/// that the window goes on. Where there is none, the window shows a path field instead.
class NativeChooser {
 public:
  /// True when the desktop offers a chooser.
  static bool is_available();

  /// Asks for recordings to open.
  void start(const std::string& folder);
  /// Asks where to save, with a name to begin with.
  void start_saving(const std::string& path);
  bool is_open() const { return answer_.is_running(); }
  /// The files chosen, once; an empty list when the user went back; nothing while it is open.
  std::optional<std::vector<std::string>> take() { return answer_.take(); }

 private:
  Awaited<std::vector<std::string>> answer_;
};

enum class PathsToList : std::uint8_t { all, openable };

/// Ways to go on with a path that is being typed: names of files and folders that begin with what
/// stands after its last separator, folders first and with a separator at their end. "~" at the
/// beginning is the user's own folder. At most `most`; hidden names only when asked for by a
/// leading dot. Of files only those that the window opens by their names, where that is asked for.
std::vector<std::string> complete_path(const std::string& typed, std::size_t most,
                                       PathsToList list = PathsToList::all);

/// `path` with a leading "~" replaced, quotes and "file://" around it removed, as people paste it.
std::string clean_path(const std::string& path);

/// `path` from the root on, links followed; as it is where that cannot be found out.
std::string absolute_path(const std::string& path);

}  // namespace scrubjay
