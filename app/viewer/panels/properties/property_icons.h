#pragma once

#include <imgui.h>

#include <string_view>

namespace scrubjay {

/// Whether there is a drawing for an icon of that name: names of Font Awesome 5's solid set,
/// without prefix, also as "fa-heart".
bool has_property_icon(std::string_view name);

/// Draws the icon of that name inside a circle of `radius`; for a name without a drawing a dot.
void draw_property_icon(std::string_view name, ImVec2 center, float radius, ImU32 color);

/// A five-pointed star, filled or as an outline.
void draw_star(ImVec2 center, float radius, bool filled, ImU32 color);

/// A speech bubble: a person's comment.
void draw_speech_mark(ImDrawList& list, ImVec2 center, float radius, ImU32 color);

}  // namespace scrubjay
