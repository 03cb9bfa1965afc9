#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/compare/options.h"
#include "app/shared/curve_form.h"
#include "app/viewer/commands.h"
#include "app/viewer/panel_table.h"
#include "app/viewer/playback.h"
#include "core/coordinate_system.h"
#include "core/filter.h"
#include "core/recording.h"
#include "core/session.h"
#include "core/time_cursor.h"
#include "render/camera.h"
#include "render/layer_state.h"
#include "render/ride.h"
#include "render/scenery_placement.h"

namespace scrubjay {

enum class ThemeChoice : std::uint8_t { system, dark, light, high_contrast };

struct ThemeName {
  ThemeChoice choice;
  std::string_view name;  ///< in settings
  const char* title;
};
inline constexpr ThemeName kThemeNames[] = {
    {ThemeChoice::system, "system", "As the system says"},
    {ThemeChoice::dark, "dark", "Dark"},
    {ThemeChoice::light, "light", "Light"},
    {ThemeChoice::high_contrast, "high contrast", "High contrast"},
};

/// Sizes of text and spacing to choose from; 1 = 100 %.
inline constexpr float kScales[] = {1, 1.25F, 1.5F, 1.75F, 2, 2.5F, 3};

/// Drawing layers by name; one that is not listed shows all.
using LayerStates = std::map<std::string, LayerState, std::less<>>;

/// Sizes of the fixed layout as shares of the window, and what is folded away.
struct Layout {
  float left = 0.24F;        ///< width of entities and events
  float right = 0.25F;       ///< width of properties and pinned
  float bottom = 0;          ///< height of the timeline; 0: as its lanes need
  float events = 0.42F;      ///< height of events as a share of the left column
  float pinned = 0.35F;      ///< height of pinned as a share of the right column
  float picture = 0.4F;      ///< width of the pinned picture as a share of the scene
  float comparison = 0.42F;  ///< height of the differences as a share of the scene
  float plots = 0.45F;       ///< height of the plots as a share of what they and the scene have
  float dock = 0.45F;        ///< height of the dock as a share of the scene's column
  FoldedAreas folded;
  OpenWindows docked;       ///< tools that stand in the dock while they are open
  bool scene_only = false;  ///< Tab
  /// Where the left column is too low for both, entities and events are behind each other.
  bool events_in_front = false;
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

/// A value that is drawn over time, in a lane of its own on the timeline.
struct PlottedValue {
  EntityRef entity;
  std::string path;        ///< as path_of() says, or of a derived value
  EntityIndex other = {};  ///< of a derived value between two: of the same recording
  bool operator==(const PlottedValue&) const = default;
};

/// A value that is drawn over time in the panel of plots.
struct PlotCurve : PlottedValue {
  CurveForm form = {};
  std::uint32_t color = 0;  ///< as of categorical_color(); the dash follows from it
  bool operator==(const PlotCurve&) const = default;
};

/// A part of the window that is saved as a PNG file once it is drawn.
struct PictureRequest {
  std::string path;
  float x = 0;  ///< window pixels
  float y = 0;
  float width = 0;
  float height = 0;
};

/// One end of what is measured in the scene.
struct MeasuredPoint {
  glm::dvec3 at{0.0};               ///< viewer space; of an entity where that was last
  std::optional<EntityRef> entity;  ///< that it moves with
  int corner = -1;                  ///< of the entity's box, from 0; below 0: its position
  bool operator==(const MeasuredPoint&) const = default;
};

/// A property of an entity, or of an event, in the frame that is shown.
struct HoveredProperty {
  EntityRef entity;        ///< the owner; of an event its entity, which may be none
  std::uint32_t node = 0;  ///< counted from the first one of the entity's (or event's) range
  EventIndex event;        ///< none: one of the entity's own properties
  bool operator==(const HoveredProperty&) const = default;
};

/// By what the scene colours entities.
enum class ColorBy : std::uint8_t {
  kind,
  source,    ///< the recording, or the client of a recording with several
  property,  ///< SavedView::color_property
  speed,
};

/// One of two runs that are compared: a recording, or a stream of one.
struct ComparedRun {
  std::size_t recording = 0;
  std::optional<StreamIndex> stream = {};
  bool operator==(const ComparedRun&) const = default;
};

/// Two runs held against each other. Offset and coordinates are those of the view, not of the
/// options. With streams both are of one recording.
struct ChosenComparison {
  ComparedRun a;
  ComparedRun b;
  compare::Options options = {};
  bool operator==(const ChosenComparison&) const = default;
};

/// Which of two runs the scene shows.
enum class ShownRuns : std::uint8_t { both, a, b };

/// A moment of a recording that is to be brought to another one.
struct TakenMoment {
  std::size_t recording = 0;
  Seconds time = 0;  ///< the recording's own
  bool operator==(const TakenMoment&) const = default;
};

/// A file of scenery under the recordings.
struct ChosenScenery {
  std::string path;  ///< absolute
  SceneryPlacement placement = {};
  bool operator==(const ChosenScenery&) const = default;
};

/// To what the scene is to fit its camera.
enum class FitRequest : std::uint8_t {
  none,
  next,  ///< what moves; everything where it shows that already
  everything,
};

/// Length of trails that reach back to the beginning.
inline constexpr Seconds kWholeTrail = std::numeric_limits<Seconds>::infinity();

/// Queries that were asked, the newest first.
struct EarlierQueries {
  static constexpr std::size_t kMost = 50;
  static constexpr std::size_t kLongest = 20'000;  ///< bytes; longer ones are not kept

  std::vector<std::string> texts;
  /// Puts `text` first, without doubling it.
  void remember(const std::string& text);
  bool operator==(const EarlierQueries&) const = default;
};

/// How the scene is drawn: the section "scene" of visit_saved().
struct SceneStyle {
  LayerState names = LayerState::all;
  LayerState trails = LayerState::selected;
  Seconds trail_seconds = 3.0;
  bool trails_ahead = true;                 ///< also where things will be
  bool trails_by_speed = false;             ///< coloured by it
  LayerState references = LayerState::off;  ///< arrows to what properties refer to
  ColorBy color_by = ColorBy::kind;
  Ride ride = Ride::beside;
  std::string color_property;  ///< path from the entity's own properties on
  bool show_boxes = true;
  bool show_back_faces = false;
  bool show_grid = true;
  bool show_props = true;
  bool show_roads = true;         ///< of scenery: lanes, sidewalks, islands
  bool show_road_marks = true;    ///< paint
  bool show_road_objects = true;  ///< signals, poles, barriers
  bool show_level = true;         ///< geometry of levels
  bool show_road_names = false;   ///< ids of roads, lanes, junctions and signals
  /// What is shown between two samples of a value, where the format knows.
  Sampling sampling = Sampling::hold;
};

/// What of the view settings keep from run to run: visit_saved() in settings.h lists it.
struct SavedView : SceneStyle {
  Layout layout;
  ThemeChoice theme = ThemeChoice::system;
  float scale = 0.0F;           ///< of text and spacing; 0: the monitor's
  bool reduced_motion = false;  ///< nothing fades
  /// What follows from what was recorded: derived values and contacts.
  bool show_derived = true;
  bool plots_stacked = false;            ///< each curve has an axis of its own
  bool plots_own_scales = false;         ///< each curve fills its axis, whatever its unit
  std::set<std::string> starred_groups;  ///< first-level groups that stand at the top, by name
  bool show_hidden_properties = false;   ///< also those that the source wants hidden
  bool differences_by_path = false;      ///< the list of differences is grouped by path
  bool compared_only_different = false;  ///< side by side only what differs
  ShownRuns shown_runs = ShownRuns::both;
  EarlierQueries earlier_queries;
};

/// A condition, or an expression, over `state` that has a lane.
struct WatchedCondition {
  std::string condition;
  bool stops_playback = false;  ///< where it begins to hold
  bool operator==(const WatchedCondition&) const = default;
};

/// What of the view cost the user work and is not saved: Ctrl+Z brings it back.
struct ChosenView {
  Camera camera;
  std::set<EntityRef> hidden;
  std::set<EntityRef> isolated;  ///< when not empty, all others are drawn dimmed
  std::string entity_search;
  std::string property_search;
  std::string event_filter;
  bool events_of_selection = false;  ///< the event table shows only the selected entities'
  bool events_in_view = false;       ///< the event table shows only the timeline's shown time
  LayerStates layers;
  std::vector<EntityRef> pinned;
  std::vector<PlottedValue> plots;        ///< lanes of the timeline
  std::vector<PlotCurve> curves;          ///< of the panel of plots
  std::vector<WatchedCondition> watched;  ///< each once
  std::optional<PinnedPicture> pinned_picture;
  std::optional<CoordinateSystem> coordinates;  ///< properties and gizmo; nothing: as recorded
  std::vector<Seconds> offsets;  ///< by recording, how far it was moved in time; shorter means 0
  std::optional<ChosenComparison> comparison;
  std::vector<ChosenScenery> scenery;
  std::size_t note_changes = 0;  ///< how many of NotesStore's hold
  bool operator==(const ChosenView&) const = default;
};

/// All that Ctrl+Z brings back.
struct UndoableView : ChosenView {
  std::optional<TimeRange> range;
  bool show_props = true;
  std::vector<ListedFilter> filters;
  bool operator==(const UndoableView&) const = default;
};

/// All that the window shows besides the data itself: plain values, no pointers, no caches.
struct ViewState : SavedView, ChosenView {
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
  /// A property of the primary selection, as the table `changes` names it; empty: none. Stays when
  /// something else is selected, which may have it, too.
  std::string chosen_property;
  std::string pointed_property;  ///< likewise, whose row is under the mouse; set anew each frame
  bool reveal_property = false;  ///< the property panel scrolls to the chosen one once
  std::optional<EntityRef> followed;
  std::vector<EntityRef> focus_request;  ///< the scene turns its camera to these once
  /// What the scene turns its camera to once that time is shown, unless it is in view there, or
  /// the camera follows something.
  struct ShowRequest {
    EntityRef entity;
    Seconds time = 0;
    int pictures = 0;  ///< that showed another time since
  };
  std::optional<ShowRequest> show_request;
  bool pinned_only_different = false;  ///< lists only what pinned entities differ in

  bool focus_search = false;         ///< the entity search takes the keyboard once
  bool all_entities = false;         ///< also those that are dead or not yet born
  bool background_entities = false;  ///< also what only tells how the source describes itself
  std::set<EntityRef> closed_rows;   ///< rows of the entity tree that were folded by hand
  std::set<std::string> toggled_properties;  ///< paths whose fold differs from its default
  /// `select` and `clear_selection` end it: set it after those.
  std::optional<SelectedEvent> selected_event;
  std::optional<TakenMoment> taken_moment;
  std::set<std::string> open_differences;  ///< groups of the list that are unfolded, by their key
  std::optional<OpenResource> open_resource;
  std::vector<ListedFilter> filters;     ///< end with the recordings that they are for
  bool event_start_open = false;         ///< the event table lists what was there at the start
  std::optional<TimeRange> plots_shown;  ///< by the panel of plots; none: as the timeline
  std::optional<PictureRequest> plots_picture;  ///< to be served once
  std::string plots_note;                       ///< what became of it, to be said once
  bool is_measuring = false;                    ///< clicks in the scene choose what is measured
  std::vector<MeasuredPoint> measured;          ///< at most two
  std::size_t edited_filter = 0;  ///< place of the one that the panel of filters shows

  bool camera_fitted = false;  ///< the first fit to the content has been made
  /// Nobody has moved the camera since the scene was fitted by itself.
  bool camera_is_automatic = false;
  FitRequest fit_request = FitRequest::none;  ///< served once by the scene
  std::optional<double> ground_request;       ///< height of the grid that the scene takes over once
  std::optional<RideTurn> ride_turn;          ///< while it rides along
  bool follow_from_here = false;  ///< what is followed now is not centred: the camera is as it was

  bool full_screen = false;
  OpenWindows windows;
  WindowId dock_front = WindowId::ask;  ///< of several tools in the dock the one that is shown
  /// It was asked for: what it is worked by, such as its text field, takes the keyboard once.
  bool dock_takes_keyboard = false;
  std::vector<std::string> open_request;  ///< files to open once
  std::uint32_t note_color = 0xE69F00;    ///< of the next note, 0xRRGGBB
  bool watch_failed = false;              ///< what cannot be watched went, and is nothing to undo
  std::string bar_request;                ///< a word to show once, which goes by itself
  std::optional<CommandId> command_request;  ///< to be run once
  std::optional<std::size_t> close_request;  ///< a recording to close once

  std::vector<UndoableView> undo;
  std::vector<UndoableView> redo;
};

bool is_selected(const ViewState& state, EntityRef entity);
/// What was selected last: an entity, or a whole recording, which is a reference without an entity.
std::optional<EntityRef> primary_selection(const ViewState& state);
/// The same where it is an entity: a recording cannot be followed, nor pinned.
std::optional<EntityRef> selected_entity(const ViewState& state);
/// How a click changes the selection: alone, Ctrl (toggle), Shift (add).
enum class SelectMode : std::uint8_t { replace, toggle, add };
void select(ViewState& state, EntityRef entity, SelectMode mode = SelectMode::replace);
void clear_selection(ViewState& state);
/// Back (-1) or forward (+1) through earlier selections.
void step_selection(ViewState& state, int direction);

/// Whether a window is open that stands in the dock, where the dock has room.
bool is_docked(const ViewState& state, WindowId window);
bool is_any_docked(const ViewState& state);
/// Puts a tool into the dock, or above the areas.
void set_docked(ViewState& state, WindowId window, bool is_docked);
/// Shows one of the tools in the dock, because somebody asked for it.
void bring_to_dock_front(ViewState& state, WindowId window);

/// Whether scenery of a class is drawn.
bool is_shown(const ViewState& state, SceneryClass surface);

/// Whether an entity is drawn and listed as visible: not hidden and, if some are isolated, one of
/// them.
bool is_shown(const ViewState& state, EntityRef entity);

/// How far a recording was moved in time: its offset in the session.
Seconds offset_of(const ViewState& state, std::size_t recording);
void set_offset(ViewState& state, std::size_t recording, Seconds offset);

UndoableView undoable(const ViewState& state);
void restore(ViewState& state, const UndoableView& view);
/// Remembers how things were before a change that has settled. Drops what could be redone.
void remember(ViewState& state, const UndoableView& before);
void undo(ViewState& state);
void redo(ViewState& state);

/// Forgets what was looked for in recordings of which the last one was closed.
void end_searches(ViewState& state);
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
  /// A recording is closed, as for recording_closed. False: it is this one.
  bool close(std::size_t recording);
  /// Puts back what `now` holds, but not where the user has chosen something else since.
  void put_back(ViewState& state, const Recording& now) const;

 private:
  std::size_t place_;
  std::shared_ptr<const Recording> before_;
  ViewState chosen_;  ///< what there was, in terms of `before_`
  ViewState left_;    ///< what of it was there at once
};

}  // namespace scrubjay
