#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/shared/scenery_file.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/scenery/map_finder.h"
#include "app/viewer/scenery/roads_below.h"
#include "app/viewer/scenery/scenery_shelf.h"
#include "app/viewer/shell/shell.h"

namespace scrubjay {

/// Places it as last time.
void Shell::choose_scenery(const std::string& path) {
  const std::string absolute = absolute_path(path);
  const auto same = std::ranges::find(state_.scenery, absolute, &ChosenScenery::path);
  if (same != state_.scenery.end()) return;
  ChosenScenery chosen{absolute};
  const auto known = settings_.scenery.placements.find(absolute);
  if (known != settings_.scenery.placements.end()) chosen.placement = known->second;
  state_.scenery.push_back(std::move(chosen));
}

/// What people open themselves: its folder is one of their map folders from now on.
void Shell::open_scenery_file(const std::string& path) {
  choose_scenery(path);
  auto& folders = settings_.scenery.folders;
  std::string folder = std::filesystem::path(absolute_path(path)).parent_path().string();
  std::erase(folders, folder);
  folders.insert(folders.begin(), std::move(folder));
  if (folders.size() > SceneryChoices::kMost) folders.resize(SceneryChoices::kMost);
  const auto& open = workspace_.session().recordings;
  const std::string name = one_line(file_name(path), 100);
  if (!open.empty()) {
    const std::string map = map_name(*open.front().recording);
    const bool is_other = !map.empty() && std::ranges::none_of(open, [&](const OpenRecording& one) {
      return map_name(*one.recording) == std::filesystem::path(path).stem();
    });
    show_bar(BarKind::word, name + " is read as scenery" +
                                (is_other ? "; the recording's map is " + one_line(map, 60) : "") +
                                ".");
  } else if (!workspace_.is_opening()) {
    show_bar(BarKind::word, name + " is ready: open the recording that belongs to it.");
  }
}

void Shell::use_found_map() {
  const MapFinder::Found& found = *found_map_;
  choose_scenery(found.path);
  settings_.scenery.maps[found.map] = found.path;
}

/// What the options name lies as they say, once it is read.
void Shell::place_as_asked(const SceneryShelf& shelf) {
  if (!options_.scenery_at) return;
  for (ChosenScenery& chosen : state_.scenery) {
    const SceneryShelf::Piece* const piece = shelf.find(chosen.path);
    if (piece == nullptr || piece->scenery == nullptr) continue;
    const auto asked = std::ranges::find(options_.scenery, chosen.path,
                                         [](const auto& path) { return absolute_path(path); });
    if (asked == options_.scenery.end()) continue;
    options_.scenery.erase(asked);
    if (const auto pose = options_.scenery_at->of(*piece->scenery)) {
      chosen.placement = placed(*piece->scenery, *pose);
    } else {
      workspace_.add_failure({chosen.path, pose.error()});
    }
    settled_.scenery = moving_.scenery = state_.scenery;
  }
}

void Shell::update_scenery(PanelContext& context) {
  MapFinder& finder = caches_->of<MapFinder>();
  for (const OpenRecording& open : workspace_.session().recordings) {
    if (!open.recording->is_preview()) finder.look_for(open.recording);
  }
  const auto is_chosen = [&](const std::string& path) {
    return std::ranges::find(state_.scenery, path, &ChosenScenery::path) != state_.scenery.end();
  };
  if (auto found = finder.take(settings_.scenery.folders, wake_)) {
    const auto known = settings_.scenery.maps.find(found->map);
    const bool is_known = known != settings_.scenery.maps.end();
    const bool is_unwanted = is_known && known->second.empty();
    if (is_unwanted || is_chosen(found->path)) {
      // Nothing to do, or to ask.
    } else if (found->is_beside || is_known) {
      choose_scenery(found->path);
      // It was there from the begin: nothing to undo.
      settled_.scenery = moving_.scenery = state_.scenery;
    } else if (!is_scene_alone_) {
      found_map_ = std::move(found);
      show_bar(BarKind::map_found);
    }
  }
  // What was remembered of the recording may bring it.
  if (bar_ && bar_->kind == BarKind::map_found && is_chosen(found_map_->path)) bar_.reset();
  SceneryShelf& shelf = caches_->of<SceneryShelf>();
  shelf.update(state_.scenery, wake_);
  for (SceneryShelf::Piece& failed : shelf.take_failures()) {
    workspace_.add_failure({failed.path, std::move(*failed.problem)});
    std::erase_if(state_.scenery,
                  [&](const ChosenScenery& chosen) { return chosen.path == failed.path; });
    settled_.scenery = moving_.scenery = state_.scenery;
  }
  place_as_asked(shelf);
  for (const ChosenScenery& chosen : state_.scenery) {
    if (chosen.placement == SceneryPlacement()) {
      settings_.scenery.placements.erase(chosen.path);
    } else {
      settings_.scenery.placements[chosen.path] = chosen.placement;
    }
  }
  caches_->of<RoadsBelow>().update(workspace_.session(), state_, shelf);
  if (shelf.is_busy()) context.needs_redraw = true;
}

bool Shell::is_reading_scenery() const {
  return caches_->of<SceneryShelf>().is_busy() || caches_->of<MapFinder>().is_busy();
}

/// "Use Town01.xodr from here for Town01?"
void Shell::draw_map_choice(PanelContext& context) {
  const MapFinder::Found& found = *found_map_;
  const std::filesystem::path path = found.path;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(
      ("Use " + one_line(path.filename().string(), 60) + " for " + one_line(found.map, 60) + "?")
          .c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", one_line(found.path, 400).c_str());
  ImGui::SameLine();
  ImGui::TextDisabled("from %s", one_line(path.parent_path().string(), 60).c_str());
  ImGui::SameLine(0, 16 * scale_);
  const bool is_used = ImGui::Button("Use it");
  context.places.add_item("bar.use_map");
  ImGui::SameLine();
  const bool is_refused = ImGui::Button("Not for this map");
  context.places.add_item("bar.refuse_map");
  if (is_used) use_found_map();
  if (is_refused) settings_.scenery.maps[found.map] = "";
  if (is_used || is_refused) bar_.reset();
}

}  // namespace scrubjay
