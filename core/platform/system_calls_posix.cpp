#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/platform/system_calls.h"

namespace scrubjay::system_calls {

namespace {

std::optional<int> own_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const char* const end = path.data() + path.size();
    int number = 0;
    if (std::from_chars(path.data() + folder.size(), end, number).ptr == end) return number;
  }
  return std::nullopt;
}

}  // namespace

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

std::optional<std::FILE*> open_own(const std::filesystem::path& path) {
  const std::optional<int> named = own_descriptor(path.native());
  if (!named) return std::nullopt;
  const int descriptor = fcntl(*named, F_DUPFD_CLOEXEC, 0);
  std::FILE* const stream = descriptor < 0 ? nullptr : fdopen(descriptor, "wb");
  if (stream == nullptr && descriptor >= 0) ::close(descriptor);
  return stream;
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
