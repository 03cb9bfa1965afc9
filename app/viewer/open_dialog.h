#pragma once

#include <future>
#include <optional>
#include <string>
#include <vector>

namespace scrubjay {

/// Asks the desktop's own file chooser (zenity, kdialog) on a thread of its own, so that the window
/// goes on. Where there is none, the window shows a path field instead.
class NativeChooser {
 public:
  /// True when the desktop offers a chooser. Looks through the search path once.
  static bool is_available();

  void start(const std::string& folder);
  bool is_open() const { return answer_.valid(); }
  /// The files chosen, once; an empty list when the user went back; nothing while it is open.
  std::optional<std::vector<std::string>> take();

 private:
  std::future<std::vector<std::string>> answer_;
};

/// Ways to go on with a path that is being typed: names of files and folders that begin with what
/// stands after its last separator, folders first and with a separator at their end. "~" at the
/// beginning is the user's own folder. At most `most`; hidden names only when asked for by a
/// leading dot.
std::vector<std::string> complete_path(const std::string& typed, std::size_t most);

/// `path` with a leading "~" replaced, quotes and "file://" around it removed, as people paste it.
std::string clean_path(const std::string& path);

}  // namespace scrubjay
