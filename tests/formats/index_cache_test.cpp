// A recording whose index was kept is the same as one that was indexed; whatever is wrong with a
// kept index, the file is indexed anew.
#include "core/index_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/index_archive.h"
#include "core/limits.h"
#include "formats/format.h"
#include "formats/format_writer.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/core/test_folder.h"
#include "tests/core/test_values.h"
#include "tests/formats/recording_dump.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

class IndexCacheTest : public testing::Test {
 protected:
  IndexCache cache(std::uint64_t most_bytes = limits::kMostCacheBytes) const {
    auto folder = CacheFolder::open_at((folder_ / "cache").string(), most_bytes);
    EXPECT_TRUE(folder.has_value());
    return IndexCache(std::move(*folder), {.least_file_bytes = 0});
  }
  fs::path copy_of(const fs::path& source) const {
    const fs::path path = folder_ / source.filename();
    fs::copy_file(source, path);
    return path;
  }
  static std::shared_ptr<Recording> open(const fs::path& path, const ReadOptions& options = {}) {
    auto file = InputFile::open(path.string());
    EXPECT_TRUE(file.has_value());
    auto recording = open_recording(std::move(*file), "", options);
    EXPECT_TRUE(recording.has_value());
    return *recording;
  }
  /// Indexes a file and keeps its index. The entry's path.
  static fs::path keep(const IndexCache& cache, const fs::path& path) {
    const auto recording = open(path);
    EXPECT_TRUE(index_recording(*recording, &cache));
    EXPECT_TRUE(cache.save(*recording));
    return cache.folder().path_of(*cache.name_of(*recording));
  }
  static bool is_loaded(const IndexCache& cache, const fs::path& path,
                        const ReadOptions& options = {}) {
    return cache.load(*open(path, options));
  }

  TestFolder folder_;
};

const std::string kAssets = SCRUBJAY_ASSETS "/";
const std::string kData = SCRUBJAY_TEST_DATA "/";

class KeptIndexTest : public IndexCacheTest, public testing::WithParamInterface<std::string> {};

TEST_P(KeptIndexTest, IsTheSameAsANewOne) {
  const std::string path = GetParam();
  const IndexCache kept = cache();
  const auto fresh = open(path);
  fresh->index();
  ASSERT_GT(fresh->frame_count(), 0u);
  ASSERT_TRUE(kept.save(*fresh));
  const auto again = open(path);
  ASSERT_TRUE(kept.load(*again));
  EXPECT_EQ(again->progress().state, IndexState::done);
  EXPECT_EQ(again->progress().bytes_done, fresh->file().size());
  EXPECT_TRUE(whole_dump(fresh) == whole_dump(again));
}

INSTANTIATE_TEST_SUITE_P(
    Samples, KeptIndexTest,
    testing::Values(kAssets + "sample.log", kAssets + "sample.fbf", kAssets + "sample_saved.fbf",
                    kAssets + "sample.ndjson", kAssets + "sample.xrec",
                    kData + "carla/seeds/float64_doors_first.log",
                    kData + "framebyframe/seeds/saved_compressed.fbf",
                    kData + "framebyframe/seeds/messages.json",
                    kData + "framebyframe/seeds/dump.txt", kData + "colyseus/files/v0.colycap",
                    kData + "colyseus/files/v1.colycap", kData + "colyseus/files/v3.colycap",
                    kData + "colyseus/files/v5.colycap", kData + "colyseus/files/small.har",
                    kData + "colyseus/files/tokens.har", kData + "colyseus/files/small.txt",
                    kData + "colyseus/files/messages.colreplay",
                    kData + "colyseus/files/frames3.colycap",
                    kData + "colyseus/files/frames5.colycap", kData + "mcap/seeds/any.mcap",
                    kData + "mcap/seeds/json.mcap", kData + "mcap/seeds/logs.mcap",
                    kData + "mcap/seeds/own.mcap", kData + "mcap/seeds/own_saved.mcap",
                    kData + "mcap/seeds/scene.mcap", kData + "mcap/seeds/several.mcap"),
    [](const auto& param) {
      std::string name = fs::path(param.param).filename().string();
      std::ranges::replace_if(
          name, [](char c) { return c == '.'; }, '_');
      return name;
    });

/// Traffic of real releases, in each of the files that it is kept in.
TEST_F(IndexCacheTest, KeepsRealTrafficOfColyseus) {
  const fs::path traffic = fs::path(SCRUBJAY_SHARED_DATA) / "colyseus";
  if (!fs::exists(traffic)) GTEST_SKIP() << "There is no " << traffic;
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(traffic)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".json" || extension == ".ndjson" || extension == ".md") continue;
    if (!entry.is_regular_file()) continue;
    const auto fresh = open(entry.path());
    fresh->index();
    ASSERT_TRUE(cache().save(*fresh)) << entry.path();
    const auto again = open(entry.path());
    ASSERT_TRUE(cache().load(*again)) << entry.path();
    EXPECT_TRUE(whole_dump(fresh) == whole_dump(again)) << entry.path();
    ++count;
  }
  EXPECT_GT(count, 10u);
}

/// A recording of one format that a file of another one keeps.
TEST_F(IndexCacheTest, KeepsRecordingsOfOtherFormats) {
  const auto source = open(kAssets + "sample.fbf");
  source->index();
  for (const char* format : {"carla", "xrec"}) {
    const fs::path path = folder_ / (std::string("converted.") + format);
    std::string file;
    ASSERT_TRUE(
        find_format(format)->writer->write({.recording = source}, kNotCancelled, into(file)));
    write_text(path, file);
    const auto fresh = open(path);
    fresh->index();
    ASSERT_TRUE(cache().save(*fresh));
    const auto again = open(path);
    ASSERT_TRUE(cache().load(*again)) << format;
    EXPECT_TRUE(whole_dump(fresh) == whole_dump(again)) << format;
  }
}

TEST_F(IndexCacheTest, ProblemsAreKeptWithTheirPlacesAndCounts) {
  std::string text = file_text(kAssets + "sample.log");
  write_text(folder_ / "cut.log", text.substr(0, text.size() / 2));
  const fs::path path = folder_ / "cut.log";
  const auto fresh = open(path);
  fresh->index();
  ASSERT_FALSE(fresh->problems().empty());
  ASSERT_TRUE(cache().save(*fresh));
  const auto again = open(path);
  ASSERT_TRUE(cache().load(*again));
  EXPECT_EQ(problems_dump(*fresh), problems_dump(*again));
  EXPECT_EQ(fresh->is_complete(), again->is_complete());
}

/// Wherever it is cut: some problems name the frame that was lost.
TEST_F(IndexCacheTest, CutRecordingsAreKeptToo) {
  for (const char* sample : {"sample.log", "sample.fbf", "sample.ndjson", "sample.xrec"}) {
    const std::string text = file_text(kAssets + sample);
    const fs::path path = folder_ / sample;
    for (std::size_t part = 6; part < 12; ++part) {
      write_text(path, text.substr(0, text.size() * part / 12 + part));
      const auto fresh = open(path);
      fresh->index();
      ASSERT_TRUE(cache().save(*fresh)) << sample << " " << part;
      const auto again = open(path);
      ASSERT_TRUE(cache().load(*again)) << sample << " " << part;
      EXPECT_EQ(problems_dump(*fresh), problems_dump(*again)) << sample << " " << part;
    }
  }
}

TEST_F(IndexCacheTest, AnotherFileIsIndexedAnew) {
  const fs::path path = copy_of(kAssets + "sample.log");
  const IndexCache kept = cache();
  const std::string text = file_text(path);
  const auto time = fs::last_write_time(path);
  struct Case {
    const char* what;
    std::size_t at;
  };
  // Behind the header, in the ends, and in one of the samples in between.
  const std::size_t sample = text.size() / 31 * 7 + 100;
  for (const Case& changed :
       {Case{"head", 2000}, Case{"tail", text.size() - 3}, Case{"sample", sample}}) {
    keep(kept, path);
    ASSERT_TRUE(is_loaded(kept, path));
    std::string other = text;
    other[changed.at] = static_cast<char>(other[changed.at] ^ 1);
    write_text(path, other);
    fs::last_write_time(path, time);
    EXPECT_FALSE(is_loaded(kept, path)) << changed.what;
    write_text(path, text);
    fs::last_write_time(path, time);
    EXPECT_FALSE(is_loaded(kept, path)) << "what does not fit is deleted";
  }
  keep(kept, path);
  fs::last_write_time(path, time + std::chrono::seconds(1));
  EXPECT_FALSE(is_loaded(kept, path)) << "time";
  keep(kept, path);
  const auto later = fs::last_write_time(path);
  write_text(path, text + '\0');
  fs::last_write_time(path, later);
  EXPECT_FALSE(is_loaded(kept, path)) << "size";
}

TEST_F(IndexCacheTest, ReadInAnotherWayItHasAnotherIndex) {
  const fs::path path = copy_of(kAssets + "sample.ndjson");
  const IndexCache kept = cache();
  keep(kept, path);
  EXPECT_TRUE(is_loaded(kept, path));
  EXPECT_FALSE(is_loaded(kept, path, {{"positions", "world"}}));
  EXPECT_FALSE(is_loaded(kept, path, {{"vectors", "aim=direction"}}));
  EXPECT_TRUE(is_loaded(kept, path)) << "one does not take the place of the other";
}

TEST_F(IndexCacheTest, ChoicesOfColyseusBelongToTheKey) {
  const fs::path path = copy_of(kData + "colyseus/files/v5.colycap");
  const IndexCache kept = cache();
  keep(kept, path);
  EXPECT_TRUE(is_loaded(kept, path));
  EXPECT_FALSE(is_loaded(kept, path, {{"map", "x=none"}}));
  EXPECT_FALSE(is_loaded(kept, path, {{"secrets", "keep"}}));
  const auto chosen = open(path, {{"map", "x=none"}});
  chosen->index();
  ASSERT_TRUE(kept.save(*chosen));
  const auto again = open(path, {{"map", "x=none"}});
  ASSERT_TRUE(kept.load(*again));
  EXPECT_TRUE(whole_dump(chosen) == whole_dump(again));
  EXPECT_TRUE(is_loaded(kept, path)) << "one does not take the place of the other";
}

TEST_F(IndexCacheTest, WhatIsNotWholeIsNotKept) {
  const fs::path path = copy_of(kAssets + "sample.log");
  const auto cancelled = open(path);
  cancelled->cancel();
  cancelled->index();
  EXPECT_FALSE(cache().save(*cancelled));
  const auto waiting = open(path);
  EXPECT_FALSE(cache().save(*waiting));
  const auto changed = open(path);
  changed->index();
  write_text(path, "something else");
  EXPECT_FALSE(cache().save(*changed));
}

TEST_F(IndexCacheTest, SmallFilesAndThoseOfNoNameAreNotKept) {
  auto folder = CacheFolder::open_at((folder_ / "cache").string());
  ASSERT_TRUE(folder.has_value());
  const IndexCache usual(*folder);
  const auto small = open(kAssets + "sample.log");
  small->index();
  EXPECT_FALSE(usual.save(*small));
  const std::string text = file_text(kAssets + "sample.log");
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  const auto in_memory = open_recording(InputFile::from_memory("pipe", std::move(bytes)));
  ASSERT_TRUE(in_memory.has_value());
  (*in_memory)->index();
  EXPECT_FALSE(cache().save(**in_memory));
}

TEST_F(IndexCacheTest, TheFolderStaysBounded) {
  const fs::path path = copy_of(kAssets + "sample.log");
  const fs::path oldest = keep(cache(), path);
  const std::uintmax_t one = fs::file_size(oldest);
  // A clock may tick more slowly than entries are written.
  fs::last_write_time(oldest, fs::last_write_time(oldest) - std::chrono::hours(1));
  const IndexCache small = cache(one * 5 / 2);
  for (const char* name : {"b.log", "c.log", "d.log"}) {
    fs::copy_file(path, folder_ / name);
    keep(small, folder_ / name);
  }
  std::uintmax_t total = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "cache")) total += entry.file_size();
  EXPECT_LE(total, one * 5 / 2);
  EXPECT_TRUE(is_loaded(small, folder_ / "d.log")) << "the newest one stays";
  EXPECT_FALSE(is_loaded(small, path)) << "the oldest one goes";
}

TEST_F(IndexCacheTest, AnIndexThatIsTooLargeIsNotKept) {
  auto folder = CacheFolder::open_at((folder_ / "cache").string());
  ASSERT_TRUE(folder.has_value());
  const IndexCache tiny(*folder, {.least_file_bytes = 0, .most_entry_bytes = 1000});
  const auto recording = open(kAssets + "sample.log");
  recording->index();
  EXPECT_FALSE(tiny.save(*recording));
  EXPECT_TRUE(fs::is_empty(folder_ / "cache"));
}

/// Damaged entries: small recordings, so that every byte can be tried.
class DamagedIndexTest : public IndexCacheTest, public testing::WithParamInterface<std::string> {
 protected:
  /// The entry with its checksum made right again.
  static std::string sealed(std::string entry) {
    std::uint64_t sum = 0;
    const std::size_t size = entry.size() - 8;
    for (std::size_t at = 0; at < size; at += IndexWriter::kPiece) {
      const std::size_t count = std::min(IndexWriter::kPiece, size - at);
      sum = checksum_of(std::as_bytes(std::span(entry).subspan(at, count)), sum);
    }
    std::memcpy(entry.data() + size, &sum, 8);
    return entry;
  }
};

TEST_P(DamagedIndexTest, EveryPrefixAndEveryFlippedByteIsNoticed) {
  const fs::path path = copy_of(GetParam());
  const IndexCache kept = cache();
  const fs::path entry = keep(kept, path);
  const std::string good = file_text(entry);
  for (std::size_t size = 0; size < good.size(); size += 1 + size / 64) {
    write_text(entry, good.substr(0, size));
    ASSERT_FALSE(is_loaded(kept, path)) << size;
  }
  for (std::size_t at = 0; at < good.size(); at += 1 + at / 64) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    write_text(entry, bad);
    ASSERT_FALSE(is_loaded(kept, path)) << at;
    ASSERT_FALSE(fs::exists(entry));
  }
  write_text(entry, good);
  EXPECT_TRUE(is_loaded(kept, path));
}

/// With a right checksum a changed byte may go unnoticed; it does no harm, and where it is noticed
/// the recording is indexed as if nothing had been there.
TEST_P(DamagedIndexTest, AForgedIndexDoesNoHarm) {
  const fs::path path = copy_of(GetParam());
  const IndexCache kept = cache();
  const fs::path entry = keep(kept, path);
  const std::string good = file_text(entry);
  ASSERT_EQ(sealed(good), good);
  const auto fresh = open(path);
  fresh->index();
  const std::string expected = whole_dump(fresh);
  std::size_t refused = 0;
  for (std::size_t at = 12; at < good.size() - 8; at += 1 + at / 256) {
    for (const int value : {0x01, 0x80, 0xFF}) {
      std::string forged = good;
      forged[at] = static_cast<char>(forged[at] ^ value);
      write_text(entry, sealed(std::move(forged)));
      const auto recording = open(path);
      if (kept.load(*recording)) {
        whole_dump(recording);
        continue;
      }
      if (++refused % 16 != 0) continue;
      recording->index();
      ASSERT_TRUE(whole_dump(recording) == expected) << at;
    }
  }
  EXPECT_GT(refused, 16u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DamagedIndexTest,
                         testing::Values(kData + "carla/seeds/float32_wheels_first.log",
                                         kData + "framebyframe/seeds/raw.fbf",
                                         kData + "flecs/seeds/v4_world.ndjson",
                                         kData + "colyseus/files/v0.colycap",
                                         kData + "colyseus/files/v5.colycap",
                                         kData + "colyseus/files/tokens.har",
                                         kData + "xrec/seeds/container/own_none.xrec"),
                         [](const auto& param) {
                           std::string name = fs::path(param.param).filename().string();
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace scrubjay
