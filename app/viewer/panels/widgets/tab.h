#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>

#include "app/viewer/draw_context.h"

namespace scrubjay {

/// A tab over [min, max), and behind its name how many things are behind it, where that is known.
/// True when clicked.
bool draw_tab(const DrawContext& context, const char* name, std::optional<std::size_t> count,
              bool is_in_front, ImVec2 min, ImVec2 max);

}  // namespace scrubjay
