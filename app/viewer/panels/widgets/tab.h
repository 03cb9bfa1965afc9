#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>

#include "app/viewer/draw_context.h"

namespace scrubjay {

/// A tab over [min, max), and behind its name how many things are behind it, where that is known.
/// True when clicked.
bool draw_tab(const DrawContext& context, const char* name, std::optional<std::size_t> count,
              bool is_in_front, ImVec2 min, ImVec2 max);

/// Cuts the widest of some tabs, all to one width, so that all have room; none below `least`.
void fit_tabs(std::span<float> widths, float room, float least);

}  // namespace scrubjay
