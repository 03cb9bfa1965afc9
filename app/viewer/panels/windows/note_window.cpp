#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/saved/notes_store.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

struct NoteColor {
  std::uint32_t value;
  const char* name;
};
/// Of the Okabe-Ito set.
constexpr std::array<NoteColor, 6> kNoteColors{{{0xE69F00, "Orange"},
                                                {0x56B4E9, "Sky blue"},
                                                {0x009E73, "Green"},
                                                {0xF0E442, "Yellow"},
                                                {0xCC79A7, "Purple"},
                                                {0xD55E00, "Vermilion"}}};

ImVec4 color_of_note(std::uint32_t color) {
  return {static_cast<float>((color >> 16) & 0xFF) / 255,
          static_cast<float>((color >> 8) & 0xFF) / 255, static_cast<float>(color & 0xFF) / 255, 1};
}

/// A disc for each colour, that of the note with a ring.
void choose_color(DrawContext& context, std::uint32_t& chosen) {
  const float size = ImGui::GetFrameHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < kNoteColors.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, 4 * context.scale);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("color", {size, size})) chosen = kNoteColors[i].value;
    ImGui::PopID();
    context.places.add_item("note.color." + std::to_string(i));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", kNoteColors[i].name);
    const ImVec2 middle{at.x + size / 2, at.y + size / 2};
    list.AddCircleFilled(middle, size * 0.28F, packed(color_of_note(kNoteColors[i].value)), 24);
    if (kNoteColors[i].value == chosen) {
      list.AddCircle(middle, size * 0.42F, packed(context.theme.text), 24, 1.5F * context.scale);
    }
  }
}

std::string moment_text(const Note& note, Seconds offset) {
  return note.end ? time_text(note.time + offset) + " \u2013 " + time_text(*note.end + offset)
                  : time_text(note.time + offset);
}

}  // namespace

/// Where a note is written: Enter keeps it.
void note_window(PanelContext& context) {
  NoteDraft& draft = context.caches.of<NoteDraft>();
  bool& open = context.state.windows[WindowId::note];
  const auto& recordings = context.session().recordings;
  const auto found = std::ranges::find_if(recordings, [&](const OpenRecording& one) {
    return one.recording == draft.recording.lock();
  });
  if (found == recordings.end()) {
    open = false;
    return;
  }
  const float s = context.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(480 * s, screen.x - 32);
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowPos({screen.x / 2, std::round(screen.y * 0.5F)}, ImGuiCond_Appearing,
                          {0.5F, 0.5F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * s, 12 * s});
  ImGui::Begin("##note", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  add_window(context.places, "note");
  ImGui::TextUnformatted(draft.note.end ? "Note on" : "Note at");
  ImGui::SameLine(0, 6 * s);
  ImGui::PushFont(context.fonts.numbers);
  ImGui::TextUnformatted(moment_text(draft.note, found->offset).c_str());
  ImGui::PopFont();
  if (draft.begins) {
    ImGui::SetWindowFocus();
    give_keyboard_to_next();
    draft.begins = false;
  }
  ImGui::SetNextItemWidth(-1);
  const bool is_entered = ImGui::InputTextWithHint(
      "##text", "What is to be seen here?", &draft.note.text, ImGuiInputTextFlags_EnterReturnsTrue);
  context.places.add_item("note.text");
  choose_color(context, draft.note.color);
  const float button = ImGui::CalcTextSize("Save").x + 2 * ImGui::GetStyle().FramePadding.x;
  const float hint = ImGui::CalcTextSize("Enter keeps it, Esc does not").x;
  ImGui::SameLine(width - 16 * s - button - hint - 12 * s);
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("Enter keeps it, Esc does not");
  ImGui::SameLine(width - 16 * s - button);
  const bool is_clicked = ImGui::Button("Save");
  context.places.add_item("note.save");
  const bool is_left = is_pressed(ImGuiKey_Escape);
  ImGui::End();
  const bool is_kept =
      (is_entered || is_clicked) && draft.note.text.find_first_not_of(" \t\n") != std::string::npos;
  if (is_kept) {
    draft.note.text.resize(whole_characters(draft.note.text, kLongestNote).size());
    context.state.note_color = draft.note.color;
    context.caches.of<NotesStore>().set(context.session(), context.state,
                                        static_cast<std::size_t>(found - recordings.begin()),
                                        draft.note);
  }
  if (is_kept || is_left || is_entered) {
    open = false;
    ImGui::ClearActiveID();
  }
  context.needs_redraw = context.needs_redraw || is_kept;
}

}  // namespace scrubjay
