#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "app/viewer/draw_context.h"

namespace scrubjay {

/// Height of a row in lists [pixels].
inline float row_height(const DrawContext& context) {
  return static_cast<float>(static_cast<int>(22 * context.scale + 0.5F));
}

/// Text of a recording as one line that can be drawn: valid UTF-8, control characters spelled out,
/// at most `longest` bytes and an ellipsis.
std::string one_line(std::string_view text, std::size_t longest = 200);

float text_width(ImFont* font, std::string_view text);
/// Draws text that is centred between `top` and `bottom`, cut off with an ellipsis at `max_width`.
/// Returns the width drawn.
float draw_text(ImFont* font, float x, float top, float bottom, ImU32 color, std::string_view text,
                float max_width);
/// `text` as it fits into `max_width`: of what does not, begin and end are left with an ellipsis
/// between, so that long names that differ at their ends are told apart. Empty where nothing fits.
std::string cut_in_middle(ImFont* font, std::string_view text, float max_width);
/// A name that fits into `max_width` as it is; of another one what people call the thing by
/// (last_part).
std::string_view name_for(ImFont* font, std::string_view name, float max_width);
/// Draws it as `draw_text` does.
float draw_name(ImFont* font, float x, float top, float bottom, ImU32 color, std::string_view text,
                float max_width);
/// The same for what may be left out: draws nothing when no useful part of it has room.
float draw_text_if_room(ImFont* font, float x, float top, float bottom, ImU32 color,
                        std::string_view text, float max_width);

/// The path of a property up to `end`: its name, and behind it, dim and where there is room, the
/// groups that it is in: "position  properties \u00B7 Leaf". What has no name is told so.
void draw_path(const DrawContext& context, float x, float end, float top, float bottom, ImU32 color,
               std::string_view path);

/// The shape that stands for a kind in lists: told apart without colour too.
void draw_kind(ImVec2 center, float radius, EntityKind kind, ImU32 color);
/// Points down when open, to the right when folded.
void draw_fold(ImVec2 center, float radius, bool open, ImU32 color);
void draw_eye(ImVec2 center, float radius, bool crossed_out, ImU32 color);
/// A circle with a cross: what the camera follows.
void draw_target(ImVec2 center, float radius, ImU32 color);

/// Closes or empties something.
void draw_cross(ImVec2 center, float radius, ImU32 color);

/// A one-line text field over the width given, with a hint while it is empty and a cross that
/// empties it. True when the text changed.
bool search_field(DrawContext& context, const char* id, const char* hint, std::string& text,
                  bool& focus, float width, std::string_view place);

/// A small button that stays down while `on`. True when clicked.
bool toggle_button(DrawContext& context, const char* label, bool on, std::string_view place);

/// Where the mouse is across the window; not a number, and so on neither side of anything, while
/// one walks by keys.
float pointer_x();
/// The item drawn last has the keyboard, and a key asks to unfold (+1) or fold (-1) it; else 0.
int fold_key();
/// A key that asks a list for another of its rows while what is searched for is typed: the first
/// one (Enter), the next (+1), the one before (-1).
enum class SearchKey : std::uint8_t { none, first, next, previous };
/// For the search field drawn last.
SearchKey search_key();

/// What is done to a row that acts as a button.
struct RowHit {
  bool pressed = false;
  bool hovered = false;
};
/// Such a row, lit while the mouse is over it unless it `is_marked` otherwise. `id` tells it from
/// the others of its list.
RowHit row_button(DrawContext& context, std::size_t id, ImVec2 min, ImVec2 max,
                  std::string_view place, bool is_marked = false);

/// A text in the accent colour that acts as a button. True when clicked.
bool text_link(DrawContext& context, const std::string& text);

/// A grey sentence over the width of the panel.
void hint_text(const DrawContext& context, std::string_view text);

/// What the item before is for, until it is pressed: then it would lie over what became of that.
/// `pressed`: the place that was, kept between pictures.
void tool_tooltip(std::string& pressed, std::string_view place, bool is_pressed, const char* text);

/// Shows `text` beside the mouse, wrapped.
void text_tooltip(const DrawContext& context, std::string_view text);

}  // namespace scrubjay
