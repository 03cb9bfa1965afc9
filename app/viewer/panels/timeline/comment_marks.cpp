#include "app/viewer/panels/timeline/comment_marks.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "app/viewer/comment_lookup.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/properties/comment_view.h"
#include "app/viewer/panels/properties/property_icons.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "core/growing_column.h"

namespace scrubjay {

namespace {

constexpr float kRadius = 6;
constexpr float kTogether = 10;  ///< marks nearer than this are one [pixels]

Seconds time_of(const OpenRecording& open, CommentIndex comment) {
  return open.recording->timeline().time(open.recording->comment(comment).frame) + open.offset;
}

/// True when the mouse is over it.
bool mark(TimelinePicture& picture, std::size_t recording, std::span<const CommentIndex> comments,
          std::size_t number, std::vector<PixelSpan>& taken) {
  PanelContext& context = picture.context;
  const OpenRecording& open = context.session().recordings[recording];
  const Seconds time = time_of(open, comments.front());
  const float radius = picture.area.scaled(kRadius);
  const ImVec2 center{std::round(picture.area.x_of(time)),
                      picture.ruler_top + radius + picture.area.scaled(1)};
  if (center.x < picture.area.left || center.x > picture.area.right) return false;
  const CommentInfo comment = open.recording->comment(comments.front());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushID(static_cast<int>(comments.front().value));
  ImGui::SetCursorScreenPos({center.x - radius, center.y - radius});
  const bool pressed = ImGui::InvisibleButton("mark", {2 * radius, 2 * radius});
  context.places.add_item("timeline.comment." + std::to_string(number));
  const bool hovered = ImGui::IsItemHovered();
  const ImVec4 color = readable_on(comment_color(comment), context.theme.panel, 2);
  draw_speech_mark(list, center, hovered ? radius * 1.15F : radius, packed(color));
  const float gap = picture.area.scaled(2);
  float end = center.x + radius + gap;
  if (comments.size() > 1) {
    const std::string count = std::to_string(comments.size());
    draw_text(list, context.fonts.small, {end, center.y - context.fonts.small->FontSize / 2},
              packed(context.theme.dim), count);
    end += text_width(context.fonts.small, count) + 2 * gap;
  }
  taken.push_back({static_cast<double>(center.x - radius - gap), static_cast<double>(end)});
  if (pressed) {
    context.commands.emplace_back(SeekTo{time});
    if (comment.entity.exists()) select(context.state, {recording, comment.entity});
    if (comment.event.exists()) {
      context.state.selected_event = SelectedEvent{recording, comment.event};
    }
    ImGui::OpenPopup("comments");
  }
  if (hovered && !ImGui::IsPopupOpen("comments")) comment_tooltip(context, recording, comments);
  if (ImGui::BeginPopup("comments")) {
    comment_notes(context, recording, comments);
    ImGui::EndPopup();
  }
  ImGui::PopID();
  return hovered;
}

/// The marks of one recording: as many comments together as stand too near to be told apart.
bool marks_of(TimelinePicture& picture, std::size_t recording, std::size_t& number,
              std::vector<PixelSpan>& taken) {
  bool hovered = false;
  const OpenRecording& open = picture.session().recordings[recording];
  const auto comments = picture.context.caches.of<CommentLookup>().in_order(recording);
  const Seconds together =
      static_cast<double>(picture.area.scaled(kTogether)) * picture.area.axis.seconds_per_pixel();
  std::size_t first = partition_row(comments.size(), [&](std::size_t i) {
    return time_of(open, comments[i]) < picture.area.visible.begin;
  });
  while (first < comments.size()) {
    const Seconds begin = time_of(open, comments[first]);
    if (begin > picture.area.visible.end) break;
    const std::size_t rest = comments.size() - first;
    const std::size_t count =
        std::max<std::size_t>(1, partition_row(rest, [&](std::size_t i) {
                                return time_of(open, comments[first + i]) <= begin + together;
                              }));
    hovered |= mark(picture, recording, comments.subspan(first, count), number++, taken);
    first += count;
  }
  return hovered;
}

}  // namespace

bool comment_marks(TimelinePicture& picture, std::vector<PixelSpan>& taken) {
  if (!picture.has_time) return false;
  picture.context.caches.of<CommentLookup>().update(picture.session());
  std::size_t number = 0;
  bool hovered = false;
  for (std::size_t i = 0; i < picture.session().recordings.size(); ++i) {
    if (!picture.session().recordings[i].visible) continue;
    hovered |= marks_of(picture, i, number, taken);
  }
  std::ranges::sort(taken, {}, &PixelSpan::begin);
  return hovered;
}

}  // namespace scrubjay
