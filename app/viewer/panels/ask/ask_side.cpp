#include "app/viewer/panels/ask/ask_side.h"

#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "analysis/tables/schema.h"
#include "analysis/tables/sql_words.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// A row of one of the lists.
struct SideRow {
  std::string title;
  std::string note;
  std::string tooltip;
  AskChoice choice;
  const tables::Table* table = nullptr;  ///< that it unfolds
  bool is_open = false;
  float indent = 0;  ///< pixels at 100 %
};

std::vector<SideRow> question_rows(const AskCache& cache) {
  std::vector<SideRow> rows;
  for (const Question& question : cache.questions) {
    rows.push_back({question.title, "", question.sql, {question.sql, true}});
  }
  return rows;
}

/// One of the questions is called as it is there.
std::vector<SideRow> earlier_rows(const ViewState& state, const AskCache& cache) {
  std::vector<SideRow> rows;
  for (const std::string& text : state.earlier_queries.texts) {
    const auto question = std::ranges::find(cache.questions, text, &Question::sql);
    const bool is_one = question != cache.questions.end();
    rows.push_back({is_one ? question->title : one_line(text, 200), "", text, {text, true}});
  }
  return rows;
}

std::string type_note(const tables::Column& column) {
  switch (column.type) {
    case tables::ColumnType::boolean: return "0 or 1";
    case tables::ColumnType::int32:
    case tables::ColumnType::int64: return "integer";
    case tables::ColumnType::real: return "number";
    case tables::ColumnType::text: return "text";
  }
  return "";
}

void add_columns(const AskCache& cache, const tables::Table& table, bool shows_all,
                 std::vector<SideRow>& rows) {
  const auto add = [&](std::string_view name, const std::string& note) {
    if (!shows_all && !contains_ignoring_case(name, cache.schema_search)) return;
    rows.push_back({std::string(name), note, "", {sql_name_of(name), false}, nullptr, false, 34});
  };
  for (const tables::Column& column : table.columns) add(column.name, type_note(column));
  if (table.id != tables::TableId::state) return;
  for (const AskFacts::Path& path : cache.facts.paths) add(path.column, path.type);
}

/// With a search, all tables and columns that have it in their names.
std::vector<SideRow> schema_rows(const AskCache& cache) {
  std::vector<SideRow> rows;
  const bool is_searching = !cache.schema_search.empty();
  for (const tables::Table& table : tables::all_tables()) {
    const std::string name(table.name);
    const bool is_found = contains_ignoring_case(name, cache.schema_search);
    const bool is_open = cache.open_tables.contains(name) || is_searching;
    const std::string insert = table.id == tables::TableId::pairs ? "pairs(5)" : name;
    std::vector<SideRow> columns;
    if (is_open) add_columns(cache, table, is_found, columns);
    if (is_searching && !is_found && columns.empty()) continue;
    rows.push_back({name, "", "", {insert, false}, &table, is_open, 16});
    rows.insert(rows.end(), columns.begin(), columns.end());
  }
  return rows;
}

/// True when it was chosen.
bool draw_side_row(PanelContext& context, AskCache& cache, const SideRow& row, std::size_t place,
                   ImVec2 min, ImVec2 max) {
  const float s = context.scale;
  const auto [is_pressed, is_hovered] =
      row_button(context, place, min, max, "ask.list." + std::to_string(place));
  const int fold = row.table == nullptr ? 0 : fold_key();
  const bool is_on_fold = row.table != nullptr && pointer_x() < min.x + 18 * s;
  if (row.table != nullptr) {
    draw_fold({min.x + 9 * s, (min.y + max.y) / 2}, 4 * s, row.is_open,
              packed(is_hovered && is_on_fold ? context.theme.text : context.theme.dim));
  }
  const float note = row.note.empty() ? 0 : text_width(context.fonts.small, row.note) + 8 * s;
  const float x = min.x + (row.indent > 0 ? row.indent : 6) * s + 2 * s;
  ImFont* const font = row.choice.is_asked ? context.fonts.text : context.fonts.numbers;
  draw_name(font, x, min.y, max.y, packed(context.theme.text), one_line(row.title, 200),
            max.x - x - note - 4 * s);
  if (note > 0) {
    draw_text(context.fonts.small, max.x - note, min.y, max.y, packed(context.theme.dim), row.note,
              note);
  }
  // A question's text, until it is asked: then it stands above its answer.
  if (is_pressed && row.choice.is_asked) cache.pressed_tool = row.title;
  if (!is_hovered && cache.pressed_tool == row.title) cache.pressed_tool.clear();
  if (is_hovered && !row.tooltip.empty() && cache.pressed_tool != row.title) {
    ImGui::BeginTooltip();
    ImGui::PushFont(context.fonts.numbers);
    ImGui::TextUnformatted(valid_utf8(row.tooltip.substr(0, 2000)).c_str());
    ImGui::PopFont();
    ImGui::EndTooltip();
  }
  if ((is_pressed && is_on_fold) || fold != 0) {
    const std::string name(row.table->name);
    const bool opens = fold != 0 ? fold > 0 : !row.is_open;
    if (opens) {
      cache.open_tables.insert(name);
    } else {
      cache.open_tables.erase(name);
    }
    return false;
  }
  return is_pressed;
}

std::vector<SideRow> rows_of(const PanelContext& context, const AskCache& cache) {
  switch (cache.list) {
    case AskList::questions: return question_rows(cache);
    case AskList::schema: return schema_rows(cache);
    case AskList::earlier: return earlier_rows(context.state, cache);
  }
  return {};
}

const char* why_empty(const AskCache& cache) {
  if (cache.list == AskList::earlier) return "What is asked here is kept, the last 50.";
  if (cache.list == AskList::schema) return "Nothing is called so.";
  return cache.reading.is_running() ? "Reading what is in the recordings\u2026" : "";
}

}  // namespace

std::optional<AskChoice> draw_ask_lists(PanelContext& context, AskCache& cache) {
  const float s = context.scale;
  const auto tab = [&](const char* title, AskList list, std::string_view place) {
    if (toggle_button(context, title, cache.list == list, place)) {
      cache.list = list;
      cache.scroll = {};
    }
  };
  tab("Questions", AskList::questions, "ask.questions");
  ImGui::SameLine(0, 4 * s);
  tab("Tables", AskList::schema, "ask.schema");
  ImGui::SameLine(0, 4 * s);
  tab("Earlier", AskList::earlier, "ask.earlier");
  if (cache.list == AskList::schema) {
    bool focus = false;
    search_field(context, "ask.schema.search", "Search tables and columns", cache.schema_search,
                 focus, ImGui::GetContentRegionAvail().x, "ask.schema.search");
  }
  const std::vector<SideRow> rows = rows_of(context, cache);
  if (rows.empty()) {
    hint_text(context, why_empty(cache));
    return std::nullopt;
  }
  std::optional<AskChoice> chosen;
  ListView list("rows", rows.size(), row_height(context), cache.scroll);
  for (std::size_t i = list.first(); i < list.last(); ++i) {
    if (draw_side_row(context, cache, rows[i], i, list.row_min(i), list.row_max(i))) {
      chosen = rows[i].choice;
    }
  }
  return chosen;
}

}  // namespace scrubjay
