#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "core/byte_reader.h"
#include "core/problem.h"

namespace scrubjay {

/// A file that appears whole or not at all: bytes go to a new file beside the target, `commit`
/// flushes it to the disk and renames it over the target. Without a commit the target stays as it
/// was and nothing is left behind.
///
/// A target that is no regular file (a pipe, /dev/null) cannot be replaced: it is written directly;
/// so is what the process has open already (/dev/stdout), from the place reached there on.
/// A symbolic link stays one; the file that it points to is replaced. The permissions of a file
/// that is replaced are kept.
class AtomicFile {
 public:
  /// When bytes reach the disk: before the file appears, so that a power cut leaves the old or the
  /// new one; or whenever the system likes, for what is checked when it is read.
  enum class Flush : std::uint8_t { at_once, by_system };

  /// Errors, all fatal: "is-directory", "no-folder" when the folder does not exist, "not-writable".
  static Result<AtomicFile> create(const std::string& path);

  ~AtomicFile();
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) = delete;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends. False once anything failed (disk full, pipe closed): `commit` then says why.
  bool write(Bytes bytes);
  std::uint64_t bytes_written() const { return bytes_written_; }
  /// Makes the file appear. Once, as the last call. Errors: "not-writable" with the system's
  /// reason.
  Result<void> commit(Flush flush = Flush::at_once);

 private:
  AtomicFile() = default;
  void discard();

  std::string path_;       ///< as asked for, for messages
  std::string target_;     ///< path_ with links followed
  std::string temporary_;  ///< beside target_; empty when written directly
  std::FILE* stream_ = nullptr;
  std::uint64_t bytes_written_ = 0;
  int error_ = 0;  ///< the first errno
};

/// A file of `bytes` in one call. Errors: those of AtomicFile.
Result<void> write_whole_file(const std::string& path, Bytes bytes,
                              AtomicFile::Flush flush = AtomicFile::Flush::at_once);

/// True when both paths exist and name the same file.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace scrubjay
