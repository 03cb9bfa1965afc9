#include "app/viewer/panels/timeline/notes_lane.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/saved/notes_store.h"

namespace scrubjay {

namespace {

constexpr float kFlag = 9;  ///< width of a flag, pixels at 100 %

/// A note in view, by the pixel where it begins.
struct PlacedNote {
  NoteRef ref;
  float x = 0;
  float end = 0;  ///< of a range
};

std::vector<PlacedNote> notes_in_view(const PanelContext& context, const TimelineArea& area) {
  std::vector<PlacedNote> placed;
  const Session& session = context.session();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    if (!open.visible) continue;
    for (const Note& note : context.caches.of<NotesStore>().of(session, i)) {
      const Seconds begin = note.time + open.offset;
      const Seconds end = note.end.value_or(note.time) + open.offset;
      if (end < area.visible.begin || begin > area.visible.end) continue;
      placed.push_back({{i, &note}, area.x_of(begin), area.x_of(end)});
    }
  }
  std::ranges::stable_sort(placed, {}, &PlacedNote::x);
  return placed;
}

/// The flag nearest to the mouse, else the text or range under it.
std::optional<NoteRef> note_at(const PanelContext& context, const TimelineArea& area,
                               float mouse_x) {
  const auto placed = notes_in_view(context, area);
  std::optional<NoteRef> found;
  float nearest = area.scaled(kFlag);
  for (const PlacedNote& note : placed) {
    const float away = std::fabs(note.x + area.scaled(kFlag) / 2 - mouse_x);
    if (away > nearest) continue;
    nearest = away;
    found = note.ref;
  }
  if (found) return found;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const float next =
        i + 1 < placed.size() ? placed[i + 1].x : std::numeric_limits<float>::infinity();
    const float width = text_width(context.fonts.small, one_line(placed[i].ref.note->text, 200));
    const float end =
        std::max(placed[i].end, std::min(next, placed[i].x + area.scaled(kFlag + 6) + width));
    if (mouse_x >= placed[i].x && mouse_x <= end) found = placed[i].ref;
  }
  return found;
}

}  // namespace

bool has_notes(const PanelContext& context) { return context.caches.of<NotesStore>().count() > 0; }

void draw_notes_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                     const TimelineLane& lane) {
  const auto placed = notes_in_view(context, area);
  const float top = lane.top + area.scaled(3);
  const float bottom = lane.bottom - area.scaled(3);
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  std::size_t unread = 0;  // before this one, of those whose texts had no room
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const Note& note = *placed[i].ref.note;
    const ImVec4 own{static_cast<float>((note.color >> 16) & 0xFF) / 255,
                     static_cast<float>((note.color >> 8) & 0xFF) / 255,
                     static_cast<float>(note.color & 0xFF) / 255, 1};
    const ImVec4 color = readable_on(own, context.theme.panel, 3);
    const float x = std::floor(placed[i].x);
    if (placed[i].end > x) {
      list.AddRectFilled({x, top}, {placed[i].end, bottom}, faded(color, 0.2F), area.scaled(2));
    }
    const float pole = std::max(1.0F, std::round(area.scaled(1.5F)));
    const float middle = top + (bottom - top) * 0.4F;
    list.AddRectFilled({x, top}, {x + pole, bottom}, packed(color));
    list.AddTriangleFilled({x + pole, top}, {x + area.scaled(kFlag), (top + middle) / 2 + 1},
                           {x + pole, middle + 2}, packed(color));
    const float text = x + area.scaled(kFlag + 4);
    const float end = i + 1 < placed.size() ? placed[i + 1].x - area.scaled(4) : area.right;
    const bool has_room = end - text > area.scaled(16);
    const std::string others = unread > 0 ? "+" + std::to_string(unread) + "  " : "";
    unread = has_room ? 0 : unread + 1;
    if (has_room) {
      draw_text_in(list, context.fonts.small, {text, lane.top}, {end, lane.bottom},
                   faded(context.theme.text, 0.9F), others + one_line(note.text, 200));
    } else if (i + 1 == placed.size()) {
      // No room at the end of the recording: before the flag.
      const std::string line = others + one_line(note.text, 200);
      const float width = text_width(context.fonts.small, line);
      const float free = i == 0 ? area.left : placed[i - 1].x + area.scaled(kFlag + 60);
      const float begin = std::max(x - area.scaled(6) - width, free);
      draw_text_in(list, context.fonts.small, {begin, lane.top}, {x - area.scaled(4), lane.bottom},
                   faded(context.theme.text, 0.9F), line);
    }
    context.places.add("timeline.note." + std::to_string(i), {x, top},
                       {x + area.scaled(kFlag), bottom});
  }
  list.PopClipRect();
}

bool take_note(PanelContext& context, const TimelineArea& area, const TimelineLane&,
               float mouse_x) {
  const auto found = note_at(context, area, mouse_x);
  if (found) go_to_note(context, found->recording, *found->note);
  return found.has_value();
}

std::string note_remark(const PanelContext& context, const TimelineArea& area, const TimelineLane&,
                        float mouse_x) {
  const auto found = note_at(context, area, mouse_x);
  if (!found) return "";
  const auto at = [&](const NoteRef& note) {
    return note.note->time + context.session().recordings[note.recording].offset;
  };
  constexpr std::size_t kMostTold = 8;
  std::string texts;
  std::size_t count = 0;
  for (const PlacedNote& placed : notes_in_view(context, area)) {
    if (at(placed.ref) != at(*found) || ++count > kMostTold) continue;
    texts += (texts.empty() ? "" : "\n") + one_line(placed.ref.note->text, 400);
  }
  return count > kMostTold ? texts + "\nand " + grouped_digits(count - kMostTold) + " more" : texts;
}

}  // namespace scrubjay
