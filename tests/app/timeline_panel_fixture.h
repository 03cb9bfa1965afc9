#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <memory>
#include <string_view>

#include "app/viewer/panels/timeline/timeline_cache.h"
#include "panel_fixture.h"
#include "scripted_recording.h"

namespace scrubjay {

/// The timeline in a window of its own, without a display: pictures are made and thrown away.
class TimelinePanelTest : public PanelTest {
 protected:
  TimelinePanelTest() : PanelTest({1280, 240}) {
    ImGui::GetIO().MouseDoubleClickTime = 0.3F;
    away();
  }

  void draw(PanelContext& context) override {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    area("window", {0, top_}, {size.x, size.y - top_}, context, timeline_panel);
  }
  /// As many as corners are drawn once everything that is computed in slices is there.
  int settled() {
    settle();
    return corners_;
  }

  void move_to(std::string_view name, float across = 0.5F, float down = 0.5F) {
    point_at(name, across, down);
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
    HeadlessImGui::hold_key(ImGuiKey_Enter, down);
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
      builder.add_frame(t, static_cast<std::int64_t>(i + 1), {}, stream);
    }
    builder.set_complete(true);
  });
}

}  // namespace scrubjay
