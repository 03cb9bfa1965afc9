#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "core/platform/system_calls.h"

namespace scrubjay::system_calls {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::optional<std::tm> local_time(std::int64_t seconds_since_1970) {
  const auto time = static_cast<std::time_t>(seconds_since_1970);
  std::tm parts{};
  if (localtime_r(&time, &parts) == nullptr) return std::nullopt;
  return parts;
}

std::FILE* open_file(const std::filesystem::path& path, OpenFor what) {
  const char* const mode = what == OpenFor::reading   ? "rb"
                           : what == OpenFor::writing ? "wb"
                                                      : "wbx";
  return std::fopen(path.c_str(), mode);
}

int replace_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
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
