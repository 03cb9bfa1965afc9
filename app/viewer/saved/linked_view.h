#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/saved/settings.h"
#include "app/viewer/view_state.h"
#include "core/problem.h"

namespace scrubjay {

/// An entity by its id in a recording, counted from the first of those that a view is about.
struct LinkedEntity {
  std::size_t recording = 0;
  std::string id;
  bool operator==(const LinkedEntity&) const = default;
};

/// What somebody saw, so that somebody else sees it: in notes, and on the command line as --view.
/// Plain values, valid for the files as they are when they are opened again.
struct LinkedView : SavedView {
  static constexpr std::size_t kMostEntities = 10'000;  ///< of each list

  std::optional<Camera> camera;
  std::optional<double> ground;  ///< height of the grid, viewer space
  std::optional<CoordinateSystem> coordinates;
  LayerStates layers;
  std::vector<LinkedEntity> selected;
  std::vector<LinkedEntity> hidden;
  std::vector<LinkedEntity> isolated;
  std::optional<LinkedEntity> followed;
  std::optional<RideTurn> ride_turn;
  std::optional<TimeRange> range;
  std::vector<Seconds> offsets;                 ///< by recording
  std::vector<std::vector<SavedCurve>> curves;  ///< by recording, of the panel of plots
  std::vector<ListedFilter> filters;
  std::map<std::string, SceneryPlacement> scenery;  ///< how it lies, by the name of its file
  int width = 0;                                    ///< of the scene, pixels at 100 %; 0: unknown
  int height = 0;
  int window_width = 0;  ///< pixels; 0: unknown
  int window_height = 0;
};

/// How much of the window a view says: the scene alone, for notes; or all that is set up by hand,
/// for links.
enum class ViewExtent : std::uint8_t { scene, window };

/// One line of JSON: only what differs from a new view.
std::string view_text(const LinkedView& view, ViewExtent extent);
/// Errors: "view" for what is no view. Values that cannot be are the nearest that can.
Result<LinkedView> read_view(std::string_view text);

/// What is seen now. `only`: of one recording, which then is the first of the view.
LinkedView linked_view(const ViewState& state, const Session& session,
                       std::optional<std::size_t> only = std::nullopt);
/// Shows it again; entities that are not there any more are left out. `first`: which recording is
/// the first of the view.
void apply_view(const LinkedView& view, ViewExtent extent, ViewState& state, const Session& session,
                std::size_t first = 0);

}  // namespace scrubjay
