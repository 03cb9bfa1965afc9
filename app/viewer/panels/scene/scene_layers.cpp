#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

#include "app/viewer/panels/scene/scene_parts.h"
#include "app/viewer/panels/scene/shape_layers.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kSearchedFrom = 9;  ///< layers from which the list has a search box
constexpr float kRowsShown = 12;
constexpr float kLeastRows = 3;
constexpr float kRowsBelow = 5;    ///< what the menu has below the list, without scenery
constexpr float kMenuWidth = 330;  ///< at 100 %

struct StateRow {
  LayerState state;
  const char* label;
  const char* key;  ///< in names of places
  const char* hint;
};
constexpr StateRow kStates[] = {
    {LayerState::off, "Off", "off", "Not drawn"},
    {LayerState::selected, "Sel", "selected", "Only for what is selected"},
    {LayerState::all, "All", "all", "For all entities"}};

/// Three buttons in one, at the right end of the row. True when the state was changed.
bool state_switch(DrawContext& context, const std::string& name, LayerState& state) {
  const float width = 38 * context.scale;
  const float height = ImGui::GetTextLineHeight() + 4 * context.scale;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float rounding = 4 * context.scale;
  draw->AddRectFilled(start, {start.x + 3 * width, start.y + height}, packed(context.theme.raised),
                      rounding);
  bool changed = false;
  ImGui::PushFont(context.fonts.small);
  for (std::size_t i = 0; i < std::size(kStates); ++i) {
    const StateRow& row = kStates[i];
    const ImVec2 corner{start.x + static_cast<float>(i) * width, start.y};
    ImGui::SetCursorScreenPos(corner);
    if (ImGui::InvisibleButton(row.key, {width, height})) {
      changed = state != row.state;
      state = row.state;
    }
    context.places.add_item("layer." + name + "." + row.key);
    const bool over = ImGui::IsItemHovered();
    if (over) ImGui::SetTooltip("%s", row.hint);
    const bool is_on = state == row.state;
    if (is_on || over) {
      // What is shown carries the accent; what is not stays grey.
      const ImVec4 fill = is_on && row.state != LayerState::off
                              ? with_alpha(context.theme.accent, 0.85F)
                              : context.theme.hovered;
      draw->AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(fill), rounding);
    }
    const ImVec2 size = ImGui::CalcTextSize(row.label);
    const bool on_accent = is_on && row.state != LayerState::off;
    const ImVec4 color = on_accent ? context.theme.window
                         : is_on   ? context.theme.text
                                   : context.theme.dim;
    draw->AddText({corner.x + (width - size.x) / 2, corner.y + (height - size.y) / 2},
                  packed(color), row.label);
  }
  ImGui::PopFont();
  return changed;
}

/// A name with its switch. True when the state was changed.
bool layer_row(DrawContext& context, const std::string& shown, const std::string& name,
               LayerState& state) {
  ImGui::PushID(name.c_str());
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float switch_width = 3 * 38 * context.scale;
  const float height = ImGui::GetTextLineHeight() + 6 * context.scale;
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const ImVec4 clip{start.x, start.y, start.x + width - switch_width - 8 * context.scale,
                    start.y + height};
  draw->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {start.x, start.y + 2 * context.scale},
                packed(state == LayerState::off ? context.theme.dim : context.theme.text),
                shown.c_str(), nullptr, 0, &clip);
  ImGui::SetCursorScreenPos({start.x + width - switch_width, start.y});
  const bool changed = state_switch(context, name, state);
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({width, height});
  ImGui::PopID();
  return changed;
}

/// How far back paths reach.
void path_lengths(ViewContext& context) {
  struct Row {
    Seconds seconds;
    const char* label;
  };
  constexpr Row kRows[] = {
      {1, "1 s"}, {3, "3 s"}, {10, "10 s"}, {60, "1 min"}, {kWholeTrail, "All"}};
  ViewState& state = context.state;
  ImGui::PushFont(context.fonts.small);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "Paths of the last");
  for (const Row& row : kRows) {
    ImGui::SameLine();
    const bool is_on = state.trail_seconds == row.seconds;
    ImGui::PushStyleColor(ImGuiCol_Button, is_on ? context.theme.on : ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, is_on ? context.theme.text : context.theme.dim);
    if (ImGui::SmallButton(row.label)) state.trail_seconds = row.seconds;
    context.places.add_item(std::string("path_length.") + row.label);
    ImGui::PopStyleColor(2);
  }
  ImGui::PopFont();
}

void search_box(DrawContext& context, std::string& search) {
  std::array<char, 128> text{};
  std::strncpy(text.data(), search.c_str(), text.size() - 1);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint("##search", "Find a layer", text.data(), text.size())) {
    search = text.data();
  }
  context.places.add_item("layers.search");
}

void shape_layers(ViewContext& context, SceneCache& cache) {
  std::vector<std::string_view> names = layer_names(context.session());
  if (names.empty()) return;
  ImGui::Separator();
  const std::size_t count = names.size();
  ImGui::PushFont(context.fonts.small);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "Layers of shapes");
  ImGui::PopFont();
  if (count >= kSearchedFrom) {
    search_box(context, cache.layer_search);
    std::erase_if(names, [&](std::string_view name) {
      return !contains_ignoring_case(name.empty() ? "Default" : name, cache.layer_search);
    });
  }
  for (const LayerState state : {LayerState::all, LayerState::off}) {
    if (state == LayerState::off) ImGui::SameLine();
    const bool all = state == LayerState::all;
    if (ImGui::SmallButton(all ? "All on" : "All off")) {
      for (const std::string_view name : names) set_layer(context.state, name, state);
    }
    context.places.add_item(all ? "layers.all_on" : "layers.all_off");
  }
  const float row =
      ImGui::GetTextLineHeight() + 6 * context.scale + ImGui::GetStyle().ItemSpacing.y;
  // As many as leave room for what stands below them; the rest scrolls.
  const float below = kRowsBelow * row + ImGui::GetStyle().WindowPadding.y;
  const float room =
      ImGui::GetIO().DisplaySize.y - ImGui::GetCursorScreenPos().y - ImGui::GetScrollY() - below;
  const float rows = std::min(static_cast<float>(std::max<std::size_t>(names.size(), 1)),
                              std::clamp(std::floor(room / row), kLeastRows, kRowsShown));
  ImGui::BeginChild("layers", {0, rows * row + 2 * context.scale});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(names.size()), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const std::string name(names[static_cast<std::size_t>(i)]);
      LayerState state = layer_of(context.state, name);
      if (layer_row(context, name.empty() ? "Default" : valid_utf8(name), name, state)) {
        set_layer(context.state, name, state);
      }
    }
  }
  clipper.End();
  if (names.empty()) ImGui::TextColored(context.theme.dim, "No layer is called that.");
  ImGui::EndChild();
}

}  // namespace

void layers_menu(ViewContext& context, SceneCache& cache) {
  ViewState& state = context.state;
  ImGui::Dummy({kMenuWidth * context.scale, 0});
  layer_row(context, "Entity names", "Entity names", state.names);
  layer_row(context, "Entity paths", "Entity paths", state.trails);
  if (state.trails != LayerState::off) {
    path_lengths(context);
    ImGui::MenuItem("Paths ahead of the playhead", nullptr, &state.trails_ahead);
    context.places.add_item("paths.ahead");
    ImGui::MenuItem("Paths coloured by speed", nullptr, &state.trails_by_speed);
    context.places.add_item("paths.by_speed");
  }
  layer_row(context, "Arrows of references", "References", state.references);
  ImGui::Separator();
  color_choice(context, cache);
  shape_layers(context, cache);
  scenery_layers(context, cache);
  ImGui::Separator();
  ImGui::MenuItem("Bounding boxes", nullptr, &state.show_boxes);
  ImGui::MenuItem("Grid", nullptr, &state.show_grid);
  ImGui::MenuItem("Props", nullptr, &state.show_props);
  ImGui::MenuItem("Back faces of shapes", nullptr, &state.show_back_faces);
  context.places.add_item("layers.back_faces");
}

}  // namespace scrubjay
