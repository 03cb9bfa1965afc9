#pragma once

#include <imgui.h>

namespace scrubjay {

/// Where the window `title` above the areas opens: in the middle, `height` of the screen down [0 to
/// 1], as large as `size` [pixels] or as the screen lets it be. `when` says whether it has that
/// place only the first time. However it came there, a window that nobody moves stays within the
/// screen, its title bar above all. Before ImGui::Begin.
void place_window(const char* title, ImVec2 size, ImGuiCond when, float height = 0.5F);

}  // namespace scrubjay
