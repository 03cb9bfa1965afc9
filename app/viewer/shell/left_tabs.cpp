#include "app/viewer/shell/left_tabs.h"

#include <string>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

/// True when clicked.
bool draw_tab(PanelContext& context, const char* name, std::size_t count, bool is_in_front,
              ImVec2 min, ImVec2 max) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  ImGui::SetCursorScreenPos(min);
  const bool pressed = ImGui::InvisibleButton(name, {max.x - min.x, max.y - min.y});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, packed(is_in_front ? theme.panel : theme.window));
  const ImU32 color = packed(is_in_front || hovered ? theme.text : theme.dim);
  const float x = min.x + 12 * s;
  const float used = draw_text(context.fonts.text, x, min.y, max.y, color, name, max.x - x);
  draw_text_if_room(context.fonts.small, x + used + 6 * s, min.y, max.y, packed(theme.dim),
                    grouped_digits(count), max.x - x - used - 8 * s);
  if (is_in_front) {
    list->AddRectFilled({x, max.y - 2 * s}, {x + used, max.y}, packed(theme.text));
  }
  return pressed;
}

}  // namespace

void draw_left_tabs(PanelContext& context, const Rect& rect) {
  if (rect.is_empty()) return;
  std::size_t entities = 0;
  std::size_t events = 0;
  for (const OpenRecording& open : context.session().recordings) {
    if (!open.visible) continue;
    // The smaller number first: a recording may grow in between.
    const std::size_t background =
        context.state.background_entities ? 0 : open.recording->background_count();
    entities += open.recording->entity_count() - background;
    events += open.recording->event_count();
  }
  bool& events_in_front = context.state.layout.events_in_front;
  const float half = rect.x + std::floor(rect.width / 2);
  const float bottom = rect.y + rect.height;
  if (draw_tab(context, "Entities", entities, !events_in_front, {rect.x, rect.y}, {half, bottom})) {
    events_in_front = false;
  }
  context.places.add_item("tabs.entities");
  if (draw_tab(context, "Events", events, events_in_front, {half, rect.y},
               {rect.x + rect.width, bottom})) {
    events_in_front = true;
  }
  context.places.add_item("tabs.events");
}

}  // namespace scrubjay
