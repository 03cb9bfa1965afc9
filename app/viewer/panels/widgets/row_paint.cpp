#include "app/viewer/panels/widgets/row_paint.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/shared/plain_text.h"
#include "app/viewer/missing_glyphs.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/property_path.h"
#include "core/short_name.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
constexpr std::size_t kLongestSearch = 512;

const char* end_of(std::string_view text) { return text.data() + text.size(); }

/// Moves back to where a character of UTF-8 begins.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

/// What a field that is being edited is asked to do: while it has the keyboard it keeps its own
/// copy of the text.
struct FieldRequest {
  bool clears = false;
  bool* selects_all = nullptr;  ///< once
};

int do_request(ImGuiInputTextCallbackData* data) {
  const auto& request = *static_cast<const FieldRequest*>(data->UserData);
  if (request.clears) data->DeleteChars(0, data->BufTextLen);
  if (*request.selects_all) data->SelectAll();
  *request.selects_all = false;
  return 0;
}

/// The cross at the end of a field, over what stands there.
void draw_field_cross(const DrawContext& context, ImVec2 min, ImVec2 max, bool hovered) {
  ImGui::GetWindowDrawList()->AddRectFilled(min, max, packed(context.theme.raised),
                                            4 * context.scale);
  draw_cross({(min.x + max.x) / 2, (min.y + max.y) / 2}, 4 * context.scale,
             packed(hovered ? context.theme.text : context.theme.dim));
}

}  // namespace

std::string one_line(std::string_view text, std::size_t longest) {
  const std::string_view kept = whole_characters(text, longest);
  return printable(kept) + (kept.size() < text.size() ? std::string(kEllipsis) : std::string());
}

float text_width(ImFont* font, std::string_view wanted) {
  if (wanted.empty()) return 0;
  std::string scratch;
  const std::string_view text = drawable(font, wanted, scratch);
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.data(), end_of(text)).x;
}

float draw_text(ImFont* font, float x, float top, float bottom, ImU32 color,
                std::string_view wanted, float max_width) {
  if (wanted.empty() || max_width <= 0) return 0;
  std::string scratch;
  const std::string_view text = drawable(font, wanted, scratch);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 place{std::round(x), std::round((top + bottom - font->FontSize) / 2)};
  const float whole = text_width(font, text);
  if (whole <= max_width + 0.5F) {  // sums of widths differ by less
    list->AddText(font, font->FontSize, place, color, text.data(), end_of(text));
    return whole;
  }
  const float room = max_width - text_width(font, kEllipsis);
  if (room <= 0) return 0;
  const char* cut = text.data();
  float width = font->CalcTextSizeA(font->FontSize, room, 0, text.data(), end_of(text), &cut).x;
  if (cut == text.data()) width = 0;
  if (cut > text.data()) list->AddText(font, font->FontSize, place, color, text.data(), cut);
  list->AddText(font, font->FontSize, {std::round(place.x + width), place.y}, color,
                kEllipsis.data(), end_of(kEllipsis));
  return max_width;
}

std::string_view name_for(ImFont* font, std::string_view name, float max_width) {
  return text_width(font, name) > max_width ? last_part(name) : name;
}

std::string cut_in_middle(ImFont* font, std::string_view wanted, float max_width) {
  std::string scratch;
  const std::string_view text = drawable(font, wanted, scratch);
  constexpr float kBegin = 0.5F;  // share of what is left
  if (text_width(font, text) <= max_width + 0.5F) return std::string(text);
  const float room = max_width - text_width(font, kEllipsis);
  if (room <= 0) return "";
  const char* begin_end = text.data();
  const float begin_width =
      font->CalcTextSizeA(font->FontSize, room * kBegin, 0, text.data(), end_of(text), &begin_end)
          .x;
  const auto begin = static_cast<std::size_t>(begin_end - text.data());
  std::size_t end = text.size();
  for (float left = room - (begin == 0 ? 0 : begin_width); end > begin;) {
    const std::size_t before = character_start(text, end - 1);
    left -= text_width(font, text.substr(before, end - before));
    if (left < 0) break;
    end = before;
  }
  return std::string(text.substr(0, begin)) + std::string(kEllipsis) +
         std::string(text.substr(end));
}

float draw_name(ImFont* font, float x, float top, float bottom, ImU32 color, std::string_view text,
                float max_width) {
  return draw_text(font, x, top, bottom, color, cut_in_middle(font, text, max_width), max_width);
}

float draw_text_if_room(ImFont* font, float x, float top, float bottom, ImU32 color,
                        std::string_view text, float max_width) {
  constexpr float kUsefulHeights = 2.5F;  // about five letters
  if (max_width < kUsefulHeights * font->FontSize && text_width(font, text) > max_width) return 0;
  return draw_text(font, x, top, bottom, color, text, max_width);
}

void draw_path(const DrawContext& context, float x, float end, float top, float bottom, ImU32 color,
               std::string_view path) {
  constexpr std::string_view kNameless = "(no name)";
  const auto called = [&](std::string_view name) {
    return name.empty() ? std::string(kNameless) : one_line(name);
  };
  const auto [above, name] = parts_of_path(path);
  x += draw_name(context.fonts.text, x, top, bottom, color, called(name), end - x) +
       8 * context.scale;
  std::string groups;
  for (std::size_t begin = 0; !above.empty() && begin <= above.size();) {
    const std::size_t slash = std::min(above.find('/', begin), above.size());
    groups += (begin == 0 ? "" : " \u00B7 ") + called(above.substr(begin, slash - begin));
    begin = slash + 1;
  }
  draw_text_if_room(context.fonts.small, x, top, bottom, packed(context.theme.dim), groups,
                    end - x);
}

void draw_kind(ImVec2 center, float radius, EntityKind kind, ImU32 color) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float r = radius;
  const auto [x, y] = center;
  const float line = std::max(1.0F, r * 0.35F);
  switch (kind) {
    case EntityKind::vehicle:
      list->AddRectFilled({x - r, y - r * 0.7F}, {x + r, y + r * 0.7F}, color, r * 0.3F);
      break;
    case EntityKind::person: list->AddCircleFilled(center, r * 0.9F, color, 16); break;
    case EntityKind::signal:
      list->AddRectFilled({x - r * 0.55F, y - r * 1.1F}, {x + r * 0.55F, y + r * 1.1F}, color,
                          r * 0.5F);
      break;
    case EntityKind::sign:
      list->AddTriangleFilled({x, y - r}, {x + r, y + r * 0.8F}, {x - r, y + r * 0.8F}, color);
      break;
    case EntityKind::sensor: list->AddNgonFilled(center, r * 1.1F, color, 4); break;
    case EntityKind::camera:
      list->AddTriangleFilled({x - r, y}, {x + r, y - r}, {x + r, y + r}, color);
      break;
    case EntityKind::controller: list->AddNgon(center, r, color, 4, line); break;
    case EntityKind::prop:
      list->AddRect({x - r * 0.8F, y - r * 0.8F}, {x + r * 0.8F, y + r * 0.8F}, color, 0, 0, line);
      break;
    case EntityKind::other: list->AddNgonFilled(center, r, color, 6); break;
  }
}

void draw_fold(ImVec2 center, float radius, bool open, ImU32 color) {
  const auto [x, y] = center;
  const float r = radius;
  const ImVec2 a = open ? ImVec2(x - r, y - r * 0.5F) : ImVec2(x - r * 0.5F, y - r);
  const ImVec2 b = open ? ImVec2(x, y + r * 0.5F) : ImVec2(x + r * 0.5F, y);
  const ImVec2 c = open ? ImVec2(x + r, y - r * 0.5F) : ImVec2(x - r * 0.5F, y + r);
  const ImVec2 points[] = {a, b, c};
  ImGui::GetWindowDrawList()->AddPolyline(points, 3, color, 0, std::max(1.0F, r * 0.4F));
}

void draw_eye(ImVec2 center, float radius, bool crossed_out, ImU32 color) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto [x, y] = center;
  const float r = radius;
  const float line = std::max(1.0F, r * 0.25F);
  const float bow = r * 0.95F;
  list->AddBezierQuadratic({x - r, y}, {x, y - bow * 1.3F}, {x + r, y}, color, line);
  list->AddBezierQuadratic({x - r, y}, {x, y + bow * 1.3F}, {x + r, y}, color, line);
  list->AddCircleFilled(center, r * 0.35F, color, 10);
  if (crossed_out)
    list->AddLine({x - r * 0.9F, y + r * 0.9F}, {x + r * 0.9F, y - r * 0.9F}, color, line * 1.3F);
}

void draw_target(ImVec2 center, float radius, ImU32 color) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = std::max(1.0F, radius * 0.25F);
  list->AddCircle(center, radius * 0.7F, color, 16, line);
  list->AddCircleFilled(center, radius * 0.25F, color, 8);
}

void draw_cross(ImVec2 center, float radius, ImU32 color) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto [x, y] = center;
  const float r = radius;
  const float line = std::max(1.0F, r * 0.33F);
  list->AddLine({x - r, y - r}, {x + r, y + r}, color, line);
  list->AddLine({x - r, y + r}, {x + r, y - r}, color, line);
}

bool search_field(DrawContext& context, const char* id, const char* hint, std::string& text,
                  bool& focus, float width, std::string_view place) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float side = ImGui::GetFrameHeight();
  const ImVec2 max{min.x + width, min.y + side};
  // The field has the mouse, so the cross looks at it itself.
  const bool over_cross = !text.empty() && ImGui::IsWindowHovered() &&
                          ImGui::IsMouseHoveringRect({max.x - side, min.y}, max);
  bool cleared = over_cross && ImGui::IsMouseClicked(0);
  if (cleared) text.clear();
  char buffer[kLongestSearch];
  const std::size_t size = whole_characters(text, sizeof(buffer) - 1).size();
  std::memcpy(buffer, text.data(), size);
  buffer[size] = '\0';
  ImGui::PushID(id);
  // What one types next takes the place of the old text.
  bool* const selects_all = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("selects all"));
  if (focus) {
    give_keyboard_to_next();
    focus = false;
    *selects_all = true;
  }
  FieldRequest request{cleared, selects_all};
  ImGui::SetNextItemWidth(width);
  bool changed = ImGui::InputTextWithHint("##text", hint, buffer, sizeof(buffer),
                                          ImGuiInputTextFlags_CallbackAlways, do_request, &request);
  context.places.add_item(place);
  ImGui::PopID();
  if (changed) text = buffer;
  if (ImGui::IsItemDeactivated() && is_pressed(ImGuiKey_Escape)) {
    text.clear();
    changed = true;
  }
  changed = changed || cleared;
  if (!text.empty()) draw_field_cross(context, {max.x - side, min.y}, max, over_cross);
  if (over_cross) ImGui::SetMouseCursor(ImGuiMouseCursor_Arrow);
  return changed;
}

float pointer_x() {
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  const bool is_by_keys = gui.NavDisableMouseHover && !gui.NavDisableHighlight;
  return is_by_keys ? std::numeric_limits<float>::quiet_NaN() : gui.IO.MousePos.x;
}

int fold_key() {
  if (!ImGui::IsItemFocused() || ImGui::GetCurrentContext()->NavDisableHighlight) return 0;
  if (is_pressed(ImGuiKey_RightArrow)) return +1;
  return is_pressed(ImGuiKey_LeftArrow) ? -1 : 0;
}

SearchKey search_key() {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemDeactivated() && is_enter_pressed()) return SearchKey::first;
  // Also once the field has been left, as long as arrows mean nothing else.
  const bool is_free = !io.WantTextInput && !ImGui::IsAnyItemActive() && !io.KeyAlt &&
                       (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) == 0;
  if (!ImGui::IsItemActive() && !is_free) return SearchKey::none;
  if (is_pressed(ImGuiKey_DownArrow)) return SearchKey::next;
  return is_pressed(ImGuiKey_UpArrow) ? SearchKey::previous : SearchKey::none;
}

bool toggle_button(DrawContext& context, const char* label, bool on, std::string_view place) {
  const Theme& theme = context.theme;
  ImGui::PushStyleColor(ImGuiCol_Button, on ? theme.on : theme.raised);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, on ? theme.on : theme.hovered);
  ImGui::PushStyleColor(ImGuiCol_Text, theme.text);
  const bool clicked = ImGui::Button(label);
  ImGui::PopStyleColor(3);
  context.places.add_item(place);
  return clicked;
}

RowHit row_button(DrawContext& context, std::size_t id, ImVec2 min, ImVec2 max,
                  std::string_view place, bool is_marked) {
  ImGui::SetCursorScreenPos(min);
  ImGui::PushID(static_cast<int>(id));
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  context.places.add_item(place);
  if (hovered && !is_marked) {
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, packed(context.theme.hovered),
                                              3 * context.scale);
  }
  return {pressed, hovered};
}

bool text_link(DrawContext& context, const std::string& text) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = std::max(1.0F, std::min(room, text_width(context.fonts.text, text)));
  ImGui::PushID(text.c_str());
  const bool clicked = ImGui::InvisibleButton("link", {width, height});
  ImGui::PopID();
  const ImU32 color = packed(context.theme.accent);
  draw_text(context.fonts.text, start.x, start.y, start.y + height, color, text, width);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::GetWindowDrawList()->AddLine({start.x, start.y + height},
                                        {start.x + width, start.y + height}, color);
  }
  return clicked;
}

void hint_text(const DrawContext& context, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.data(), end_of(text));
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void tool_tooltip(std::string& pressed, std::string_view place, bool is_pressed, const char* text) {
  const bool is_hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled);
  if (is_pressed) pressed = place;
  if (!is_hovered && pressed == place) pressed.clear();
  if (is_hovered && pressed != place) ImGui::SetTooltip("%s", text);
}

void text_tooltip(const DrawContext& context, std::string_view text) {
  const float widest = 480 * context.scale;
  const float gap = 8 * context.scale;
  // What a column at an edge of the window explains stands beside it, not over its next rows.
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 at = ImGui::GetWindowPos();
  const float right = at.x + ImGui::GetWindowSize().x;
  const bool is_left = at.x < 40 * context.scale && display.x - right > widest;
  const bool is_right = right > display.x - 40 * context.scale && at.x > widest;
  const bool is_by_keys = std::isnan(pointer_x());
  if (is_left != is_right || is_by_keys) {
    const float height = ImGui::CalcTextSize(text.data(), end_of(text), false, widest).y + 4 * gap;
    const float lowest = std::max(0.0F, display.y - height);
    if (is_left != is_right) {
      const float y = is_by_keys ? ImGui::GetItemRectMin().y : ImGui::GetIO().MousePos.y - 2 * gap;
      ImGui::SetNextWindowPos({is_left ? right + gap : at.x - gap, std::clamp(y, 0.0F, lowest)},
                              ImGuiCond_Always, {is_left ? 0.0F : 1.0F, 0});
    } else {
      // No mouse says where: below the window or over it, else where its rows end.
      const ImGuiWindow& window = *ImGui::GetCurrentWindow()->RootWindow;
      const float end = window.Pos.y + window.Size.y + gap;
      const float above = window.Pos.y - gap - height;
      const float y = end <= lowest ? end
                      : above >= 0  ? above
                                    : std::min(at.y + ImGui::GetWindowSize().y, lowest);
      ImGui::SetNextWindowPos({at.x, y});
    }
  }
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(widest);
  ImGui::TextUnformatted(text.data(), end_of(text));
  ImGui::PopTextWrapPos();
  add_window(context.places, "tooltip");
  ImGui::EndTooltip();
}

}  // namespace scrubjay
