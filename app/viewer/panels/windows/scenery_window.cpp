#include <imgui.h>

#include <algorithm>
#include <glm/trigonometric.hpp>
#include <optional>

#include "app/shared/recording_words.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/scenery/scenery_shelf.h"
#include "core/platform/input_file.h"

namespace scrubjay {

namespace {

void facts_of(const DrawContext& context, const SceneryShelf::Piece& piece) {
  const Scenery& scenery = *piece.scenery;
  std::size_t triangles = 0;
  for (const SceneryMesh& mesh : scenery.meshes) triangles += mesh.triangles.size() / 3;
  ImGui::TextDisabled("%s, %zu triangles", scenery.format.c_str(), triangles);
  for (const auto& [name, value] : scenery.facts) {
    if (value.empty()) continue;
    ImGui::TextDisabled("%s", one_line(name, 60).c_str());
    ImGui::SameLine(150 * context.scale);
    ImGui::TextUnformatted(one_line(value, 44).c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", one_line(value, 400).c_str());
  }
  constexpr std::size_t kMostShown = 5;
  for (std::size_t i = 0; i < std::min(scenery.problems.size(), kMostShown); ++i) {
    const Problem& problem = scenery.problems[i];
    const bool is_grave = problem.severity >= Severity::error;
    ImGui::PushStyleColor(ImGuiCol_Text, is_grave ? context.theme.error : context.theme.dim);
    ImGui::TextWrapped(
        "%s%s", one_line(describe(problem), 300).c_str(),
        problem.count > 1 ? (" (" + std::to_string(problem.count) + " times)").c_str() : "");
    ImGui::PopStyleColor();
  }
  if (scenery.problems.size() > kMostShown) {
    ImGui::TextDisabled("and %zu problems more", scenery.problems.size() - kMostShown);
  }
}

/// Which way its axes point and how long its unit is.
void axes_choice(DrawContext& context, const Scenery& scenery, SceneryPlacement& placement) {
  const std::string as_stated =
      scenery.coordinates
          ? "As the file says: " + coordinate_words(*scenery.coordinates)
          : "The file does not say: " + coordinate_words(coordinates_of(scenery, {}));
  const std::string now =
      placement.coordinates ? coordinate_words(*placement.coordinates) : as_stated;
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo("##axes", now.c_str());
  context.places.add_item("scenery.axes");
  if (!is_open) return;
  if (ImGui::Selectable(as_stated.c_str(), !placement.coordinates)) placement.coordinates.reset();
  context.places.add_item("scenery.axes.stated");
  for (const NamedCoordinateSystem& preset : coordinate_presets()) {
    const std::string name(preset.name);
    if (ImGui::Selectable((name + ": " + coordinate_words(preset.system)).c_str(),
                          placement.coordinates == preset.system)) {
      placement.coordinates = preset.system;
    }
    context.places.add_item("scenery.axes." + name);
  }
  ImGui::EndCombo();
}

void unit_choice(DrawContext& context, const Scenery& scenery, SceneryPlacement& placement) {
  struct Unit {
    const char* name;
    double metres;
  };
  constexpr Unit kUnits[] = {{"mm", 0.001},    {"cm", 0.01}, {"inch", 0.0254},
                             {"foot", 0.3048}, {"m", 1},     {"km", 1000}};
  CoordinateSystem system = coordinates_of(scenery, placement);
  for (const Unit& unit : kUnits) {
    if (&unit != kUnits) ImGui::SameLine();
    const bool is_on = system.metres_per_unit == unit.metres;
    if (ImGui::RadioButton(unit.name, is_on) && !is_on) {
      system.metres_per_unit = unit.metres;
      placement.coordinates = system;
    }
    context.places.add_item(std::string("scenery.unit.") + unit.name);
  }
}

void placement_label(const DrawContext& context, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(150 * context.scale);
}

void place_choice(DrawContext& context, SceneryPlacement& placement) {
  placement_label(context, "Moved by");
  ImGui::SetNextItemWidth(-1);
  ImGui::DragScalarN("##offset", ImGuiDataType_Double, &placement.offset.x, 3, 0.1F, nullptr,
                     nullptr, "%.3f m");
  context.places.add_item("scenery.offset");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("To the right, forward and up in the scene");
  placement_label(context, "Turned by");
  double degrees = glm::degrees(placement.heading);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::DragScalar("##heading", ImGuiDataType_Double, &degrees, 0.5F, nullptr, nullptr,
                        "%.2f\u00B0")) {
    placement.heading = glm::radians(degrees);
  }
  context.places.add_item("scenery.heading");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("About up, counter-clockwise seen from above");
}

/// False when it is to go.
bool section(PanelContext& context, ChosenScenery& chosen) {
  const SceneryShelf::Piece* const piece = context.caches.of<SceneryShelf>().find(chosen.path);
  ImGui::TextUnformatted(one_line(file_name(chosen.path), 100).c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", one_line(chosen.path, 400).c_str());
  ImGui::SameLine();
  const bool is_closed = ImGui::SmallButton("Close");
  context.places.add_item("scenery.close");
  if (piece == nullptr || piece->scenery == nullptr) {
    ImGui::TextDisabled("It is being read.");
    return !is_closed;
  }
  placement_label(context, "Axes");
  axes_choice(context, *piece->scenery, chosen.placement);
  placement_label(context, "Unit");
  unit_choice(context, *piece->scenery, chosen.placement);
  placement_label(context, "Mirrored");
  if (ImGui::Button("Right and left change places")) {
    chosen.placement.coordinates = coordinates_of(*piece->scenery, chosen.placement).mirrored();
  }
  context.places.add_item("scenery.mirror");
  place_choice(context, chosen.placement);
  const Scenery& scenery = *piece->scenery;
  const bool is_moved = chosen.placement != SceneryPlacement();
  if (is_moved) {
    if (ImGui::SmallButton("Back to how the file says")) chosen.placement = {};
    context.places.add_item("scenery.reset");
  }
  if (scenery.stated_pose) {
    const SceneryPlacement stated = placed(scenery, *scenery.stated_pose);
    if (chosen.placement != stated) {
      if (is_moved) ImGui::SameLine();
      if (ImGui::SmallButton("As the header's offset says")) chosen.placement = stated;
      context.places.add_item("scenery.stated");
    }
  }
  ImGui::Spacing();
  facts_of(context, *piece);
  return !is_closed;
}

}  // namespace

void scenery_window(PanelContext& context) {
  const float s = context.scale;
  if (begin_window(context, "Scenery", context.state.windows[WindowId::scenery], {560 * s, 460 * s},
                   ImGuiCond_Appearing)) {
    add_window(context.places, "scenery");
    auto& all = context.state.scenery;
    for (std::size_t i = 0; i < all.size();) {
      ImGui::PushID(static_cast<int>(i));
      if (i > 0) ImGui::Separator();
      const bool stays = section(context, all[i]);
      ImGui::PopID();
      if (stays) {
        ++i;
      } else {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    if (all.empty()) {
      ImGui::TextWrapped(
          "Roads (.xodr) and levels (.gltf, .glb, .obj) lie under what was recorded. Drop a file "
          "on the window, or put it beside the recording, called like its map.");
    }
  }
  ImGui::End();
}

}  // namespace scrubjay
