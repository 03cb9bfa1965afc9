#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "headless_imgui.h"
#include "scripted_recording.h"

namespace scrubjay {

/// The timeline in a window of its own, without a display: pictures are made and thrown away.
class TimelinePanelTest : public testing::Test {
 private:
  HeadlessImGui imgui_{{1280, 240}};

 protected:
  TimelinePanelTest() {
    ImGuiIO& io = ImGui::GetIO();
    io.MouseDoubleClickTime = 0.3F;
#if IMGUI_VERSION_NUM < 18700
    io.KeyMap[ImGuiKey_Enter] = 1;
#endif
    away();
  }
  ~TimelinePanelTest() override {
    // These were not opened by the workspace: it must not close them.
    workspace_.session().recordings.clear();
  }

  void open(std::shared_ptr<Recording> recording, Seconds offset = 0) {
    workspace_.session().recordings.push_back({std::move(recording), offset, true, {}});
  }
  Session& session() { return workspace_.session(); }
  PanelContext context() {
    return {{{dark_theme(), fonts_, 1, 0, places_}, session(), moment_, state_, commands_},
            workspace_,
            caches_};
  }

  /// One picture of the window. Returns how many corners were drawn.
  int picture() {
    ImGuiIO& io = ImGui::GetIO();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, top_});
    ImGui::SetNextWindowSize({io.DisplaySize.x, io.DisplaySize.y - top_});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    places_.places.clear();
    commands_.clear();
    PanelContext context = this->context();
    timeline_panel(context);
    needs_redraw_ = context.needs_redraw;
    ImGui::End();
    ImGui::Render();
    for (const PlaybackCommand& command : commands_) apply(command, session(), state_.playback);
    return ImGui::GetDrawData()->TotalVtxCount;
  }
  int pictures(int count) {
    int corners = 0;
    for (int i = 0; i < count; ++i) corners = picture();
    return corners;
  }
  /// Until everything that is computed in slices is there.
  int settled() {
    int corners = pictures(3);
    for (int i = 0; i < 100'000 && needs_redraw_; ++i) corners = picture();
    return corners;
  }

  void away() { ImGui::GetIO().MousePos = {-1000, -1000}; }
  /// The mouse goes to a share of a place's width and height.
  void move_to(std::string_view name, float across = 0.5F, float down = 0.5F) {
    const auto place = places_.places.find(name);
    ASSERT_NE(place, places_.places.end()) << name;
    ImGui::GetIO().MousePos = {place->second.x + place->second.width * across,
                               place->second.y + place->second.height * down};
    picture();
  }
  void move_by(float x, float y = 0) {
    ImVec2& mouse = ImGui::GetIO().MousePos;
    mouse = {mouse.x + x, mouse.y + y};
    picture();
  }
  void press(int button = 0) {
    ImGui::GetIO().MouseDown[button] = true;
    picture();
  }
  void release(int button = 0) {
    ImGui::GetIO().MouseDown[button] = false;
    pictures(2);
  }
  void click(std::string_view name) {
    move_to(name);
    press();
    release();
    pictures(30);  // long enough that two clicks are not one double click
  }
  void wheel(float notches) {
    ImGui::GetIO().MouseWheel = notches;
    picture();
    ImGui::GetIO().MouseWheel = 0;
    picture();
  }
  void type(const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    picture();
    enter(true);
    enter(false);
  }
  void enter(bool down) {
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().KeysDown[1] = down;
#else
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, down);
#endif
    picture();
  }
  /// The time under the mouse, found by going there.
  Seconds time_at_mouse() {
    press();
    const Seconds t = state_.playback.playhead;
    release();
    pictures(30);  // long enough that two presses are not one double click
    return t;
  }
  bool has_place(std::string_view name) const { return places_.places.contains(name); }

  float wanted_height() { return caches_.of<TimelineCache>().wanted_height; }
  /// A click into the lane of events, where that time is.
  void click_event_at(Seconds t) {
    settled();
    const PlaceReport::Place lane = places_.places.find("timeline.events")->second;
    const TimeRange shown = state_.timeline.shown;
    // As begin_picture divides it: 8 pixels before the first moment, 20 behind the last.
    const double share = (t - shown.begin) / shown.length();
    ImGui::GetIO().MousePos = {lane.x + 8 + static_cast<float>(share) * (lane.width - 28),
                               lane.y + lane.height / 2};
    picture();
    press();
    release();
    pictures(30);
  }

  Workspace workspace_{[] {}};
  ViewState state_;
  PanelCaches caches_;
  Moment moment_;
  const Fonts& fonts_ = imgui_.fonts();
  std::vector<PlaybackCommand> commands_;
  PlaceReport places_;
  bool needs_redraw_ = false;
  float top_ = 0;  ///< of the panel's window
};

/// 101 frames over ten seconds; an event at 2 s of a car and ten at 7 s of the whole recording.
inline std::shared_ptr<Recording> ten_seconds() {
  return scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    const EntityIndex car = builder.add_entity("24", "car", EntityKind::vehicle, stream);
    builder.begin_life(car, builder.next_frame());
    for (std::size_t i = 0; i <= 100; ++i) {
      const Seconds t = static_cast<double>(i) / 10;
      if (i == 20) builder.add_event(instant(builder, t, "collision", "physics", car));
      for (int n = 0; i == 70 && n < 10; ++n) builder.add_event(instant(builder, t, "light"));
      builder.add_frame(t, i + 1, {}, stream);
    }
    builder.set_complete(true);
  });
}

}  // namespace scrubjay
