#include "app/viewer/shell.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "app/viewer/imgui_state.h"
#include "app/viewer/panels/time_text.h"

namespace scrubjay {

namespace {

std::string absolute(const std::string& path) {
  std::error_code error;
  const auto full = std::filesystem::weakly_canonical(path, error);
  return error ? path : full.string();
}

bool is_filter_file(const std::string& path) {
  return std::filesystem::path(path).extension() == ".fbff";
}

std::vector<std::string> ids_of(const Recording& recording, std::size_t place,
                                const std::vector<EntityRef>& entities) {
  std::vector<std::string> ids;
  for (const EntityRef entity : entities) {
    if (entity.recording == place && entity.entity.exists()) {
      ids.emplace_back(recording.entity(entity.entity).id);
    }
  }
  return ids;
}

std::vector<EntityRef> refs_of(const Recording& recording, std::size_t place,
                               const std::vector<std::string>& ids) {
  std::vector<EntityRef> refs;
  for (const std::string& id : ids) {
    const auto found = recording.find_entities(id);
    if (!found.empty()) refs.push_back({place, found.front()});
  }
  return refs;
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
  caches_->scene.use_gl = use_gl;
  caches_->pictures.use_gl = use_gl;
  state_.layout = settings_.layout;
  state_.theme = settings_.theme;
  state_.scale = settings_.scale;
  state_.names = settings_.names;
  state_.trails = settings_.trails;
  state_.trail_seconds = settings_.trail_seconds;
  state_.show_boxes = settings_.show_boxes;
  state_.show_back_faces = settings_.show_back_faces;
  state_.show_grid = settings_.show_grid;
  state_.show_props = settings_.show_props;
  state_.sampling = settings_.sampling;
  state_.starred_groups = settings_.starred_groups;
  state_.show_hidden_properties = settings_.show_hidden_properties;
  state_.filters = settings_.filters;
  state_.coordinates = options_.coordinates;
  for (const std::string& path : options_.files) {
    if (is_filter_file(path)) {
      filters_to_import_.push_back(path);
    } else {
      open_file(path, options_.format);
    }
  }
  settled_ = undoable(state_);
  moving_ = settled_;
}

Shell::~Shell() = default;

void Shell::open_files(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (is_filter_file(path)) {
      filters_to_import_.push_back(path);
    } else {
      open_file(path);
    }
  }
}

void Shell::open_file(const std::string& path, const std::string& format) {
  const auto known = settings_.choices.find(absolute(path));
  const bool is_remembered = options_.read.empty() && known != settings_.choices.end();
  workspace_.open(path, format, is_remembered ? known->second.read : options_.read);
}

void Shell::press(const KeyPress& key) { keys_.push_back(key); }

bool Shell::prepare(const WindowFacts& facts) {
  const Theme* theme = state_.theme == ThemeChoice::light ? &light_theme() : &dark_theme();
  const float wanted = state_.scale > 0 ? state_.scale : facts.monitor_scale;
  const float scale = std::clamp(wanted, 1.0F, 3.0F);
  if (theme == theme_ && scale == scale_ && fonts_loaded_) return false;
  const bool new_fonts = scale != scale_ || !fonts_loaded_;
  theme_ = theme;
  scale_ = scale;
  apply_theme(*theme_, scale_);
  if (new_fonts) fonts_ = load_fonts(scale_);
  fonts_loaded_ = true;
  return new_fonts;
}

void Shell::take_opened() {
  for (const Arrival& arrival : workspace_.update()) {
    const auto& recording = workspace_.session().recordings[arrival.place].recording;
    if (arrival.before != nullptr) {
      replacements_.emplace_back(state_, arrival.place, arrival.before, *recording);
    }
    if (recording->is_preview()) continue;
    if (!arrival.was_preview) state_.timeline.fit = true;
    if (std::ranges::find(to_restore_, recording) == to_restore_.end()) {
      to_restore_.push_back(recording);
    }
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

void Shell::restore_choices() {
  for (std::size_t i = 0; i < to_restore_.size();) {
    const std::shared_ptr<Recording>& recording = to_restore_[i];
    const auto& open = workspace_.session().recordings;
    const auto found = std::ranges::find(open, recording, &OpenRecording::recording);
    const bool is_previewed = std::ranges::any_of(
        open, [](const OpenRecording& shown) { return shown.recording->is_preview(); });
    if (is_previewed || (found != open.end() && !recording->is_indexed())) {
      ++i;
      continue;
    }
    if (found != open.end()) {
      const auto place = static_cast<std::size_t>(found - open.begin());
      const std::string path = absolute(recording->file().path());
      if (recording->file().is_mapped()) {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        remember_recent(settings_,
                        {path, recording->info().format, recording->timeline().range().length(),
                         std::chrono::duration_cast<std::chrono::seconds>(now).count()});
      }
      const auto known = settings_.choices.find(path);
      const bool is_told = options_.time || options_.frame || !options_.select.empty();
      // What the command line says goes before.
      if (known != settings_.choices.end() && !is_told) {
        restore_choices_of(*recording, place, known->second);
      }
    }
    to_restore_.erase(to_restore_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (to_restore_.empty() && !workspace_.is_opening()) restored_.reset();
}

/// What the user has done meanwhile goes before. Of recordings that are opened together the first
/// one says what the view is, each which of its entities are chosen.
void Shell::restore_choices_of(const Recording& recording, std::size_t place,
                               const RecordingChoices& choices) {
  const bool is_first = !restored_ && is_untouched();
  if (!is_first && (!restored_ || state_.selected != *restored_)) return;
  const auto add = [&](std::vector<EntityRef>& to, const std::vector<std::string>& ids) {
    const auto refs = refs_of(recording, place, ids);
    to.insert(to.end(), refs.begin(), refs.end());
  };
  add(state_.selected, choices.selected);
  add(state_.pinned, choices.pinned);
  for (const EntityRef entity : refs_of(recording, place, choices.hidden)) {
    state_.hidden.insert(entity);
  }
  const auto pictured = refs_of(recording, place, {choices.picture_entity});
  if (!choices.picture_property.empty() && !pictured.empty()) {
    state_.pinned_picture = PinnedPicture{pictured.front(), choices.picture_property};
  }
  if (is_first) {
    const Seconds offset = workspace_.session().recordings[place].offset;
    commands_.emplace_back(SeekTo{choices.playhead + offset});
    state_.camera = choices.camera;
    state_.layers = choices.layers;
    state_.camera_fitted = true;
    if (!state_.coordinates) state_.coordinates = choices.coordinates;
  }
  restored_ = state_.selected;
  settled_ = undoable(state_);
}

bool Shell::is_untouched() const {
  return state_.selected.empty() && state_.playback == untouched_;
}

bool Shell::awaits_choices(const Recording& recording) const {
  const bool is_awaited =
      recording.is_preview() || std::ranges::any_of(to_restore_, [&](const auto& awaited) {
        return awaited.get() == &recording;
      });
  return is_awaited && (is_untouched() || restored_);
}

/// Not every recording begins at time 0: until the user moves it, the playhead stands where the
/// first frame is, also while the recording is still read.
void Shell::stand_at_first_frame() {
  if (state_.playback != untouched_) return;
  state_.playback.playhead = workspace_.session().range().begin;
  untouched_ = state_.playback;
}

void Shell::apply_start_options() {
  if (!start_options_pending_ || workspace_.session().recordings.empty()) return;
  const OpenRecording& first = workspace_.session().recordings.front();
  const Recording& recording = *first.recording;
  const bool indexed = recording.is_indexed();
  const std::size_t frames = recording.frame_count();
  if (options_.frame) {
    if (frames <= *options_.frame && !indexed) return;
    if (frames > 0) {
      const FrameIndex frame(std::min<std::size_t>(*options_.frame, frames - 1));
      commands_.emplace_back(SeekTo{recording.timeline().time(frame) + first.offset});
    }
  } else if (options_.time) {
    if (recording.timeline().range().end < *options_.time && !indexed) return;
    commands_.emplace_back(
        SeekTo{time_of_frame_printed_like(recording.timeline(), *options_.time) + first.offset});
  }
  if (!options_.select.empty()) {
    const auto found = recording.find_entities(options_.select);
    if (found.empty() && !indexed) return;
    if (!found.empty()) select(state_, {0, found.front()});
  }
  start_options_pending_ = false;
}

void Shell::settle_undo(double now) {
  const UndoableView current = undoable(state_);
  if (current != moving_) {
    moving_ = current;
    moved_at_ = now;
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
  take_opened();
  finish_replacements();
  stand_at_first_frame();
  restore_choices();
  apply_start_options();
  if (auto chosen = chooser_.take()) open_files(*chosen);

  if (facts.elapsed > 0) {
    shown_fps_ += (1.0 / facts.elapsed - shown_fps_) * std::min(1.0, facts.elapsed * 2);
  }
  // A step after the window slept is not time that passed in playback.
  advance(workspace_.session(), std::min(facts.elapsed, 0.25), state_.playback);
  moment_ = &workspace_.moment(state_.playback.playhead, state_.sampling);
  places_.places.clear();
  std::vector<const Recording*> open;
  for (const OpenRecording& one : workspace_.session().recordings) {
    open.push_back(one.recording.get());
  }
  caches_->pictures.begin_picture(open);
  PanelContext context{workspace_, *moment_,  state_,    *caches_, *theme_, fonts_,
                       scale_,     facts.now, commands_, places_,  false};
  handle_keys(context);

  const bool was_fitted = state_.camera_fitted;
  const float top = draw_menu(context);
  draw_areas(context, facts, top);
  // The first look at a recording is nothing to undo.
  if (!was_fitted && state_.camera_fitted) settled_.camera = state_.camera;
  if (state_.problems_open) problems_window(context);
  if (state_.queries_open) queries_window(context);
  if (state_.filters_open || !filters_to_import_.empty()) {
    update_filter_search(context);
    while (!filters_to_import_.empty() && import_filters(context, filters_to_import_.front())) {
      filters_to_import_.erase(filters_to_import_.begin());
    }
    filters_window(context);
  }
  if (state_.reading_open) reading_window(context);
  if (state_.save_open) save_window(context);
  if (state_.help_open) help_window(context);
  resource_window(context);
  if (state_.about_open) draw_about(context);
  draw_path_field(context);

  const Playback before = state_.playback;
  for (const PlaybackCommand& command : commands_) {
    apply(command, workspace_.session(), state_.playback);
  }
  commands_.clear();
  settle_undo(facts.now);
  drawn_at_ = facts.now;
  panel_busy_ = context.needs_redraw || state_.playback != before || is_window_appearing();
}

bool Shell::is_busy() const {
  // A change settles by time passing, so the window stays awake until it has.
  const bool is_settling = moving_ != settled_ && drawn_at_ - moved_at_ < 0.5;
  if (state_.playback.playing || panel_busy_ || workspace_.is_opening() || is_settling) return true;
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
  const AreaRects rects = divide(state_.layout, width, height, top, scale_,
                                 {!state_.pinned.empty(), state_.pinned_picture.has_value()});
  ImGui::SetNextWindowPos({0, top});
  ImGui::SetNextWindowSize({width, std::max(1.0F, height - top)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_->window);
  ImGui::Begin("##areas", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNavFocus);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  state_.hovered.reset();
  state_.hovered_property.reset();
  draw_area(context, "entities", rects.entities, entities_panel);
  draw_area(context, "events", rects.events, events_panel);
  draw_area(context, "properties", rects.properties, properties_panel);
  draw_area(context, "pinned", rects.pinned, pinned_panel);
  draw_area(context, "timeline", rects.timeline, timeline_panel);
  draw_scene_area(context, rects.scene);
  draw_area(context, "picture", rects.picture, picture_panel);
  draw_splitter(context, "splitter.left", rects.left_splitter, Splitter::left, facts);
  draw_splitter(context, "splitter.right", rects.right_splitter, Splitter::right, facts);
  draw_splitter(context, "splitter.bottom", rects.bottom_splitter, Splitter::bottom, facts);
  draw_splitter(context, "splitter.events", rects.events_splitter, Splitter::events, facts);
  draw_splitter(context, "splitter.pinned", rects.pinned_splitter, Splitter::pinned, facts);
  draw_splitter(context, "splitter.picture", rects.picture_splitter, Splitter::picture, facts);
  draw_status(context, rects.status);
  ImGui::End();
  draw_banners(context, rects.scene);
}

void Shell::draw_area(PanelContext& context, const char* name, const Rect& rect,
                      void (*panel)(PanelContext&)) {
  if (rect.is_empty()) return;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme_->panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * scale_, 8 * scale_});
  ImGui::BeginChild(name, {rect.width, rect.height}, false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar |
                        ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  context.places.add(name, {rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height});
  panel(context);
  ImGui::EndChild();
}

void Shell::draw_scene_area(PanelContext& context, const Rect& rect) {
  if (rect.is_empty()) return;
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  const bool welcome = workspace_.session().recordings.empty();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, welcome ? theme_->panel : theme_->sky_bottom);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(
      "scene", {rect.width, rect.height}, false,
      welcome ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  context.places.add("scene", {rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height});
  if (welcome) {
    draw_welcome(context);
  } else {
    scene_panel(context);
  }
  ImGui::EndChild();
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
  if (!active) return;
  const ImVec2 delta = ImGui::GetIO().MouseDelta;
  move_splitter(state_.layout, splitter, vertical ? delta.x : delta.y,
                static_cast<float>(facts.width), static_cast<float>(facts.height));
}

void Shell::close_recording(std::size_t recording) {
  workspace_.close(recording);
  recording_closed(state_, recording);
  replacements_.clear();
  settled_ = undoable(state_);
  if (workspace_.session().recordings.empty()) {
    state_.playback = untouched_ = {};
    state_.camera_fitted = false;
    state_.layers.clear();
    state_.coordinates = options_.coordinates;
  }
  // The moment held frames of what is gone.
  moment_ = &workspace_.moment(state_.playback.playhead, state_.sampling);
}

std::string Shell::start_folder() const {
  if (!workspace_.session().recordings.empty()) {
    return std::filesystem::path(
               absolute(workspace_.session().recordings.back().recording->file().path()))
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
  state_.open_dialog = true;
  path_field_.just_opened = true;
  if (path_field_.text.empty()) {
    const std::string folder = start_folder();
    path_field_.text = folder.empty() ? "" : folder + "/";
  }
}

std::string Shell::title() const {
  const auto& open = workspace_.session().recordings;
  if (open.empty()) return "Scrubjay";
  const auto frame =
      playhead_frame(workspace_.session(), state_.playback.playhead, primary_selection(state_));
  const std::size_t place = frame ? frame->recording : 0;
  std::string title = file_name(open[place].recording->file().path());
  if (open.size() > 1) title += " + " + std::to_string(open.size() - 1) + " more";
  if (frame) {
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), " — frame %u/%zu — %.3f s", frame->frame.value + 1,
                  open[place].recording->frame_count(), state_.playback.playhead);
    title += text.data();
  }
  return valid_utf8(title + " — Scrubjay");
}

Settings Shell::settings_to_save(int width, int height, bool maximized) const {
  Settings settings = settings_;
  settings.layout = state_.layout;
  settings.layout.scene_only = false;
  settings.theme = state_.theme;
  settings.scale = state_.scale;
  settings.window_width = width;
  settings.window_height = height;
  settings.maximized = maximized;
  settings.names = state_.names;
  settings.trails = state_.trails;
  settings.trail_seconds = state_.trail_seconds;
  settings.show_boxes = state_.show_boxes;
  settings.show_back_faces = state_.show_back_faces;
  settings.show_grid = state_.show_grid;
  settings.show_props = state_.show_props;
  settings.sampling = state_.sampling;
  settings.filters = state_.filters;
  settings.starred_groups = state_.starred_groups;
  settings.show_hidden_properties = state_.show_hidden_properties;
  const auto& open = workspace_.session().recordings;
  for (std::size_t place = 0; place < open.size(); ++place) {
    const Recording& recording = *open[place].recording;
    if (!recording.file().is_mapped() || awaits_choices(recording)) continue;
    settings.choices[absolute(recording.file().path())] = choices_of(recording, place);
  }
  return settings;
}

RecordingChoices Shell::choices_of(const Recording& recording, std::size_t place) const {
  RecordingChoices choices;
  choices.playhead = state_.playback.playhead - workspace_.session().recordings[place].offset;
  choices.camera = state_.camera;
  choices.selected = ids_of(recording, place, state_.selected);
  choices.pinned = ids_of(recording, place, state_.pinned);
  choices.hidden = ids_of(recording, place, {state_.hidden.begin(), state_.hidden.end()});
  choices.coordinates = state_.coordinates;
  choices.read = workspace_.read_options(place);
  if (state_.pinned_picture && state_.pinned_picture->entity.recording == place) {
    choices.picture_entity = recording.entity(state_.pinned_picture->entity.entity).id;
    choices.picture_property = state_.pinned_picture->property;
  }
  choices.layers = state_.layers;
  return choices;
}

}  // namespace scrubjay
