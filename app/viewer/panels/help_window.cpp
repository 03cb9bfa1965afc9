#include <algorithm>
#include <string>

#include "app/viewer/keys.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/row_paint.h"
#include "app/viewer/panels/window_place.h"

namespace scrubjay {

namespace {

/// A key in a box.
float draw_key(const PanelContext& context, float x, float top, float bottom,
               std::string_view text) {
  const float s = context.scale;
  const float width = text_width(context.fonts.small, text) + 10 * s;
  ImGui::GetWindowDrawList()->AddRectFilled({x, top + 2 * s}, {x + width, bottom - 2 * s},
                                            packed(context.theme.raised), 3 * s);
  draw_text(context.fonts.small, x + 5 * s, top, bottom, packed(context.theme.text), text, width);
  return width;
}

void draw_keys(const PanelContext& context, ImVec2 min, float bottom, std::string_view keys) {
  float x = min.x;
  while (!keys.empty()) {
    const std::size_t bar = keys.find('|');
    x += draw_key(context, x, min.y, bottom, keys.substr(0, bar)) + 4 * context.scale;
    if (bar == std::string_view::npos) break;
    keys.remove_prefix(bar + 1);
  }
}

void draw_column(const PanelContext& context, std::size_t& row, std::size_t until) {
  const float s = context.scale;
  const float height = row_height(context);
  for (; row < until; ++row) {
    const KeyHelp& help = kKeyHelp[row];
    const bool new_subject = row == 0 || kKeyHelp[row - 1].subject != help.subject;
    const float width = ImGui::GetContentRegionAvail().x;
    if (new_subject) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_text(context.fonts.text, at.x, at.y + 4 * s, at.y + height + 4 * s,
                packed(context.theme.accent), help.subject, width);
      ImGui::Dummy({width, height + 2 * s});
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float keys = 206 * s;
    draw_keys(context, at, at.y + height, help.keys);
    draw_text(context.fonts.text, at.x + keys, at.y, at.y + height, packed(context.theme.text),
              help.what, width - keys);
    ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y + 2 * s});
  }
}

/// The first row of the subject that is nearest to the middle, where the second column begins.
std::size_t middle_of_table() {
  constexpr std::size_t kCount = std::size(kKeyHelp);
  std::size_t best = 0;
  for (std::size_t row = 1; row < kCount; ++row) {
    const bool begins = kKeyHelp[row].subject != kKeyHelp[row - 1].subject;
    const auto distance = [](std::size_t r) {
      return r > kCount / 2 ? r - kCount / 2 : kCount / 2 - r;
    };
    if (begins && distance(row) < distance(best)) best = row;
  }
  return best;
}

}  // namespace

void help_window(PanelContext& context) {
  const float s = context.scale;
  place_window("Keys and mouse", {1040 * s, 760 * s}, ImGuiCond_Appearing);
  const bool visible =
      ImGui::Begin("Keys and mouse", &context.state.help_open, ImGuiWindowFlags_NoCollapse);
  if (visible) {
    context.places.add("help", ImGui::GetWindowPos(),
                       {ImGui::GetWindowPos().x + ImGui::GetWindowSize().x,
                        ImGui::GetWindowPos().y + ImGui::GetWindowSize().y});
    std::size_t row = 0;
    const bool two_columns = ImGui::GetContentRegionAvail().x > 900 * s;
    if (two_columns) {
      const float half = ImGui::GetContentRegionAvail().x / 2;
      ImGui::BeginGroup();
      ImGui::BeginChild("left", {half - 8 * s, 0});
      draw_column(context, row, middle_of_table());
      ImGui::EndChild();
      ImGui::EndGroup();
      ImGui::SameLine(0, 16 * s);
      ImGui::BeginChild("right", {0, 0});
      draw_column(context, row, std::size(kKeyHelp));
      ImGui::EndChild();
    } else {
      draw_column(context, row, std::size(kKeyHelp));
    }
  }
  ImGui::End();
}

}  // namespace scrubjay
