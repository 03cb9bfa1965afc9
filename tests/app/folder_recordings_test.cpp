#include "app/shared/folder_recordings.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

class FolderRecordings : public testing::Test {
 protected:
  void add_sample(const std::string& name) {
    fs::create_directories((folder_ / name).parent_path());
    fs::copy_file(SCRUBJAY_ASSETS "/sample.log", folder_ / name);
  }
  void add_text(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }

  TestFolder folder_;
};

TEST_F(FolderRecordings, AreFoundByWhatIsInTheFiles) {
  add_sample("b.log");
  add_sample("a/b/c.LOG");
  add_sample("a/b/c/too_deep.log");
  add_sample("not_by_name.doc");
  add_text("server.log", "something else that is called so");
  const FolderContent content = look_into_folder(folder_.string(), 2);
  ASSERT_EQ(content.files.size(), 2u);
  EXPECT_TRUE(content.files[0].path.ends_with("c.LOG"));
  EXPECT_TRUE(content.files[1].path.ends_with("b.log"));
  EXPECT_EQ(content.files[1].format, "carla");
  EXPECT_EQ(content.files[1].size_bytes, fs::file_size(SCRUBJAY_ASSETS "/sample.log"));
  EXPECT_EQ(content.others, std::vector<std::string>{(folder_ / "server.log").string()});
  EXPECT_FALSE(content.is_one);
  EXPECT_FALSE(content.is_cut_off);
}

TEST_F(FolderRecordings, SnapshotsAreOneRecording) {
  for (const char* name : {"1.json", "2.json"}) add_text(name, R"({"results":[{"name":"A"}]})");
  EXPECT_TRUE(look_into_folder(folder_.string(), 2).is_one);
  add_sample("drive.log");
  EXPECT_FALSE(look_into_folder(folder_.string(), 2).is_one);
}

TEST_F(FolderRecordings, APathStandsForTheRecordingsItNames) {
  const std::string folder = folder_.string();
  using Paths = std::vector<std::string>;
  EXPECT_EQ(recordings_in(folder), Paths{folder});
  add_sample("10.log");
  add_sample("2.log");
  add_sample("below/3.log");
  const std::string second = (folder_ / "2.log").string();
  const std::string tenth = (folder_ / "10.log").string();
  EXPECT_EQ(recordings_in(folder), (Paths{second, tenth}));
  EXPECT_EQ(recordings_in(second), Paths{second});
  add_text("1.json", R"({"results":[{"name":"A"}]})");
  EXPECT_EQ(recordings_in(folder), (Paths{folder, second, tenth}));
}

TEST_F(FolderRecordings, NothingIsFoundWhereNothingIs) {
  EXPECT_TRUE(look_into_folder(folder_.string(), 2).files.empty());
  EXPECT_TRUE(look_into_folder((folder_ / "missing").string(), 2).files.empty());
  EXPECT_TRUE(is_folder(folder_.string()));
  EXPECT_FALSE(is_folder((folder_ / "missing").string()));
}

}  // namespace
}  // namespace scrubjay
