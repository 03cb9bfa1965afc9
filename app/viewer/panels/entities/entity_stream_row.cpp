#include "app/viewer/panels/entities/entity_stream_row.h"

#include <algorithm>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"

namespace scrubjay {

namespace {

std::optional<StreamAge> age_at_playhead(const ViewContext& context, std::size_t recording,
                                         StreamIndex stream) {
  const OpenRecording& open = context.session().recordings[recording];
  if (!open.visible || is_hidden(open, stream)) return std::nullopt;
  return stream_age(*open.recording, stream, context.moment.time - open.offset);
}

}  // namespace

void draw_stream_header(ViewContext& context, const EntityRow& row, ImVec2 min, ImVec2 max, float x,
                        bool on_eye) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  const OpenRecording& open = context.session().recordings[row.ref.recording];
  const Timeline& timeline = open.recording->timeline();
  const bool hidden = is_hidden(open, row.stream);
  const float strength = hidden ? theme.faded : 1.0F;
  const float middle = (min.y + max.y) / 2;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const SourceMark mark = mark_of(context.session(), row.ref.recording, row.stream);
  x += draw_source_badge(context, *list, x, middle, mark, hidden ? 0.35F : 1.0F) + 6 * s;
  draw_eye({max.x - 12 * s, middle}, 6 * s, hidden,
           packed(on_eye || hidden ? theme.text : theme.dim));
  float end = max.x - kStreamEye * s;

  const auto age = age_at_playhead(context, row.ref.recording, row.stream);
  const std::string note =
      age ? age_text(*age, open.offset) : counted_text(timeline.frame_count(row.stream), "frame");
  const std::string title = stream_title(timeline, row.stream);
  const float title_width = text_width(context.fonts.text, title);
  const float note_width = text_width(context.fonts.small, note);
  if (x + std::min(title_width, 60 * s) + 12 * s + note_width < end) {
    draw_text(context.fonts.small, end - note_width, min.y, max.y,
              packed(age ? theme.warning : with_alpha(theme.dim, strength)), note, note_width + 1);
    end -= note_width + 12 * s;
  } else if (age) {
    list->AddCircleFilled({end - 6 * s, middle}, 3 * s, packed(theme.warning), 12);
    end -= 16 * s;
  }
  const float used = draw_text(context.fonts.text, x, min.y, max.y,
                               packed(with_alpha(theme.text, strength)), title, end - x);
  const std::string id = "id " + one_line(timeline.stream_info(row.stream).id, 60);
  if (!timeline.stream_info(row.stream).name.empty()) {
    draw_text_if_room(context.fonts.small, x + used + 8 * s, min.y, max.y,
                      packed(with_alpha(theme.dim, strength)), id, end - x - used - 8 * s);
  }
  context.places.add("entities.stream." + std::to_string(row.ref.recording) + "." +
                         std::to_string(row.stream.value),
                     min, max);
}

void click_stream_eye(PanelContext& context, const EntityRow& row) {
  OpenRecording& open = context.workspace.session().recordings[row.ref.recording];
  if (ImGui::GetIO().KeyAlt) {
    show_alone(open, row.stream);
  } else {
    set_hidden(open, row.stream, !is_hidden(open, row.stream));
  }
}

void stream_menu(PanelContext& context, std::size_t recording, StreamIndex stream) {
  OpenRecording& open = context.workspace.session().recordings[recording];
  const Timeline& timeline = open.recording->timeline();
  bool shown = !is_hidden(open, stream);
  if (ImGui::MenuItem("Show", nullptr, &shown)) set_hidden(open, stream, !shown);
  const bool alone = shown_alone(open) == stream;
  if (ImGui::MenuItem("Show only this client", "Alt+click on the eye", alone)) {
    show_alone(open, stream);
  }
  if (ImGui::MenuItem("Show all clients together", nullptr, false,
                      std::ranges::count(open.hidden_streams, true) > 0)) {
    show_all(open);
  }
  ImGui::Separator();
  const std::size_t frames = timeline.frame_count(stream);
  const auto go_to = [&](std::size_t n) {
    context.commands.emplace_back(
        SeekTo{timeline.time(timeline.frame_of(stream, n)) + open.offset});
  };
  if (ImGui::MenuItem("Go to its first frame", nullptr, false, frames > 0)) go_to(0);
  if (ImGui::MenuItem("Go to its last frame", nullptr, false, frames > 0)) go_to(frames - 1);
}

std::string stream_details(const ViewContext& context, std::size_t recording, StreamIndex stream) {
  const OpenRecording& open = context.session().recordings[recording];
  const Timeline& timeline = open.recording->timeline();
  std::string text = stream_title(timeline, stream) + "\nclient id " +
                     one_line(timeline.stream_info(stream).id, 60) + ", " +
                     counted_text(timeline.frame_count(stream), "frame");
  if (timeline.frame_count(stream) > 0) {
    const auto time = [&](std::size_t n) {
      return seconds_text(timeline.time(timeline.frame_of(stream, n)) + open.offset);
    };
    text += "\n" + time(0) + " to " + time(timeline.frame_count(stream) - 1);
  }
  if (const auto age = age_at_playhead(context, recording, stream)) {
    text += age->is_before_first ? "\nIt has not begun yet: its first frame is shown."
            : age->has_ended     ? "\nIt is over: its last frame is shown."
                                 : "\nIt is silent here: its frame before is shown.";
  }
  return text;
}

void draw_stream_stripe(const ViewContext& context, const EntityRow& row, ImVec2 min, ImVec2 max) {
  if (!has_marks(context.session())) return;
  const SourceMark mark = row.stream.exists()
                              ? mark_of(context.session(), row.ref.recording, row.stream)
                              : mark_of(context.session(), row.ref.recording);
  if (mark.letters.empty()) return;
  ImGui::GetWindowDrawList()->AddRectFilled(
      {min.x, min.y}, {min.x + 2 * context.scale, max.y},
      packed(with_alpha(mark_color(context.theme, mark), 0.75F)));
}

}  // namespace scrubjay
