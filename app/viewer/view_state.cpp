#include "app/viewer/view_state.h"

#include <algorithm>
#include <functional>

namespace scrubjay {

namespace {

constexpr std::size_t kHistory = 100;

void selection_changed(ViewState& state) {
  if (state.selected.empty()) return;
  auto& history = state.selection_history;
  if (!history.empty() && state.selection_place < history.size()) {
    if (history[state.selection_place] == state.selected) return;
    history.resize(state.selection_place + 1);
  }
  history.push_back(state.selected);
  if (history.size() > kHistory) history.erase(history.begin());
  state.selection_place = history.size() - 1;
}

/// Where an entity is now; nothing: it is gone.
using Move = std::function<std::optional<EntityRef>(EntityRef)>;

void move_in(std::vector<EntityRef>& entities, const Move& move) {
  std::vector<EntityRef> kept;
  for (const EntityRef entity : entities) {
    if (const auto place = move(entity)) kept.push_back(*place);
  }
  entities = std::move(kept);
}

void move_in(std::set<EntityRef>& entities, const Move& move) {
  std::set<EntityRef> kept;
  for (const EntityRef entity : entities) {
    if (const auto place = move(entity)) kept.insert(*place);
  }
  entities = std::move(kept);
}

void move_in(std::optional<EntityRef>& entity, const Move& move) {
  if (entity) entity = move(*entity);
}

/// False where one of those whose value it is has gone.
bool move_in(PlottedValue& value, const Move& move) {
  const auto entity = move(value.entity);
  const auto other = value.other.exists() ? move({value.entity.recording, value.other})
                                          : std::optional(EntityRef{});
  if (!entity || !other) return false;
  value.entity = *entity;
  value.other = other->entity;
  return true;
}

/// Of what Ctrl+Z brings back.
void move_in(ChosenView& view, const Move& move) {
  move_in(view.hidden, move);
  move_in(view.isolated, move);
  move_in(view.pinned, move);
  const auto is_gone = [&](PlottedValue& value) { return !move_in(value, move); };
  std::erase_if(view.plots, is_gone);
  std::erase_if(view.curves, is_gone);
  if (!view.pinned_picture) return;
  if (const auto entity = move(view.pinned_picture->entity)) {
    view.pinned_picture->entity = *entity;
  } else {
    view.pinned_picture.reset();
  }
}

void move_entities(ViewState& state, const Move& move) {
  move_in(static_cast<ChosenView&>(state), move);
  move_in(state.selected, move);
  move_in(state.closed_rows, move);
  move_in(state.hovered, move);
  state.hovered_property.reset();
  state.hovered_shape.reset();
  move_in(state.followed, move);
  std::erase_if(state.measured, [&](MeasuredPoint& point) {
    if (point.entity)
      move_in(point.entity, move);
    else
      return false;
    return !point.entity;
  });
  move_in(state.focus_request, move);
  state.show_request.reset();
}

/// Older states, of which ones that name nothing any more are left out.
void move_history(ViewState& state, const Move& move) {
  for (auto& selected : state.selection_history) move_in(selected, move);
  std::erase_if(state.selection_history, [](const auto& selected) { return selected.empty(); });
  state.selection_place =
      std::min(state.selection_place,
               state.selection_history.size() - (state.selection_history.empty() ? 0 : 1));
  for (UndoableView& view : state.undo) move_in(view, move);
  for (UndoableView& view : state.redo) move_in(view, move);
}

/// `now` where it begins with `left`, as `found` and what came after; else as it is.
void put_before(std::vector<UndoableView>& now, const std::vector<UndoableView>& left,
                std::vector<UndoableView> found) {
  if (now.size() < left.size() || !std::equal(left.begin(), left.end(), now.begin())) return;
  found.insert(found.end(), now.begin() + static_cast<std::ptrdiff_t>(left.size()), now.end());
  now = std::move(found);
}

/// The entity of the same id; nothing where there is none.
std::optional<EntityIndex> same_entity(EntityIndex entity, const Recording& before,
                                       const Recording& now) {
  if (!entity.exists() || entity.value >= before.entity_count()) return std::nullopt;
  const EntityInfo info = before.entity(entity);
  if (entity.value < now.entity_count()) {
    const EntityInfo there = now.entity(entity);
    if (there.id == info.id && there.stream == info.stream) return entity;
  }
  std::optional<EntityIndex> named_so;
  for (const EntityIndex found : now.entities_with_id(info.id)) {
    if (now.entity(found).name != info.name) continue;
    if (now.entity(found).stream == info.stream) return found;
    if (!named_so) named_so = found;
  }
  return named_so;
}

}  // namespace

void EarlierQueries::remember(const std::string& text) {
  if (text.empty() || text.size() > kLongest) return;
  std::erase(texts, text);
  texts.insert(texts.begin(), text);
  if (texts.size() > kMost) texts.resize(kMost);
}

bool is_selected(const ViewState& state, EntityRef entity) {
  return std::ranges::find(state.selected, entity) != state.selected.end();
}

std::optional<EntityRef> primary_selection(const ViewState& state) {
  if (state.selected.empty()) return std::nullopt;
  return state.selected.back();
}

std::optional<EntityRef> selected_entity(const ViewState& state) {
  const auto primary = primary_selection(state);
  return primary && primary->entity.exists() ? primary : std::nullopt;
}

void select(ViewState& state, EntityRef entity, SelectMode mode) {
  state.selected_event.reset();
  const auto found = std::ranges::find(state.selected, entity);
  const bool already = found != state.selected.end();
  switch (mode) {
    case SelectMode::replace: state.selected = {entity}; break;
    case SelectMode::toggle:
      if (already) {
        state.selected.erase(found);
      } else {
        state.selected.push_back(entity);
      }
      break;
    case SelectMode::add:
      if (already) state.selected.erase(found);
      state.selected.push_back(entity);
      break;
  }
  selection_changed(state);
}

void clear_selection(ViewState& state) {
  state.selected.clear();
  state.selected_event.reset();
}

void step_selection(ViewState& state, int direction) {
  if (state.selection_history.empty()) return;
  state.selected_event.reset();
  if (state.selected.empty()) {
    state.selected = state.selection_history[state.selection_place];
    return;
  }
  if (direction < 0 && state.selection_place > 0) --state.selection_place;
  if (direction > 0 && state.selection_place + 1 < state.selection_history.size()) {
    ++state.selection_place;
  }
  state.selected = state.selection_history[state.selection_place];
}

bool is_docked(const ViewState& state, WindowId window) {
  return state.windows[window] && state.layout.docked[window];
}

bool is_any_docked(const ViewState& state) {
  return std::ranges::any_of(kWindows,
                             [&](const WindowRow& window) { return is_docked(state, window.id); });
}

void set_docked(ViewState& state, WindowId window, bool is_docked) {
  state.layout.docked[window] = is_docked;
}

void bring_to_dock_front(ViewState& state, WindowId window) {
  state.dock_front = window;
  state.dock_takes_keyboard = true;
}

bool is_shown(const ViewState& state, SceneryClass surface) {
  switch (surface) {
    case SceneryClass::level: return state.show_level;
    case SceneryClass::crosswalk:
    case SceneryClass::mark: return state.show_road_marks;
    case SceneryClass::object:
    case SceneryClass::signal: return state.show_road_objects;
    case SceneryClass::verge:
    case SceneryClass::paved:
    case SceneryClass::path:
    case SceneryClass::track:
    case SceneryClass::driving:
    case SceneryClass::junction:
    case SceneryClass::island: break;
  }
  return state.show_roads;
}

bool is_shown(const ViewState& state, EntityRef entity) {
  if (!state.isolated.empty()) return state.isolated.contains(entity);
  return !state.hidden.contains(entity);
}

Seconds offset_of(const ViewState& state, std::size_t recording) {
  return recording < state.offsets.size() ? state.offsets[recording] : 0;
}

void set_offset(ViewState& state, std::size_t recording, Seconds offset) {
  if (state.offsets.size() <= recording) state.offsets.resize(recording + 1);
  state.offsets[recording] = offset;
  while (!state.offsets.empty() && state.offsets.back() == 0) state.offsets.pop_back();
}

UndoableView undoable(const ViewState& state) {
  return {state, state.playback.range, state.show_props, state.filters};
}

void restore(ViewState& state, const UndoableView& view) {
  static_cast<ChosenView&>(state) = view;
  state.playback.range = view.range;
  state.show_props = view.show_props;
  state.filters = view.filters;
}

void remember(ViewState& state, const UndoableView& before) {
  state.redo.clear();
  state.undo.push_back(before);
  if (state.undo.size() > kHistory) state.undo.erase(state.undo.begin());
}

void undo(ViewState& state) {
  if (state.undo.empty()) return;
  state.redo.push_back(undoable(state));
  restore(state, state.undo.back());
  state.undo.pop_back();
}

void redo(ViewState& state) {
  if (state.redo.empty()) return;
  state.undo.push_back(undoable(state));
  restore(state, state.redo.back());
  state.redo.pop_back();
}

void end_searches(ViewState& state) {
  state.entity_search.clear();
  state.property_search.clear();
  state.event_filter.clear();
  state.events_of_selection = false;
  state.events_in_view = false;
  state.filters.clear();
  state.edited_filter = 0;
  state.watched.clear();
}

void recording_closed(ViewState& state, std::size_t recording) {
  move_entities(state, [&](EntityRef entity) -> std::optional<EntityRef> {
    if (entity.recording == recording) return std::nullopt;
    if (entity.recording > recording) --entity.recording;
    return entity;
  });
  if (state.comparison) {
    ChosenComparison& runs = *state.comparison;
    const bool is_gone = runs.a.recording == recording || runs.b.recording == recording;
    for (ComparedRun* run : {&runs.a, &runs.b}) {
      if (run->recording > recording) --run->recording;
    }
    if (is_gone) state.comparison.reset();
  }
  // Older states name what is not there any more.
  state.selection_history.clear();
  state.selection_place = 0;
  state.undo.clear();
  state.redo.clear();
  if (recording < state.offsets.size()) {
    state.offsets.erase(state.offsets.begin() + static_cast<std::ptrdiff_t>(recording));
  }
  const auto close_in_place = [&](auto& shown) {
    if (!shown) return;
    if (shown->recording > recording) {
      --shown->recording;
    } else if (shown->recording == recording) {
      shown.reset();
    }
  };
  close_in_place(state.selected_event);
  close_in_place(state.taken_moment);
  close_in_place(state.open_resource);
}

void recording_replaced(ViewState& state, std::size_t place, const Recording& before,
                        const Recording& now) {
  const Move move = [&](EntityRef entity) -> std::optional<EntityRef> {
    // The recording itself stays what it is.
    if (entity.recording != place || !entity.entity.exists()) return entity;
    const auto same = same_entity(entity.entity, before, now);
    return same ? std::optional(EntityRef{place, *same}) : std::nullopt;
  };
  move_entities(state, move);
  move_history(state, move);
  const bool is_its_event = state.selected_event && state.selected_event->recording == place;
  if (is_its_event && state.selected_event->event.value >= now.event_count()) {
    state.selected_event.reset();
  }
}

RecordingReplacement::RecordingReplacement(ViewState& state, std::size_t place,
                                           std::shared_ptr<const Recording> before,
                                           const Recording& now)
    : place_(place), before_(std::move(before)), chosen_(state) {
  recording_replaced(state, place, *before_, now);
  left_ = state;
}

bool RecordingReplacement::close(std::size_t recording) {
  if (recording == place_) return false;
  if (recording < place_) --place_;
  recording_closed(chosen_, recording);
  recording_closed(left_, recording);
  return true;
}

void RecordingReplacement::put_back(ViewState& state, const Recording& now) const {
  ViewState found = chosen_;
  recording_replaced(found, place_, *before_, now);
  const auto unless_chosen_anew = [&](auto member) {
    if (state.*member == left_.*member) state.*member = found.*member;
  };
  unless_chosen_anew(&ViewState::selected);
  unless_chosen_anew(&ViewState::pinned);
  unless_chosen_anew(&ViewState::plots);
  unless_chosen_anew(&ViewState::curves);
  unless_chosen_anew(&ViewState::hidden);
  unless_chosen_anew(&ViewState::closed_rows);
  unless_chosen_anew(&ViewState::followed);
  unless_chosen_anew(&ViewState::isolated);
  unless_chosen_anew(&ViewState::pinned_picture);
  unless_chosen_anew(&ViewState::selected_event);
  if (state.selection_history == left_.selection_history &&
      state.selection_place == left_.selection_place) {
    state.selection_history = std::move(found.selection_history);
    state.selection_place = found.selection_place;
  }
  put_before(state.undo, left_.undo, std::move(found.undo));
  put_before(state.redo, left_.redo, std::move(found.redo));
}

}  // namespace scrubjay
