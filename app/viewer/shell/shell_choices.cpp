#include <algorithm>

#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/saved/saved_curves.h"
#include "app/viewer/shell/shell.h"
#include "core/unique_id.h"

namespace scrubjay {

namespace {

std::vector<std::string> ids_of(const Recording& recording, std::size_t place,
                                const std::vector<EntityRef>& entities) {
  std::vector<std::string> ids;
  for (const EntityRef entity : entities) {
    if (entity.recording == place && entity.entity.exists()) {
      ids.push_back(unique_id(recording, entity.entity));
    }
  }
  return ids;
}

std::vector<EntityRef> refs_of(const Recording& recording, std::size_t place,
                               const std::vector<std::string>& ids) {
  std::vector<EntityRef> refs;
  for (const std::string& id : ids) {
    if (const auto found = entity_of_unique_id(recording, id)) refs.push_back({place, *found});
  }
  return refs;
}

}  // namespace

const std::string& Shell::full_path(const Recording& recording) const {
  const std::string& path = recording.file().path();
  const auto known = full_paths_.find(path);
  if (known != full_paths_.end()) return known->second;
  return full_paths_.emplace(path, absolute_path(path)).first->second;
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
      const std::string& path = full_path(*recording);
      if (recording->file().is_mapped()) {
        remember_recent(settings_,
                        {path, recording->info().format, recording->timeline().range().length(),
                         workspace_.opened(place)});
      }
      const auto known = settings_.choices.find(path);
      // A view that is handed on is looked at as it is.
      if (known != settings_.choices.end() && options_.view.empty()) {
        restore_choices_of(*recording, place, known->second);
      }
      if (options_.view.empty()) restore_comparison();
    }
    to_restore_.erase(to_restore_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (to_restore_.empty() && !workspace_.is_opening()) restored_.reset();
}

/// What the user has done meanwhile goes before, and what the command line says. Of recordings that
/// are opened together the first one says what the view is, each which of its entities are chosen.
void Shell::restore_choices_of(const Recording& recording, std::size_t place,
                               const RecordingChoices& choices) {
  const bool is_first = !restored_ && is_untouched();
  if (!is_first && (!restored_ || state_.selected != *restored_)) return;
  const auto add = [&](std::vector<EntityRef>& to, const std::vector<std::string>& ids) {
    const auto refs = refs_of(recording, place, ids);
    to.insert(to.end(), refs.begin(), refs.end());
  };
  if (options_.select.empty()) add(state_.selected, choices.selected);
  add(state_.pinned, choices.pinned);
  for (const EntityRef entity : refs_of(recording, place, choices.hidden)) {
    state_.hidden.insert(entity);
  }
  restore_curves(recording, place, choices.curves, state_.curves);
  restore_lanes(recording, place, choices.lanes, state_.plots);
  if (state_.watched.empty()) {
    state_.watched = choices.watched;
    state_.watched.resize(std::min(state_.watched.size(), kMostWatches));
  }
  const auto pictured = refs_of(recording, place, {choices.picture_entity});
  if (!choices.picture_property.empty() && !pictured.empty()) {
    state_.pinned_picture = PinnedPicture{pictured.front(), choices.picture_property};
  }
  if (is_first) {
    const Seconds offset = workspace_.session().recordings[place].offset;
    const bool has_time = options_.time || options_.frame;
    if (!has_time) commands_.emplace_back(SeekTo{choices.playhead + offset});
    state_.camera = choices.camera;
    state_.layers = choices.layers;
    state_.camera_fitted = true;
    if (!state_.coordinates && !options_.shows_as_recorded) {
      state_.coordinates = choices.coordinates;
    }
    if (const auto followed = refs_of(recording, place, {choices.followed}); !followed.empty()) {
      state_.followed = followed.front();
      state_.follow_from_here = true;
      state_.ride_turn = choices.ride_turn;
    }
    for (const std::string& path : choices.scenery) choose_scenery(path);
  }
  if (state_.filters.empty()) state_.filters = choices.filters;
  restored_ = state_.selected;
  settled_ = undoable(state_);
}

bool Shell::awaits_choices(const Recording& recording) const {
  const bool is_awaited =
      recording.is_preview() || std::ranges::any_of(to_restore_, [&](const auto& awaited) {
        return awaited.get() == &recording;
      });
  return is_awaited && (is_untouched() || restored_);
}

Settings Shell::settings_to_save(int width, int height, bool maximized) const {
  Settings settings = settings_;
  // A view from somewhere else is looked at, not taken over.
  if (options_.view.empty()) static_cast<SavedView&>(settings) = state_;
  settings.layout.scene_only = false;
  settings.window_width = width;
  settings.window_height = height;
  settings.maximized = maximized;
  const auto& open = workspace_.session().recordings;
  for (std::size_t place = 0; place < open.size(); ++place) {
    const Recording& recording = *open[place].recording;
    if (!recording.file().is_mapped() || awaits_choices(recording)) continue;
    const std::string& path = full_path(recording);
    // Nor is it taken over in place of what was chosen before.
    if (!options_.view.empty() && settings.choices.contains(path)) continue;
    settings.choices[path] = choices_of(recording, place);
  }
  return settings;
}

RecordingChoices Shell::choices_of(const Recording& recording, std::size_t place) const {
  RecordingChoices choices;
  choices.playhead =
      own_time(state_.playback.playhead, workspace_.session().recordings[place].offset);
  choices.camera = state_.camera;
  choices.selected = ids_of(recording, place, state_.selected);
  choices.pinned = ids_of(recording, place, state_.pinned);
  choices.hidden = ids_of(recording, place, {state_.hidden.begin(), state_.hidden.end()});
  choices.coordinates = state_.coordinates;
  choices.read = workspace_.read_options(place);
  if (state_.pinned_picture && state_.pinned_picture->entity.recording == place) {
    choices.picture_entity = unique_id(recording, state_.pinned_picture->entity.entity);
    choices.picture_property = state_.pinned_picture->property;
  }
  choices.layers = state_.layers;
  choices.filters = state_.filters;
  choices.offset = offset_of(state_, place);
  choices.comparison = saved_comparison(place);
  choices.curves = saved_curves(recording, place, state_.curves);
  choices.lanes = saved_lanes(recording, place, state_.plots);
  choices.watched = state_.watched;
  if (state_.followed && state_.followed->recording == place) {
    choices.followed = unique_id(recording, state_.followed->entity);
    choices.ride_turn = state_.ride_turn;
  }
  for (const ChosenScenery& chosen : state_.scenery) choices.scenery.push_back(chosen.path);
  choices.used = workspace_.opened(place);
  return choices;
}

}  // namespace scrubjay
