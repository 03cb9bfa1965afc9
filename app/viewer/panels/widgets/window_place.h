#pragma once

#include <imgui.h>

#include <string_view>

#include "app/viewer/draw_context.h"

namespace scrubjay {

/// Where the window `title` above the areas opens: in the middle above the timeline, by which one
/// goes through time while it is open, or of the screen where that is too low for it; `height` down
/// [0 to 1], as large as `size` [pixels] or as there is room. `when` says whether it has that place
/// only the first time. However it came there, a window that nobody moves stays within the screen,
/// its title bar above all. Before ImGui::Begin.
void place_window(const DrawContext& context, const char* title, ImVec2 size, ImGuiCond when,
                  float height = 0.5F);

/// Places a window and begins it, as most windows above the areas are: `open` becomes false when
/// the user closes it. True when its contents are to be drawn; ImGui::End follows in any case.
bool begin_window(const DrawContext& context, const char* title, bool& open, ImVec2 size,
                  ImGuiCond when, float height = 0.5F);

/// How many windows have begun in this picture so far.
int begun_windows();
/// How far in front the frontmost of the windows lies that have begun since there were so many:
/// greater is nearer. -1 for none.
int front_since(int begun);

/// Reports where the window that was begun is.
void add_window(PlaceReport& places, std::string_view name);

}  // namespace scrubjay
