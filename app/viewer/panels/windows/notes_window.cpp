#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/shared/source_mark.h"
#include "app/viewer/comment_lookup.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/list_view.h"
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

/// All that decides which rows there are, and how wide their times.
struct NotesBasis {
  struct Source {
    const Recording* recording = nullptr;
    Seconds offset = 0;
    std::size_t comments = 0;
    bool operator==(const Source&) const = default;
  };
  std::uint64_t version = 0;  ///< of the notes
  std::vector<Source> sources;
  float font_size = 0;
  bool operator==(const NotesBasis&) const = default;
};

/// What the list keeps between pictures.
struct NotesListCache {
  NotesBasis basis;
  std::vector<NotesRow> rows;
  float times = 0;  ///< width of the widest
  ListScroll scroll;
};

NotesBasis basis_of_notes(PanelContext& context) {
  CommentLookup& comments = context.caches.of<CommentLookup>();
  comments.update(context.session());
  NotesBasis basis{context.caches.of<NotesStore>().version(), {}, context.fonts.numbers->FontSize};
  for (const OpenRecording& open : context.session().recordings) {
    basis.sources.push_back(
        {open.recording.get(), open.offset, comments.in_order(basis.sources.size()).size()});
  }
  return basis;
}

std::vector<NotesRow> rows_of_notes(const PanelContext& context) {
  std::vector<NotesRow> rows;
  const Session& session = context.session();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    for (const Note& note : context.caches.of<NotesStore>().of(session, i)) {
      rows.push_back({i, &note, {}, note.time + open.offset});
    }
    for (const CommentIndex comment : context.caches.of<CommentLookup>().in_order(i)) {
      const FrameIndex frame = open.recording->comment(comment).frame;
      rows.push_back({i, nullptr, comment, open.recording->timeline().time(frame) + open.offset});
    }
  }
  std::ranges::stable_sort(rows, {}, &NotesRow::time);
  return rows;
}

/// The list as it is now.
NotesListCache& list_of_notes(PanelContext& context) {
  NotesListCache& list = context.caches.of<NotesListCache>();
  NotesBasis basis = basis_of_notes(context);
  if (list.basis == basis) return list;
  list.basis = std::move(basis);
  list.rows = rows_of_notes(context);
  list.times = 0;
  for (const NotesRow& row : list.rows) {
    list.times = std::max(list.times, text_width(context.fonts.numbers, time_text(row.time)));
  }
  return list;
}

ImVec4 row_color(const NotesRow& row, const Recording& recording) {
  if (row.note == nullptr) return comment_color(recording.comment(row.comment));
  const std::uint32_t color = row.note->color;
  return {static_cast<float>((color >> 16) & 0xFF) / 255,
          static_cast<float>((color >> 8) & 0xFF) / 255, static_cast<float>(color & 0xFF) / 255, 1};
}

/// What a row asks for.
enum class RowWish : std::uint8_t { none, go, edit, remove };

RowWish draw_notes_row(PanelContext& context, const NotesRow& row, std::size_t number, ImVec2 at,
                       ImVec2 max) {
  const float s = context.scale;
  const Theme& theme = context.theme;
  const Recording& recording = *context.session().recordings[row.recording].recording;
  const float times = context.caches.of<NotesListCache>().times;
  const float height = max.y - at.y;
  const float width = max.x - at.x;
  const float bottom = max.y;
  const std::string place = "notes.row." + std::to_string(number);
  RowWish wish = RowWish::none;
  ImGui::PushID(static_cast<int>(number));
  ImGui::SetCursorScreenPos(at);
  if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_AllowItemOverlap, {width, height})) {
    wish = RowWish::go;
  }
  context.places.add_item(place);
  const bool is_own = row.note != nullptr;
  const std::string_view text =
      is_own ? std::string_view(row.note->text) : recording.comment(row.comment).text;
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
  list.AddRectFilled({at.x + 4 * s, at.y + 5 * s}, {at.x + 8 * s, bottom - 5 * s}, packed(color),
                     2 * s);
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
    NotesListCache& cache = list_of_notes(context);
    const float foot = ImGui::GetFrameHeightWithSpacing() + 4 * s;
    std::optional<std::pair<std::size_t, RowWish>> wished;
    {
      ListView list("list", cache.rows.size(), row_height(context) + 4 * s, cache.scroll, foot);
      for (std::size_t i = list.first(); i < list.last(); ++i) {
        const RowWish wish =
            draw_notes_row(context, cache.rows[i], i, list.row_min(i), list.row_max(i));
        if (wish != RowWish::none) wished.emplace(i, wish);
      }
      if (cache.rows.empty()) {
        hint_text(context,
                  "Nothing is noted yet. B notes the moment that is shown, or the selected range.");
      }
    }
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
    if (wished) do_wish(context, cache.rows[wished->first], wished->second);
  }
  end_tool_window(context);
}

}  // namespace scrubjay
