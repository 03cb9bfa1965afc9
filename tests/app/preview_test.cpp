// The head of a large recording, to be looked at while all of it is indexed.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/viewer/frames/preview.h"
#include "app/viewer/workspace.h"
#include "tests/core/test_folder.h"

namespace scrubjay {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr std::size_t kManyFrames = 60'000;

/// Frame by Frame frames whose order is known at the end of the text only.
std::string many_frames() {
  std::string text = R"({"type":1,"version":4,"rawFrames":[)";
  for (std::size_t i = 0; i < kManyFrames; ++i) {
    if (i > 0) text += ",\n";
    text += R"({"frameId":)" + std::to_string(i) + R"(,"clientId":0,"tag":"A","serverTime":)" +
            std::to_string(i * 10) + R"(,"entities":[{"id":)" + std::to_string(i < 9 ? 7 : 8) +
            R"(,"parentId":0,"properties":[{"type":"group","name":"properties","value":[]}]}]})";
  }
  return text + "]}";
}

const fs::path& file_of_many_frames() {
  static const TestFolder folder;
  static const fs::path path = [] {
    const fs::path made = folder / "many.fbf";
    std::ofstream(made, std::ios::binary) << many_frames();
    return made;
  }();
  return path;
}

std::shared_ptr<Recording> opened_only(const std::string& path) {
  auto file = InputFile::open(path);
  EXPECT_TRUE(file);
  auto recording = open_recording(*file);
  EXPECT_TRUE(recording);
  return *recording;
}

std::shared_ptr<Recording> wait_for(Preview& preview) {
  for (int i = 0; i < 2000; ++i) {
    if (auto ready = preview.take()) return ready;
    std::this_thread::sleep_for(5ms);
  }
  return nullptr;
}

constexpr PreviewLimits kSmall{.least_file_bytes = 0, .patience = 0ms, .heads = {100, 20'000}};

TEST(Preview, ShowsTheHeadWithTheProgressAndProblemsOfTheWhole) {
  const auto whole = opened_only(file_of_many_frames().string());
  Preview preview(
      whole, {}, [] {}, kSmall);
  const auto head = wait_for(preview);
  ASSERT_NE(head, nullptr);
  EXPECT_TRUE(head->is_preview());
  EXPECT_FALSE(whole->is_preview());
  // The first 100 bytes have no whole frame, the first 20,000 have some.
  EXPECT_GT(head->frame_count(), 50u);
  EXPECT_LT(head->frame_count(), 200u);
  EXPECT_EQ(head->progress().state, IndexState::waiting);
  EXPECT_EQ(head->progress().bytes_total, whole->file().size());
  EXPECT_TRUE(head->problems().empty());  // that it is cut is not the recording's fault
  Cursor cursor(head);
  EXPECT_EQ(cursor.seek(FrameIndex(20)).entities.size(), 1u);
  whole->index();
  EXPECT_EQ(whole->frame_count(), kManyFrames);
  EXPECT_FALSE(head->is_indexed());
}

TEST(Preview, IsNotMadeOfWhatIsSmallOrHasFrames) {
  const auto whole = opened_only(file_of_many_frames().string());
  Preview of_small(whole, {}, [] {}, {});
  whole->index();
  Preview of_indexed(
      whole, {}, [] {}, kSmall);
  std::this_thread::sleep_for(30ms);
  EXPECT_EQ(of_small.take(), nullptr);
  EXPECT_EQ(of_indexed.take(), nullptr);
}

TEST(Preview, GoesWhenItIsNotWantedAnyMore) {
  const auto whole = opened_only(file_of_many_frames().string());
  for (int i = 0; i < 50; ++i) {
    {
      const Preview preview(
          whole, {}, [] {}, kSmall);
      std::this_thread::sleep_for(std::chrono::microseconds(i * 37));
    }
    ASSERT_EQ(whole.use_count(), 1) << "nothing stands for it any more";
  }
}

/// Opens the file and takes what arrives until it is indexed.
std::vector<Arrival> arrivals_of_opening() {
  Workspace workspace([] {}, nullptr, kSmall);
  workspace.open(file_of_many_frames().string());
  std::vector<Arrival> all;
  while (true) {
    for (Arrival& arrival : workspace.update()) all.push_back(std::move(arrival));
    const auto& open = workspace.session().recordings;
    if (!open.empty() && open[0].recording->is_indexed()) break;
    std::this_thread::sleep_for(200us);
  }
  const Recording& last = *workspace.session().recordings[0].recording;
  EXPECT_FALSE(last.is_preview());
  EXPECT_EQ(last.frame_count(), kManyFrames);
  EXPECT_NE(workspace.awaited_moment(1, Sampling::hold).frames.at(0).ref.frame, FrameIndex::none());
  return all;
}

TEST(PreviewInTheWindow, GivesItsPlaceToTheWhole) {
  // The whole may be quick enough to need none: not each time.
  int previews = 0;
  for (int i = 0; i < 40 && previews < 2; ++i) {
    const std::vector<Arrival> arrivals = arrivals_of_opening();
    ASSERT_FALSE(arrivals.empty());
    EXPECT_EQ(arrivals[0].before, nullptr);
    ASSERT_TRUE(arrivals.size() == 1 || arrivals.size() == 3);
    if (arrivals.size() == 1) continue;
    ++previews;
    EXPECT_FALSE(arrivals[1].was_preview);
    EXPECT_EQ(arrivals[1].before->frame_count(), kManyFrames);
    EXPECT_TRUE(arrivals[2].was_preview);
    EXPECT_TRUE(arrivals[2].before->is_preview());
  }
  EXPECT_GT(previews, 0);
}

}  // namespace
}  // namespace scrubjay
