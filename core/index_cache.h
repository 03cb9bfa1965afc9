#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/platform/cache_folder.h"
#include "core/recording.h"

namespace scrubjay {

/// Indexes of files that were opened before, in a folder of the user's. A file's index is found
/// again while its size, its time of change, and samples of its bytes are the same, and while the
/// same version of the program reads it in the same way. Anything else, and anything that is wrong
/// with a kept index, means that the file is indexed anew: deleting entries harms nobody.
///
/// Layout of an entry, numbers little-endian:
///
///     8 bytes   "SJINDEX" and the layout's version
///     4 bytes   size of the key, then the key as text: what has to be the same
///     ...       the index, as IndexWriter writes it
///     8 bytes   checksum of all before, piece by piece (64 KiB), each seeded with the one before
class IndexCache {
 public:
  struct Limits {
    /// Smaller files are indexed faster than anybody notices.
    std::uint64_t least_file_bytes = std::uint64_t{8} << 20;
    /// Indexes that take more are not kept.
    std::uint64_t most_entry_bytes = std::uint64_t{1} << 30;
  };

  explicit IndexCache(CacheFolder folder) : IndexCache(std::move(folder), Limits()) {}
  IndexCache(CacheFolder folder, const Limits& limits)
      : folder_(std::move(folder)), limits_(limits) {}

  /// The user's own. Null where there is none, or where the variable SCRUBJAY_CACHE is `off`; where
  /// it is `all`, small files are kept, too.
  static std::shared_ptr<const IndexCache> of_user();

  /// Fills a recording that is not indexed yet. False where there is nothing for it; an entry that
  /// does not fit is deleted.
  bool load(Recording& recording) const;
  /// Keeps the index of a recording: once it is indexed, on any thread that may wait for the disk.
  /// False where it is not to be kept (too small, still growing, changed, not whole), where it
  /// cannot be written, or as soon as the recording is cancelled.
  bool save(const Recording& recording) const;

  /// The entry of a recording; nothing where there cannot be one.
  std::optional<std::string> name_of(const Recording& recording) const;
  const CacheFolder& folder() const { return folder_; }

 private:
  CacheFolder folder_;
  Limits limits_;
};

/// Indexes a recording, or takes the index from `cache`, which may be null. True when the index was
/// made and may be kept: who can wait calls `cache->save(recording)` then.
bool index_recording(Recording& recording, const IndexCache* cache);

/// 64 bits that change with any byte, and with the seed. O(bytes), several bytes a cycle.
std::uint64_t checksum_of(Bytes bytes, std::uint64_t seed = 0);

}  // namespace scrubjay
