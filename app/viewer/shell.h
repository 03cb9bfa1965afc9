#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer.h"
#include "app/viewer/layout.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panel.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/settings.h"
#include "app/viewer/workspace.h"

namespace scrubjay {

class JsonWriter;

/// A key as it went down, in GLFW's codes.
struct KeyPress {
  int key = 0;
  int modifiers = 0;
};

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
  std::uint64_t pictures = 0;  ///< drawn so far
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
  bool wants_full_screen() const { return state_.full_screen; }
  const Theme& theme() const { return *theme_; }

  ViewState& state() { return state_; }
  Workspace& workspace() { return workspace_; }
  /// Settings with what is to be remembered of this run.
  Settings settings_to_save(int width, int height, bool maximized) const;

 private:
  struct PathField {
    std::string text;
    std::string completed_for;
    std::vector<std::string> completions;
    std::future<std::vector<std::string>> running;
    bool just_opened = false;
  };

  // shell.cpp
  void take_opened();
  void finish_replacements();
  void restore_choices();
  void restore_choices_of(const Recording& recording, std::size_t place,
                          const RecordingChoices& choices);
  RecordingChoices choices_of(const Recording& recording, std::size_t place) const;
  /// What is remembered of a recording comes only once it is read: so long nothing new is.
  bool awaits_choices(const Recording& recording) const;
  bool is_untouched() const;
  void stand_at_first_frame();
  void apply_start_options();
  void settle_undo(double now);
  void draw_areas(PanelContext& context, const WindowFacts& facts, float top);
  void draw_area(PanelContext& context, const char* name, const Rect& rect,
                 void (*panel)(PanelContext&));
  void draw_splitter(PanelContext& context, const char* name, const Rect& rect, Splitter splitter,
                     const WindowFacts& facts);
  void draw_scene_area(PanelContext& context, const Rect& rect);
  void close_recording(std::size_t recording);
  void start_open();
  std::string start_folder() const;

  // shell_state.cpp
  void write_filters(JsonWriter& json) const;
  void write_plots(JsonWriter& json) const;

  // shell_keys.cpp
  /// Does what the keys pressed since the last picture ask for. Plain keys go to a text field while
  /// one has the focus.
  void handle_keys(PanelContext& context);
  void handle_key(const KeyPress& press, PanelContext& context);

  // shell_menu.cpp
  float draw_menu(PanelContext& context);
  void file_menu(PanelContext& context);
  void edit_menu();
  void view_menu();
  void playback_menu(PanelContext& context);
  void help_menu();
  void draw_badge(PanelContext& context);
  void draw_status(PanelContext& context, const Rect& rect);

  // shell_overlays.cpp
  void draw_welcome(PanelContext& context);
  /// Opens a file, read as the user chose last time or as the command line says.
  void open_file(const std::string& path, const std::string& format = "");
  std::vector<std::size_t> endings_to_tell() const;
  void draw_ending_banner(PanelContext& context, std::size_t recording);
  void draw_banners(PanelContext& context, const Rect& scene);
  void draw_path_field(PanelContext& context);
  void draw_about(PanelContext& context);

  ViewerOptions options_;
  Settings settings_;
  std::function<void()> wake_;
  Workspace workspace_;
  ViewState state_;
  std::unique_ptr<PanelCaches> caches_;
  const Theme* theme_;
  Fonts fonts_;
  float scale_ = 0;
  bool fonts_loaded_ = false;
  std::vector<PlaybackCommand> commands_;
  PlaceReport places_;
  NativeChooser chooser_;
  PathField path_field_;
  std::vector<KeyPress> keys_;
  std::vector<std::string> filters_to_import_;  ///< files
  std::vector<std::shared_ptr<Recording>> to_restore_;
  std::optional<std::vector<EntityRef>> restored_;  ///< what is selected by that
  std::vector<RecordingReplacement> replacements_;  ///< by recordings that are still read
  Playback untouched_;  ///< as it was before the user moved anything of it
  bool start_options_pending_ = true;
  bool wants_to_close_ = false;
  bool panel_busy_ = false;
  UndoableView settled_;
  UndoableView moving_;
  double moved_at_ = 0;
  double drawn_at_ = 0;
  const Moment* moment_ = nullptr;
  double shown_fps_ = 0;
  std::uint64_t memory_bytes_ = 0;
  double memory_read_at_ = -10;
};

}  // namespace scrubjay
