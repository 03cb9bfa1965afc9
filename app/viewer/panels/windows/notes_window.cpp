#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/source_mark.h"
#include "app/viewer/comment_lookup.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/saved/notes_store.h"

namespace scrubjay {

namespace {

/// A row of the list: a note, or a comment that the recording itself holds.
struct NotesRow {
  std::size_t recording = 0;
  const Note* note = nullptr;
  CommentIndex comment = {};
  Seconds time = 0;  ///< of the session
};

std::vector<NotesRow> rows_of_notes(PanelContext& context) {
  std::vector<NotesRow> rows;
  const Session& session = context.session();
  CommentLookup& comments = context.caches.of<CommentLookup>();
  comments.update(session);
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    for (const Note& note : context.caches.of<NotesStore>().of(session, i)) {
      rows.push_back({i, &note, {}, note.time + open.offset});
    }
    for (const CommentIndex comment : comments.in_order(i)) {
      const FrameIndex frame = open.recording->comment(comment).frame;
      rows.push_back({i, nullptr, comment, open.recording->timeline().time(frame) + open.offset});
    }
  }
  std::ranges::stable_sort(rows, {}, &NotesRow::time);
  return rows;
}

ImVec4 row_color(const NotesRow& row, const Recording& recording) {
  if (row.note == nullptr) return comment_color(recording.comment(row.comment));
  const std::uint32_t color = row.note->color;
  return {static_cast<float>((color >> 16) & 0xFF) / 255, static_cast<float>((color >> 8) & 0xFF) / 255,
          static_cast<float>(color & 0xFF) / 255, 1};
}

/// What a row asks for.
enum class RowWish : std::uint8_t { none, go, edit, remove };

RowWish draw_notes_row(PanelContext& context, const NotesRow& row, std::size_t number, float times) {
  const float s = context.scale;
  const Theme& theme = context.theme;
  const Recording& recording = *context.session().recordings[row.recording].recording;
  const float height = row_height(context) + 4 * s;
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bottom = at.y + height;
  const std::string place = "notes.row." + std::to_string(number);
  RowWish wish = RowWish::none;
  ImGui::PushID(static_cast<int>(number));
  if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_AllowItemOverlap, {width, height})) {
    wish = RowWish::go;
  }
  context.places.add_item(place);
  const bool is_own = row.note != nullptr;
  const std::string_view text = is_own ? std::string_view(row.note->text)
                                       : recording.comment(row.comment).text;
  const bool is_pointed_at = ImGui::IsMouseHoveringRect(at, {at.x + width, bottom}) &&
                             ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByPopup);
  if (ImGui::IsItemHovered() && text.size() > 60) text_tooltip(context, one_line(text, 2000));
  if (is_own && ImGui::BeginPopupContextItem("menu")) {
    if (ImGui::MenuItem("Go there", "Enter")) wish = RowWish::go;
    if (ImGui::MenuItem("Edit\u2026")) wish = RowWish::edit;
    if (ImGui::MenuItem("Delete")) wish = RowWish::remove;
    ImGui::EndPopup();
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 color = readable_on(row_color(row, recording), theme.panel, 2);
  list.AddRectFilled({at.x + 4 * s, at.y + 5 * s}, {at.x + 8 * s, bottom - 5 * s}, packed(color), 2 * s);
  float x = at.x + 16 * s;
  const std::string time = time_text(row.time);
  const float time_width = text_width(context.fonts.numbers, time);
  draw_text(context.fonts.numbers, x + times - time_width, at.y, bottom, packed(theme.dim), time,
            times);
  x += times + 12 * s;
  const SourceMark mark = mark_of(context.session(), row.recording);
  if (has_marks(context.session())) {
    draw_source_badge(context, list, x, (at.y + bottom) / 2, mark, 1);
    x += source_badge_width(context, mark) + 8 * s;
  }
  float end = at.x + width - 8 * s;
  const bool has_keyboard = ImGui::IsItemFocused() && !ImGui::GetIO().WantTextInput;
  if (is_own && (is_pointed_at || has_keyboard)) {
    const float pad = 2 * ImGui::GetStyle().FramePadding.x;
    const float edit = ImGui::CalcTextSize("Edit").x + pad;
    const float removing = ImGui::CalcTextSize("Delete").x + pad;
    end -= edit + removing + 4 * s;
    ImGui::SetCursorScreenPos({end, at.y + (height - ImGui::GetFrameHeight()) / 2});
    if (ImGui::Button("Edit")) wish = RowWish::edit;
    context.places.add_item(place + ".edit");
    ImGui::SameLine(0, 4 * s);
    if (ImGui::Button("Delete")) wish = RowWish::remove;
    context.places.add_item(place + ".delete");
    end -= 8 * s;
  } else if (!is_own) {
    constexpr std::string_view kSource = "in the recording";
    end -= text_width(context.fonts.small, kSource);
    draw_text(context.fonts.small, end, at.y, bottom, packed(theme.dim), kSource, width);
    end -= 8 * s;
  }
  draw_text(context.fonts.text, x, at.y, bottom, packed(theme.text), one_line(text, 400), end - x);
  ImGui::SetCursorScreenPos({at.x, bottom});
  ImGui::PopID();
  return wish;
}

void do_wish(PanelContext& context, const NotesRow& row, RowWish wish) {
  const OpenRecording& open = context.session().recordings[row.recording];
  if (wish == RowWish::go && row.note != nullptr) {
    go_to_note(context, row.recording, *row.note);
  } else if (wish == RowWish::go) {
    const CommentInfo comment = open.recording->comment(row.comment);
    context.commands.emplace_back(SeekTo{row.time});
    if (comment.entity.exists()) select(context.state, {row.recording, comment.entity});
    if (comment.event.exists()) {
      context.state.selected_event = SelectedEvent{row.recording, comment.event};
    }
  } else if (wish == RowWish::edit) {
    edit_note(context, row.recording, *row.note);
  } else if (wish == RowWish::remove) {
    const std::string id = row.note->id;
    context.caches.of<NotesStore>().remove(context.session(), context.state, row.recording, id);
  }
}

}  // namespace

void notes_window(PanelContext& context) {
  const float s = context.scale;
  bool& open = context.state.windows[WindowId::notes];
  if (context.session().recordings.empty()) {
    open = false;
    return;
  }
  if (begin_tool_window(context, WindowId::notes, "Notes", {560 * s, 320 * s})) {
    add_window(context.places, "notes");
    const auto rows = rows_of_notes(context);
    const float foot = ImGui::GetFrameHeightWithSpacing() + 4 * s;
    ImGui::BeginChild("list", {0, -foot});
    float times = 0;
    for (const NotesRow& row : rows) {
      times = std::max(times, text_width(context.fonts.numbers, time_text(row.time)));
    }
    std::optional<std::pair<std::size_t, RowWish>> wished;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowWish wish = draw_notes_row(context, rows[i], i, times);
      if (wish != RowWish::none) wished.emplace(i, wish);
    }
    if (rows.empty()) {
      hint_text(context,
                "Nothing is noted yet. B notes the moment that is shown, or the selected range.");
    }
    ImGui::EndChild();
    if (ImGui::Button("New note")) begin_note(context);
    context.places.add_item("notes.new");
    ImGui::SameLine(0, 8 * s);
    ImGui::AlignTextToFramePadding();
    std::string foot_text = "B";
    for (std::size_t i = 0; i < context.session().recordings.size(); ++i) {
      const auto problem = context.caches.of<NotesStore>().problem_of(context.session(), i);
      if (!problem.empty()) foot_text = problem;
    }
    const bool is_problem = foot_text.size() > 1;
    ImGui::PushStyleColor(ImGuiCol_Text, is_problem ? context.theme.warning : context.theme.dim);
    ImGui::TextUnformatted(one_line(foot_text, 300).c_str());
    ImGui::PopStyleColor();
    if (is_problem) context.places.add_item("notes.problem");
    if (is_problem && ImGui::IsItemHovered()) text_tooltip(context, foot_text);
    if (wished) do_wish(context, rows[wished->first], wished->second);
  }
  end_tool_window(context);
}

}  // namespace scrubjay
