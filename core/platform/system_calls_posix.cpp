#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "core/platform/system_calls.h"

namespace scrubjay::system_calls {

std::filesystem::path user_cache_folder() {
  // A relative path there counts as none (XDG Base Directory Specification, "Basics").
  if (const std::filesystem::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) {
    return cache / "scrubjay";
  }
  const std::string home = variable("HOME");
  return home.empty() ? "" : std::filesystem::path(home) / ".cache" / "scrubjay";
}

int sync_stream(std::FILE* stream) {
  return fsync(fileno(stream)) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP
             ? 0
             : errno;
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)fsync(descriptor);
  ::close(descriptor);
}

}  // namespace scrubjay::system_calls
