#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/platform/input_file_parts.h"
#include "core/platform/piped_input.h"

namespace scrubjay {

namespace {

#ifdef __linux__
constexpr int kOpenedAtOnce = O_NONBLOCK;
#else
// There one cannot tell a pipe that nobody has written to from one that all have closed.
constexpr int kOpenedAtOnce = 0;
#endif

/// Until all who write it have closed it.
Result<std::vector<std::byte>> read_pipe(int descriptor, const std::string& path,
                                         const std::stop_token& stop) {
  constexpr int kLook = 50;  // milliseconds
  constexpr std::size_t kStep = 1 << 16;
  std::vector<std::byte> bytes;
  while (!stop.stop_requested()) {
    pollfd waited{descriptor, POLLIN, 0};
    if (poll(&waited, 1, kLook) <= 0) continue;
    const std::size_t before = bytes.size();
    bytes.resize(before + kStep);
    const ssize_t got = ::read(descriptor, bytes.data() + before, kStep);
    const int error = errno;
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return bytes;
    if (got < 0 && error != EINTR && error != EAGAIN) {
      return failure(input_file_parts::from_errno(path, error));
    }
  }
  return failure(input_file_parts::unreadable("cancelled", path, "nobody waits for it any more"));
}

}  // namespace

Result<std::shared_ptr<InputFile>> open_input(const std::string& path, FileExtensions in_folders,
                                              const std::stop_token& stop) {
  if (path == "-") {
    const std::string name(input_file_parts::kStandardInput);
    auto bytes = read_pipe(STDIN_FILENO, name, stop);
    if (!bytes) return failure(std::move(bytes.error()));
    return InputFile::from_memory(name, std::move(*bytes));
  }
  struct stat info = {};
  const bool is_pipe = stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
  if (!is_pipe) return InputFile::open(path, in_folders);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | kOpenedAtOnce);
  if (descriptor < 0) return failure(input_file_parts::from_errno(path, errno));
  auto bytes = read_pipe(descriptor, path, stop);
  ::close(descriptor);
  if (!bytes) return failure(std::move(bytes.error()));
  return InputFile::from_memory(path, std::move(*bytes));
}

}  // namespace scrubjay
