#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/folder_recordings.h"
#include "app/viewer.h"
#include "app/viewer/commands.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panel.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/saved/settings.h"
#include "app/viewer/scenery/map_finder.h"
#include "app/viewer/shell/keyboard_walk.h"
#include "app/viewer/shell/layout.h"
#include "app/viewer/workspace.h"
#include "core/concurrency/awaited.h"
#include "core/platform/desktop.h"
#include "render/screen.h"

namespace scrubjay {

class JsonWriter;
struct PaletteChoice;
struct SceneCache;
struct ScenePictureStyle;
class SceneryShelf;
struct StatusPart;

/// What the window tells the shell before each picture.
struct WindowFacts {
  int width = 0;  ///< pixels
  int height = 0;
  float monitor_scale = 1;
  double now = 0;      ///< seconds since start
  double elapsed = 0;  ///< seconds since the last picture
};

/// What came of mouse and keyboard so far, and how far the window has answered it: a script that
/// works the window waits for it.
struct InputSeen {
  std::array<double, 2> mouse{};  ///< window pixels
  std::uint64_t buttons = 0;      ///< presses and releases
  std::uint64_t wheel = 0;
  std::uint64_t keys = 0;  ///< presses
  std::uint64_t characters = 0;
  std::uint64_t pictures = 0;  ///< drawn so far that took all input there was
  bool is_answered = true;     ///< no further picture is due to it
};

/// Everything of the window but the window: holds the open recordings, the view and the caches, and
/// draws all areas with ImGui. Knows neither GLFW's window nor its loop, so tests run it without a
/// display.
class Shell {
 public:
  /// `wake` asks for a new picture, from any thread. `use_gl`: a context is current and the scene
  /// may draw with it.
  Shell(const ViewerOptions& options, Settings settings, std::function<void()> wake, bool use_gl);
  ~Shell();

  void open_files(const std::vector<std::string>& paths);
  void press(const KeyPress& key);
  /// The window got the keyboard, also at its begin.
  void on_focus();

  /// Loads fonts and colours again if scale or theme changed. Before a frame of ImGui; true when
  /// the font texture must be made anew.
  bool prepare(const WindowFacts& facts);
  /// One picture, inside a frame of ImGui.
  void draw(const WindowFacts& facts);

  /// "drive.log — frame 120/432 — 3.412 s — Scrubjay"
  std::string title() const;
  /// The state for tests and scripts, one JSON object.
  std::string state_json(const InputSeen& seen = {}) const;
  /// Something moves or is computed: draw again at once.
  bool is_busy() const;
  bool wants_to_close() const { return wants_to_close_; }
  /// What to do when closing is asked for. False, and it is said why, where a file is still being
  /// written that would be lost: then it takes to be asked once more.
  bool may_close();
  /// Seconds from `now` until something goes by itself; infinite where nothing does.
  double rest(double now) const;
  bool wants_full_screen() const { return state_.full_screen; }
  const Theme& theme() const { return *theme_; }
  /// What lies behind the areas of the last picture, but for what the scene's own covers: to be
  /// filled before that is shown.
  const std::vector<ScreenFill>& backgrounds() const { return backgrounds_; }

  // For pictures without a window.
  /// Draws nothing but the scene from here on.
  void show_scene_alone(const ScenePictureStyle& style);
  /// One colour behind it; none: the sky.
  void set_picture_ground(const std::optional<glm::vec3>& color);
  /// The playhead at a time of the first recording.
  void stand_at(Seconds time);
  /// Something of the picture is still on its way.
  bool is_drawing() const;
  const SceneCache& scene() const;

  ViewState& state() { return state_; }
  Workspace& workspace() { return workspace_; }
  PanelCaches& caches() { return *caches_; }
  /// Whether a command does something now, and whether what it switches is on.
  bool can_run(CommandId command) const;
  bool is_on(CommandId command) const;
  /// Settings with what is to be remembered of this run.
  Settings settings_to_save(int width, int height, bool maximized) const;

 private:
  /// What the bar at the top of the scene says.
  enum class BarKind : std::uint8_t {
    joined,
    open_already,
    closed,
    which_to_close,
    map_found,
    word
  };
  struct SessionBar {
    BarKind kind = BarKind::joined;
    std::string text = {};
    double until = 0;                     ///< as WindowFacts::now; it goes by itself
    std::vector<std::string> paths = {};  ///< that are open already
  };
  /// So many closings can be undone: what was closed takes memory until then.
  static constexpr std::size_t kMostClosings = 4;
  /// Recordings that were closed, and what was seen of them.
  struct ClosedRecordings {
    std::vector<Workspace::Closed> recordings;  ///< in the order of closing
    ViewState state;
    std::vector<RecordingReplacement> replacements;
  };
  /// What is looked for, and in which recordings.
  struct SearchesMade {
    std::string entities = {};
    std::string properties = {};
    std::string events = {};
    std::vector<ListedFilter> filters = {};
    std::vector<std::weak_ptr<const Recording>> recordings = {};
  };

  // shell.cpp
  const Theme& theme_of(ThemeChoice choice) const;
  void open_path(const std::string& path, const std::string& format);
  void open_folders();
  void take_opened();
  void finish_replacements();
  bool is_untouched() const;
  void stand_at_first_frame();
  void apply_start_options();
  void settle_undo(double now);
  void quieten_tooltips();
  void draw_areas(PanelContext& context, const WindowFacts& facts, float top);
  void draw_area(PanelContext& context, const AreaRow& area, const Rect& rect);
  NeededAreas needed_areas() const;
  void update_dock(PanelContext& context);
  void give_dock_keyboard();
  /// Whether a window is open, above the areas and not in the dock.
  bool is_above(WindowId window) const;
  void draw_splitter(PanelContext& context, const char* name, const Rect& rect, Splitter splitter,
                     const WindowFacts& facts);
  void start_open();
  std::string start_folder() const;

  // shell_recordings.cpp
  void close_recording(std::size_t recording) { close_recordings({recording}); }
  /// Closes them together: one Ctrl+Z brings them back. `places` rise.
  void close_recordings(const std::vector<std::size_t>& places);
  void keep_choices(std::size_t place);
  /// absolute_path() of its file. The disk, which may not answer, is asked once for each.
  const std::string& full_path(const Recording& recording) const;
  /// That whose lane or entity is selected, or the only one; else asks which.
  void close_selected();
  void reopen_closed();
  void undo_view();
  void redo_view();
  bool can_undo() const { return !state_.undo.empty() || !closed_.empty(); }
  /// Recordings stand where the view says that they were moved.
  void apply_offsets();
  void recording_joined(std::size_t place);
  /// Opens what is not open yet; of what is, that is told, and it is opened when asked for again.
  void open_or_tell(const std::vector<std::string>& paths);
  /// Searches and filters end with the recordings that they were for.
  void note_searches();
  void end_searches();
  /// It ends above `bottom`.
  void draw_session_bar(PanelContext& context, const Rect& scene, float bottom);
  void draw_joined_bar(PanelContext& context);
  void draw_closing_choice(PanelContext& context);
  void show_bar(BarKind kind, std::string text = "");

  // shell_choices.cpp
  void restore_choices();
  void restore_choices_of(const Recording& recording, std::size_t place,
                          const RecordingChoices& choices);
  RecordingChoices choices_of(const Recording& recording, std::size_t place) const;
  /// What is remembered of a recording comes only once it is read: so long nothing new is.
  bool awaits_choices(const Recording& recording) const;

  // shell_comparison.cpp
  void update_comparison(PanelContext& context);
  void toggle_comparison();
  bool can_find_offset() const;
  void find_offset();
  void copy_comparison();
  void restore_comparison();
  std::optional<SavedComparison> saved_comparison(std::size_t place) const;
  // shell_links.cpp
  /// A command that shows just what is seen, as words and as a shell reads it.
  std::vector<std::string> link_words() const;
  std::string link() const;
  void copy_link();
  void save_cut();
  /// The view of the command line, once what it is about is there.
  void apply_start_view();
  void update_notes(PanelContext& context);

  // shell_scenery.cpp
  void choose_scenery(const std::string& path);
  void open_scenery_file(const std::string& path);
  void use_found_map();
  void place_as_asked(const SceneryShelf& shelf);
  void update_scenery(PanelContext& context);
  bool is_reading_scenery() const;
  void draw_map_choice(PanelContext& context);

  // shell_pictures.cpp
  void update_pictures(PanelContext& context);
  std::vector<std::string> picture_words(std::string_view path) const;
  std::vector<std::string> film_words(std::string_view path) const;
  std::string picture_path(std::string_view ending) const;

  // shell_palette.cpp
  /// All that menus and buttons offer, in words.
  std::vector<PaletteChoice> palette_choices(const PanelContext& context) const;

  // shell_commands.cpp
  void run(CommandId command, PanelContext& context);
  bool close_front_window();
  void toggle_window(const WindowRow& window);

  // shell_keys.cpp
  /// Does what the keys pressed since the last picture ask for. Plain keys go to a text field while
  /// one has the focus.
  void handle_keys(PanelContext& context);
  void handle_key(const KeyPress& press, PanelContext& context);
  bool answer_closing_choice(const KeyPress& press);
  bool leave_one_thing();
  bool use_in_area(const KeyPress& press);
  void zoom_time(double factor);

  // shell_menu.cpp
  float draw_menu(PanelContext& context);
  void window_items(PanelContext& context, MenuPlace menu);
  void item(PanelContext& context, CommandId command, const char* title = nullptr);
  void file_menu(PanelContext& context);
  void edit_menu(PanelContext& context);
  void view_menu(PanelContext& context);
  void playback_menu(PanelContext& context);
  void draw_badge(PanelContext& context);

  // shell_status.cpp
  void draw_status(PanelContext& context, const Rect& rect);
  std::vector<StatusPart> status_parts();
  /// "Writing the film: 34 %", for each file that is written while its window may be closed.
  std::vector<std::string> written_now() const;

  // shell_overlays.cpp
  void draw_welcome(PanelContext& context);
  /// Opens a file, read as the user chose last time or as the command line says.
  void open_file(const std::string& path, const std::string& format = "");
  std::vector<std::size_t> endings_to_tell() const;
  /// What is told above the scene until it is dismissed.
  std::size_t count_notices() const;
  void dismiss_notices();
  void draw_failures(PanelContext& context);
  void draw_ending_banner(PanelContext& context, std::size_t recording);
  /// Below which banners of that width do not go: above the notes in the corner of the scene.
  float banners_bottom(const Rect& scene, float width) const;
  /// Where they begin, or the scene ends.
  float draw_banners(PanelContext& context, const Rect& scene);

  ViewerOptions options_;
  Settings settings_;
  mutable std::map<std::string, std::string> full_paths_;  ///< of recordings, by their paths
  std::function<void()> wake_;
  Workspace workspace_;
  ViewState state_;
  std::unique_ptr<PanelCaches> caches_;
  const Theme* theme_;
  DesktopLook system_look_;
  Awaited<DesktopLook> asked_look_;
  MissingGlyphs missing_glyphs_;
  Fonts fonts_;
  float scale_ = 0;
  bool fonts_loaded_ = false;
  std::vector<PlaybackCommand> commands_;
  PlaceReport places_;
  std::vector<ScreenFill> backgrounds_;
  NativeChooser chooser_;
  std::vector<std::string> folders_to_open_;  ///< and what was named behind one
  Awaited<FolderContent> looked_into_;
  std::vector<KeyPress> keys_;
  KeyboardWalk keyboard_;
  std::vector<std::string> notes_to_import_;  ///< files
  int window_width_ = 0;                      ///< of the last picture [pixels]
  int window_height_ = 0;
  std::vector<std::string> filters_to_import_;  ///< files
  std::vector<std::shared_ptr<Recording>> to_restore_;
  std::optional<std::vector<EntityRef>> restored_;  ///< what is selected by that
  std::vector<RecordingReplacement> replacements_;  ///< by recordings that are still read
  std::vector<ClosedRecordings> closed_;            ///< the last kMostClosings, the last one last
  std::optional<SessionBar> bar_;
  std::optional<MapFinder::Found> found_map_;  ///< last
  std::size_t joins_behind_ = 0;  ///< recordings that were open when others were dropped; 0: none
  bool is_pair_opened_ = false;   ///< two at once, nothing else being open
  SearchesMade searches_;
  double now_ = 0;             ///< of this picture
  float timeline_height_ = 0;  ///< in this picture [pixels]
  OpenWindows windows_before_;
  bool has_quiet_tooltips_ = false;
  // As they were before the user changed anything of them: as the command line says.
  Playback untouched_;
  std::vector<EntityRef> first_selected_;
  bool stands_as_told_ = false;  ///< the playhead, by the command line
  bool start_options_pending_ = true;
  bool start_view_pending_ = true;
  bool is_scene_alone_ = false;  ///< a picture is taken without a window
  bool wants_to_close_ = false;
  bool has_warned_ = false;  ///< that closing loses what is being written
  bool panel_busy_ = false;
  UndoableView settled_;
  /// How far in front each window was in the last picture, as front_since() says.
  std::array<int, kWindows.size()> window_fronts_{};
  bool has_dock_ = false;      ///< there is room for it, or the scene alone is shown
  OpenWindows docked_before_;  ///< in the last picture
  int dock_pictures_ = 0;      ///< until what was asked for in it has taken the keyboard
  bool is_dock_asked_by_key_ = false;
  bool is_dock_new_ = false;  ///< something was docked in the last picture
  UndoableView moving_;
  double moved_at_ = 0;
  double drawn_at_ = 0;
  const Moment* moment_ = nullptr;
  double shown_fps_ = 0;
  std::uint64_t memory_bytes_ = 0;
  double memory_read_at_ = -10;
};

}  // namespace scrubjay
