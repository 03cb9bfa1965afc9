#include "app/viewer/shell/left_tabs.h"

#include <cmath>

#include "app/viewer/panels/widgets/tab.h"

namespace scrubjay {

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
