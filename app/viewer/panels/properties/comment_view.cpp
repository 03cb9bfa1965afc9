#include "app/viewer/panels/properties/comment_view.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/viewer/comment_lookup.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/properties/property_icons.h"
#include "app/viewer/panels/widgets/linked_text.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr float kPadding = 6;
constexpr float kIconWidth = 20;
constexpr std::size_t kShown = 8;  ///< comments in one tooltip or popup

float line_height(const ImFont* font) { return std::round(font->FontSize * 1.25F); }

TextLayout laid_out(ImFont* font, std::string_view text, float width) {
  return lay_out(text, width, [font](std::string_view piece) { return text_width(font, piece); });
}

/// The session time of a frame that a text names, counted from 1.
std::optional<Seconds> time_of_named_frame(const ViewContext& context, std::size_t recording,
                                           std::uint64_t frame) {
  const OpenRecording& open = context.session().recordings[recording];
  if (frame == 0 || frame > open.recording->frame_count()) return std::nullopt;
  return open.recording->timeline().time(FrameIndex(static_cast<std::size_t>(frame - 1))) +
         open.offset;
}

void hovered_link(ViewContext& context, std::size_t recording, const TextPart& part) {
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const bool clicked = ImGui::IsMouseReleased(0);
  if (part.kind == TextPart::Kind::address) {
    ImGui::SetTooltip("Click to copy the address");
    if (clicked) ImGui::SetClipboardText(std::string(part.text).c_str());
    return;
  }
  const auto time = time_of_named_frame(context, recording, part.frame);
  if (!time) {
    ImGui::SetTooltip("There is no such frame");
  } else if (clicked) {
    context.commands.emplace_back(SeekTo{*time});
  }
}

float icon_room(const DrawContext& context, bool has_icon) {
  return has_icon ? kIconWidth * context.scale : 0;
}

}  // namespace

std::size_t linked_text_lines(ImFont* font, std::string_view text, float width) {
  const std::string clean = valid_utf8(text);
  return laid_out(font, clean, width).lines;
}

void draw_linked_text(ViewContext& context, std::size_t recording, ImFont* font,
                      std::string_view text, ImVec2 min, float width, const ImVec4& color) {
  const std::string clean = valid_utf8(text);
  const TextLayout layout = laid_out(font, clean, width);
  const float line = line_height(font);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const PlacedText& piece : layout.pieces) {
    const ImVec2 at{std::round(min.x + piece.x), min.y + static_cast<float>(piece.line) * line};
    const TextPart& part = layout.parts[piece.part];
    const bool is_link = part.kind != TextPart::Kind::plain;
    const ImU32 ink = packed(is_link ? context.theme.accent : color);
    list->AddText(font, font->FontSize, at, ink, piece.text.data(),
                  piece.text.data() + piece.text.size());
    if (!is_link) continue;
    const ImVec2 end{at.x + text_width(font, piece.text), at.y + font->FontSize};
    list->AddLine({at.x, end.y + 1}, {end.x, end.y + 1}, ink);
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, end)) {
      hovered_link(context, recording, part);
    }
  }
}

float note_height(const DrawContext& context, std::string_view text, float width, bool has_icon) {
  const float s = context.scale;
  const float room = width - 2 * kPadding * s - 3 * s - icon_room(context, has_icon);
  const auto lines = static_cast<float>(linked_text_lines(context.fonts.text, text, room));
  return lines * line_height(context.fonts.text) + 2 * kPadding * s;
}

void draw_note(ViewContext& context, std::size_t recording, const NoteStyle& style,
               std::string_view text, ImVec2 min, ImVec2 max) {
  const float s = context.scale;
  const Theme& theme = context.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec4 box = mixed(theme.panel, style.tint, theme.is_dark ? 0.16F : 0.22F);
  list->AddRectFilled(min, max, packed(box), 4 * s);
  list->AddRectFilled(min, {min.x + 3 * s, max.y}, packed(style.tint), 2 * s);
  float x = min.x + 3 * s + kPadding * s;
  if (!style.icon.empty()) {
    draw_property_icon(style.icon, {x + 6 * s, min.y + (kPadding + 8) * s}, 6 * s,
                       packed(readable_on(style.tint, box, 3)));
  }
  x += icon_room(context, !style.icon.empty());
  list->PushClipRect(min, max, true);
  draw_linked_text(context, recording, context.fonts.text, text, {x, min.y + kPadding * s},
                   max.x - kPadding * s - x, theme.text);
  list->PopClipRect();
}

void comment_notes(ViewContext& context, std::size_t recording,
                   std::span<const CommentIndex> comments) {
  const Recording& source = *context.session().recordings[recording].recording;
  const float width = 320 * context.scale;
  for (const CommentIndex row : comments.subspan(0, std::min(comments.size(), kShown))) {
    const CommentInfo comment = source.comment(row);
    const float height = note_height(context, comment.text, width, true);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    draw_note(context, recording, {comment_color(comment), "comment"}, comment.text, min,
              {min.x + width, min.y + height});
  }
  if (comments.size() > kShown) {
    hint_text(context, "+ " + std::to_string(comments.size() - kShown) + " more");
  }
}

void comment_tooltip(ViewContext& context, std::size_t recording,
                     std::span<const CommentIndex> comments) {
  ImGui::BeginTooltip();
  comment_notes(context, recording, comments);
  ImGui::EndTooltip();
}

}  // namespace scrubjay
