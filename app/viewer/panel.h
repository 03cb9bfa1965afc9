#pragma once

#include <imgui.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/theme.h"
#include "app/viewer/view_state.h"
#include "app/viewer/workspace.h"

namespace scrubjay {

struct PanelCaches;

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

/// What a panel may see and change. A panel is a free function over it that draws into the ImGui
/// window that is open, and forgets: lasting choices are in `state`, results that cost time in
/// `caches`. Time is moved through `commands` only.
struct PanelContext {
  Workspace& workspace;
  const Moment& moment;
  ViewState& state;
  PanelCaches& caches;
  const Theme& theme;
  const Fonts& fonts;
  float scale;  ///< 1 = 100 %: multiply pixel constants with it
  double now;   ///< seconds since the window opened, for marks that fade
  std::vector<PlaybackCommand>& commands;
  PlaceReport& places;
  bool needs_redraw = false;  ///< set by a panel that fades or computes: draw again soon

  const Session& session() const { return workspace.session(); }
};

// The areas of the window. Each draws into the child window that is open.
void entities_panel(PanelContext& context);
void events_panel(PanelContext& context);
void scene_panel(PanelContext& context);
void properties_panel(PanelContext& context);
void pinned_panel(PanelContext& context);
void timeline_panel(PanelContext& context);
void picture_panel(PanelContext& context);

// Windows above the areas, opened by flags in ViewState.
void problems_window(PanelContext& context);
void queries_window(PanelContext& context);
void help_window(PanelContext& context);
void resource_window(PanelContext& context);
void reading_window(PanelContext& context);
void save_window(PanelContext& context);
/// Some recording's format leaves choices of how it is read.
bool has_read_options(const Session& session);

}  // namespace scrubjay
