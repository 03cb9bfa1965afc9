#include "app/viewer/panels/ask/ask_grid.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/shared/query_values.h"
#include "app/viewer/ask/ask_places.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/number_text.h"
#include "core/printed.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostColumns = 64;  ///< that Dear ImGui's tables hold
constexpr std::size_t kRowsMeasured = 300;
constexpr std::size_t kLongestCell = 160;

using Kind = tables::Value::Kind;

/// A number has as many digits as tell rows apart; a value that is copied or saved has all.
double shortened(double value) {
  constexpr double kDigits = 1e6;
  const bool is_common = std::abs(value) >= 1e-3 && std::abs(value) < 1e9;
  return is_common ? std::round(value * kDigits) / kDigits : value;
}

std::string cell_text(const tables::Value& value, bool is_time) {
  if (is_time && value.kind == Kind::real && std::abs(value.real) < 1e9) {
    return printed("%.3f", value.real);
  }
  if (value.kind == Kind::real) return number_text(shortened(value.real));
  if (value.kind == Kind::text) return one_line(value.bytes, kLongestCell);
  return one_line(value_text(value), kLongestCell);
}

/// Seconds are told to the millisecond, as they are elsewhere.
bool is_time(const AskRows& rows, std::size_t column) {
  const std::string name = lower_case(rows.columns[column]);
  return name == "time" || name == "begin" || name == "end";
}

/// With the rows of an answer.
AskMoments moments_of(const AskCache& cache) {
  static const std::vector<AskedRecording> kNone;
  const AskRequest* const asked = cache.job.asked();
  return {cache.job.rows(), asked == nullptr ? kNone : asked->recordings};
}

/// Widths by the titles and the first rows, once there are some.
void measure(AskCache& cache, const AskMoments& moments) {
  const AskRows& rows = cache.job.rows();
  if (cache.widths_of == cache.job.number()) return;
  cache.widths_of = cache.job.number();
  cache.widths.clear();
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    std::size_t widest = rows.columns[column].size() + 2;  // with the mark of its order
    for (std::size_t row = 0; row < std::min(rows.size(), kRowsMeasured); ++row) {
      widest = std::max(widest, ask_cell_text(rows, moments, row, column).size());
    }
    cache.widths.push_back(static_cast<float>(std::clamp<std::size_t>(widest, 4, 48)));
  }
}

/// Puts rows into the order that is wished for, beside the window.
void update_order(PanelContext& context, AskCache& cache, std::optional<std::size_t> column,
                  bool is_descending) {
  AskOrder wanted;
  wanted.query = cache.job.number();
  wanted.rows = cache.job.rows().size();
  wanted.wish = {column, is_descending, cache.words};
  if (wanted.wish == AskOrderWish() || cache.order.is_of(wanted) || cache.ordering.is_running()) {
    if (wanted.wish == AskOrderWish()) cache.order = std::move(wanted);
    return;
  }
  cache.ordering.start(context.workspace.wake(), [rows = cache.job.rows(), wanted,
                                                  asked = cache.job.asked()->recordings] {
    const AskMoments moments(rows, asked);
    AskOrder made = wanted;
    made.order = ordered_rows(rows, made.wish, [&](std::size_t row, std::size_t cell) {
      return moments.entity_name(row, cell);
    });
    return made;
  });
}

/// The order holds for these rows, or for fewer of them.
bool has_order(const AskCache& cache) {
  return cache.order.wish != AskOrderWish() && cache.order.query == cache.job.number();
}

std::optional<std::size_t> place_in_list(const AskCache& cache, std::size_t row) {
  if (!has_order(cache)) {
    return row < cache.job.rows().size() ? std::optional(row) : std::nullopt;
  }
  const auto found = std::ranges::find(cache.order.order, row);
  if (found == cache.order.order.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cache.order.order.begin());
}

void take_row(ViewContext& context, AskCache& cache, std::size_t row) {
  cache.row = row;
  go_to_row(context, cache.job.rows(), row, cache.job.asked()->recordings);
}

/// Where nothing is walked by Dear ImGui, arrows go from row to row and there.
void walk_rows(ViewContext& context, AskCache& cache, std::size_t listed) {
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  const bool is_here = ImGui::IsWindowFocused() && gui.NavDisableHighlight &&
                       !ImGui::GetIO().WantTextInput && listed > 0 && gui.OpenPopupStack.Size == 0;
  if (!is_here) return;
  const bool down = is_pressed(ImGuiKey_DownArrow);
  const bool up = is_pressed(ImGuiKey_UpArrow);
  const ImGuiIO& io = ImGui::GetIO();
  if (down == up || io.KeyCtrl || io.KeyAlt || io.KeyShift) return;
  const auto now = cache.row ? place_in_list(cache, *cache.row) : std::nullopt;
  std::size_t next = 0;
  if (now) next = down ? std::min(*now + 1, listed - 1) : *now - std::min<std::size_t>(*now, 1);
  take_row(context, cache, row_at(cache, next));
  cache.reveal_row = true;
}

/// Dear ImGui's Tab would go round within the rows: it goes back to the field. In the dock it goes
/// on to the next area.
void leave_rows(ViewContext& context, AskCache& cache) {
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  const bool is_walked = ImGui::IsWindowFocused() && !gui.NavDisableHighlight;
  if (context.in_dock || !is_walked || !is_pressed(ImGuiKey_Tab)) return;
  ImGui::NavMoveRequestCancel();
  cache.editor.focus = true;
  context.needs_redraw = true;
}

void row_menu(const AskCache& cache, std::size_t row) {
  const AskRows& rows = cache.job.rows();
  if (!ImGui::BeginPopup("row menu")) return;
  if (ImGui::MenuItem("Copy the row as CSV")) {
    std::string text;
    append_csv_header(text, rows.columns, CsvTexts::safe);
    append_csv_row(
        text, rows.columns.size(), [&](std::size_t i) { return rows.value(row, i); },
        CsvTexts::safe);
    ImGui::SetClipboardText(text.c_str());
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(rows.columns.size(), 16); ++i) {
    const std::string label = "Copy " + one_line(rows.columns[i], 60);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::MenuItem(label.c_str())) {
      ImGui::SetClipboardText(value_text(rows.value(row, i)).c_str());
    }
    ImGui::PopID();
  }
  ImGui::EndPopup();
}

void draw_cell(const DrawContext& context, const tables::Value& value, bool is_of_time,
               const std::optional<std::string>& entity) {
  if (value.kind == Kind::null) {
    ImGui::TextDisabled("\u2013");
    return;
  }
  if (entity) {
    const std::string name = one_line(*entity, kLongestCell);
    ImGui::TextUnformatted(name.c_str());
    if (ImGui::IsItemHovered()) {
      text_tooltip(context, *entity + "\nrow " + value_text(value) + " of the table entities");
    }
    return;
  }
  const std::string text = cell_text(value, is_of_time);
  if (value.kind == Kind::integer || value.kind == Kind::real) {
    const float room = ImGui::GetContentRegionAvail().x;
    const float width = text_width(context.fonts.numbers, text);
    if (width < room) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
    const float lower = (context.fonts.text->FontSize - context.fonts.numbers->FontSize) / 2;
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::round(lower));
    ImGui::PushFont(context.fonts.numbers);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
    const std::string all = value_text(value);
    if (all != text && ImGui::IsItemHovered()) text_tooltip(context, all);
    return;
  }
  ImGui::TextUnformatted(text.c_str());
  if (ImGui::IsItemHovered() && text.size() > 24)
    text_tooltip(context, one_line(value.bytes, 2000));
}

/// As high as any cell, so that all rows are alike, and where they scroll to is known.
float grid_row_height(const DrawContext& context) {
  return ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y +
         std::round(2 * context.scale);
}

void draw_grid_row(ViewContext& context, AskCache& cache, const AskMoments& moments,
                   std::size_t place, std::size_t columns) {
  const AskRows& rows = cache.job.rows();
  const std::size_t row = row_at(cache, place);
  ImGui::TableNextRow(ImGuiTableRowFlags_None, grid_row_height(context));
  ImGui::TableSetColumnIndex(0);
  ImGui::PushID(static_cast<int>(row));
  const bool is_chosen = cache.row == row;
  const bool is_pressed = ImGui::Selectable(
      "##row", is_chosen,
      ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap);
  context.places.add_item("ask.row." + std::to_string(place));
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  // Whoever walks by keys stands on a row, and takes it with Enter.
  if (ImGui::IsItemFocused() && !gui.NavDisableHighlight) cache.row = row;
  if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("row menu");
  if (is_chosen && std::exchange(cache.focus_rows, false)) take_keyboard();
  if (is_pressed) take_row(context, cache, row);
  row_menu(cache, row);
  for (std::size_t column = 0; column < columns; ++column) {
    if (column == 0) {
      ImGui::SameLine(0, 0);
    } else if (!ImGui::TableSetColumnIndex(static_cast<int>(column))) {
      continue;
    }
    draw_cell(context, rows.value(row, column), is_time(rows, column),
              moments.entity_name(row, column));
  }
  ImGui::PopID();
}

/// The column by which the user wants the rows, and whether the greatest comes first.
std::pair<std::optional<std::size_t>, bool> wished_order() {
  const ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || specs->SpecsCount == 0) return {};
  return {static_cast<std::size_t>(specs->Specs[0].ColumnIndex),
          specs->Specs[0].SortDirection == ImGuiSortDirection_Descending};
}

/// The clicks on the titles are reported where they are.
void draw_titles(PanelContext& context, const AskRows& rows, std::size_t columns) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t column = 0; column < columns; ++column) {
    if (!ImGui::TableSetColumnIndex(static_cast<int>(column))) continue;
    ImGui::PushID(static_cast<int>(column));
    ImGui::TableHeader(one_line(rows.columns[column], 60).c_str());
    ImGui::PopID();
    context.places.add_item("ask.column." + std::to_string(column));
  }
}

}  // namespace

std::string shown_text(const AskCache& cache, std::size_t row, std::size_t column) {
  return moments_of(cache)
      .entity_name(row, column)
      .value_or(value_text(cache.job.rows().value(row, column)));
}

std::size_t row_at(const AskCache& cache, std::size_t place) {
  return has_order(cache) ? cache.order.order[place] : place;
}

std::optional<std::vector<std::uint32_t>> listed_order(const AskCache& cache) {
  return has_order(cache) ? std::optional(cache.order.order) : std::nullopt;
}

std::size_t listed_rows(const AskCache& cache) {
  return has_order(cache) ? cache.order.order.size() : cache.job.rows().size();
}

std::string ask_cell_text(const AskRows& rows, const AskMoments& moments, std::size_t row,
                          std::size_t column) {
  const auto entity = moments.entity_name(row, column);
  return entity ? one_line(*entity, kLongestCell)
                : cell_text(rows.value(row, column), is_time(rows, column));
}

bool go_to_row(ViewContext& context, const AskRows& rows, std::size_t row,
               const std::vector<AskedRecording>& asked) {
  const auto place = place_of_row(rows, row, asked, context.session());
  if (!place) return false;
  if (place->time) {
    context.state.playback.playing = false;
    context.commands.emplace_back(SeekTo{*place->time});
  }
  SelectMode mode = SelectMode::replace;
  for (const EntityIndex entity : place->entities) {
    select(context.state, {place->recording, entity}, mode);
    mode = SelectMode::add;
  }
  return true;
}

void draw_ask_grid(PanelContext& context, AskCache& cache) {
  const AskRows& rows = cache.job.rows();
  if (rows.columns.empty() || (rows.size() == 0 && cache.job.is_running())) return;
  const AskMoments moments = moments_of(cache);
  measure(cache, moments);
  const std::size_t columns = std::min(rows.columns.size(), kMostColumns);
  if (rows.columns.size() > columns) {
    hint_text(context, "The first " + std::to_string(columns) + " of " +
                           std::to_string(rows.columns.size()) +
                           " columns are shown; a file that is saved has all.");
  }
  // Widths and order stay with the columns, not with the query.
  ImGuiID id = ImGui::GetID("rows");
  for (const std::string& name : rows.columns) id = ImHashStr(name.c_str(), 0, id);
  ImGui::PushID(static_cast<int>(id));
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Sortable |
      ImGuiTableFlags_SortTristate | ImGuiTableFlags_Resizable | ImGuiTableFlags_Reorderable |
      ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit;
  if (ImGui::BeginTable("grid", static_cast<int>(columns), kFlags)) {
    const float digit = text_width(context.fonts.numbers, "0");
    for (std::size_t column = 0; column < columns; ++column) {
      ImGui::TableSetupColumn(one_line(rows.columns[column], 60).c_str(),
                              ImGuiTableColumnFlags_WidthFixed,
                              std::ceil(cache.widths[column] * digit) + 8 * context.scale,
                              static_cast<ImGuiID>(column));
    }
    ImGui::TableSetupScrollFreeze(0, 1);
    draw_titles(context, rows, columns);
    const auto [column, is_descending] = wished_order();
    update_order(context, cache, column, is_descending);
    const std::size_t listed = listed_rows(cache);
    walk_rows(context, cache, listed);
    leave_rows(context, cache);
    if (cache.focus_rows && listed > 0 && (!cache.row || !place_in_list(cache, *cache.row))) {
      cache.row = row_at(cache, 0);
      cache.reveal_row = true;
    }
    const float height = grid_row_height(context);
    const auto chosen = cache.row ? place_in_list(cache, *cache.row) : std::nullopt;
    if (chosen && (std::exchange(cache.reveal_row, false) || cache.focus_rows)) {
      const float top = static_cast<float>(*chosen) * height;
      const float shown = ImGui::GetWindowHeight() - 3 * height;
      if (top < ImGui::GetScrollY() || top > ImGui::GetScrollY() + shown) {
        ImGui::SetScrollY(std::max(0.0F, top - shown / 2));
      }
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(listed), height);
    while (clipper.Step()) {
      for (int place = clipper.DisplayStart; place < clipper.DisplayEnd; ++place) {
        draw_grid_row(context, cache, moments, static_cast<std::size_t>(place), columns);
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
}

}  // namespace scrubjay
