#include "core/platform/free_path.h"

#include <system_error>

#include "core/platform/output_file.h"
#include "core/platform/user_folders.h"

namespace scrubjay {

namespace {

/// The file that is made goes with the value.
bool is_writable(const std::filesystem::path& folder) {
  return !folder.empty() && AtomicFile::create((folder / "scrubjay").string()).has_value();
}

}  // namespace

std::string free_path(const std::filesystem::path& folder, const std::string& stem,
                      const std::string& ending) {
  for (int number = 1;; ++number) {
    std::string name = stem;
    if (number > 1) name += "_" + std::to_string(number);
    const std::filesystem::path path = folder / (name + ending);
    // A link that leads nowhere has the name, too.
    std::error_code error;
    if (!std::filesystem::exists(std::filesystem::symlink_status(path, error))) {
      return path.string();
    }
  }
}

std::filesystem::path writable_folder(const std::filesystem::path& folder) {
  std::error_code error;
  for (const std::filesystem::path& one :
       {folder, std::filesystem::current_path(error), user_home_folder()}) {
    if (is_writable(one)) return one;
  }
  return folder;
}

}  // namespace scrubjay
