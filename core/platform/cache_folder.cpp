#include "core/platform/cache_folder.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/fnv_hash.h"
#include "core/number_text.h"
#include "core/platform/user_folders.h"

namespace scrubjay {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".cache";
/// What a program that ended in the middle left behind.
constexpr auto kAbandonedAfter = std::chrono::hours(24);
constexpr std::size_t kHashedEnds = 4096;

Problem no_cache(const std::string& why) {
  return {.severity = Severity::warning,
          .code = "no-cache",
          .message = "The folder for cached files cannot be used: " + why + "."};
}

struct Entry {
  fs::path path;
  std::uint64_t bytes = 0;
  fs::file_time_type used;
};

std::vector<Entry> entries_of(const std::string& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    Entry entry{at->path(), at->file_size(gone), at->last_write_time(gone)};
    if (gone || !at->is_regular_file(gone)) continue;
    const std::string name = entry.path.filename().string();
    const bool is_entry = name.ends_with(kSuffix);
    const bool is_abandoned =
        name.ends_with(".part") && fs::file_time_type::clock::now() - entry.used > kAbandonedAfter;
    if (is_abandoned) fs::remove(entry.path, gone);
    if (is_entry) entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

Result<CacheFolder> CacheFolder::open(std::uint64_t most_bytes) {
  const fs::path folder = user_cache_folder();
  if (folder.empty()) return failure(no_cache("this user has no folder for them"));
  return open_at(folder.string(), most_bytes);
}

Result<CacheFolder> CacheFolder::open_at(const std::string& path, std::uint64_t most_bytes) {
  std::error_code error;
  const bool is_new = fs::create_directories(path, error);
  if (error) return failure(no_cache(error.message()));
  if (is_new) fs::permissions(path, fs::perms::owner_all, error);
  if (error) return failure(no_cache(error.message()));
  return CacheFolder(path, most_bytes);
}

std::string CacheFolder::path_of(const std::string& name) const {
  return (fs::path(path_) / (name + std::string(kSuffix))).string();
}

std::optional<std::string> CacheFolder::find(const std::string& name) const {
  const std::string path = path_of(name);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  return path;
}

Result<AtomicFile> CacheFolder::create(const std::string& name) const {
  return AtomicFile::create(path_of(name));
}

void CacheFolder::remove(const std::string& name) const {
  std::error_code ignored;
  fs::remove(path_of(name), ignored);
}

bool CacheFolder::make_room(std::uint64_t bytes) const {
  if (bytes > most_bytes_) return false;
  std::vector<Entry> entries = entries_of(path_);
  std::ranges::sort(entries, {}, &Entry::used);
  std::uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  for (const Entry& entry : entries) {
    if (total <= most_bytes_ - bytes) break;
    std::error_code error;
    if (fs::remove(entry.path, error)) total -= entry.bytes;
  }
  return total <= most_bytes_ - bytes;
}

std::optional<std::string> cache_name_of(const InputFile& file) {
  std::error_code error;
  const fs::path path = fs::weakly_canonical(file.path(), error);
  if (error || !file.is_mapped()) return std::nullopt;
  const auto changed = fs::last_write_time(path, error);
  if (error) return std::nullopt;
  const std::size_t ends = std::min(kHashedEnds, file.bytes().size());
  const std::string parts[] = {path.string(), std::to_string(file.size()),
                               std::to_string(changed.time_since_epoch().count()),
                               std::string(as_text(file.bytes().first(ends))),
                               std::string(as_text(file.bytes().last(ends)))};
  std::uint64_t first = fnv_hash("");
  std::uint64_t second = 0x9AE16A3B2F90404Fu;
  for (const std::string& part : parts) {
    first = fnv_hash(part + '\n', first);
    second = fnv_hash(part + '\0', second);
  }
  return hexadecimal(first) + hexadecimal(second);
}

}  // namespace scrubjay
