#pragma once

#include <imgui.h>

#include <cstdint>
#include <string_view>

namespace scrubjay {

/// The shape that stands for an event in lists and lanes: told apart without its colour, too.
enum class EventGlyph : std::uint8_t {
  plus,   ///< something comes to be
  minus,  ///< something ends
  burst,  ///< a hit
  swap,   ///< a value is another than before
  // What no word tells apart: by name and tag.
  circle,
  square,
  diamond,
  triangle,
  wedge,  ///< a triangle that stands on its tip
  ring,
  hexagon,
};

/// By words of its name; else by its tag, or by its name when it has none, as its colour is.
EventGlyph event_glyph(std::string_view name, std::string_view tag);

/// `radius` [pixels]: no glyph reaches beyond.
void draw_event_glyph(ImDrawList& list, ImVec2 center, float radius, EventGlyph glyph, ImU32 color);

}  // namespace scrubjay
