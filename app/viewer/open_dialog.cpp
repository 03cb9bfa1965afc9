#include "app/viewer/open_dialog.h"

#include <algorithm>
#include <filesystem>

#include "app/shared/filter_file.h"
#include "app/shared/folder_recordings.h"
#include "app/shared/notes_file.h"
#include "app/shared/scenery_file.h"
#include "core/number_text.h"
#include "core/platform/desktop.h"
#include "core/platform/user_folders.h"

namespace scrubjay {

namespace {

namespace fs = std::filesystem;

/// By its name: a recording, or what is read beside one.
bool is_openable(const std::string& name) {
  return has_extension_of_recordings(name) || is_scenery_file(name) || is_filter_file(name) ||
         is_notes_file(name);
}

}  // namespace

bool NativeChooser::is_available() { return has_file_chooser(); }

void NativeChooser::start(const std::string& folder) {
  if (!is_open()) answer_.start({}, [folder] { return choose_files_to_open(folder); });
}

void NativeChooser::start_saving(const std::string& path) {
  if (!is_open()) answer_.start({}, [path] { return choose_file_to_save(path); });
}

std::string clean_path(const std::string& typed) {
  std::string path = typed;
  while (!path.empty() && (path.back() == ' ' || path.back() == '\n' || path.back() == '\r')) {
    path.pop_back();
  }
  path.erase(0, std::min(path.find_first_not_of(' '), path.size()));
  if (path.size() >= 2 && (path.front() == '"' || path.front() == '\'') &&
      path.back() == path.front()) {
    path = path.substr(1, path.size() - 2);
  }
  constexpr std::string_view kScheme = "file://";
  if (path.starts_with(kScheme)) path = without_percent_codes(path.substr(kScheme.size()));
  if (path == "~" || path.starts_with("~/")) path = user_home_folder().string() + path.substr(1);
  return path;
}

std::vector<std::string> complete_path(const std::string& typed, std::size_t most,
                                       PathsToList list) {
  const std::string path = clean_path(typed);
  const std::size_t slash = path.find_last_of("/\\");
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string begin = path.substr(folder.size());
  std::vector<std::pair<bool, std::string>> found;  // whether it is a file, and its name
  std::error_code error;
  constexpr std::size_t kLookedAt = 20000;  // a huge folder must not stop the window
  std::size_t looked_at = 0;
  for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end;
       !error && it != end && looked_at < kLookedAt; it.increment(error), ++looked_at) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(begin) || (name.front() == '.' && begin.empty())) continue;
    std::error_code ignored;
    const bool is_file = !it->is_directory(ignored);
    if (is_file && list == PathsToList::openable && !is_openable(name)) continue;
    found.emplace_back(is_file, name);
  }
  std::ranges::sort(found);
  if (found.size() > most) found.resize(most);
  std::vector<std::string> completions;
  for (const auto& [is_file, name] : found) {
    completions.push_back(folder + name + (is_file ? "" : "/"));
  }
  return completions;
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const auto full = fs::weakly_canonical(path, error);
  return error ? path : full.string();
}

}  // namespace scrubjay
