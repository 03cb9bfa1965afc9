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

void move_entities(ViewState& state, const Move& move) {
  move_in(state.selected, move);
  move_in(state.pinned, move);
  std::erase_if(state.plots, [&](PlottedValue& plot) {
    const auto entity = move(plot.entity);
    if (entity) plot.entity = *entity;
    return !entity;
  });
  move_in(state.hidden, move);
  move_in(state.closed_rows, move);
  move_in(state.hovered, move);
  state.hovered_property.reset();
  state.hovered_shape.reset();
  move_in(state.followed, move);
  move_in(state.isolated, move);
  move_in(state.focus_request, move);
  if (state.pinned_picture) {
    if (const auto entity = move(state.pinned_picture->entity)) {
      state.pinned_picture->entity = *entity;
    } else {
      state.pinned_picture.reset();
    }
  }
  // Older states name what means something else now.
  state.selection_history.clear();
  state.selection_place = 0;
  state.undo.clear();
  state.redo.clear();
}

/// The entity of the same id; nothing where there is none.
std::optional<EntityIndex> same_entity(EntityIndex entity, const Recording& before,
                                       const Recording& now) {
  if (!entity.exists() || entity.value >= before.entity_count()) return std::nullopt;
  const EntityInfo info = before.entity(entity);
  if (entity.value < now.entity_count() && now.entity(entity).id == info.id) return entity;
  for (const EntityIndex found : now.find_entities(info.id)) {
    if (now.entity(found).name == info.name) return found;
  }
  return std::nullopt;
}

}  // namespace

bool is_selected(const ViewState& state, EntityRef entity) {
  return std::ranges::find(state.selected, entity) != state.selected.end();
}

std::optional<EntityRef> primary_selection(const ViewState& state) {
  if (state.selected.empty()) return std::nullopt;
  return state.selected.back();
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

bool is_shown(const ViewState& state, EntityRef entity) {
  if (state.isolated) return *state.isolated == entity;
  return !state.hidden.contains(entity);
}

UndoableView undoable(const ViewState& state) {
  return {state.camera,
          state.hidden,
          state.isolated,
          state.entity_search,
          state.property_search,
          state.event_filter,
          state.events_of_selection,
          state.events_in_view,
          state.playback.range,
          state.show_props,
          state.layers,
          state.filters};
}

void restore(ViewState& state, const UndoableView& view) {
  state.camera = view.camera;
  state.hidden = view.hidden;
  state.isolated = view.isolated;
  state.entity_search = view.entity_search;
  state.property_search = view.property_search;
  state.event_filter = view.event_filter;
  state.events_of_selection = view.events_of_selection;
  state.events_in_view = view.events_in_view;
  state.playback.range = view.range;
  state.show_props = view.show_props;
  state.layers = view.layers;
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

void recording_closed(ViewState& state, std::size_t recording) {
  move_entities(state, [&](EntityRef entity) -> std::optional<EntityRef> {
    if (entity.recording == recording) return std::nullopt;
    if (entity.recording > recording) --entity.recording;
    return entity;
  });
  const auto close_in_place = [&](auto& shown) {
    if (shown && shown->recording == recording) shown.reset();
    if (shown && shown->recording > recording) --shown->recording;
  };
  close_in_place(state.selected_event);
  close_in_place(state.open_resource);
}

void recording_replaced(ViewState& state, std::size_t place, const Recording& before,
                        const Recording& now) {
  move_entities(state, [&](EntityRef entity) -> std::optional<EntityRef> {
    if (entity.recording != place) return entity;
    const auto same = same_entity(entity.entity, before, now);
    return same ? std::optional(EntityRef{place, *same}) : std::nullopt;
  });
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

void RecordingReplacement::put_back(ViewState& state, const Recording& now) const {
  ViewState found = chosen_;
  recording_replaced(found, place_, *before_, now);
  const auto unless_chosen_anew = [&](auto ViewState::*member) {
    if (state.*member == left_.*member) state.*member = found.*member;
  };
  unless_chosen_anew(&ViewState::selected);
  unless_chosen_anew(&ViewState::pinned);
  unless_chosen_anew(&ViewState::plots);
  unless_chosen_anew(&ViewState::hidden);
  unless_chosen_anew(&ViewState::closed_rows);
  unless_chosen_anew(&ViewState::followed);
  unless_chosen_anew(&ViewState::isolated);
  unless_chosen_anew(&ViewState::pinned_picture);
  unless_chosen_anew(&ViewState::selected_event);
}

}  // namespace scrubjay
