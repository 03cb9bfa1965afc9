#include "app/viewer/shell/shell.h"

#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#endif

#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "app/shared/folder_recordings.h"
#include "app/viewer/panels/ask/ask_cache.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/plots/plot_legend.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/windows/open_window.h"
#include "app/viewer/panels/windows/pictures_window.h"
#include "app/viewer/plots/plot_curves.h"
#include "headless_imgui.h"
#include "tests/core/test_folder.h"
#include "tests/formats/framebyframe_test_file.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

/// The last picture has a corner of that colour there.
bool has_vertex_within(ImVec2 min, ImVec2 max, ImU32 color) {
  const ImDrawData* const drawn = ImGui::GetDrawData();
  for (int i = 0; i < drawn->CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : drawn->CmdLists[i]->VtxBuffer) {
      if (vertex.col == color && vertex.pos.x >= min.x && vertex.pos.x <= max.x &&
          vertex.pos.y >= min.y && vertex.pos.y <= max.y) {
        return true;
      }
    }
  }
  return false;
}

/// The whole window but its window: recordings are opened from disk as a user opens them.
class ShellTest : public testing::Test {
 private:
  HeadlessImGui imgui_{{1280, 720}};

 protected:
  /// A recording whose first frame is not at time 0: snapshots are numbered by 60ths of a second.
  std::string recording_from(int first, int last, const std::string& name) {
    const fs::path folder = folder_ / name;
    fs::create_directories(folder);
    for (int i = first; i <= last; ++i) {
      std::ofstream(folder / ("snapshot_" + std::to_string(i) + ".json"))
          << R"({"results":[{"name":"A"}]})";
    }
    return folder.string();
  }

  void begin(ViewerOptions options, Settings settings = {}) {
    options.is_cache_used = false;
    shell_ = std::make_unique<Shell>(
        options, std::move(settings), [] {}, false);
  }
  void picture() {
    facts_.width = 1280;
    facts_.height = 720;
    facts_.now += 1.0 / 60;
    if (shell_->prepare(facts_)) {
      unsigned char* pixels = nullptr;
      int width = 0;
      int height = 0;
      ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    ImGui::NewFrame();
    shell_->draw(facts_);
    ImGui::Render();
  }
  /// Until nothing is read or computed any more.
  void settle() {
    for (int i = 0; i < 3; ++i) picture();
    for (int i = 0; i < 20'000 && shell_->is_busy(); ++i) {
      picture();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_FALSE(shell_->is_busy());
  }
  /// Of the last picture.
  std::map<std::string, PlaceReport::Place, std::less<>> places() {
    const std::string state = shell_->state_json();
    simdjson::dom::parser parser;
    const simdjson::dom::object parsed = parser.parse(state)["places"];
    std::map<std::string, PlaceReport::Place, std::less<>> places;
    for (const auto& [name, place] : parsed) {
      const simdjson::dom::array numbers = place;
      const auto number = [&](std::size_t i) { return static_cast<float>(double(numbers.at(i))); };
      places[std::string(name)] = {number(0), number(1), number(2), number(3)};
    }
    return places;
  }
  Seconds playhead() { return shell_->state().playback.playhead; }
  Seconds first_time() { return shell_->workspace().session().range().begin; }

  TestFolder folder_;
  WindowFacts facts_;
  std::unique_ptr<Shell> shell_;
};

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

TEST_F(ShellTest, TheColoursOfAPropertyAreOfWhatIsOpen) {
  for (const char* name : {"one", "hundred"}) {
    std::ofstream(folder_ / (name + std::string(".json")))
        << R"({"results":[{"name":"A","components":{"Health":{"points":)"
        << (name == std::string("one") ? 1 : 100) << "}}}]}";
  }
  begin({.files = {(folder_ / "one.json").string(), (folder_ / "hundred.json").string()}});
  settle();
  ViewState& state = shell_->state();
  state.color_by = ColorBy::property;
  state.color_property = "Health/points";
  settle();
  ASSERT_TRUE(shell_->scene().colors.range);
  EXPECT_EQ(shell_->scene().colors.range->most, 100);
  state.close_request = 1;
  settle();
  ASSERT_TRUE(shell_->scene().colors.range);
  EXPECT_EQ(shell_->scene().colors.range->most, 1);
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

TEST_F(ShellTest, EachStepToAChangeGoesOnWhateverTheOffset) {
  const std::string path = (folder_ / "drive.log").string();
  fs::copy_file(SCRUBJAY_ASSETS "/sample.log", path);
  begin({.files = {path}, .select = "35"});
  settle();
  ViewState& state = shell_->state();
  set_offset(state, 0, 0.1);
  settle();
  state.chosen_property = "transform/position";
  for (int i = 0; i < 8; ++i) {
    const Seconds before = playhead();
    state.command_request = CommandId::next_change;
    settle();
    ASSERT_GT(playhead(), before) << "step " << i;
  }
}

TEST_F(ShellTest, ARecordingThatIsSelectedIsNeitherFollowedNorPinned) {
  begin({.files = {recording_from(300, 310, "late")}});
  settle();
  ViewState& state = shell_->state();
  select(state, {0, EntityIndex()});  // as a click on its lane does
  for (const CommandId command : {CommandId::follow, CommandId::pin, CommandId::camera_chase}) {
    state.command_request = command;
    picture();
    EXPECT_FALSE(state.command_request);
    EXPECT_FALSE(state.followed);
    EXPECT_TRUE(state.pinned.empty());
  }
  state.close_request = 0;
  settle();
  EXPECT_TRUE(shell_->workspace().session().recordings.empty());
}

TEST_F(ShellTest, ThePaletteFindsNothingOfARecordingThatWasClosed) {
  begin({.files = {recording_from(300, 310, "late")}});
  settle();
  ViewState& state = shell_->state();
  state.windows[WindowId::palette] = true;
  settle();
  ImGui::GetIO().AddInputCharactersUTF8("A");
  settle();
  const auto finds_entity = [&] {
    return shell_->state_json().find("\"Other\"") != std::string::npos;  // its kind in a row
  };
  EXPECT_TRUE(finds_entity());
  state.close_request = 0;
  settle();
  EXPECT_TRUE(shell_->workspace().session().recordings.empty());
  EXPECT_TRUE(state.windows[WindowId::palette]);
  EXPECT_FALSE(finds_entity());
}

TEST_F(ShellTest, ThePaletteFindsWhatOnlyAnotherEntityOfTheKindHas) {
  std::ofstream(folder_ / "two.json")
      << R"({"results":[{"name":"A","components":{"Health":{"points":1}}},)"
         R"({"name":"B","components":{"Health":{"points":2},"Mana":{"left":3},"Position":{"x":1,"y":2}}}]})";
  begin({.files = {(folder_ / "two.json").string()}});
  settle();
  ViewState& state = shell_->state();
  const EntityRef first{0, EntityIndex(0)};
  const std::string id(
      shell_->workspace().session().recordings[0].recording->entity(first.entity).id);
  ASSERT_EQ(id, "A");
  select(state, first);
  settle();
  const auto find = [&](const char* text) {
    state.windows[WindowId::palette] = true;
    settle();
    ImGui::GetIO().AddInputCharactersUTF8(text);
    settle();
    return shell_->state_json();
  };
  EXPECT_NE(find("Mana").find("\"Mana/left  B\""), std::string::npos);
  state.windows[WindowId::palette] = false;
  settle();
  EXPECT_NE(find("transform").find("\"transform/position  B\""), std::string::npos);
  state.windows[WindowId::palette] = false;
  settle();
  const std::string both = find("points");
  const std::size_t found = both.find("\"Health/points  A\"");
  ASSERT_NE(found, std::string::npos);
  EXPECT_EQ(both.find("\"Health/points  "), found);
  EXPECT_EQ(both.find("\"Health/points  ", found + 1), std::string::npos) << "once a recording";
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

TEST_F(ShellTest, LabelsDoNotShowThroughTheButtonsOfTheScene) {
  begin({.files = {SCRUBJAY_ASSETS "/sample.log"}});
  settle();
  const auto places = this->places();
  for (const char* name : {"scene.camera", "scene.layers"}) {
    const auto& [x, y, width, height] = places.at(name);
    EXPECT_TRUE(has_vertex_within({x, y}, {x + width, y + height},
                                  packed(with_alpha(dark_theme().panel, 1))))
        << name;
  }
}

TEST_F(ShellTest, WindowsOpenAboveTheTimelineWhereTheyFit) {
  begin({.files = {SCRUBJAY_ASSETS "/sample.log"}});
  settle();
  for (const WindowId id : {WindowId::history, WindowId::changes, WindowId::ask, WindowId::notes}) {
    shell_->state().windows[id] = true;
    settle();
    const auto places = this->places();
    const std::string_view name = kWindows[static_cast<std::size_t>(id)].name;
    const auto& window = places.find(name)->second;
    EXPECT_LT(window.y + window.height, places.at("timeline").y) << name;
    shell_->state().windows[id] = false;
  }
  // What is too high for that takes the whole screen.
  shell_->state().windows[WindowId::help] = true;
  settle();
  EXPECT_GT(places().at("help").height, 600);
}

/// What is shown of tooltips in the last picture.
std::size_t visible_tooltips() {
  const auto& windows = ImGui::GetCurrentContext()->Windows;
  return static_cast<std::size_t>(
      std::count_if(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
        return window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0;
      }));
}

TEST_F(ShellTest, ATooltipDoesNotCoverAWindowThatAKeyOpened) {
  begin({.files = {SCRUBJAY_ASSETS "/sample.log"}});
  settle();
  const auto place = places().at("timeline.events");
  const float middle = place.y + place.height / 2;
  for (float x = place.x; x < place.x + place.width && visible_tooltips() == 0; x += 2) {
    ImGui::GetIO().MousePos = {x, middle};
    for (int i = 0; i < 3; ++i) picture();
  }
  ASSERT_EQ(visible_tooltips(), 1u);
  shell_->state().windows[WindowId::changes] = true;
  for (int i = 0; i < 5; ++i) {
    picture();
    EXPECT_EQ(visible_tooltips(), 0u) << i;
  }
  ImGui::GetIO().MousePos.x += 1;
  for (int i = 0; i < 3; ++i) picture();
  EXPECT_EQ(visible_tooltips(), 1u);
}

/// Threads of this process; 0 where the system does not say.
std::size_t threads_of_process() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Threads:")) return std::stoul(line.substr(8));
  }
  return 0;
}

TEST_F(ShellTest, ManyClientsNeedNoMoreThreadsAndDecodersThanFew) {
  constexpr std::size_t kClients = 200;
  constexpr std::size_t kFrames = 6;
  std::vector<std::string> frames;
  for (std::size_t i = 0; i < kFrames; ++i) {
    for (std::size_t client = 0; client < kClients; ++client) {
      frames.push_back(framebyframe::FrameTextMaker{
          .frame_id = static_cast<std::int64_t>(i + 1),
          .client = static_cast<std::int64_t>(client),
          .tag = client == 0 ? "Server" : "Client " + std::to_string(client),
          .server_time = 100.0 * static_cast<double>(i),
          .entities = {{.id = static_cast<std::int64_t>(client + 1)}}}
                           .text());
    }
  }
  const std::string path = (folder_ / "many.fbf").string();
  std::ofstream(path) << framebyframe::raw_text(frames);
  begin({.files = {path}});
  settle();
  Workspace& workspace = shell_->workspace();
  for (const std::size_t i : {5U, 0U, 3U}) {
    shell_->state().playback.playhead = first_time() + 0.1 * static_cast<double>(i) + 0.001;
    picture();
    settle();
    const Moment& moment = workspace.moment(playhead(), Sampling::hold);
    ASSERT_EQ(moment.frames.size(), kClients);
    for (const MomentFrame& shown : moment.frames) {
      ASSERT_NE(shown.frame, nullptr);
      EXPECT_EQ(shown.frame->index, shown.ref.frame);
      EXPECT_EQ(shown.previous == nullptr, i == 0);
    }
    EXPECT_LE(threads_of_process(), std::max(2U, std::thread::hardware_concurrency()) + 6);
    EXPECT_LE(workspace.decoders(0)->size(), DecoderPool::most_decoders());
  }
}

TEST_F(ShellTest, PlaybackStopsForAWatchWhereItPlaysNotWhereSomebodyGoes) {
  begin({.files = {SCRUBJAY_ASSETS "/sample.log"}});
  settle();
  ViewState& state = shell_->state();
  const Timeline& timeline = shell_->workspace().session().recordings[0].recording->timeline();
  const auto time = [&](std::size_t frame) { return timeline.time(FrameIndex(frame)); };
  const auto watch = [&](const char* condition) {
    state.watched = {{condition, true}};
    settle();
    const auto& all = shell_->caches().of<Watches>().all;
    while (all.empty() || all.front()->is_running()) picture();
    ASSERT_FALSE(all.front()->found.bands.empty());
  };
  facts_.elapsed = 1.0 / 60;
  watch("frame between 100 and 110");
  const auto ruler = places().at("timeline.ruler");
  ImGui::GetIO().MousePos = {ruler.x + ruler.width * 0.7F, ruler.y + ruler.height / 2};
  picture();
  state.playback.playing = true;
  for (const bool is_down : {true, false}) {
    ImGui::GetIO().MouseDown[0] = is_down;
    for (int i = 0; i < 3; ++i) picture();
  }
  EXPECT_TRUE(state.playback.playing);
  EXPECT_GT(playhead(), time(200));
  // A loop that begins anew.
  watch("frame between 201 and 205");
  state.playback = {.playhead = time(260) - 0.01,
                    .playing = true,
                    .loop = true,
                    .range = TimeRange{time(200), time(260)}};
  facts_.elapsed = 0.1;
  picture();
  EXPECT_FALSE(state.playback.playing);
  EXPECT_EQ(playhead(), time(201));
}

TEST_F(ShellTest, WhatTheTimelineLooksForIsFoundWhileItIsNotShown) {
  const std::string path = (folder_ / "short.log").string();
  fs::copy_file(SCRUBJAY_ASSETS "/sample.log", path);
  fs::resize_file(path, fs::file_size(path) / 2);
  begin({.files = {path}});
  shell_->state().layout.folded[AreaId::timeline] = true;
  settle();
  EXPECT_TRUE(places().contains("banner.ending.0"));
}

TEST_F(ShellTest, TabThatIsFasterThanTheFolderIsListedWaitsForIt) {
  for (const char* const name : {"common_1.log", "common_2.log", "zebra.log"}) {
    std::ofstream(folder_ / name) << ' ';
  }
  begin({});
  settle();
  ViewState& state = shell_->state();
  PathBrowser& browser = shell_->caches().of<OpenWindowCache>().browser;
  const auto listed = [&] {
    for (int i = 0; i < 10'000 && !browser.is_listed(); ++i) {
      picture();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  browser.path = (folder_ / "").string();
  browser.just_opened = true;
  state.windows[WindowId::open] = true;
  picture();
  listed();
  for (int i = 0; i < 3; ++i) picture();
  const std::string typed = (folder_ / "z").string();
  ImGui::GetIO().AddInputCharactersUTF8(typed.c_str());
  picture();
  ASSERT_EQ(browser.path, typed);
  HeadlessImGui::hold_key(ImGuiKey_Tab);
  picture();
  HeadlessImGui::let_go_key(ImGuiKey_Tab);
  picture();
  listed();
  for (int i = 0; i < 3; ++i) picture();
  EXPECT_EQ(browser.path, (folder_ / "zebra.log").string());
}

TEST_F(ShellTest, TabThatIsFasterThanTheAnswerGoesToItsFirstRow) {
  begin({.files = {recording_from(0, 10, "drive")}});
  settle();
  shell_->state().windows[WindowId::ask] = true;
  settle();
  const auto press = [&](int key) {
    HeadlessImGui::hold_key(key);
    picture();
    HeadlessImGui::let_go_key(key);
  };
  ImGui::GetIO().AddInputCharactersUTF8("select * from entities ");
  picture();
  HeadlessImGui::hold(HeadlessImGui::Modifier::ctrl);
  press(ImGuiKey_Enter);
  HeadlessImGui::let_go(HeadlessImGui::Modifier::ctrl);
  const AskCache& cache = shell_->caches().of<AskCache>();
  ASSERT_TRUE(cache.job.is_running());
  press(ImGuiKey_Tab);
  for (int i = 0; i < 10'000 && cache.job.is_running(); ++i) {
    picture();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (int i = 0; i < 3; ++i) picture();
  EXPECT_EQ(cache.row, 0u);
}

TEST_F(ShellTest, CurvesAreCopiedAsATable) {
  begin({.files = {SCRUBJAY_ASSETS "/sample.log"}});
  settle();
  add_curves(shell_->state(), {{0, EntityIndex(0)}}, "transform/position");
  settle();
  const auto button = places().at("plots.csv");
  ImGui::GetIO().MousePos = {button.x + button.width / 2, button.y + button.height / 2};
  picture();
  for (const bool is_down : {true, false}) {
    ImGui::GetIO().MouseDown[0] = is_down;
    for (int i = 0; i < 3; ++i) picture();
  }
  const PlotsCache& cache = shell_->caches().of<PlotsCache>();
  for (int i = 0; i < 10'000 && cache.note.empty(); ++i) {
    picture();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(cache.note, "Copied the time shown as CSV");
  EXPECT_TRUE(std::string_view(ImGui::GetClipboardText()).starts_with("time [s],"));
}

TEST_F(ShellTest, APictureOfTheWindowOutlivesTheRecording) {
  begin({});
  settle();
  PicturesCache& cache = shell_->caches().of<PicturesCache>();
  cache.window = {1, 1, std::vector<std::uint8_t>(4, 255)};
  for (int i = 0; i < 10'000 && cache.word.empty(); ++i) {
    picture();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(cache.word.starts_with("Saved: ")) << cache.word;
  EXPECT_TRUE(fs::remove(cache.word.substr(7)));
}

}  // namespace
}  // namespace scrubjay
