#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <chrono>
#include <cstdint>
#include <thread>
#include <utility>

#include "core/platform/file_lock.h"
#include "core/platform/wide_text_windows.h"

namespace scrubjay {

std::optional<FileLock> FileLock::take(const std::string& path) {
  constexpr auto kPause = std::chrono::milliseconds(10);
  constexpr int kTries = 100;
  // It may be removed by who holds the lock.
  const HANDLE handle = CreateFileW(wide_text(path).c_str(), GENERIC_READ | GENERIC_WRITE,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return std::nullopt;
  const int descriptor =
      _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_RDWR | _O_NOINHERIT);
  if (descriptor < 0) {
    CloseHandle(handle);
    return std::nullopt;
  }
  FileLock lock(descriptor);
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
