#include "app/viewer/panels/ask/ask_editor.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

constexpr std::size_t kCompletionRows = 8;

/// Keys that are not for the text field, while this lives.
class HiddenKeys {
 public:
  HiddenKeys() = default;
  ~HiddenKeys() {
    for (const auto& [duration, was] : hidden_) *duration = was;
  }
  HiddenKeys(const HiddenKeys&) = delete;
  HiddenKeys& operator=(const HiddenKeys&) = delete;

  void hide(ImGuiKey key) {
#if IMGUI_VERSION_NUM < 18700
    const int index = ImGui::GetKeyIndex(key);
    if (index < 0) return;
    hide(ImGui::GetIO().KeysDownDuration[index]);
#else
    hide(ImGui::GetKeyData(key)->DownDuration);
#endif
  }
  /// What keys mean to who walks by them: a field would take it for Enter or Esc.
  void hide_walking() {
#if IMGUI_VERSION_NUM < 18700
    for (const ImGuiNavInput input :
         {ImGuiNavInput_Activate, ImGuiNavInput_Cancel, ImGuiNavInput_Input}) {
      hide(ImGui::GetIO().NavInputsDownDuration[input]);
    }
#endif
  }

 private:
  void hide(float& duration) {
    hidden_.emplace_back(&duration, duration);
    duration = -1;  // as if it were up
  }

  std::vector<std::pair<float*, float>> hidden_;
};

int on_field(ImGuiInputTextCallbackData* data) {
  AskEditor& editor = *static_cast<AskEditor*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
    editor.is_tab = true;
    return 0;
  }
  const auto clamped = [&](std::size_t at) {
    return std::min(static_cast<int>(at), data->BufTextLen);
  };
  if (const auto change = std::exchange(editor.change, std::nullopt)) {
    const int begin = clamped(change->begin);
    data->DeleteChars(begin, clamped(change->end) - begin);
    data->InsertChars(begin, change->text.data(), change->text.data() + change->text.size());
    data->CursorPos = data->SelectionStart = data->SelectionEnd =
        begin + static_cast<int>(change->text.size());
  }
  if (const auto to = std::exchange(editor.move_to, std::nullopt)) {
    data->CursorPos = data->SelectionStart = data->SelectionEnd = clamped(*to);
  }
  editor.cursor = static_cast<std::size_t>(data->CursorPos);
  return 0;
}

void choose(AskEditor& editor) {
  const Completion& chosen = editor.completions.found[editor.chosen];
  editor.change = {editor.completions.begin, editor.completions.end, chosen.insert};
  editor.completions.found.clear();
}

void walk(AskEditor& editor) {
  const std::size_t count = editor.completions.found.size();
  editor.is_walked =
      editor.is_walked || is_pressed(ImGuiKey_DownArrow) || is_pressed(ImGuiKey_UpArrow);
  if (is_pressed(ImGuiKey_DownArrow)) editor.chosen = (editor.chosen + 1) % count;
  if (is_pressed(ImGuiKey_UpArrow)) editor.chosen = (editor.chosen + count - 1) % count;
  if (editor.chosen < editor.first) editor.first = editor.chosen;
  if (editor.chosen >= editor.first + kCompletionRows) {
    editor.first = editor.chosen - kCompletionRows + 1;
  }
}

/// The field's own window, into which it draws; null before it was drawn once.
ImGuiWindow* window_of(ImGuiID field) {
  ImGuiWindow* const parent = ImGui::GetCurrentWindow();
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->ChildId == field && window->ParentWindow == parent) return window;
  }
  return nullptr;
}

/// Where byte `at` of the text is on the screen: the upper left corner of its sign.
ImVec2 place_in_field(const ImGuiWindow& field, ImGuiID id, const ImFont* font,
                      const std::string& text, std::size_t at) {
  at = std::min(at, text.size());
  const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  const auto above =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(line), '\n');
  const ImGuiInputTextState* const state = ImGui::GetInputTextState(id);
  const float scrolled = state == nullptr ? 0 : state->ScrollX;
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const std::string_view begin = std::string_view(text).substr(line, at - line);
  return {
      field.Pos.x + padding.x - scrolled +
          font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, begin.data(), begin.data() + begin.size())
              .x,
      field.Pos.y + padding.y - field.Scroll.y + static_cast<float>(above) * font->FontSize};
}

/// A waved line below the word at which SQLite stopped.
void mark_error(const DrawContext& context, ImGuiWindow& field, ImGuiID id, const std::string& text,
                std::size_t error) {
  const ImFont* const font = context.fonts.numbers;
  const std::size_t line_end = std::min(text.find('\n', error), text.size());
  std::size_t end = std::min(text.find_first_of(" ,()\n\t", error + 1), line_end);
  if (error < text.size() && text[error] == '"') {
    end = std::min(text.find('"', error + 1) + 1, line_end);
    if (end == 0) end = line_end;
  }
  const ImVec2 from = place_in_field(field, id, font, text, error);
  const ImVec2 to = place_in_field(field, id, font, text, std::max(end, error));
  const float s = context.scale;
  const float y = from.y + font->FontSize;
  const float right = std::max(to.x, from.x + 8 * s);
  const float step = 3 * s;
  ImDrawList& list = *field.DrawList;
  list.PushClipRect(field.InnerRect.Min, field.InnerRect.Max, true);
  list.AddRectFilled(from, {right, y}, packed(with_alpha(context.theme.error, 0.18F)), 2 * s);
  float down = 0;
  for (float x = from.x; x <= right; x += step) {
    list.PathLineTo({x, y + down});
    down = down > 0 ? 0 : 2 * s;
  }
  list.PathStroke(packed(context.theme.error), ImDrawFlags_None, 1.5F * s);
  list.PopClipRect();
  context.places.add("ask.error", from, {right, y});
}

/// The list beside the cursor. True when one of its rows was clicked.
bool draw_completions(PanelContext& context, AskEditor& editor, ImVec2 at) {
  const float s = context.scale;
  const float height = row_height(context);
  const auto& found = editor.completions.found;
  const std::size_t rows = std::min(kCompletionRows, found.size());
  float width = 180 * s;
  for (std::size_t i = editor.first; i < editor.first + rows; ++i) {
    width = std::max(width, text_width(context.fonts.numbers, one_line(found[i].title, 60)) +
                                text_width(context.fonts.small, found[i].note) + 44 * s);
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const ImVec2 size{width + 8 * s, height * static_cast<float>(rows) + 8 * s};
  const float line = context.fonts.numbers->FontSize + 4 * s;
  at.x = std::max(0.0F, std::min(at.x, screen.x - size.x));
  at.y = at.y + line + size.y > screen.y ? at.y - size.y - 2 * s : at.y + line;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4 * s, 4 * s});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::Begin("##completions", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  bool is_clicked = false;
  for (std::size_t i = editor.first; i < std::min(editor.first + rows, found.size()); ++i) {
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 max{min.x + width, min.y + height};
    ImGui::PushID(static_cast<int>(i));
    ImGui::InvisibleButton("completion", {width, height});
    // At once: with the button down the field loses the keyboard.
    if (ImGui::IsItemClicked()) {
      editor.chosen = i;
      is_clicked = true;
    }
    const bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    context.places.add_item("ask.completion." + std::to_string(i - editor.first));
    if (i == editor.chosen || hovered) {
      ImGui::GetWindowDrawList()->AddRectFilled(
          min, max, packed(i == editor.chosen ? context.theme.selected : context.theme.hovered),
          3 * s);
    }
    const float note = text_width(context.fonts.small, found[i].note);
    draw_text(context.fonts.numbers, min.x + 6 * s, min.y, max.y, packed(context.theme.text),
              one_line(found[i].title, 60), width - note - 24 * s);
    draw_text(context.fonts.small, max.x - note - 6 * s, min.y, max.y, packed(context.theme.dim),
              found[i].note, note + 1);
  }
  editor.is_list_hovered = ImGui::IsWindowHovered();
  ImGui::End();
  ImGui::PopStyleVar(2);
  return is_clicked;
}

/// What keys ask for while the text is edited.
struct AskedByKeys {
  AskKey key = AskKey::none;
  bool asks_for_list = false;
};

/// Keys of the field, which are hidden from Dear ImGui: it would take Esc as "everything as before"
/// and the others for the cursor.
AskedByKeys take_keys(AskCache& cache, HiddenKeys& hidden) {
  AskEditor& editor = cache.editor;
  AskedByKeys asked;
  const bool has_list = !editor.completions.found.empty();
  const bool is_control = ImGui::GetIO().KeyCtrl;
  // Not again while it is held down.
  if (is_enter_pressed(false) && is_control) {
    asked.key = AskKey::run;
    editor.completions.found.clear();
  }
  if (has_list && !is_control) {
    walk(editor);
    if (is_enter_pressed(false) && editor.is_walked) choose(editor);
  }
  if (is_pressed(ImGuiKey_Escape)) {
    if (has_list) {
      editor.completions.found.clear();
    } else if (cache.job.is_running()) {
      asked.key = AskKey::stop;
    } else {
      ImGui::ClearActiveID();
    }
  }
  asked.asks_for_list = is_control && is_pressed(ImGuiKey_Space);
  hidden.hide_walking();
  hidden.hide(ImGuiKey_Escape);
  if ((has_list && editor.is_walked) || is_control) {
    hidden.hide(ImGuiKey_Enter);
    hidden.hide(kKeypadEnter);
  }
  if (has_list) {
    hidden.hide(ImGuiKey_UpArrow);
    hidden.hide(ImGuiKey_DownArrow);
  }
  return asked;
}

/// In the empty field that was just drawn.
void draw_hint(const DrawContext& context, ImGuiWindow& field) {
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  field.DrawList->AddText(context.fonts.text, context.fonts.text->FontSize,
                          {min.x + padding.x, min.y + padding.y}, packed(context.theme.dim),
                          "A question in SQL, or one of those listed");
}

/// Puts the completion that was clicked into the text, and the cursor behind it.
void take_clicked(AskEditor& editor) {
  const Completion chosen = editor.completions.found[editor.chosen];
  const std::size_t begin = std::min(editor.completions.begin, editor.text.size());
  editor.text.replace(begin, editor.completions.end - begin, chosen.insert);
  editor.completions.found.clear();
  editor.move_to = begin + chosen.insert.size();
  editor.focus = true;
}

}  // namespace

void replace_query(AskEditor& editor, const std::string& sql) {
  editor.completions.found.clear();
  if (editor.is_active) {
    editor.change = AskEditor::Change{0, editor.text.size(), sql};
  } else {
    editor.text = sql;
  }
  editor.cursor = sql.size();
}

void insert_at_cursor(AskEditor& editor, const std::string& text) {
  const std::size_t at = std::min(editor.cursor, editor.text.size());
  const auto touches = [&](std::size_t place) {
    return place < editor.text.size() &&
           std::string_view(" \n\t(.,").find(editor.text[place]) == std::string_view::npos;
  };
  std::string inserted = at > 0 && touches(at - 1) ? " " + text : text;
  if (touches(at) && editor.text[at] != ')') inserted += ' ';
  editor.text.insert(at, inserted);
  editor.cursor = at + inserted.size();
  editor.move_to = editor.cursor;
  editor.focus = true;
}

AskKey draw_ask_editor(PanelContext& context, AskCache& cache, float height,
                       std::optional<std::size_t> error) {
  AskEditor& editor = cache.editor;
  const bool had_list = !editor.completions.found.empty();
  HiddenKeys hidden;
  AskedByKeys asked;
  if (editor.is_active) asked = take_keys(cache, hidden);
  if (std::exchange(editor.focus, false)) give_keyboard_to_next();
  ImGui::PushFont(context.fonts.numbers);
  const std::size_t before = editor.cursor;
  const bool is_edited = ImGui::InputTextMultiline(
      "##sql", &editor.text, {-1, height},
      ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCompletion, on_field,
      &editor);
  ImGui::PopFont();
  const ImGuiID id = ImGui::GetItemID();
  ImGuiWindow* const field = window_of(id);
  // Where Esc left it the keys still go to it.
  if (!editor.is_active && ImGui::IsItemFocused() && ImGui::GetIO().KeyCtrl &&
      is_enter_pressed(false)) {
    asked.key = AskKey::run;
  }
  editor.is_active = ImGui::IsItemActive();
  context.places.add_item("ask.sql");
  if (editor.text.empty() && !editor.is_active && field != nullptr) draw_hint(context, *field);
  const bool is_left = !editor.is_active && !std::exchange(editor.is_list_hovered, false);
  if (is_left || (editor.cursor != before && !is_edited)) editor.completions.found.clear();
  if (editor.is_active && (is_edited || asked.asks_for_list)) {
    editor.completions = complete(editor.text, editor.cursor, cache.facts, asked.asks_for_list);
    editor.chosen = editor.first = 0;
    editor.is_walked = false;
  }
  if (std::exchange(editor.is_tab, false)) {
    if (had_list && !editor.completions.found.empty()) {
      choose(editor);
      context.needs_redraw = true;
    } else {
      asked.key = AskKey::to_rows;
    }
  }
  if (field == nullptr) return asked.key;
  if (error) mark_error(context, *field, id, editor.text, *error);
  if (!editor.completions.found.empty()) {
    const ImVec2 at =
        place_in_field(*field, id, context.fonts.numbers, editor.text, editor.completions.begin);
    if (draw_completions(context, editor, at)) take_clicked(editor);
  }
  return asked.key;
}

}  // namespace scrubjay
