#include "core/platform/output_file.h"
#include "core/platform/free_path.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::string text_of(const std::string& name) const { return file_text(path(name)); }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  TestFolder folder_;
};

TEST_F(AtomicFileTest, appears_whole_with_the_commit_and_not_before) {
  auto file = AtomicFile::create(path("out.txt"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE(file->write(bytes_of("one ")));
  EXPECT_TRUE(file->write(bytes_of("two")));
  EXPECT_FALSE(fs::exists(path("out.txt")));
  EXPECT_EQ(file->bytes_written(), 7u);
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(text_of("out.txt"), "one two");
  EXPECT_EQ(names(), std::vector<std::string>{"out.txt"});
}

TEST_F(AtomicFileTest, without_a_commit_the_target_stays_and_nothing_is_left_behind) {
  put("out.txt", "before");
  {
    auto file = AtomicFile::create(path("out.txt"));
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->write(bytes_of("half")));
    EXPECT_EQ(names().size(), 2u);
  }
  EXPECT_EQ(text_of("out.txt"), "before");
  EXPECT_EQ(names(), std::vector<std::string>{"out.txt"});
}

TEST_F(AtomicFileTest, a_moved_file_is_still_one_file) {
  auto file = AtomicFile::create(path("out.txt"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->write(bytes_of("a")));
  {
    AtomicFile moved = std::move(*file);
    EXPECT_TRUE(moved.write(bytes_of("b")));
    EXPECT_FALSE(file->write(bytes_of("lost")));
    ASSERT_TRUE(moved.commit());
  }
  EXPECT_EQ(text_of("out.txt"), "ab");
}

TEST_F(AtomicFileTest, replaces_an_old_file_and_keeps_its_permissions) {
  put("out.txt", "a longer text than the new one");
  fs::permissions(path("out.txt"), fs::perms::owner_read | fs::perms::owner_write);
  auto file = AtomicFile::create(path("out.txt"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->write(bytes_of("new")));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(text_of("out.txt"), "new");
  EXPECT_EQ(fs::status(path("out.txt")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(AtomicFileTest, a_link_stays_a_link_and_its_file_is_replaced_or_made) {
  for (const bool exists : {false, true}) {
    if (exists) {
      put("real.txt", "old");
    } else {
      fs::create_symlink(path("real.txt"), path("link.txt"));
    }
    auto file = AtomicFile::create(path("link.txt"));
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->write(bytes_of("new")));
    ASSERT_TRUE(file->commit());
    EXPECT_TRUE(fs::is_symlink(path("link.txt")));
    EXPECT_EQ(text_of("real.txt"), "new");
  }
}

TEST_F(AtomicFileTest, a_name_of_the_longest_length_can_be_written) {
  const std::string name(255, 'n');
  auto file = AtomicFile::create(path(name));
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(names(), std::vector<std::string>{name});
}

TEST_F(AtomicFileTest, says_why_it_cannot_be_created) {
  fs::create_directory(path("folder"));
  const auto folder = AtomicFile::create(path("folder"));
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, "is-directory");
  const auto nowhere = AtomicFile::create(path("missing/out.txt"));
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, "no-folder");
  EXPECT_EQ(nowhere.error().severity, Severity::fatal);
}

#ifdef __linux__
TEST_F(AtomicFileTest, a_device_is_written_directly_and_stays_a_device) {
  auto file = AtomicFile::create("/dev/null");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->write(bytes_of("gone")));
  EXPECT_TRUE(file->commit());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(AtomicFileTest, what_is_open_already_is_written_on_in_its_place) {
  // Also where its name has gone, as after a second program of the same pipeline has replaced it.
  for (const bool is_named : {true, false}) {
    std::FILE* const open = std::fopen(path("out.txt").c_str(), "w+b");
    ASSERT_NE(open, nullptr);
    std::fputs("before,", open);
    std::fflush(open);
    if (!is_named) fs::remove(path("out.txt"));
    for (const char* const folder : {"/dev/fd/", "/proc/self/fd/"}) {
      auto file = AtomicFile::create(folder + std::to_string(fileno(open)));
      ASSERT_TRUE(file) << file.error().message;
      EXPECT_TRUE(file->write(bytes_of("written,")));
      ASSERT_TRUE(file->commit());
    }
    std::fseek(open, 0, SEEK_END);
    std::fputs("after", open);
    std::rewind(open);
    std::array<char, 64> text{};
    const std::size_t size = std::fread(text.data(), 1, text.size(), open);
    std::fclose(open);
    EXPECT_EQ(std::string_view(text.data(), size), "before,written,written,after");
    EXPECT_EQ(names().size(), is_named ? 1u : 0u);
  }
}

TEST_F(AtomicFileTest, what_is_not_open_is_no_place_to_write) {
  for (const char* const name : {"/dev/fd/987", "/dev/fd/x"}) {
    const auto file = AtomicFile::create(name);
    ASSERT_FALSE(file) << name;
    EXPECT_NE(file.error().message.find(name), std::string::npos);
  }
}

TEST_F(AtomicFileTest, a_full_disk_fails_the_commit_with_the_reason) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  auto file = AtomicFile::create("/dev/full");
  ASSERT_TRUE(file);
  (void)file->write(bytes_of("never arrives"));
  const auto done = file->commit();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "not-writable");
  EXPECT_NE(done.error().message.find("No space left"), std::string::npos) << done.error().message;
}
#endif

TEST_F(AtomicFileTest, the_same_file_is_known_by_other_names) {
  put("a", "");
  put("b", "");
  fs::create_symlink(path("a"), path("link"));
  EXPECT_TRUE(is_same_file(path("a"), path("link")));
  EXPECT_TRUE(is_same_file(path("a"), path("./a")));
  EXPECT_FALSE(is_same_file(path("a"), path("b")));
  EXPECT_FALSE(is_same_file(path("a"), path("missing")));
}

TEST_F(AtomicFileTest, a_free_path_is_counted_on_until_nothing_has_it) {
  EXPECT_EQ(free_path(folder_.path(), "drive", ".png"), path("drive.png"));
  put("drive.png", "");
  EXPECT_EQ(free_path(folder_.path(), "drive", ".png"), path("drive_2.png"));
#ifndef _WIN32
  fs::create_symlink(path("nowhere"), path("drive_2.png"));
  EXPECT_EQ(free_path(folder_.path(), "drive", ".png"), path("drive_3.png"));
#endif
}

TEST_F(AtomicFileTest, where_no_file_can_be_made_another_folder_is_taken) {
  EXPECT_EQ(writable_folder(folder_.path()), fs::path(folder_.path()));
  EXPECT_TRUE(fs::is_empty(folder_.path())) << "what was tried stays";
  put("file", "");
  for (const char* const bad : {"file", "missing"}) {
    EXPECT_EQ(writable_folder(path(bad)), fs::current_path()) << bad;
  }
}

}  // namespace
}  // namespace scrubjay
