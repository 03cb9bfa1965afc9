#include "app/viewer/panels/windows/save_window.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "app/shared/writers.h"
#include "panel_fixture.h"
#include "test_scene.h"
#include "tests/core/test_folder.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

TEST(SavePath, TakesTheExtensionOfAnotherFormatAndKeepsAllElse) {
  const FormatWriter& carla = *find_writer("carla");
  const FormatWriter& flecs = *find_writer("flecs");
  const std::string extension(flecs.extensions.front());
  EXPECT_EQ(with_extension_of(flecs, "/tmp/a.b/drive.log"), "/tmp/a.b/drive." + extension);
  EXPECT_EQ(with_extension_of(carla, "/tmp/a.b/drive.frames.ndjson"), "/tmp/a.b/drive.log");
  EXPECT_EQ(with_extension_of(carla, "drive"), "drive.log");
  EXPECT_EQ(with_extension_of(carla, "drive v1.2"), "drive v1.2.log");
  EXPECT_EQ(with_extension_of(carla, "/tmp/"), "/tmp/");
  EXPECT_EQ(with_extension_of(carla, ".log"), ".log.log") << "a name, no extension";
}

/// "Save as", without a display.
class SaveWindowTest : public PanelTest {
 protected:
  SaveWindowTest() : PanelTest({1280, 720}) {
    open(recording_of(TestScene{}, (folder_ / "made.dat").string()));
    state_.windows[WindowId::save] = true;
  }

  void draw(PanelContext& context) override {
    update_saving(context);
    if (state_.windows[WindowId::save]) save_window(context);
  }
  void click(std::string_view name) {
    pictures(3);
    click_left_end(name);
  }
  void choose_format(const std::string& name) {
    click("save.format");
    click("save.format." + name);
    ASSERT_EQ(cache().writer->name, name);
  }
  void save() {
    pictures(1);
    wait_while([&] { return cache().checking.is_running(); });
    click("save.save");
    wait_while([&] { return cache().job.is_running(); });
    pictures(2);
    ASSERT_TRUE(cache().outcome.has_value());
  }
  template <class Holds>
  void wait_while(Holds holds) {
    while (holds()) {
      pictures(1);
      std::this_thread::yield();
    }
  }
  SaveCache& cache() { return caches_.of<SaveCache>(); }

  TestFolder folder_;
};

TEST_F(SaveWindowTest, WhatWasTypedStaysWhenTheFormatChanges) {
  choose_format("xrec");
  EXPECT_EQ(cache().path, (folder_ / "made.xrec").string()) << "nothing was typed yet";
  cache().path = (folder_ / "other name.xrec").string();
  choose_format("carla");
  EXPECT_EQ(cache().path, (folder_ / "other name.log").string());
}

TEST_F(SaveWindowTest, AnExtensionThatWasTypedMeansItsFormat) {
  choose_format("carla");
  cache().path = (folder_ / "made.xrec").string();
  save();
  ASSERT_FALSE(cache().outcome->failure) << cache().outcome->failure->message;
  EXPECT_EQ(cache().writer->name, "xrec");
  EXPECT_TRUE(fs::exists(folder_ / "made.xrec"));
  cache().path = (folder_ / "no format's.extension").string();
  save();
  EXPECT_EQ(cache().writer->name, "xrec") << "it stays";
}

TEST_F(SaveWindowTest, WhatIsAskedForBeforeTheDiskHasAnsweredReplacesNoFile) {
  choose_format("xrec");
  const std::string path = (folder_ / "there.xrec").string();
  std::ofstream(path) << "kept";
  wait_while([&] { return cache().checking.is_running(); });
  std::promise<bool> disk;
  cache().path = path;
  cache().checked_path = path;
  cache().path_exists = false;
  cache().checking.start({}, [&] { return disk.get_future().get(); });
  click("save.save");
  pictures(2);
  EXPECT_TRUE(cache().is_asked);
  disk.set_value(true);
  wait_while([&] { return cache().checking.is_running(); });
  pictures(2);
  EXPECT_FALSE(cache().job.is_running() || cache().outcome);
  EXPECT_EQ(fs::file_size(path), 4u);
  save();
  EXPECT_GT(fs::file_size(path), 4u);
}

TEST_F(SaveWindowTest, AnErrorGoesWhenFormatOrPathChange) {
  choose_format("xrec");
  cache().path = (folder_ / "no such folder" / "a.xrec").string();
  save();
  ASSERT_TRUE(cache().outcome->failure);
  choose_format("flecs");
  EXPECT_FALSE(cache().outcome);
  cache().path = (folder_ / "no such folder" / "a.ndjson").string();
  save();
  ASSERT_TRUE(cache().outcome->failure);
  click("save.path");
  ImGui::GetIO().AddInputCharacter('x');
  pictures(2);
  EXPECT_FALSE(cache().outcome);
}

TEST_F(SaveWindowTest, CoordinatesThatTheFormatCannotHoldCannotBeChosen) {
  state_.coordinates = CoordinateSystem::parse("ros").value();
  choose_format("xrec");
  save();
  EXPECT_EQ(cache().outcome->report.coordinates.name(), "ros") << "as shown";
  choose_format("carla");
  save();
  ASSERT_FALSE(cache().outcome->failure) << cache().outcome->failure->message;
  EXPECT_EQ(cache().outcome->report.coordinates.name(), "unreal");
  click("save.as_shown");
  save();
  ASSERT_FALSE(cache().outcome->failure) << cache().outcome->failure->message;
  choose_format("framebyframe");
  save();
  ASSERT_FALSE(cache().outcome->failure) << cache().outcome->failure->message;
  choose_format("xrec");
  save();
  EXPECT_EQ(cache().outcome->report.coordinates.name(), "ros") << "possible again";
}

TEST_F(SaveWindowTest, AFormatThatHasOtherCoordinatesByItselfCanKeepThoseThatWereRecorded) {
  const CoordinateSystem recorded = session().recordings[0].recording->info().coordinates;
  choose_format("mcap");
  save();
  EXPECT_EQ(cache().outcome->report.coordinates.name(), "ros");
  click("save.as_recorded");
  save();
  ASSERT_FALSE(cache().outcome->failure) << cache().outcome->failure->message;
  EXPECT_EQ(cache().outcome->report.coordinates, recorded);
  choose_format("xrec");
  pictures(2);
  EXPECT_FALSE(has_place("save.as_recorded")) << "it has them by itself";
}

TEST_F(SaveWindowTest, WhatBecameOfAFileIsTakenAndSaidWhileTheWindowIsClosed) {
  pictures(1);
  wait_while([&] { return cache().checking.is_running(); });
  click("save.save");
  state_.windows[WindowId::save] = false;
  wait_while([&] { return cache().job.is_running(); });
  EXPECT_TRUE(state_.bar_request.starts_with("Written: ")) << state_.bar_request;
}

}  // namespace
}  // namespace scrubjay
