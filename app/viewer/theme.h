#pragma once

#include <imgui.h>

#include <string_view>

#include "core/frame.h"

namespace scrubjay {

/// Colours of the window: greys carry structure, one accent colour, categorical colours from the
/// Okabe-Ito set. Text on its background has a contrast of at least 4.5 : 1.
struct Theme {
  bool is_dark = true;
  ImVec4 window;    ///< behind everything
  ImVec4 panel;     ///< background of an area
  ImVec4 raised;    ///< inputs, buttons, headers
  ImVec4 hovered;   ///< row or button under the mouse
  ImVec4 selected;  ///< selected row
  ImVec4 line;      ///< thin separators
  ImVec4 text;
  ImVec4 dim;      ///< ids, units, secondary text
  ImVec4 accent;   ///< playhead, focus
  ImVec4 changed;  ///< mark of a value that changed
  ImVec4 note;
  ImVec4 warning;
  ImVec4 error;
  ImVec4 sky_top;
  ImVec4 sky_bottom;
  ImVec4 grid;
};

const Theme& dark_theme();
const Theme& light_theme();

/// Sets ImGui's style from a theme, for a scale of text and spacing (1 = 100 %).
void apply_theme(const Theme& theme, float scale);

/// The colour of an event: by its tag, or by its name when it has no tag; the same all over the
/// window.
ImVec4 event_color(const Theme& theme, std::string_view name, std::string_view tag);
/// The n-th of the categorical colours; they begin anew after the last. For lists that give each
/// row a colour.
inline constexpr std::size_t kCategoricalColors = 7;
ImVec4 categorical_color(const Theme& theme, std::size_t n);
/// The colour of a kind of entity, as the scene draws it.
ImVec4 kind_color(const Theme& theme, EntityKind kind);

inline ImU32 packed(const ImVec4& color) { return ImGui::ColorConvertFloat4ToU32(color); }
inline ImVec4 with_alpha(ImVec4 color, float alpha) {
  color.w *= alpha;
  return color;
}

/// Fonts of the window at the present scale. Sizes: text 15 px, small 13 px, large 22 px at 100 %.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* small = nullptr;
  ImFont* large = nullptr;
  ImFont* numbers = nullptr;  ///< tabular figures
};

/// Loads Inter and JetBrains Mono, else DejaVu, else the built-in font, from where systems keep
/// them; what signs they lack comes from one of the others. The atlas is rebuilt; call before a frame begins.
Fonts load_fonts(float scale);

}  // namespace scrubjay
