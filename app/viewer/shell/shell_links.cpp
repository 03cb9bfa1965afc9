#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/shared/writers.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/windows/save_window.h"
#include "app/viewer/saved/linked_view.h"
#include "app/viewer/saved/notes_store.h"
#include "app/viewer/shell/shell.h"
#include "core/number_text.h"
#include "core/shell_word.h"

namespace scrubjay {

std::vector<std::string> Shell::link_words() const {
  const Session& session = workspace_.session();
  std::vector<std::string> words;
  const auto add = [&](std::string name, std::string value) {
    words.push_back(std::move(name));
    words.push_back(std::move(value));
  };
  for (const OpenRecording& open : session.recordings) {
    words.push_back(full_path(*open.recording));
  }
  if (session.recordings.empty()) return words;
  if (!options_.format.empty()) add("--format", options_.format);
  for (const auto& [name, value] : workspace_.read_options(0)) add("--" + name, value);
  for (const ChosenScenery& chosen : state_.scenery) add("--scenery", chosen.path);
  add("--time", number_text(state_.playback.playhead - session.recordings.front().offset));
  LinkedView view = linked_view(state_, session);
  const SceneCache& scene = caches_->of<SceneCache>();
  if (scene.fitted_recordings != 0) view.ground = scene.ground;
  const double scale = std::max(1.0, static_cast<double>(scale_));
  view.width = static_cast<int>(std::lround(scene.viewport.width / scale));
  view.height = static_cast<int>(std::lround(scene.viewport.height / scale));
  view.window_width = window_width_;
  view.window_height = window_height_;
  view.scale = scale_;
  view.theme = theme_ == &light_theme()           ? ThemeChoice::light
               : theme_ == &high_contrast_theme() ? ThemeChoice::high_contrast
                                                  : ThemeChoice::dark;
  if (view.selected.size() == 1 && view.selected.front().recording == 0) {
    add("--select", view.selected.front().id);
    view.selected.clear();
  }
  add("--view", view_text(view, ViewExtent::window));
  return words;
}

std::string Shell::link() const {
  std::string text = "scrubjay";
  for (const std::string& word : link_words()) {
    text += ' ' + shell_word(word);
  }
  return text;
}

void Shell::copy_link() {
  ImGui::SetClipboardText(link().c_str());
  // Which names are shown follows from what is seen alone, as it does for whoever opens the link.
  caches_->of<SceneCache>().label_layout = LabelLayout();
  state_.bar_request = "Copied: a command that shows just this.";
}

/// The window for saving, set to the range, the selection and the format that holds everything.
void Shell::save_cut() {
  SaveCache& cache = caches_->of<SaveCache>();
  const auto primary = primary_selection(state_);
  const auto& recordings = workspace_.session().recordings;
  const std::size_t place =
      primary && primary->recording < recordings.size() ? primary->recording : 0;
  cache.recording = recordings[place].recording;
  cache.writer = find_writer("xrec");
  cache.options.clear();
  cache.path.clear();
  cache.outcome.reset();
  cache.coordinates = state_.coordinates ? SavedCoordinates::shown : SavedCoordinates::usual;
  cache.whole_time = !state_.playback.range;
  cache.only_selection = !state_.selected.empty();
  state_.windows[WindowId::save] = true;
  keyboard_.show();
}

void Shell::apply_start_view() {
  const Session& session = workspace_.session();
  if (options_.view.empty()) start_view_pending_ = false;
  if (!start_view_pending_ || start_options_pending_ || workspace_.is_opening()) return;
  const bool is_there = std::ranges::all_of(session.recordings, [](const OpenRecording& open) {
    return open.recording->is_indexed() && !open.recording->is_preview();
  });
  if (!is_there) return;
  start_view_pending_ = false;
  const auto view = read_view(options_.view);
  if (!view) return;  // said before the window opened
  apply_view(*view, ViewExtent::window, state_, session);
  caches_->of<SceneCache>().label_layout = LabelLayout();
  if (options_.coordinates || options_.shows_as_recorded) {
    state_.coordinates = options_.coordinates;
  }
  settled_ = moving_ = undoable(state_);
}

void Shell::update_notes(PanelContext& context) {
  NotesStore& notes = caches_->of<NotesStore>();
  const Session& session = workspace_.session();
  for (const std::string& path : std::exchange(notes_to_import_, {})) {
    // Beside its recording the file is that recording's own.
    const std::string recording = path.substr(0, path.size() - notes_path_beside("").size());
    std::error_code ignored;
    const bool is_alone = session.recordings.empty() && !workspace_.is_opening();
    if (is_alone && std::filesystem::exists(recording, ignored)) {
      open_files({recording});
    } else {
      notes.import(path);
    }
  }
  notes.update(session, state_, workspace_.wake());
  if (std::string word = notes.take_word(); !word.empty()) state_.bar_request = std::move(word);
  if (notes.is_busy()) context.needs_redraw = true;
}

}  // namespace scrubjay
