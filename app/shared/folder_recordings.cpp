#include "app/shared/folder_recordings.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "app/shared/notes_file.h"
#include "core/platform/input_file.h"
#include "core/probe.h"
#include "formats/recognised_format.h"

namespace scrubjay {

namespace {

namespace fs = std::filesystem;

bool is_part_of_folder(const FoundRecording& file) {
  const Format* const format = find_format(file.format);
  return format != nullptr &&
         std::ranges::find(format->folder_extensions, extension_of(file.path)) !=
             format->folder_extensions.end();
}

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool has_extension_of_recordings(const std::string& path) {
  if (is_notes_file(path)) return false;
  const std::string extension = extension_of(path);
  return std::ranges::any_of(formats(), [&](const Format* format) {
    return std::ranges::find(format->extensions, extension) != format->extensions.end();
  });
}

FolderContent look_into_folder(const std::string& folder, int deepest) {
  FolderContent content;
  content.folder = folder;
  std::error_code error;
  std::size_t looked_at = 0;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    std::error_code ignored;
    if (it.depth() >= deepest) it.disable_recursion_pending();
    if (!it->is_regular_file(ignored) || !has_extension_of_recordings(it->path().string())) {
      continue;
    }
    if (++looked_at > kMostLookedAt) {
      content.is_cut_off = true;
      break;
    }
    const std::string path = it->path().string();
    const auto file = InputFile::open(path);
    const Format* const format = file ? recognised_format(**file) : nullptr;
    if (format == nullptr) {
      content.others.push_back(path);
    } else {
      content.files.push_back({path, std::string(format->name), (*file)->size()});
    }
  }
  std::ranges::sort(content.files, natural_less, &FoundRecording::path);
  std::ranges::sort(content.others, natural_less);
  content.is_one = !content.files.empty() && std::ranges::all_of(content.files, is_part_of_folder);
  return content;
}

std::vector<std::string> recordings_in(const std::string& path, std::vector<std::string>* others) {
  FolderContent content = look_into_folder(path, 0);
  if (others != nullptr) std::ranges::move(content.others, std::back_inserter(*others));
  std::vector<std::string> found;
  for (const FoundRecording& file : content.files) {
    if (!is_part_of_folder(file)) found.push_back(file.path);
  }
  const bool has_parts = found.size() < content.files.size();
  if (has_parts || found.empty()) found.insert(found.begin(), path);
  return found;
}

}  // namespace scrubjay
