#include "core/platform/cache_folder.h"
#include "core/limits.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

class CacheFolderTest : public testing::Test {
 protected:
  CacheFolder open(std::uint64_t most_bytes = limits::kMostCacheBytes) const {
    auto opened = CacheFolder::open_at((folder_ / "cache").string(), most_bytes);
    EXPECT_TRUE(opened.has_value());
    return *opened;
  }
  /// An entry that was used `hours_ago`.
  static void put(const CacheFolder& cache, const std::string& name, std::size_t bytes,
                  int hours_ago = 0) {
    auto file = cache.create(name);
    ASSERT_TRUE(file.has_value());
    const std::vector<std::byte> content(bytes);
    EXPECT_TRUE(file->write(content));
    EXPECT_TRUE(file->commit().has_value());
    fs::last_write_time(cache.path_of(name),
                        fs::file_time_type::clock::now() - std::chrono::hours(hours_ago));
  }
  static std::string names(const CacheFolder& cache) {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(cache.path())) {
      found.push_back(entry.path().stem().string());
    }
    std::ranges::sort(found);
    std::string text;
    for (const std::string& name : found) text += name + " ";
    return text;
  }

  TestFolder folder_;
};

#ifndef _WIN32
TEST_F(CacheFolderTest, is_for_the_user_alone) {
  const CacheFolder cache = open();
  EXPECT_EQ(fs::status(cache.path()).permissions(), fs::perms::owner_all);
}

TEST_F(CacheFolderTest, stands_where_the_environment_says) {
  const char* before = std::getenv("XDG_CACHE_HOME");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
  const auto cache = CacheFolder::open();
  if (before == nullptr) {
    ::unsetenv("XDG_CACHE_HOME");
  } else {
    ::setenv("XDG_CACHE_HOME", kept.c_str(), 1);
  }
  ASSERT_TRUE(cache.has_value());
  EXPECT_EQ(cache->path(), (folder_ / "scrubjay").string());
}
#endif

TEST_F(CacheFolderTest, says_why_it_cannot_be_used) {
  std::ofstream(folder_ / "file") << "no folder";
  const auto cache = CacheFolder::open_at((folder_ / "file" / "cache").string());
  ASSERT_FALSE(cache.has_value());
  EXPECT_EQ(cache.error().code, "no-cache");
}

TEST_F(CacheFolderTest, finds_what_was_committed_and_not_before) {
  const CacheFolder cache = open();
  EXPECT_FALSE(cache.find("a").has_value());
  auto file = cache.create("a");
  ASSERT_TRUE(file.has_value());
  EXPECT_FALSE(cache.find("a").has_value());
  EXPECT_TRUE(file->commit().has_value());
  EXPECT_EQ(cache.find("a"), cache.path_of("a"));
  cache.remove("a");
  EXPECT_FALSE(cache.find("a").has_value());
}

TEST_F(CacheFolderTest, makes_room_by_the_longest_unused_first) {
  const CacheFolder cache = open(1000);
  put(cache, "old", 300, 3);
  put(cache, "older", 300, 4);
  put(cache, "new", 300, 1);
  EXPECT_TRUE(cache.make_room(50));
  EXPECT_EQ(names(cache), "new old older ");
  EXPECT_TRUE(cache.make_room(200));
  EXPECT_EQ(names(cache), "new old ");
  EXPECT_TRUE(cache.find("old").has_value());  // used now
  EXPECT_TRUE(cache.make_room(600));
  EXPECT_EQ(names(cache), "old ");
  EXPECT_FALSE(cache.make_room(1001));
  EXPECT_EQ(names(cache), "old ");
  EXPECT_TRUE(cache.make_room(1000));
  EXPECT_EQ(names(cache), "");
}

TEST_F(CacheFolderTest, clears_away_what_was_abandoned_half_written) {
  const CacheFolder cache = open();
  const fs::path part = fs::path(cache.path()) / ".x.cache.abcdefgh.part";
  const fs::path fresh = fs::path(cache.path()) / ".y.cache.abcdefgh.part";
  std::ofstream(part) << "half";
  std::ofstream(fresh) << "being written";
  fs::last_write_time(part, fs::file_time_type::clock::now() - std::chrono::hours(48));
  EXPECT_TRUE(cache.make_room(1));
  EXPECT_FALSE(fs::exists(part));
  EXPECT_TRUE(fs::exists(fresh));
}

TEST_F(CacheFolderTest, names_follow_path_size_time_and_content) {
  const std::string path = (folder_ / "recording").string();
  const auto name_of = [&](const std::string& at, const std::string& content, int hours) {
    std::ofstream(at, std::ios::binary) << content;
    fs::last_write_time(at, fs::file_time_type(std::chrono::hours(hours)));
    const auto file = InputFile::open(at);
    EXPECT_TRUE(file.has_value());
    return cache_name_of(**file).value_or("(none)");
  };
  const std::string name = name_of(path, "content", 1);
  EXPECT_EQ(name.size(), 32u);
  EXPECT_EQ(name_of(path, "content", 1), name);
  EXPECT_NE(name_of(path, "content", 2), name);
  EXPECT_NE(name_of(path, "Content", 1), name);
  EXPECT_NE(name_of(path, "contents", 1), name);
  EXPECT_NE(name_of(path + "2", "content", 1), name);
  EXPECT_FALSE(cache_name_of(*InputFile::from_memory("standard input", {})).has_value());
}

}  // namespace
}  // namespace scrubjay
