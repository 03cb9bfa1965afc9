#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/viewer/view_state.h"
#include "formats/format.h"

namespace scrubjay {

/// A recording that was open before.
struct RecentFile {
  std::string path;
  std::string format;
  Seconds length = 0;
  std::int64_t opened = 0;  ///< seconds since 1970-01-01 UTC
};

/// What a recording was compared with.
struct SavedComparison {
  std::string other;  ///< absolute path of B
  /// Two streams of the recording itself.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> streams;
  compare::Options options;
  bool operator==(const SavedComparison&) const = default;
};

/// A curve of the panel of plots, its entities by their ids.
struct SavedCurve {
  std::string entity;
  std::string other;  ///< empty: none
  PlotCurve curve;    ///< without entities
  bool operator==(const SavedCurve&) const = default;
};

/// What is remembered of one recording: entities by their ids, so that it holds for the file as it
/// is when it is opened again.
struct RecordingChoices {
  Seconds playhead = 0;
  Camera camera;
  std::vector<std::string> selected;
  std::vector<std::string> hidden;
  std::vector<std::string> pinned;
  std::string picture_entity;    ///< whose picture stands beside the scene
  std::string picture_property;  ///< empty: no picture is pinned
  std::optional<CoordinateSystem> coordinates;
  ReadOptions read;    ///< how it is read
  LayerStates layers;  ///< only those that are not shown for all
  std::vector<ListedFilter> filters;
  Seconds offset = 0;  ///< in time, beside others
  std::optional<SavedComparison> comparison;
  std::vector<SavedCurve> curves;
  std::vector<SavedCurve> lanes;  ///< values with a lane of their own
  std::vector<WatchedCondition> watched;
  std::string followed;  ///< empty: nothing
  std::optional<RideTurn> ride_turn;
  std::vector<std::string> scenery;  ///< absolute paths
  std::int64_t used = 0;             ///< seconds since 1970-01-01 UTC: when it was opened last
  bool operator==(const RecordingChoices&) const = default;
};

/// What is remembered of scenery.
struct SceneryChoices {
  static constexpr std::size_t kMost = 1000;  ///< of each

  std::map<std::string, SceneryPlacement> placements;  ///< by absolute path; only those that differ
  std::vector<std::string> folders;  ///< where scenery was opened from, the last one first
  /// By the name of a recording's map which file is used for it; empty: none is wanted.
  std::map<std::string, std::string> maps;
  bool operator==(const SceneryChoices&) const = default;
};

/// What the window remembers between runs. Saved as JSON, version kVersion; a file of another
/// version or with damage gives defaults for what cannot be read.
struct Settings : SavedView {
  static constexpr int kVersion = 1;
  static constexpr std::size_t kRecent = 12;
  static constexpr std::size_t kChoices = 100;  ///< remembered: the recordings used last
  static constexpr std::size_t kStarred = 1000;
  static constexpr std::size_t kReadOptions = 1000;  ///< remembered of one recording
  static constexpr std::size_t kCurves = 100;        ///< remembered of one recording
  static constexpr std::size_t kLayers = 1000;       ///< remembered of one recording
  static constexpr std::size_t kPatterns = 1000;     ///< of paths, of one kind in one comparison

  int window_width = 0;  ///< 0: as the monitor has room
  int window_height = 0;
  bool maximized = false;
  std::vector<RecentFile> recent;                   ///< newest first
  std::map<std::string, RecordingChoices> choices;  ///< by absolute path
  SceneryChoices scenery;
};

/// A share of the window, from 0.05 to 0.9; `or_none`: or 0.
template <class Number>
struct SavedShare {
  Number& value;
  bool or_none = false;
};

/// Seconds of which "all" is kept as 0.
template <class Number>
struct SavedLength {
  Number& value;
};

/// All that settings keep of a view: calls `visit(section, key, field)` for each, where `view` is a
/// SavedView, const or not. Fields of one section follow each other.
template <class View, class Visit>
void visit_saved(View& view, Visit visit) {
  visit("", "theme", view.theme);
  visit("", "scale", view.scale);
  visit("", "reduced_motion", view.reduced_motion);
  visit("layout", "left", SavedShare{view.layout.left});
  visit("layout", "right", SavedShare{view.layout.right});
  visit("layout", "bottom", SavedShare{view.layout.bottom, true});
  visit("layout", "events", SavedShare{view.layout.events});
  visit("layout", "pinned", SavedShare{view.layout.pinned});
  visit("layout", "picture", SavedShare{view.layout.picture});
  visit("layout", "comparison", SavedShare{view.layout.comparison});
  visit("layout", "plots", SavedShare{view.layout.plots});
  visit("layout", "dock", SavedShare{view.layout.dock});
  visit("layout", "events_in_front", view.layout.events_in_front);
  visit("layout", "show_", view.layout.folded);
  visit("layout", "dock_", view.layout.docked);
  visit("scene", "names", view.names);
  visit("scene", "paths", view.trails);
  visit("scene", "path_seconds", SavedLength{view.trail_seconds});
  visit("scene", "paths_ahead", view.trails_ahead);
  visit("scene", "paths_by_speed", view.trails_by_speed);
  visit("scene", "references", view.references);
  visit("scene", "color_by", view.color_by);
  visit("scene", "ride", view.ride);
  visit("scene", "color_property", view.color_property);
  visit("scene", "boxes", view.show_boxes);
  visit("scene", "back_faces", view.show_back_faces);
  visit("scene", "grid", view.show_grid);
  visit("scene", "props", view.show_props);
  visit("scene", "roads", view.show_roads);
  visit("scene", "road_marks", view.show_road_marks);
  visit("scene", "road_objects", view.show_road_objects);
  visit("scene", "level", view.show_level);
  visit("scene", "road_names", view.show_road_names);
  visit("scene", "interpolate", view.sampling);
  visit("derived", "shown", view.show_derived);
  visit("plots", "stacked", view.plots_stacked);
  visit("plots", "own_scales", view.plots_own_scales);
  visit("properties", "starred", view.starred_groups);
  visit("properties", "show_hidden", view.show_hidden_properties);
  visit("comparison", "by_path", view.differences_by_path);
  visit("comparison", "only_different", view.compared_only_different);
  visit("comparison", "shown", view.shown_runs);
  visit("ask", "earlier", view.earlier_queries);
}

/// "kind", "source", "property", "speed".
std::string_view to_text(ColorBy choice);
/// "beside", "chase", "driver", "above".
std::string_view to_text(Ride ride);
/// "both", "a", "b".
std::string_view to_text(ShownRuns runs);
/// "off", "selected", "all".
std::string_view to_text(LayerState state);

/// Puts `file` first, without doubling it.
void remember_recent(Settings& settings, const RecentFile& file);

std::string to_json(const Settings& settings);
Settings settings_from_json(std::string_view json);

/// From and to the user's configuration folder. Loading never fails: what is not there is default.
Settings load_settings();
/// Settings of a window that began with `begun`, where another one has saved `saved` meanwhile:
/// both windows' recent files, the newest first, and what each remembers of recordings and of
/// scenery, but for what `mine` has no more; all else is as in `mine`, since the window closed last
/// is the one that was last set up.
Settings merged(Settings mine, const Settings& begun, const Settings& saved);

/// Where one window saves its settings, again and again, and others save theirs.
class SettingsFile {
 public:
  /// `begun`: what the window began with.
  explicit SettingsFile(Settings begun) : known_(std::move(begun)) {}
  /// Merges with what another window saved since this one began or last saved, writes beside and
  /// renames. Errors as of AtomicFile; the folder is made when missing.
  Result<void> save(const Settings& settings);

 private:
  Settings known_;  ///< by this window, as it last read or saved it
};

}  // namespace scrubjay
