#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/commands.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/key_caps.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"

namespace scrubjay {

namespace {

struct HelpWindowCache {
  std::string search;
  bool focus = true;
};

/// All of it, on as many lines as that takes; the first is centred between `top` and `bottom`.
/// Returns by how much the others go below it.
float draw_wrapped(const DrawContext& context, float x, float top, float bottom,
                   std::string_view text, float width) {
  ImFont* const font = context.fonts.text;
  const float size = font->FontSize;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const float height = font->CalcTextSizeA(size, FLT_MAX, width, begin, end).y;
  ImGui::GetWindowDrawList()->AddText(font, size, {x, std::floor((top + bottom - size) / 2)},
                                      packed(context.theme.text), begin, end, width);
  return std::max(0.0F, height - size);
}

void draw_column(DrawContext& context, const std::vector<KeyHelp>& rows, std::size_t& row,
                 std::size_t until) {
  const float s = context.scale;
  const float height = row_height(context);
  float keys = 0;
  for (std::size_t i = row; i < until; ++i) {
    keys = std::max(keys, key_caps_width(context, rows[i].keys) + 16 * s);
  }
  for (; row < until; ++row) {
    const KeyHelp& help = rows[row];
    const bool new_subject = row == 0 || rows[row - 1].subject != help.subject;
    const float width = ImGui::GetContentRegionAvail().x;
    if (new_subject) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_text(context.fonts.text, at.x, at.y + 4 * s, at.y + height + 4 * s,
                packed(context.theme.accent), help.subject, width);
      ImGui::Dummy({width, height + 2 * s});
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_key_caps(context, at.x, at.y, at.y + height, help.keys);
    const float more = draw_wrapped(context, at.x + keys, at.y, at.y + height, help.what,
                                    std::max(width - keys, 80 * s));
    ImGui::Dummy({width, height + more - ImGui::GetStyle().ItemSpacing.y + 2 * s});
    context.places.add_item("help.row." + std::to_string(row));
  }
}

/// The first row of the subject that is nearest to the middle, where the second column begins.
std::size_t middle_of_table(const std::vector<KeyHelp>& rows) {
  const std::size_t count = rows.size();
  std::size_t best = 0;
  for (std::size_t row = 1; row < count; ++row) {
    const bool begins = rows[row].subject != rows[row - 1].subject;
    const auto distance = [&](std::size_t r) {
      return r > count / 2 ? r - count / 2 : count / 2 - r;
    };
    if (begins && distance(row) < distance(best)) best = row;
  }
  return best;
}

}  // namespace

void help_window(PanelContext& context) {
  const float s = context.scale;
  bool& open = context.state.windows[WindowId::help];
  if (begin_window(context, "Keys and mouse", open, {1040 * s, 760 * s}, ImGuiCond_Appearing)) {
    add_window(context.places, "help");
    HelpWindowCache& cache = context.caches.of<HelpWindowCache>();
    if (ImGui::IsWindowAppearing()) cache = {};
    search_field(context, "help.search", "Search: what you want to do, or a key", cache.search,
                 cache.focus, ImGui::GetContentRegionAvail().x, "help.search");
    if (ImGui::IsItemDeactivated() && is_pressed(ImGuiKey_Escape)) open = false;
    std::vector<KeyHelp> rows = key_help();
    std::erase_if(rows, [&](const KeyHelp& help) { return !has_words(help, cache.search); });
    if (rows.empty())
      hint_text(context, "No key does that. Ctrl+K finds every command by its name.");
    std::size_t row = 0;
    const bool two_columns = cache.search.empty() && ImGui::GetContentRegionAvail().x > 900 * s;
    if (two_columns) {
      const float half = ImGui::GetContentRegionAvail().x / 2;
      ImGui::BeginGroup();
      ImGui::BeginChild("left", {half - 8 * s, 0});
      draw_column(context, rows, row, middle_of_table(rows));
      ImGui::EndChild();
      ImGui::EndGroup();
      ImGui::SameLine(0, 16 * s);
      ImGui::BeginChild("right", {0, 0});
      draw_column(context, rows, row, rows.size());
      ImGui::EndChild();
    } else {
      draw_column(context, rows, row, rows.size());
    }
  }
  ImGui::End();
}

}  // namespace scrubjay
