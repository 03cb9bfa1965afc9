#pragma once

#include <imgui.h>

#include <map>
#include <string>
#include <string_view>

#include "app/viewer/theme.h"

namespace scrubjay {

/// Where things are in the window, for the state that is printed on request: tests click by it.
struct PlaceReport {
  struct Place {
    float x, y, width, height;  ///< window pixels
  };
  std::map<std::string, Place, std::less<>> places;

  void add(std::string_view name, ImVec2 min, ImVec2 max) {
    places[std::string(name)] = {min.x, min.y, max.x - min.x, max.y - min.y};
  }
  /// The item that ImGui drew last.
  void add_item(std::string_view name) {
    add(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  }
};

/// What drawing needs, whatever is drawn.
struct DrawContext {
  const Theme& theme;
  const Fonts& fonts;
  float scale;  ///< 1 = 100 %: multiply pixel constants with it
  double now;   ///< seconds since the window opened, for marks that fade
  PlaceReport& places;
  bool needs_redraw = false;    ///< set by who fades or computes: draw again soon
  bool reduced_motion = false;  ///< nothing fades
  /// Where the areas begin, below the menus, and the timeline, above which windows open [pixels];
  /// 0: there is none.
  float areas_top = 0;
  float timeline_top = 0;
  bool in_dock = false;  ///< the window that is drawn stands in the dock
};

}  // namespace scrubjay
