#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panel_caches.h"
#include "headless_imgui.h"

namespace scrubjay {

/// Panels without a display: pictures are made and thrown away.
class PanelTest : public testing::Test {
 private:
  HeadlessImGui imgui_;

 protected:
  /// With `seconds` from picture to picture by the panels' clock.
  explicit PanelTest(ImVec2 size, double seconds = 0) : imgui_(size), seconds_(seconds) {}
  ~PanelTest() override {
    // These were not opened by the workspace: it must not close them.
    session().recordings.clear();
  }

  /// What is in a picture.
  virtual void draw(PanelContext& context) = 0;

  void open(std::shared_ptr<Recording> recording, Seconds offset = 0) {
    session().recordings.push_back({std::move(recording), offset, true, {}});
  }
  Session& session() { return workspace_.session(); }
  PanelContext context() {
    return {{{dark_theme(), fonts_, scale_, now_, places_}, session(), moment_, state_, commands_},
            workspace_,
            caches_};
  }
  /// What all streams hold at the playhead: `held(ref)` of each is a MomentFrame.
  template <class Held>
  void decode(Held held) {
    moment_.time = state_.playback.playhead;
    moment_.frames.clear();
    session().frames_at(moment_.time, moment_.scratch);
    for (const FrameRef& ref : moment_.scratch) moment_.frames.push_back(held(ref));
  }
  /// A panel in a window of its own.
  template <class Panel>
  static void area(const char* name, ImVec2 place, ImVec2 size, PanelContext& context,
                   Panel panel) {
    ImGui::SetNextWindowPos(place);
    ImGui::SetNextWindowSize(size);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    panel(context);
    ImGui::End();
  }

  void picture() {
    ImGui::NewFrame();
    places_.places.clear();
    commands_.clear();
    now_ += seconds_;
    PanelContext context = this->context();
    draw(context);
    needs_redraw_ = context.needs_redraw;
    ImGui::Render();
    corners_ = ImGui::GetDrawData()->TotalVtxCount;
    for (const PlaybackCommand& command : commands_) apply(command, session(), state_.playback);
  }
  void pictures(int count) {
    for (int i = 0; i < count; ++i) picture();
  }
  /// Until everything that is computed in slices or in the background is there.
  void settle() {
    pictures(3);
    for (int i = 0; i < 100'000 && needs_redraw_; ++i) picture();
    ASSERT_FALSE(needs_redraw_);
  }

  bool has_place(std::string_view name) const { return places_.places.contains(name); }
  static void away() { ImGui::GetIO().MousePos = {-1000, -1000}; }
  /// The mouse is at a share of a place's width and height.
  void point_at(std::string_view name, float across, float down = 0.5F) {
    const auto place = places_.places.find(name);
    ASSERT_NE(place, places_.places.end()) << name;
    ImGui::GetIO().MousePos = {place->second.x + place->second.width * across,
                               place->second.y + place->second.height * down};
  }
  void move_to(std::string_view name, float across = 0.5F) {
    point_at(name, across);
    pictures(2);
  }
  void press(int button = 0) {
    ImGui::GetIO().MouseDown[button] = true;
    pictures(2);
    ImGui::GetIO().MouseDown[button] = false;
    pictures(2);
  }
  void click(std::string_view name, float across = 0.5F, int button = 0) {
    move_to(name, across);
    press(button);
    pictures(40);  // long enough that two clicks are not one double click
  }
  void click_left_end(std::string_view name) {
    const auto place = places_.places.find(name);
    ASSERT_NE(place, places_.places.end()) << name;
    click(name, std::min(8.0F, place->second.width / 2) / place->second.width);
  }

  Workspace workspace_{[] {}};
  ViewState state_;
  PanelCaches caches_;
  Moment moment_;
  const Fonts& fonts_ = imgui_.fonts();
  std::vector<PlaybackCommand> commands_;
  PlaceReport places_;
  float scale_ = 1;
  int corners_ = 0;  ///< that were drawn last
  bool needs_redraw_ = false;

 private:
  double seconds_;
  double now_ = 0;
};

}  // namespace scrubjay
