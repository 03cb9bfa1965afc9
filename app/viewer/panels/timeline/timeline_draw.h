#pragma once

#include <imgui.h>

#include <cstdint>
#include <string_view>

#include "app/viewer/draw_context.h"

namespace scrubjay {

// Shapes and texts of the timeline, drawn with a draw list: sizes in pixels.

inline ImU32 faded(const ImVec4& color, float alpha) { return packed(with_alpha(color, alpha)); }

enum class TransportIcon : std::uint8_t { first, back, play, pause, forward, last, loop };
/// Inside a square of `size` around `centre`.
void draw_icon(ImDrawList& list, TransportIcon icon, ImVec2 centre, float size, ImU32 color);
/// An open eye, or a crossed one.
void draw_eye(ImDrawList& list, ImVec2 centre, float size, ImU32 color, bool open);
/// A small triangle that points down: a menu opens.
void draw_menu_arrow(ImDrawList& list, ImVec2 centre, float size, ImU32 color);
/// Parallel lines at 45 degrees, `step` apart.
void draw_hatching(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 color, float step, float width);

float text_width(const ImFont* font, std::string_view text);
void draw_text(ImDrawList& list, const ImFont* font, ImVec2 place, ImU32 color,
               std::string_view text);
/// Left-aligned, vertically in the middle, cut with an ellipsis where it does not fit. Returns the
/// width.
float draw_text_in(ImDrawList& list, const ImFont* font, ImVec2 min, ImVec2 max, ImU32 color,
                   std::string_view text);

/// One line of a tooltip, with a font and a colour.
void tooltip_line(const ImFont* font, const ImVec4& color, std::string_view text);
/// A tooltip of one sentence for the last item, with the key that does the same.
void item_tooltip(const DrawContext& context, std::string_view text, std::string_view key = {});

}  // namespace scrubjay
