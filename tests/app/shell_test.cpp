#include "app/viewer/shell/shell.h"

#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/viewer/panels/ask/ask_cache.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/plots/plot_legend.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/windows/open_window.h"
#include "app/viewer/panels/windows/pictures_window.h"
#include "app/viewer/plots/plot_curves.h"
#include "shell_test.h"
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
