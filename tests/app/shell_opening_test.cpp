#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#endif

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "app/shared/folder_recordings.h"
#include "app/viewer/shell/shell.h"
#include "shell_test.h"
#include "tests/formats/framebyframe_test_file.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

// What opens, in which order, and what is remembered of it.

TEST_F(ShellTest, ThePlayheadBeginsAtTheFirstFrame) {
  begin({.files = {recording_from(300, 310, "late")}});
  settle();
  EXPECT_GT(first_time(), 1);
  EXPECT_EQ(playhead(), first_time());
}

TEST_F(ShellTest, ThePlayheadStaysWhereTheUserPutItWhenAnotherRecordingComes) {
  begin({.files = {recording_from(300, 310, "late")}});
  settle();
  shell_->state().playback.playhead += 0.1;
  const Seconds left = playhead();
  shell_->open_files({recording_from(120, 130, "early")});
  settle();
  ASSERT_EQ(shell_->workspace().session().recordings.size(), 2u);
  EXPECT_LT(first_time(), left - 1);
  EXPECT_EQ(playhead(), left);
}

TEST_F(ShellTest, WhatIsRememberedOfARecordingGoesBeforeItsFirstFrame) {
  const std::string path = recording_from(300, 310, "late");
  begin({.files = {path}});
  settle();
  shell_->state().playback.playhead += 0.1;
  const Seconds left = playhead();
  Settings settings;
  settings.choices[fs::weakly_canonical(path).string()].playhead = left;
  begin({.files = {path}}, settings);
  settle();
  EXPECT_EQ(playhead(), left);
  begin({.files = {path}, .frame = 3}, settings);
  settle();
  EXPECT_EQ(playhead(),
            shell_->workspace().session().recordings[0].recording->timeline().time(FrameIndex(3)));
}

TEST_F(ShellTest, WhatIsRememberedStaysWhereTheCommandLineSaysTimeAndSelection) {
  const std::string path = (folder_ / "drive.log").string();
  fs::copy_file(SCRUBJAY_ASSETS "/sample.log", path);
  Settings settings;
  RecordingChoices& choices = settings.choices[fs::weakly_canonical(path).string()];
  choices.playhead = 3;
  choices.selected = {"37"};
  choices.watched = {{"z < 0", false}, {"frame > 3", true}};
  choices.camera.distance = 123;
  const auto saved = [&] {
    return shell_->settings_to_save(1280, 720, false).choices.begin()->second;
  };
  const auto expect_kept = [&](Seconds playhead, const std::vector<std::string>& selected) {
    settle();
    EXPECT_NEAR(saved().playhead, playhead, 1e-6);
    EXPECT_EQ(saved().selected, selected);
    EXPECT_EQ(saved().watched, choices.watched);
    EXPECT_EQ(saved().camera.distance, 123);
  };
  begin({.files = {path}, .time = 5}, settings);
  expect_kept(5, {"37"});
  begin({.files = {path}, .select = "35"}, settings);
  expect_kept(3, {"35"});
  begin({.files = {path}, .frame = 100, .select = "35"}, settings);
  settle();
  const Timeline& timeline = shell_->workspace().session().recordings[0].recording->timeline();
  expect_kept(timeline.time(FrameIndex(100)), {"35"});
  // What a view that was handed on shows is not kept in place of it.
  begin({.files = {path}, .time = 5, .view = "{}"}, settings);
  settle();
  EXPECT_NEAR(playhead(), 5, 1e-6);
  EXPECT_EQ(saved(), choices);
}

TEST_F(ShellTest, WhatTheCommandLineNamesInVainIsTold) {
  const auto told = [&](const ViewerOptions& options) {
    begin(options);
    settle();
    simdjson::dom::parser parser;
    const std::string state = shell_->state_json();
    std::string_view text;
    EXPECT_FALSE(parser.parse(state)["bar"].get(text));
    return std::string(text);
  };
  const std::string path = recording_from(0, 10, "drive");
  EXPECT_EQ(told({.files = {path}, .select = "nobody"}), "Nobody is called \"nobody\".");
  EXPECT_EQ(told({.files = {path}, .frame = 999}), "There is no frame 999: the last one is 10.");
  EXPECT_NE(told({.files = {path}, .time = 1000}).find("nothing is at 1000.000 s"),
            std::string::npos);
}

TEST_F(ShellTest, WhatIsRememberedIsNotForgottenWhileTheRecordingIsStillRead) {
  const std::string path = (folder_ / "drive.log").string();
  fs::copy_file(SCRUBJAY_ASSETS "/sample.log", path);
  Settings settings;
  RecordingChoices& choices = settings.choices[fs::weakly_canonical(path).string()];
  choices.playhead = 3;
  choices.camera.distance = 123;
  begin({.files = {path}}, settings);
  const auto remembered = [&] { return shell_->settings_to_save(1280, 720, false).choices; };
  for (int i = 0; i < 20'000 && shell_->state().playback.playhead != choices.playhead; ++i) {
    EXPECT_EQ(remembered(), settings.choices);
    picture();
  }
  settle();
  EXPECT_EQ(remembered().begin()->second.playhead, 3);
  EXPECT_EQ(remembered().begin()->second.camera.distance, 123);
}

TEST_F(ShellTest, AnErrorGoesOnceTheRecordingHasBeenReadAgain) {
  const std::string path = recording_from(300, 310, "late");
  begin({.files = {path}});
  settle();
  Workspace& workspace = shell_->workspace();
  workspace.reload(0, {{"axes", "foo"}});
  settle();
  ASSERT_EQ(workspace.failures().size(), 1u);
  workspace.reload(0, {{"axes", "bar"}});
  settle();
  EXPECT_EQ(workspace.failures().size(), 1u) << "one file, one banner: the newest";
  workspace.reload(0, {{"axes", "unreal"}});
  settle();
  EXPECT_TRUE(workspace.failures().empty());
}

TEST_F(ShellTest, ARecordingThatIsReadAgainStandsAsItStood) {
  const std::string path = (folder_ / "drive.log").string();
  fs::copy_file(SCRUBJAY_ASSETS "/sample.log", path);
  Settings settings;
  RecordingChoices& choices = settings.choices[fs::weakly_canonical(path).string()];
  choices.pinned = {"37"};
  choices.curves = {{"37", "", {{{}, "speed"}}}};
  begin({.files = {path}}, settings);
  settle();
  ASSERT_EQ(shell_->state().pinned.size(), 1u);
  ASSERT_EQ(shell_->state().curves.size(), 1u);
  shell_->workspace().reload(0);
  settle();
  EXPECT_EQ(shell_->state().pinned.size(), 1u);
  EXPECT_EQ(shell_->state().curves.size(), 1u);
  EXPECT_GT(shell_->settings_to_save(1280, 720, false).choices.begin()->second.used, 1'000'000'000);
}

TEST_F(ShellTest, AFolderThatIsARecordingOpensBesideWhatElseIsInIt) {
  const std::string folder = recording_from(300, 310, "parts");
  const std::string other = (fs::path(folder) / "other.fbf").string();
  std::ofstream(other) << framebyframe::raw_text(
      {framebyframe::FrameTextMaker{.frame_id = 1, .entities = {{.id = 1}}}.text()});
  // As the command line lists what it finds in a folder.
  begin({.files = recordings_in(folder)});
  settle();
  EXPECT_EQ(shell_->workspace().session().recordings.size(), 2u);
  EXPECT_FALSE(shell_->state().windows[WindowId::folder]);
}

TEST_F(ShellTest, FoldersAndFilesThatAreDroppedTogetherJoinInTheirOrder) {
  std::vector<std::string> files;
  for (const std::string name : {"a", "b", "c", "d"}) {
    fs::create_directories(folder_ / name);
    files.push_back((folder_ / name / "one.json").string());
    std::ofstream(files.back()) << R"({"results":[{"name":"A"}]})";
  }
  begin({});
  settle();
  shell_->open_files({files[0], (folder_ / "b").string(), files[2], (folder_ / "d").string()});
  settle();
  std::vector<std::string> opened;
  for (const OpenRecording& open : shell_->workspace().session().recordings) {
    opened.push_back(open.recording->file().path());
  }
  files[1] = (folder_ / "b").string();
  files[3] = (folder_ / "d").string();
  EXPECT_EQ(opened, files);
}

TEST_F(ShellTest, RecordingsBelowAFolderThatIsNamedAreFound) {
  fs::create_directories(folder_ / "drives/inner");
  std::ofstream(folder_ / "drives/inner/one.fbf") << framebyframe::raw_text(
      {framebyframe::FrameTextMaker{.frame_id = 1, .entities = {{.id = 1}}}.text()});
  begin({.files = recordings_in((folder_ / "drives").string())});
  settle();
  EXPECT_EQ(shell_->workspace().session().recordings.size(), 1u);
  EXPECT_TRUE(shell_->workspace().failures().empty());
}

#ifndef _WIN32
/// A recording that comes through a pipe, as far as somebody writes it.
class PipedRecording : public ShellTest {
 protected:
  PipedRecording() { EXPECT_EQ(mkfifo(pipe_.c_str(), 0600), 0); }

  void feed() { write(pipe_); }
  std::string file(const std::string& name) {
    write((folder_ / name).string());
    return (folder_ / name).string();
  }
  std::size_t open_count() { return shell_->workspace().session().recordings.size(); }
  /// So long that a file in its way would have been opened.
  void wait_a_while() {
    for (int i = 0; i < 100; ++i) {
      picture();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  std::string pipe_ = (folder_ / "pipe.json").string();

 private:
  static void write(const std::string& path) {
    std::ofstream(path) << R"({"results":[{"name":"A"}]})";
  }
};

TEST_F(PipedRecording, IsWaitedForByThoseNamedBehindIt) {
  fs::create_directories(folder_ / "below");
  file("below/one.json");
  begin({.files = {pipe_, file("behind.json"), (folder_ / "below").string()}});
  wait_a_while();
  EXPECT_EQ(open_count(), 0u);
  shell_->open_files({file("later.json")});
  wait_a_while();
  EXPECT_EQ(open_count(), 1u) << "what is opened later waits for nobody";
  feed();
  settle();
  ASSERT_EQ(open_count(), 4u);
  EXPECT_EQ(shell_->workspace().session().recordings[1].recording->file().path(), pipe_);
}

TEST_F(PipedRecording, DoesNotKeepTheWindowFromEnding) {
  begin({.files = {pipe_}});
  wait_a_while();
  shell_.reset();
  EXPECT_LT(::open(pipe_.c_str(), O_WRONLY | O_NONBLOCK), 0) << "nobody reads it any more";
}

TEST_F(PipedRecording, ThatIsClosedWhileItIsReadAgainStaysClosed) {
  begin({.files = {pipe_}});
  feed();
  settle();
  ASSERT_EQ(open_count(), 1u);
  shell_->workspace().reload(0);
  wait_a_while();
  EXPECT_TRUE(shell_->workspace().is_opening());
  shell_->state().close_request = 0;
  settle();
  EXPECT_EQ(open_count(), 0u);
  wait_a_while();
  const int writer = ::open(pipe_.c_str(), O_WRONLY | O_NONBLOCK);
  EXPECT_LT(writer, 0) << "nobody reads it any more";
}
#endif

}  // namespace
}  // namespace scrubjay
