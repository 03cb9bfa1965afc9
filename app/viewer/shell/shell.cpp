#include "app/viewer/shell/shell.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <ranges>
#include <utility>

#include "app/shared/filter_file.h"
#include "app/shared/plain_text.h"
#include "app/shared/printed_time.h"
#include "app/shared/scenery_file.h"
#include "app/shared/source_mark.h"
#include "app/viewer/found/contact_list.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/ask/ask_window.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/plots/plot_legend.h"
#include "app/viewer/panels/properties/resource_view.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/panels/windows/changes_window.h"
#include "app/viewer/panels/windows/folder_window.h"
#include "app/viewer/panels/windows/history_window.h"
#include "app/viewer/panels/windows/open_window.h"
#include "app/viewer/panels/windows/palette_window.h"
#include "app/viewer/panels/windows/pictures_window.h"
#include "app/viewer/panels/windows/save_window.h"
#include "app/viewer/pictures/picture_cache.h"
#include "app/viewer/plots/plotted_values.h"
#include "app/viewer/saved/notes_store.h"
#include "app/viewer/shell/imgui_state.h"
#include "app/viewer/shell/left_tabs.h"
#include "core/lives_at.h"
#include "core/printed.h"
#include "core/text.h"
#include "core/unique_id.h"

namespace scrubjay {

namespace {

#define SCRUBJAY_RECT(area, title) &AreaRects::area,
/// Beside kAreas.
constexpr Rect AreaRects::*kRects[] = {SCRUBJAY_AREAS(SCRUBJAY_RECT)};
#undef SCRUBJAY_RECT

/// Of those that an id or a name may mean, the first who lives at `time`, else the first of all.
EntityIndex meant_at(const Recording& recording, const std::vector<EntityIndex>& named,
                     Seconds time) {
  const auto is_alive = [&](EntityIndex one) {
    const StreamIndex stream = recording.entity(one).stream;
    const FrameIndex frame = stream.exists() ? recording.timeline().frame_at(stream, time)
                                             : recording.timeline().frame_at(time);
    return lives_at(recording, one, frame);
  };
  const auto living = std::ranges::find_if(named, is_alive);
  return living == named.end() ? named.front() : *living;
}

}  // namespace

Shell::Shell(const ViewerOptions& options, Settings settings, std::function<void()> wake,
             bool use_gl)
    : options_(options),
      settings_(std::move(settings)),
      wake_(std::move(wake)),
      workspace_(wake_, options.is_cache_used ? IndexCache::of_user() : nullptr),
      caches_(std::make_unique<PanelCaches>()),
      theme_(&dark_theme()) {
  caches_->of<SceneCache>().use_gl = use_gl;
  caches_->of<PictureCache>().use_gl = use_gl;
  static_cast<SavedView&>(state_) = settings_;
  state_.coordinates = options_.coordinates;
  for (const std::string& path : options_.files) {
    // The command line names a folder that is a recording beside what else is in it.
    const bool is_looked_into = std::ranges::any_of(options_.files, [&](const std::string& other) {
      return other != path && std::filesystem::path(other).parent_path() ==
                                  std::filesystem::path(path + "/").parent_path();
    });
    if (is_looked_into && is_folder(path)) {
      open_file(path, options_.format);
    } else {
      open_path(path, options_.format);
    }
  }
  is_pair_opened_ = options_.files.size() == 2;
  for (const std::string& path : options_.scenery) choose_scenery(path);
  settled_ = undoable(state_);
  moving_ = settled_;
}

Shell::~Shell() {
  if (ImGui::GetCurrentContext() != nullptr) ImGui::GetIO().UserData = nullptr;
}

void Shell::open_files(const std::vector<std::string>& paths) {
  if (!paths.empty()) {
    joins_behind_ = workspace_.session().recordings.size();
    is_pair_opened_ = joins_behind_ == 0 && paths.size() == 2;
  }
  open_or_tell(paths);
}

/// A file of any kind, or a folder, into which one has to look first.
void Shell::open_path(const std::string& path, const std::string& format) {
  if (is_filter_file(path)) {
    filters_to_import_.push_back(path);
  } else if (is_notes_file(path)) {
    notes_to_import_.push_back(path);
  } else if (is_scenery_file(path)) {
    open_scenery_file(path);
  } else if (format.empty() &&
             (looked_into_.is_running() || !folders_to_open_.empty() || is_folder(path))) {
    folders_to_open_.push_back(path);
  } else {
    open_file(path, format);
  }
}

/// What is in the folders that were to be opened: one recording opens, of several one chooses. What
/// was named behind one opens behind it.
void Shell::open_folders() {
  const std::vector<std::string> paths = std::exchange(folders_to_open_, {});
  if (const auto content = looked_into_.take()) {
    if (content->is_one || content->files.empty()) {
      open_file(content->folder);
    } else if (content->files.size() == 1) {
      open_or_tell({content->files.front().path});
    } else {
      FolderCache& list = caches_->of<FolderCache>();
      list.content = *content;
      list.chosen.assign(content->files.size(), 0);
      state_.windows[WindowId::folder] = true;
      keyboard_.show();
    }
  }
  for (const std::string& path : paths) {
    const bool is_behind_one = looked_into_.is_running() || !folders_to_open_.empty();
    if (!is_behind_one && !is_folder(path)) {
      open_file(path);
    } else if (!is_behind_one && !state_.windows[WindowId::folder]) {
      constexpr int kFoldersBelow = 2;
      looked_into_.start(wake_, [path] { return look_into_folder(path, kFoldersBelow); });
    } else {
      folders_to_open_.push_back(path);
    }
  }
}

void Shell::open_file(const std::string& path, const std::string& format) {
  const auto known = settings_.choices.find(absolute_path(path));
  const bool is_remembered = options_.read.empty() && known != settings_.choices.end();
  workspace_.open(path, format, is_remembered ? known->second.read : options_.read);
}

void Shell::press(const KeyPress& key) { keys_.push_back(key); }

const Theme& Shell::theme_of(ThemeChoice choice) const {
  switch (choice) {
    case ThemeChoice::light: return light_theme();
    case ThemeChoice::high_contrast: return high_contrast_theme();
    case ThemeChoice::system:
      return system_look_.is_contrast_high ? high_contrast_theme()
             : system_look_.is_light       ? light_theme()
                                           : dark_theme();
    case ThemeChoice::dark: break;
  }
  return dark_theme();
}

/// The desktop is asked again: it may have changed while another window had the keyboard.
void Shell::on_focus() {
  caches_->of<NotesStore>().reload();
  if (!asked_look_.is_running()) asked_look_.start(wake_, [] { return desktop_look(); });
}

bool Shell::prepare(const WindowFacts& facts) {
  if (const auto look = asked_look_.take()) system_look_ = *look;
  const Theme* const theme = &theme_of(state_.theme);
  const bool is_chosen = state_.scale > 0 && !is_scene_alone_;
  const float wanted = is_chosen ? state_.scale : facts.monitor_scale;
  const float scale = std::clamp(wanted, 1.0F, is_scene_alone_ ? 8.0F : 3.0F);
  missing_glyphs_.serve();
  const bool more_glyphs = missing_glyphs_.update(wake_);
  if (theme == theme_ && scale == scale_ && fonts_loaded_ && !more_glyphs) return false;
  const bool new_fonts = scale != scale_ || !fonts_loaded_ || more_glyphs;
  theme_ = theme;
  scale_ = scale;
  apply_theme(*theme_, scale_);
  if (new_fonts) fonts_ = load_fonts(scale_, missing_glyphs_.fonts());
  fonts_loaded_ = true;
  return new_fonts;
}

void Shell::take_opened() {
  for (const Arrival& arrival : workspace_.update(looked_into_.is_running())) {
    const auto& recording = workspace_.session().recordings[arrival.place].recording;
    if (arrival.before != nullptr) {
      // The views that closed ones would come back with are of what was read before.
      closed_.clear();
      for (auto& known : searches_.recordings) {
        if (known.lock() == arrival.before) known = recording;
      }
      for (auto& awaited : to_restore_) {
        if (awaited == arrival.before) awaited = recording;
      }
      caches_->of<NotesStore>().exchange(arrival.before, recording);
      replacements_.emplace_back(state_, arrival.place, arrival.before, *recording);
      settled_ = moving_ = undoable(state_);
    } else {
      recording_joined(arrival.place);
      to_restore_.push_back(recording);
    }
    if (!recording->is_preview() && !arrival.was_preview) state_.timeline.fit = true;
  }
}

/// What referred to entities of a recording that is read anew refers to them again. What was chosen
/// last goes first: what was put back stays.
void Shell::finish_replacements() {
  for (std::size_t i = replacements_.size(); i-- > 0;) {
    const std::size_t place = replacements_[i].place();
    const Recording& now = *workspace_.session().recordings[place].recording;
    if (!now.is_indexed() || now.is_preview()) continue;
    replacements_[i].put_back(state_, now);
    settled_ = moving_ = undoable(state_);
    replacements_.erase(replacements_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

bool Shell::is_untouched() const {
  return state_.selected == first_selected_ && state_.playback == untouched_;
}

/// Not every recording begins at time 0: until the user moves it, the playhead stands where the
/// first frame is, also while the recording is still read.
void Shell::stand_at_first_frame() {
  if (state_.playback != untouched_ || stands_as_told_) return;
  state_.playback.playhead = workspace_.session().range().begin;
  untouched_ = state_.playback;
}

void Shell::apply_start_options() {
  if (!start_options_pending_ || workspace_.session().recordings.empty()) return;
  const OpenRecording& first = workspace_.session().recordings.front();
  const Recording& recording = *first.recording;
  const bool indexed = recording.is_indexed();
  const std::size_t frames = recording.frame_count();
  const TimeRange range = recording.timeline().range();
  std::optional<Seconds> time;
  if (options_.frame) {
    if (frames <= *options_.frame && !indexed) return;
    if (frames > 0) {
      const FrameIndex frame(std::min<std::size_t>(*options_.frame, frames - 1));
      time = recording.timeline().time(frame);
    }
  } else if (options_.time) {
    if (range.end < *options_.time && !indexed) return;
    time = time_of_frame_printed_like(recording.timeline(), *options_.time);
  }
  const auto named = options_.select.empty() ? std::vector<EntityIndex>()
                                             : entities_meant(recording, options_.select);
  if (!options_.select.empty() && named.empty() && !indexed) return;
  start_options_pending_ = false;
  if (options_.frame && frames > 0 && *options_.frame >= frames) {
    state_.bar_request = "There is no frame " + std::to_string(*options_.frame) +
                         ": the last one is " + std::to_string(frames - 1) + ".";
  } else if (options_.time && frames > 0 && !range.contains(*time)) {
    state_.bar_request = "The recording lasts from " + seconds_text(range.begin) + " to " +
                         seconds_text(range.end) + ": nothing is at " +
                         seconds_text(*options_.time) + ".";
  }
  if (!options_.select.empty() && named.empty()) {
    state_.bar_request = "Nobody is called \"" + printable(options_.select) + "\".";
  }
  if (time) {
    commands_.emplace_back(SeekTo{*time + first.offset});
    const TimeRange all = workspace_.session().range();
    stands_as_told_ = true;
    untouched_.playhead = std::clamp(*time + first.offset, all.begin, all.end);
  }
  if (!named.empty()) {
    select(state_, {0, meant_at(recording, named, time.value_or(range.begin))});
    first_selected_ = state_.selected;
  }
}

void Shell::settle_undo(double now) {
  if (std::exchange(state_.watch_failed, false)) {
    settled_.watched = moving_.watched = state_.watched;
  }
  const UndoableView current = undoable(state_);
  if (current != moving_) {
    moving_ = current;
    moved_at_ = now;
  }
  // A camera that rides along is set by the playhead.
  if (state_.followed && state_.ride != Ride::beside) {
    settled_.camera = moving_.camera = state_.camera;
  }
  const bool camera_is_driven = state_.followed && state_.playback.playing;
  if (ImGui::IsAnyMouseDown() || ImGui::IsAnyItemActive() || now - moved_at_ < 0.4 ||
      camera_is_driven || current == settled_) {
    return;
  }
  remember(state_, settled_);
  settled_ = current;
}

void Shell::draw(const WindowFacts& facts) {
  now_ = facts.now;
  open_folders();
  take_opened();
  apply_offsets();
  finish_replacements();
  if (written_now().empty()) has_warned_ = false;
  stand_at_first_frame();
  restore_choices();
  apply_start_options();
  apply_start_view();
  if (auto chosen = chooser_.take()) open_files(*chosen);

  if (facts.elapsed > 0) {
    shown_fps_ += (1.0 / facts.elapsed - shown_fps_) * std::min(1.0, facts.elapsed * 2);
  }
  caches_->of<Watches>().played_from = state_.playback.playhead;
  // A step after the window slept is not time that passed in playback.
  advance(workspace_.session(), std::min(facts.elapsed, 0.25), state_.playback);
  moment_ = &workspace_.moment(state_.playback.playhead, state_.sampling);
  places_.places.clear();
  std::vector<const Recording*> open;
  for (const OpenRecording& one : workspace_.session().recordings) {
    open.push_back(one.recording.get());
  }
  caches_->of<PictureCache>().begin_picture(open);
  PanelContext context{{{*theme_, fonts_, scale_, facts.now, places_},
                        workspace_.session(),
                        *moment_,
                        state_,
                        commands_},
                       workspace_,
                       *caches_};
  context.reduced_motion = state_.reduced_motion;
  update_comparison(context);
  window_width_ = facts.width;
  window_height_ = facts.height;
  update_notes(context);
  update_scenery(context);
  update_pictures(context);
  keyboard_.set_content(!workspace_.session().recordings.empty());
  handle_keys(context);

  context.caches.of<ContactList>().update(context);
  const float top = is_scene_alone_ ? 0 : draw_menu(context);
  draw_areas(context, facts, top);
  // The first look at a recording is nothing to undo.
  if (state_.camera_is_automatic) settled_.camera = state_.camera;
  while (!filters_to_import_.empty() && import_filters(context, filters_to_import_.front())) {
    filters_to_import_.erase(filters_to_import_.begin());
  }
  PaletteCache& palette = caches_->of<PaletteCache>();
  if (!state_.windows[WindowId::palette]) palette.is_open = false;
  const Session& session = workspace_.session();
  if (state_.windows[WindowId::palette] && !(palette.is_open && palette.is_of(session))) {
    palette.list(session, palette_choices(context));
  }
  update_asking(context);
  for (const WindowRow& window : kWindows | std::views::reverse) {
    int& front = window_fronts_[static_cast<std::size_t>(window.id)];
    front = -1;
    if (!is_above(window.id)) continue;
    const int begun = begun_windows();
    window.draw(context);
    front = front_since(begun);
  }
  resource_window(context);
  update_filter_files(context);
  update_history_copy(context);
  update_plots_copy(context);
  update_saving(context);
  quieten_tooltips();
  update_dock(context);
  update_property_steps(context);
  if (!state_.windows[WindowId::changes]) caches_->of<ChangesWindowCache>() = {};
  if (const auto command = std::exchange(state_.command_request, std::nullopt)) {
    run(*command, context);
  }
  open_files(std::exchange(state_.open_request, {}));
  give_dock_keyboard();
  keyboard_.share_keys();
  keyboard_.draw(context);
  if (const auto closed = std::exchange(state_.close_request, {})) close_recording(*closed);
  note_searches();
  if (!state_.bar_request.empty()) {
    show_bar(BarKind::word, std::exchange(state_.bar_request, {}));
    context.needs_redraw = true;
  }

  const Playback before = state_.playback;
  for (const PlaybackCommand& command : commands_) {
    apply(command, workspace_.session(), state_.playback);
  }
  commands_.clear();
  settle_undo(facts.now);
  drawn_at_ = facts.now;
  panel_busy_ = context.needs_redraw || state_.playback != before || is_window_appearing();
}

/// What is said of a place behind a window that has just opened would cover it, and what a key has
/// brought under the mouse was not pointed at: nothing is said until the mouse moves.
void Shell::quieten_tooltips() {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  bool has_opened = false;
  for (const WindowRow& window : kWindows) {
    const bool is_open = is_above(window.id);
    has_opened = has_opened || (is_open && !windows_before_[window.id]);
    windows_before_[window.id] = is_open;
  }
  if (moved.x != 0 || moved.y != 0) has_quiet_tooltips_ = false;
  if (has_opened) has_quiet_tooltips_ = true;
  // What one walks to by keys says what it is.
  if (has_quiet_tooltips_ && !std::isnan(pointer_x())) hide_tooltips();
}

bool Shell::is_busy() const {
  // A change settles by time passing, so the window stays awake until it has.
  const bool is_settling = moving_ != settled_ && drawn_at_ - moved_at_ < 0.5;
  return state_.playback.playing || is_settling || is_drawing() ||
         caches_->of<PropertySteps>().direction != 0 || caches_->of<NotesStore>().is_busy() ||
         !notes_to_import_.empty() || !written_now().empty();
}

bool Shell::is_drawing() const {
  if (panel_busy_ || workspace_.is_opening() || start_view_pending_) return true;
  if (dock_pictures_ > 0) return true;
  if (looked_into_.is_running() || is_reading_scenery()) return true;
  for (const OpenRecording& open : workspace_.session().recordings) {
    if (!open.recording->is_indexed()) return true;
  }
  if (moment_ != nullptr) {
    for (const MomentFrame& frame : moment_->frames) {
      if (!frame.is_current) return true;
    }
  }
  return chooser_.is_open() || !to_restore_.empty();
}

void Shell::draw_areas(PanelContext& context, const WindowFacts& facts, float top) {
  const auto width = static_cast<float>(facts.width);
  const auto height = static_cast<float>(facts.height);
  const NeededAreas needed = needed_areas();
  AreaRects rects = divide(state_.layout, width, height, top, scale_, needed);
  if (is_scene_alone_) {
    rects = {};
    rects.scene = {0, 0, width, height};
  }
  timeline_height_ = rects.timeline.height;
  has_dock_ = !rects.dock.is_empty() || state_.layout.scene_only;
  if (std::exchange(is_dock_new_, false) && needed.dock && !has_dock_) {
    state_.bar_request = "The scene has no room below it: what is docked stays above until it has.";
  }
  context.areas_top = top;
  context.timeline_top = rects.timeline.is_empty() ? 0 : rects.timeline.y;
  ImGui::SetNextWindowPos({0, top});
  ImGui::SetNextWindowSize({width, std::max(1.0F, height - top)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  backgrounds_.clear();
  ImGui::Begin("##areas", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
                   ImGuiWindowFlags_NoNavFocus);
  ImGui::PopStyleVar(3);
  state_.hovered.reset();
  state_.hovered_property.reset();
  state_.pointed_property.clear();
  update_plots(context);
  if (rects.events.is_empty()) update_event_rows(context);
  if (rects.timeline.is_empty() && !is_scene_alone_) update_timeline(context);
  draw_left_tabs(context, rects.left_tabs);
  for (std::size_t i = 0; i < kAreas.size(); ++i) draw_area(context, kAreas[i], rects.*kRects[i]);
  draw_splitter(context, "splitter.left", rects.left_splitter, Splitter::left, facts);
  draw_splitter(context, "splitter.right", rects.right_splitter, Splitter::right, facts);
  draw_splitter(context, "splitter.bottom", rects.bottom_splitter, Splitter::bottom, facts);
  draw_splitter(context, "splitter.events", rects.events_splitter, Splitter::events, facts);
  draw_splitter(context, "splitter.pinned", rects.pinned_splitter, Splitter::pinned, facts);
  draw_splitter(context, "splitter.plots", rects.plots_splitter, Splitter::plots, facts);
  draw_splitter(context, "splitter.picture", rects.picture_splitter, Splitter::picture, facts);
  draw_splitter(context, "splitter.comparison", rects.comparison_splitter, Splitter::comparison,
                facts);
  draw_splitter(context, "splitter.dock", rects.dock_splitter, Splitter::dock, facts);
  if (is_scene_alone_) {
    ImGui::End();
    return;
  }
  draw_status(context, rects.status);
  ImGui::End();
  const float banners_top = draw_banners(context, rects.scene);
  draw_session_bar(context, rects.scene, banners_top);
}

void Shell::draw_area(PanelContext& context, const AreaRow& area, const Rect& rect) {
  if (rect.is_empty()) return;
  const bool is_scene = area.id == AreaId::scene;
  const bool is_welcome = is_scene && workspace_.session().recordings.empty();
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(0, 0, 0, 0));
  const float padding = is_scene ? 0 : 8 * scale_;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  int flags = is_scene ? 0 : ImGuiWindowFlags_AlwaysUseWindowPadding;
  if (!is_welcome) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::BeginChild(area.name, {rect.width, rect.height}, false, flags);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  context.places.add(area.name, {rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height});
  if (is_welcome) {
    draw_welcome(context);
  } else {
    area.draw(context);
  }
  ImGui::EndChild();
  // Large plain areas are cleared, not drawn: a processor that draws pays for each pixel.
  const ScreenRect whole{
      static_cast<int>(std::lround(rect.x)), static_cast<int>(std::lround(rect.y)),
      static_cast<int>(std::lround(rect.width)), static_cast<int>(std::lround(rect.height))};
  const ImVec4& color = is_scene && !is_welcome ? theme_->sky_bottom : theme_->panel;
  const SceneCache& scene = caches_->of<SceneCache>();
  std::vector<ScreenRect> drawn;  // by the scene's own picture
  if (is_scene && !is_welcome && scene.has_picture) drawn.push_back(scene.shown_at);
  for (const ScreenRect& left : uncovered(whole, drawn)) {
    backgrounds_.push_back({left, glm::vec3(color.x, color.y, color.z)});
  }
  for (const ScreenRect& by_picture : drawn) backgrounds_.push_back({by_picture, std::nullopt});
}

void Shell::draw_splitter(PanelContext& context, const char* name, const Rect& rect,
                          Splitter splitter, const WindowFacts& facts) {
  if (rect.is_empty()) return;
  const bool vertical = rect.height > rect.width;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton(name, {rect.width, rect.height});
  context.places.add_item(name);
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                              packed(with_alpha(theme_->accent, 0.6F)));
  }
  const bool is_bottom = splitter == Splitter::bottom;
  if (is_bottom && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    state_.layout.bottom = 0;  // as high as its lanes need
    return;
  }
  const ImVec2 delta = ImGui::GetIO().MouseDelta;
  if (!active || (delta.x == 0 && delta.y == 0)) return;
  // What the timeline has without a choice of the user stays without, but for its own splitter.
  Layout moved = state_.layout;
  const bool is_fitted = moved.bottom == 0;
  const auto height = static_cast<float>(facts.height);
  if (is_fitted) moved.bottom = timeline_height_ / std::max(1.0F, height);
  move_splitter(moved, splitter, vertical ? delta.x : delta.y, static_cast<float>(facts.width),
                height, needed_areas());
  if (is_fitted && !is_bottom) moved.bottom = 0;
  state_.layout = moved;
}

std::string Shell::start_folder() const {
  if (!workspace_.session().recordings.empty()) {
    return std::filesystem::path(full_path(*workspace_.session().recordings.back().recording))
        .parent_path()
        .string();
  }
  if (!settings_.recent.empty()) {
    return std::filesystem::path(settings_.recent.front().path).parent_path().string();
  }
  return "";
}

void Shell::start_open() {
  if (NativeChooser::is_available()) {
    chooser_.start(start_folder());
    return;
  }
  state_.windows[WindowId::open] = true;
  PathBrowser& field = caches_->of<OpenWindowCache>().browser;
  field.just_opened = true;
  if (field.path.empty()) {
    std::error_code unknown;
    std::string folder = start_folder();
    if (folder.empty()) folder = std::filesystem::current_path(unknown).string();
    if (!folder.empty()) field.path = folder + (folder.ends_with('/') ? "" : "/");
  }
}

std::string Shell::title() const {
  const auto& open = workspace_.session().recordings;
  if (open.empty()) return "Scrubjay";
  const auto frame =
      playhead_frame(workspace_.session(), state_.playback.playhead, primary_selection(state_));
  const std::size_t place = frame ? frame->recording : 0;
  std::string title = recording_name(workspace_.session(), place);
  if (open.size() > 1) title += " + " + std::to_string(open.size() - 1) + " more";
  if (frame) {
    title += printed(" — frame %u/%zu — %.3f s", frame->frame.value,
                     open[place].recording->frame_count() - 1, state_.playback.playhead);
  }
  return valid_utf8(title + " — Scrubjay");
}

}  // namespace scrubjay
