#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/viewer/playback.h"
#include "core/coordinate_system.h"
#include "core/filter.h"
#include "core/recording.h"
#include "core/session.h"
#include "core/time_cursor.h"
#include "render/camera.h"
#include "render/layer_state.h"

namespace scrubjay {

enum class ThemeChoice : std::uint8_t { system, dark, light };

/// Drawing layers by name; one that is not listed shows all.
using LayerStates = std::map<std::string, LayerState, std::less<>>;

/// Sizes of the fixed layout as shares of the window, and what is folded away.
struct Layout {
  float left = 0.22F;    ///< width of entities and events
  float right = 0.25F;   ///< width of properties and pinned
  float bottom = 0.24F;  ///< height of the timeline
  float events = 0.36F;  ///< height of events as a share of the left column
  float pinned = 0.35F;  ///< height of pinned as a share of the right column
  float picture = 0.4F;  ///< width of the pinned picture as a share of the scene
  bool show_entities = true;
  bool show_events = true;
  bool show_properties = true;
  bool show_timeline = true;
  bool scene_only = false;  ///< Tab
  bool operator==(const Layout&) const = default;
};

/// The part of time that the timeline shows. `fit` keeps it at the whole session.
struct TimelineView {
  TimeRange shown{0, 1};
  bool fit = true;
  bool operator==(const TimelineView&) const = default;
};

/// An event whose properties are shown above those of the selected entity.
struct SelectedEvent {
  std::size_t recording = 0;
  EventIndex event;
  bool operator==(const SelectedEvent&) const = default;
};

/// The picture beside the scene: at each moment the one that this property names.
struct PinnedPicture {
  EntityRef entity;
  std::string property;  ///< path from the entity's own properties on, as `find_path` takes it
  bool operator==(const PinnedPicture&) const = default;
};

/// A file of a recording whose preview is open.
struct OpenResource {
  std::size_t recording = 0;
  std::string path;
  bool operator==(const OpenResource&) const = default;
};

/// A filter as it stands in the list of filters.
struct ListedFilter {
  Filter filter;
  std::uint32_t color = 0;  ///< as of categorical_color()
  bool is_on = true;        ///< searched for, and shown on the timeline
  bool operator==(const ListedFilter&) const = default;
};

/// What cost the user work and Ctrl+Z brings back.
struct UndoableView {
  Camera camera;
  std::set<EntityRef> hidden;
  std::optional<EntityRef> isolated;
  std::string entity_search;
  std::string property_search;
  std::string event_filter;
  bool events_of_selection = false;  ///< the event table shows only the selected entities'
  bool events_in_view = false;       ///< the event table shows only the timeline's shown time
  std::optional<TimeRange> range;
  bool show_props = true;
  LayerStates layers;
  std::vector<ListedFilter> filters;
  bool operator==(const UndoableView&) const = default;
};

/// A value that is drawn over time, in a lane of its own on the timeline.
struct PlottedValue {
  EntityRef entity;
  std::string path;  ///< as path_of() says
  bool operator==(const PlottedValue&) const = default;
};

/// A property of an entity, or of an event, in the frame that is shown.
struct HoveredProperty {
  EntityRef entity;        ///< the owner; of an event its entity, which may be none
  std::uint32_t node = 0;  ///< counted from the first one of the entity's (or event's) range
  EventIndex event;        ///< none: one of the entity's own properties
  bool operator==(const HoveredProperty&) const = default;
};

/// Length of trails that reach back to the beginning.
inline constexpr Seconds kWholeTrail = std::numeric_limits<Seconds>::infinity();

/// All that the window shows besides the data itself: plain values, no pointers, no caches.
struct ViewState {
  Playback playback;
  TimelineView timeline;

  std::vector<EntityRef> selected;  ///< in order of selection; the last is the primary one
  std::vector<std::vector<EntityRef>> selection_history;
  std::size_t selection_place = 0;
  std::optional<EntityRef> hovered;  ///< set anew each frame by whatever is under the mouse
  /// The row under the mouse in a panel, set anew each frame: the scene highlights that shape.
  std::optional<HoveredProperty> hovered_property;
  /// The shape under the mouse in the scene, until the scene's next picture: panels highlight its
  /// row.
  std::optional<HoveredProperty> hovered_shape;
  std::optional<EntityRef> followed;
  std::optional<EntityRef> focus_request;  ///< the scene turns its camera to this once
  std::vector<EntityRef> pinned;
  std::vector<PlottedValue> plots;

  std::set<EntityRef> hidden;
  std::optional<EntityRef> isolated;
  std::string entity_search;
  bool focus_search = false;         ///< the entity search takes the keyboard once
  bool all_entities = false;         ///< also those that are dead or not yet born
  bool background_entities = false;  ///< also what only tells how the source describes itself
  std::set<EntityRef> closed_rows;   ///< rows of the entity tree that were folded by hand
  std::string property_search;
  std::set<std::string> toggled_properties;  ///< paths whose fold differs from its default
  std::set<std::string> starred_groups;      ///< first-level groups that stand at the top, by name
  bool show_hidden_properties = false;       ///< also those that the source wants hidden
  /// `select` and `clear_selection` end it: set it after those.
  std::optional<SelectedEvent> selected_event;
  std::optional<PinnedPicture> pinned_picture;
  std::optional<OpenResource> open_resource;
  std::string event_filter;
  bool events_of_selection = false;
  bool events_in_view = false;
  std::vector<ListedFilter> filters;
  std::size_t edited_filter = 0;  ///< place of the one that the panel of filters shows

  Camera camera;
  bool camera_fitted = false;  ///< the first fit to the content has been made
  bool fit_request = false;    ///< the scene fits its camera to everything once
  LayerState names = LayerState::all;
  LayerState trails = LayerState::selected;
  LayerStates layers;
  bool show_boxes = true;
  bool show_back_faces = false;
  bool show_grid = true;
  bool show_props = true;
  Seconds trail_seconds = 3.0;
  /// What is shown between two samples of a value, where the format knows.
  Sampling sampling = Sampling::hold;
  std::optional<CoordinateSystem> coordinates;  ///< properties and gizmo; nothing: as recorded

  Layout layout;
  ThemeChoice theme = ThemeChoice::dark;
  float scale = 0.0F;  ///< of text and spacing; 0: the monitor's
  bool full_screen = false;
  bool help_open = false;
  bool problems_open = false;
  bool queries_open = false;
  bool filters_open = false;
  bool reading_open = false;
  bool save_open = false;
  bool open_dialog = false;
  bool about_open = false;

  std::vector<UndoableView> undo;
  std::vector<UndoableView> redo;
};

bool is_selected(const ViewState& state, EntityRef entity);
std::optional<EntityRef> primary_selection(const ViewState& state);
/// How a click changes the selection: alone, Ctrl (toggle), Shift (add).
enum class SelectMode : std::uint8_t { replace, toggle, add };
void select(ViewState& state, EntityRef entity, SelectMode mode = SelectMode::replace);
void clear_selection(ViewState& state);
/// Back (-1) or forward (+1) through earlier selections.
void step_selection(ViewState& state, int direction);

/// Whether an entity is drawn and listed as visible: not hidden and, if something is isolated,
/// that.
bool is_shown(const ViewState& state, EntityRef entity);

UndoableView undoable(const ViewState& state);
void restore(ViewState& state, const UndoableView& view);
/// Remembers how things were before a change that has settled. Drops what could be redone.
void remember(ViewState& state, const UndoableView& before);
void undo(ViewState& state);
void redo(ViewState& state);

/// Forgets what referred to a recording that is closed, and renumbers what lay behind it.
void recording_closed(ViewState& state, std::size_t recording);
/// Another recording of the same file stands in a recording's place: what referred to its entities
/// now refers to those of the same id, or is forgotten where there is none.
void recording_replaced(ViewState& state, std::size_t place, const Recording& before,
                        const Recording& now);

/// The same where the other recording is still read, so that its entities are not there yet: what
/// referred to them is put back once it is read. Of several in one place the last one first.
class RecordingReplacement {
 public:
  /// Calls recording_replaced.
  RecordingReplacement(ViewState& state, std::size_t place, std::shared_ptr<const Recording> before,
                       const Recording& now);

  std::size_t place() const { return place_; }
  /// Puts back what `now` holds, but not where the user has chosen something else since.
  void put_back(ViewState& state, const Recording& now) const;

 private:
  std::size_t place_;
  std::shared_ptr<const Recording> before_;
  ViewState chosen_;  ///< what there was, in terms of `before_`
  ViewState left_;    ///< what of it was there at once
};

}  // namespace scrubjay
