#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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
  bool operator==(const RecordingChoices&) const = default;
};

/// What the window remembers between runs. Saved as JSON, version kVersion; a file of another
/// version or with damage gives defaults for what cannot be read.
struct Settings {
  static constexpr int kVersion = 1;
  static constexpr std::size_t kRecent = 12;
  static constexpr std::size_t kChoices = 100;
  static constexpr std::size_t kStarred = 1000;
  static constexpr std::size_t kReadOptions = 1000;  ///< remembered of one recording
  static constexpr std::size_t kLayers = 1000;       ///< remembered of one recording

  Layout layout;
  ThemeChoice theme = ThemeChoice::dark;
  float scale = 0;
  int window_width = 1280;
  int window_height = 720;
  bool maximized = false;
  LayerState names = LayerState::all;
  LayerState trails = LayerState::selected;
  Seconds trail_seconds = 3.0;
  bool show_boxes = true;
  bool show_back_faces = false;
  bool show_grid = true;
  bool show_props = true;
  Sampling sampling = Sampling::hold;
  std::vector<ListedFilter> filters;
  std::set<std::string> starred_groups;
  bool show_hidden_properties = false;
  std::vector<RecentFile> recent;                   ///< newest first
  std::map<std::string, RecordingChoices> choices;  ///< by absolute path
};

/// "off", "selected", "all".
std::string_view to_text(LayerState state);

/// Puts `file` first, without doubling it.
void remember_recent(Settings& settings, const RecentFile& file);

std::string to_json(const Settings& settings);
Settings settings_from_json(std::string_view json);

/// From and to the user's configuration folder. Loading never fails: what is not there is default.
Settings load_settings();
/// Settings of a window that began with `begun`, where another one has saved `saved` meanwhile:
/// both windows' recent files, the newest first, and what each remembers of recordings; all else is
/// as in `mine`, since the window closed last is the one that was last set up.
Settings merged(Settings mine, const Settings& begun, const Settings& saved);
/// Merges with what another window saved since this one began with `begun`, writes beside and
/// renames. Errors as of AtomicFile; the folder is made when missing.
Result<void> save_settings(const Settings& settings, const Settings& begun);

}  // namespace scrubjay
