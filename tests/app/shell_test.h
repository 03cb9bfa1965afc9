#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "app/viewer/shell/shell.h"
#include "headless_imgui.h"
#include "tests/core/test_folder.h"

namespace scrubjay {

/// The whole window but its window: recordings are opened from disk as a user opens them.
class ShellTest : public testing::Test {
 private:
  HeadlessImGui imgui_{{1280, 720}};

 protected:
  /// A recording whose first frame is not at time 0: snapshots are numbered by 60ths of a second.
  std::string recording_from(int first, int last, const std::string& name) {
    const std::filesystem::path folder = folder_ / name;
    std::filesystem::create_directories(folder);
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

}  // namespace scrubjay
