#include "app/viewer/view_state.h"

#include <algorithm>

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

/// Where `entity` is after recording `closed` went away; nothing if it went with it.
std::optional<EntityRef> after_closing(EntityRef entity, std::size_t closed) {
  if (entity.recording == closed) return std::nullopt;
  if (entity.recording > closed) --entity.recording;
  return entity;
}

void close_in(std::vector<EntityRef>& entities, std::size_t closed) {
  std::vector<EntityRef> kept;
  for (const EntityRef entity : entities) {
    if (const auto place = after_closing(entity, closed)) kept.push_back(*place);
  }
  entities = std::move(kept);
}

void close_in(std::set<EntityRef>& entities, std::size_t closed) {
  std::set<EntityRef> kept;
  for (const EntityRef entity : entities) {
    if (const auto place = after_closing(entity, closed)) kept.insert(*place);
  }
  entities = std::move(kept);
}

void close_in(std::optional<EntityRef>& entity, std::size_t closed) {
  if (entity) entity = after_closing(*entity, closed);
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
  close_in(state.selected, recording);
  close_in(state.pinned, recording);
  close_in(state.hidden, recording);
  close_in(state.closed_rows, recording);
  close_in(state.hovered, recording);
  state.hovered_property.reset();
  state.hovered_shape.reset();
  close_in(state.followed, recording);
  close_in(state.isolated, recording);
  close_in(state.focus_request, recording);
  const auto close_in_place = [&](auto& shown) {
    if (shown && shown->recording == recording) shown.reset();
    if (shown && shown->recording > recording) --shown->recording;
  };
  close_in_place(state.selected_event);
  close_in_place(state.open_resource);
  if (state.pinned_picture) {
    std::optional<EntityRef> entity = state.pinned_picture->entity;
    close_in(entity, recording);
    if (entity) {
      state.pinned_picture->entity = *entity;
    } else {
      state.pinned_picture.reset();
    }
  }
  // Older states name recordings by place; those places mean something else now.
  state.selection_history.clear();
  state.selection_place = 0;
  state.undo.clear();
  state.redo.clear();
}

}  // namespace scrubjay
