#include "app/viewer/scenery/roads_below.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

/// The first roads that are chosen and read.
std::optional<RoadsOfRecording> chosen_roads(const ViewState& state, const SceneryShelf& shelf) {
  if (!state.show_derived) return std::nullopt;
  for (const ChosenScenery& chosen : state.scenery) {
    const SceneryShelf::Piece* const piece = shelf.find(chosen.path);
    if (piece == nullptr || piece->scenery == nullptr || piece->scenery->roads == nullptr) continue;
    const auto placement = road_placement(*piece->scenery, chosen.placement);
    if (!placement) return std::nullopt;
    return RoadsOfRecording{
        .roads = piece->scenery->roads, .path = chosen.path, .placement = *placement};
  }
  return std::nullopt;
}

bool are_same(const RoadsOfRecording& a, const RoadsOfRecording& b) {
  return a.roads == b.roads && a.placement == b.placement;
}

}  // namespace

std::optional<UprightPose> road_placement(const Scenery& scenery,
                                          const SceneryPlacement& placement) {
  const CoordinateConversion from_viewer(kViewerCoordinates, kDerivedCoordinates);
  return placement_over(
      coordinates_of(scenery, placement),
      {.offset = from_viewer.point(placement.offset), .heading = placement.heading});
}

void RoadsBelow::update(const Session& session, const ViewState& state, const SceneryShelf& shelf) {
  const auto before = std::exchange(all_, {});
  const auto roads = chosen_roads(state, shelf);
  for (const OpenRecording& open : session.recordings) {
    if (!roads || !open.recording->is_indexed() || open.recording->is_preview()) continue;
    const auto same = std::ranges::find_if(before, [&](const auto& known) {
      return known->recording() == open.recording && are_same(known->roads(), *roads);
    });
    all_.push_back(same != before.end()
                       ? *same
                       : std::make_shared<RecordingOverRoads>(open.recording, *roads));
  }
  if (all_ != before) ++version_;
}

std::shared_ptr<RecordingOverRoads> RoadsBelow::of(const Recording* recording) const {
  const auto found = std::ranges::find_if(
      all_, [&](const auto& known) { return known->recording().get() == recording; });
  return found == all_.end() ? nullptr : *found;
}

}  // namespace scrubjay
