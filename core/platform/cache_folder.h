#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/limits.h"
#include "core/platform/input_file.h"
#include "core/platform/output_file.h"
#include "core/problem.h"

namespace scrubjay {

/// The user's folder for what can be made again (`user_cache_folder`). Only the user may look into
/// it. Entries are files; together they stay below a limit, and those that were used the longest
/// ago go first. Deleting the folder or any entry, at any time, harms nobody: who has one open
/// keeps it.
class CacheFolder {
 public:
  /// The user's own, made if need be. Errors: "no-cache" with the reason.
  static Result<CacheFolder> open(std::uint64_t most_bytes = limits::kMostCacheBytes);
  /// Any folder, made if need be. Errors: the same.
  static Result<CacheFolder> open_at(const std::string& path,
                                     std::uint64_t most_bytes = limits::kMostCacheBytes);

  const std::string& path() const { return path_; }
  std::uint64_t most_bytes() const { return most_bytes_; }

  /// The path of an entry, which counts as used now; nothing when it is not there.
  std::optional<std::string> find(const std::string& name) const;
  /// Where an entry of that name stands once it is written.
  std::string path_of(const std::string& name) const;
  /// A new entry: appears with its commit. Errors: those of `AtomicFile::create`.
  Result<AtomicFile> create(const std::string& name) const;
  /// Deletes an entry, if it is there.
  void remove(const std::string& name) const;
  /// Deletes entries, the longest unused first, until `bytes` more fit. False when they never will.
  bool make_room(std::uint64_t bytes) const;

 private:
  CacheFolder(std::string path, std::uint64_t most_bytes)
      : path_(std::move(path)), most_bytes_(most_bytes) {}

  std::string path_;
  std::uint64_t most_bytes_;
};

/// A name for what is made from a file: another one when its path, size, time of change, or its
/// first or last bytes differ. Nothing for what is not a file on disk. Looks at the disk.
std::optional<std::string> cache_name_of(const InputFile& file);

}  // namespace scrubjay
