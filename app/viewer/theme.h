#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "app/viewer/missing_glyphs.h"
#include "core/frame.h"

namespace scrubjay {

inline constexpr std::size_t kEventColors = 14;
inline constexpr std::size_t kCategoricalColors = 7;

/// How much of the accent colour the rows at the playhead have over that of their panel.
inline constexpr float kAtPlayhead = 0.14F;

/// Colours of the window: greys carry structure, one accent colour, categorical colours from the
/// Okabe-Ito set. Text on its background has a contrast of at least 4.5 : 1, glyphs and what shows
/// where the keyboard is of 3 : 1; in high contrast 7 : 1 and 4.5 : 1. What is selected has a hue
/// that nothing else has.
struct Theme {
  std::string_view name;
  bool is_dark = true;
  ImVec4 window;     ///< behind everything
  ImVec4 panel;      ///< background of an area
  ImVec4 raised;     ///< inputs, buttons, headers
  ImVec4 hovered;    ///< row or button under the mouse
  ImVec4 selected;   ///< background of what is selected
  ImVec4 selection;  ///< marks of what is selected: rims, bars
  ImVec4 on;         ///< background of a switch that is on
  ImVec4 line;       ///< thin separators
  ImVec4 text;
  ImVec4 dim;      ///< ids, units, secondary text
  ImVec4 accent;   ///< playhead, links
  ImVec4 focus;    ///< around what has the keyboard
  ImVec4 changed;  ///< mark of a value that changed
  ImVec4 note;
  ImVec4 warning;
  ImVec4 error;
  ImVec4 sky_top;
  ImVec4 sky_bottom;
  ImVec4 grid;
  float faded = 0.55F;  ///< how strong the text is of what is not there, or not shown
  // Of the Okabe-Ito set, as light or dark as the panels need it.
  std::array<ImVec4, kEventColors> events = {};
  std::array<ImVec4, kCategoricalColors> categories = {};
  std::array<ImVec4, kEntityKinds> kinds = {};
};

const Theme& dark_theme();
const Theme& light_theme();
const Theme& high_contrast_theme();

/// Sets ImGui's style from a theme, for a scale of text and spacing (1 = 100 %).
void apply_theme(const Theme& theme, float scale);

/// The colour of an event: by its tag, or by its name when it has no tag; the same all over the
/// window.
ImVec4 event_color(const Theme& theme, std::string_view name, std::string_view tag);
/// The n-th of the categorical colours; they begin anew after the last. For lists that give each
/// row a colour.
ImVec4 categorical_color(const Theme& theme, std::size_t n);
/// The colour of a kind of entity, as the scene draws it.
ImVec4 kind_color(const Theme& theme, EntityKind kind);

/// A number for a text that is the same in every run.
std::uint32_t stable_hash(std::string_view text);

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
/// them; what signs they lack comes from one of the others, or from `extra`. The atlas is rebuilt;
/// call before a frame begins. `extra` must live until the atlas is built.
Fonts load_fonts(float scale, std::span<const ExtraFont> extra = {});

}  // namespace scrubjay
