#include "app/viewer/panels/timeline/timeline_draw.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>
#include <string>

namespace scrubjay {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;

const char* end_of(std::string_view text) { return text.data() + text.size(); }

/// A triangle that points to the right (`direction` 1) or to the left (-1).
void draw_pointer(ImDrawList& list, ImVec2 centre, float half, float direction, ImU32 color) {
  const float tip = half * 0.9F * direction;
  const ImVec2 a{centre.x - tip, centre.y - half};
  const ImVec2 b{centre.x + tip, centre.y};
  const ImVec2 c{centre.x - tip, centre.y + half};
  // Anti-aliasing needs one order of corners.
  if (direction > 0) {
    list.AddTriangleFilled(a, b, c, color);
  } else {
    list.AddTriangleFilled(a, c, b, color);
  }
}

void draw_bar(ImDrawList& list, ImVec2 centre, float half_width, float half_height, ImU32 color) {
  list.AddRectFilled({centre.x - half_width, centre.y - half_height},
                     {centre.x + half_width, centre.y + half_height}, color, half_width * 0.6F);
}

void draw_loop(ImDrawList& list, ImVec2 centre, float half, ImU32 color) {
  const float radius = half * 0.85F;
  const float line = std::max(1.5F, half * 0.24F);
  for (const float turn : {0.0F, kPi}) {
    list.PathArcTo(centre, radius, turn + 0.55F, turn + kPi - 0.25F, 16);
    list.PathStroke(color, 0, line);
    const float at = turn + 0.45F;
    const ImVec2 tip{centre.x + std::cos(at) * radius, centre.y + std::sin(at) * radius};
    // Against the arc's direction: the arrow runs clockwise as seen on the screen's turned axis.
    const float head = half * 0.5F;
    const ImVec2 along{std::sin(at), -std::cos(at)};
    const ImVec2 across{std::cos(at), std::sin(at)};
    list.AddTriangleFilled({tip.x + along.x * head, tip.y + along.y * head},
                           {tip.x + across.x * head, tip.y + across.y * head},
                           {tip.x - across.x * head, tip.y - across.y * head}, color);
  }
}

}  // namespace

void draw_icon(ImDrawList& list, TransportIcon icon, ImVec2 centre, float size, ImU32 color) {
  const float half = size * 0.5F;
  const float bar = std::max(1.0F, size * 0.09F);
  switch (icon) {
    case TransportIcon::first:
      draw_bar(list, {centre.x - half * 0.75F, centre.y}, bar, half * 0.8F, color);
      draw_pointer(list, {centre.x + half * 0.2F, centre.y}, half * 0.8F, -1, color);
      break;
    case TransportIcon::back:
      draw_pointer(list, {centre.x - half * 0.3F, centre.y}, half * 0.7F, -1, color);
      draw_bar(list, {centre.x + half * 0.65F, centre.y}, bar, half * 0.7F, color);
      break;
    case TransportIcon::play:
      draw_pointer(list, {centre.x + half * 0.1F, centre.y}, half, 1, color);
      break;
    case TransportIcon::pause:
      draw_bar(list, {centre.x - half * 0.45F, centre.y}, half * 0.22F, half * 0.9F, color);
      draw_bar(list, {centre.x + half * 0.45F, centre.y}, half * 0.22F, half * 0.9F, color);
      break;
    case TransportIcon::forward:
      draw_bar(list, {centre.x - half * 0.65F, centre.y}, bar, half * 0.7F, color);
      draw_pointer(list, {centre.x + half * 0.3F, centre.y}, half * 0.7F, 1, color);
      break;
    case TransportIcon::last:
      draw_pointer(list, {centre.x - half * 0.2F, centre.y}, half * 0.8F, 1, color);
      draw_bar(list, {centre.x + half * 0.75F, centre.y}, bar, half * 0.8F, color);
      break;
    case TransportIcon::loop: draw_loop(list, centre, half, color); break;
  }
}

void draw_eye(ImDrawList& list, ImVec2 centre, float size, ImU32 color, bool open) {
  const float half = size * 0.5F;
  const float line = std::max(1.0F, size * 0.09F);
  const ImVec2 left{centre.x - half, centre.y};
  const ImVec2 right{centre.x + half, centre.y};
  for (const float side : {-1.0F, 1.0F}) {
    const float y = centre.y + side * half * 0.85F;
    list.AddBezierCubic(left, {centre.x - half * 0.4F, y}, {centre.x + half * 0.4F, y}, right,
                        color, line, 12);
  }
  list.AddCircleFilled(centre, half * 0.34F, color, 12);
  if (!open) {
    list.AddLine({centre.x - half * 0.8F, centre.y + half * 0.8F},
                 {centre.x + half * 0.8F, centre.y - half * 0.8F}, color, line * 1.4F);
  }
}

void draw_menu_arrow(ImDrawList& list, ImVec2 centre, float size, ImU32 color) {
  const float half = size * 0.5F;
  list.AddTriangleFilled({centre.x - half, centre.y - half * 0.5F},
                         {centre.x + half, centre.y - half * 0.5F},
                         {centre.x, centre.y + half * 0.6F}, color);
}

void draw_hatching(ImDrawList& list, ImVec2 min, ImVec2 max, ImU32 color, float step, float width) {
  if (!(max.x > min.x) || !(max.y > min.y) || !(step > 0)) return;
  list.PushClipRect(min, max, true);
  const float height = max.y - min.y;
  // Lines stand at multiples of the step on the screen: neighbouring areas meet.
  const float first = std::floor(min.x / step) * step;
  for (float x = first; x < max.x + height; x += step) {
    list.AddLine({x, min.y}, {x - height, max.y}, color, width);
  }
  list.PopClipRect();
}

float text_width(const ImFont* font, std::string_view text) {
  if (text.empty()) return 0;
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), end_of(text)).x;
}

void draw_text(ImDrawList& list, const ImFont* font, ImVec2 place, ImU32 color,
               std::string_view text) {
  if (text.empty()) return;
  list.AddText(font, font->FontSize, {std::floor(place.x), std::floor(place.y)}, color, text.data(),
               end_of(text));
}

float draw_text_in(ImDrawList& list, const ImFont* font, ImVec2 min, ImVec2 max, ImU32 color,
                   std::string_view wanted) {
  std::string scratch;
  const std::string_view text = drawable(font, wanted, scratch);
  const float room = max.x - min.x;
  if (text.empty() || room <= 0) return 0;
  const ImVec2 place{min.x, min.y + (max.y - min.y - font->FontSize) / 2};
  const float whole = text_width(font, text);
  if (whole <= room) {
    draw_text(list, font, place, color, text);
    return whole;
  }
  static constexpr std::string_view kEllipsis = "\u2026";
  const float for_text = room - text_width(font, kEllipsis);
  if (for_text <= 0) return 0;
  const char* cut = text.data();
  font->CalcTextSizeA(font->FontSize, for_text, 0, text.data(), end_of(text), &cut);
  std::string shown(text.data(), cut);
  shown += kEllipsis;
  draw_text(list, font, place, color, shown);
  return text_width(font, shown);
}

void tooltip_line(const ImFont* font, const ImVec4& color, std::string_view text) {
  // ImGui takes fonts to push as not const though it does not change them.
  ImGui::PushFont(const_cast<ImFont*>(font));
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.data(), end_of(text));
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void item_tooltip(const DrawContext& context, std::string_view text, std::string_view key) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  tooltip_line(context.fonts.text, context.theme.text, text);
  if (!key.empty()) {
    ImGui::SameLine();
    tooltip_line(context.fonts.text, context.theme.dim, key);
  }
  ImGui::EndTooltip();
}

}  // namespace scrubjay
