#pragma once

#include <imgui.h>

#include <cstddef>
#include <span>
#include <string_view>

#include "app/viewer/panel.h"

namespace scrubjay {

/// Lines that a text takes at a width.
std::size_t linked_text_lines(ImFont* font, std::string_view text, float width);

/// Draws a text broken into lines, in which "frame 12" goes to that frame of the recording, and a
/// web address is copied by a click.
void draw_linked_text(ViewContext& context, std::size_t recording, ImFont* font,
                      std::string_view text, ImVec2 min, float width, const ImVec4& color);

/// A note: a box tinted by `tint`, an icon (or none) and the text.
struct NoteStyle {
  ImVec4 tint;
  std::string_view icon = {};
};
/// Height that a note takes at a width.
float note_height(const DrawContext& context, std::string_view text, float width, bool has_icon);
void draw_note(ViewContext& context, std::size_t recording, const NoteStyle& style,
               std::string_view text, ImVec2 min, ImVec2 max);

/// The comments inside the popup that is open, one note below the other.
void comment_notes(ViewContext& context, std::size_t recording,
                   std::span<const CommentIndex> comments);

/// Their texts beside the mouse.
void comment_tooltip(ViewContext& context, std::size_t recording,
                     std::span<const CommentIndex> comments);

}  // namespace scrubjay
