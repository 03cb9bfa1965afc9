#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <chrono>
#include <thread>
#include <utility>

#include "core/platform/file_lock.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

std::optional<FileLock> FileLock::take(const std::string& path) {
  constexpr auto kPause = std::chrono::milliseconds(10);
  constexpr int kTries = 100;
  const int descriptor = _wsopen(wide_text(path).c_str(), _O_RDWR | _O_CREAT | _O_NOINHERIT,
                                 _SH_DENYNO, _S_IREAD | _S_IWRITE);
  if (descriptor < 0) return std::nullopt;
  FileLock lock(descriptor);
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
  for (int i = 0; i < kTries; ++i) {
    OVERLAPPED at = {};
    const DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    if (LockFileEx(handle, flags, 0, 1, 0, &at) != 0) return lock;
    std::this_thread::sleep_for(kPause);
  }
  return std::nullopt;
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) _close(descriptor_);
}

}  // namespace scrubjay
