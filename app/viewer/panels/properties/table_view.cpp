#include "app/viewer/panels/properties/table_view.h"

#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestTable = std::size_t{16} << 20;

void draw_grid(const DrawContext& context, const TableData& table, std::size_t columns,
               ImVec2 size) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Resizable | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_ScrollX |
                                     ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit |
                                     ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_Hideable;
  const int count = static_cast<int>(columns);
  if (!ImGui::BeginTable("grid", count, kFlags, size)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (std::size_t i = 0; i < columns; ++i) {
    const std::string title =
        (i < table.header().size() ? one_line(table.header()[i], 100) : std::string()) + "##" +
        std::to_string(i);
    ImGui::TableSetupColumn(title.c_str());
  }
  if (!table.header().empty()) ImGui::TableHeadersRow();
  std::vector<std::string> cells;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<std::size_t>(table.rows(), INT_MAX)),
                context.fonts.text->FontSize + 2 * ImGui::GetStyle().CellPadding.y);
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      ImGui::TableNextRow();
      table.cells(static_cast<std::size_t>(row), columns, cells);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        ImGui::TableSetColumnIndex(static_cast<int>(i));
        ImGui::TextUnformatted(one_line(cells[i]).c_str());
      }
    }
  }
  ImGui::EndTable();
}

}  // namespace

void draw_table(DrawContext& context, const TableData& table, std::uint64_t id, ImVec2 min,
                ImVec2 max) {
  const float foot = row_height(context);
  const ImVec2 size{max.x - min.x, max.y - min.y - foot};
  const std::size_t columns = std::min(table.columns(), kShownColumns);
  if (size.x < 8 || size.y < 8) return;
  ImGui::PushID(static_cast<int>(id & 0x7FFFFFFF));
  ImGui::SetCursorScreenPos(min);
  if (columns > 0) draw_grid(context, table, columns, size);
  const float top = max.y - foot;
  std::string facts = table_size_text(table.columns(), table.rows());
  if (table.columns() > columns) facts += ", the first " + std::to_string(columns) + " shown";
  const float used = draw_text(context.fonts.small, min.x + 4 * context.scale, top, max.y,
                               packed(context.theme.dim), facts, size.x * 0.6F);
  ImGui::SetCursorScreenPos(
      {min.x + used + 16 * context.scale, top + (foot - ImGui::GetTextLineHeight()) / 2});
  if (text_link(context, "Copy as CSV")) {
    ImGui::SetClipboardText(table_csv(table, kLongestTable).c_str());
  }
  context.places.add_item("properties.table.copy");
  ImGui::PopID();
}

}  // namespace scrubjay
