#pragma once

#include <imgui.h>

#include <string>

#include "app/viewer/panel.h"

namespace scrubjay {

/// What a window is called, on its tab and where it is put into the dock: as in the menu, without
/// the dots that say that it opens something.
std::string tool_name(const WindowRow& tool);

/// Begins a tool (panel_table.h) where it stands: in the dock without a title bar, above the areas
/// as begin_window() does, with a button beside the one that closes it that puts it into the dock.
/// True when its contents are to be drawn; end_tool_window() follows in any case.
bool begin_tool_window(ViewContext& context, WindowId window, const char* title, ImVec2 size,
                       float height = 0.5F);
void end_tool_window(const DrawContext& context);

}  // namespace scrubjay
