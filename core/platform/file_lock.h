#pragma once

#include <optional>
#include <string>

namespace scrubjay {

/// Keeps other processes out while it lives: those that ask for the lock of the same file, which is
/// made when missing and stays. The system lets go of it when its process ends.
class FileLock {
 public:
  /// Waits up to a second. Nothing where that was not enough, or where the file cannot be made.
  static std::optional<FileLock> take(const std::string& path);

  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;  ///< -1: moved from
};

}  // namespace scrubjay
