#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include "app/viewer/panels/chapter_lane.h"
#include "app/viewer/panels/filters_lane.h"
#include "app/viewer/shell.h"

namespace scrubjay {

namespace {

/// Seeks to the next (+1) or previous (-1) event and selects its entity.
void go_to_event(const PanelContext& context, int direction, bool of_selection) {
  const auto entity = of_selection ? primary_selection(context.state) : std::nullopt;
  const auto found =
      neighbour_event(context.session(), context.state.playback.playhead, direction, entity);
  if (!found) return;
  context.state.playback.playing = false;
  context.commands.emplace_back(SeekTo{found->time});
  const EventInfo event =
      context.session().recordings[found->recording].recording->event(found->event);
  if (!of_selection && event.entity.exists()) {
    select(context.state, {found->recording, event.entity});
  }
  context.state.selected_event = SelectedEvent{found->recording, found->event};
}

void step_chapter(PanelContext& context, int direction) {
  const auto chapter = neighbour_chapter(context.session(), context.caches.timeline,
                                         context.state.playback.playhead, direction);
  if (chapter) go_to_chapter(context, *chapter);
}

void toggle_hidden(ViewState& state) {
  for (const EntityRef entity : state.selected) {
    if (!state.hidden.insert(entity).second) state.hidden.erase(entity);
  }
}

void toggle_pinned(ViewState& state) {
  for (const EntityRef entity : state.selected) {
    if (std::erase(state.pinned, entity) == 0) state.pinned.push_back(entity);
  }
}

void toggle_primary(ViewState& state, std::optional<EntityRef>& target) {
  const auto primary = primary_selection(state);
  target = target == primary ? std::nullopt : primary;
}

/// Esc closes what is on top, one thing a press.
void step_back(ViewState& state) {
  if (state.help_open) {
    state.help_open = false;
  } else if (state.about_open) {
    state.about_open = false;
  } else if (state.problems_open) {
    state.problems_open = false;
  } else if (state.queries_open) {
    state.queries_open = false;
  } else if (state.save_open) {
    state.save_open = false;
  } else if (state.reading_open) {
    state.reading_open = false;
  } else if (state.filters_open) {
    state.filters_open = false;
  } else if (state.layout.scene_only) {
    state.layout.scene_only = false;
  } else if (state.playback.range) {
    state.playback.range.reset();
    state.playback.loop = false;
  } else if (state.isolated) {
    state.isolated.reset();
  } else if (state.followed) {
    state.followed.reset();
  } else {
    clear_selection(state);
  }
}

}  // namespace

void Shell::handle_keys(PanelContext& context) {
  const bool typing = ImGui::GetIO().WantTextInput;
  for (const KeyPress& press : keys_) {
    const bool is_command = (press.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0 ||
                            (press.key >= GLFW_KEY_F1 && press.key <= GLFW_KEY_F25);
    const bool edits_text = press.key == GLFW_KEY_Z || press.key == GLFW_KEY_LEFT ||
                            press.key == GLFW_KEY_RIGHT || press.key == GLFW_KEY_HOME ||
                            press.key == GLFW_KEY_END || press.key == GLFW_KEY_A;
    if (typing && (!is_command || edits_text)) continue;
    handle_key(press, context);
  }
  keys_.clear();
}

void Shell::handle_key(const KeyPress& press, PanelContext& context) {
  const bool shift = (press.modifiers & GLFW_MOD_SHIFT) != 0;
  const bool control = (press.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  const bool alt = (press.modifiers & GLFW_MOD_ALT) != 0;
  auto& commands = context.commands;
  if (control) {
    switch (press.key) {
      case GLFW_KEY_O: start_open(); break;
      case GLFW_KEY_S: state_.save_open = !workspace_.session().recordings.empty(); break;
      case GLFW_KEY_W:
        if (!workspace_.session().recordings.empty()) {
          close_recording(workspace_.session().recordings.size() - 1);
        }
        break;
      case GLFW_KEY_Q: wants_to_close_ = true; break;
      case GLFW_KEY_Z:
        if (shift) {
          redo(state_);
        } else {
          undo(state_);
        }
        settled_ = undoable(state_);
        break;
      case GLFW_KEY_Y:
        redo(state_);
        settled_ = undoable(state_);
        break;
      case GLFW_KEY_F:
        if (shift) {
          state_.filters_open = !state_.filters_open;
        } else {
          state_.focus_search = true;
        }
        break;
      case GLFW_KEY_LEFT: go_to_event(context, -1, alt); break;
      case GLFW_KEY_RIGHT: go_to_event(context, +1, alt); break;
      default: break;
    }
    return;
  }
  switch (press.key) {
    case GLFW_KEY_SPACE:
    case GLFW_KEY_K: commands.emplace_back(TogglePlay{}); break;
    case GLFW_KEY_LEFT: commands.emplace_back(StepFrames{shift ? -10 : -1}); break;
    case GLFW_KEY_RIGHT: commands.emplace_back(StepFrames{shift ? 10 : 1}); break;
    case GLFW_KEY_HOME: commands.emplace_back(GoToFirst{}); break;
    case GLFW_KEY_END: commands.emplace_back(GoToLast{}); break;
    case GLFW_KEY_PAGE_UP: step_chapter(context, -1); break;
    case GLFW_KEY_PAGE_DOWN: step_chapter(context, +1); break;
    case GLFW_KEY_COMMA: commands.emplace_back(ChangeSpeed{-1}); break;
    case GLFW_KEY_PERIOD: commands.emplace_back(ChangeSpeed{+1}); break;
    case GLFW_KEY_L: commands.emplace_back(ToggleLoop{}); break;
    case GLFW_KEY_UP:
      if (alt) step_selection(state_, -1);
      break;
    case GLFW_KEY_DOWN:
      if (alt) step_selection(state_, +1);
      break;
    case GLFW_KEY_F:
      if (const auto primary = primary_selection(state_)) {
        state_.focus_request = primary;
      } else {
        state_.fit_request = true;
      }
      break;
    case GLFW_KEY_V: toggle_primary(state_, state_.followed); break;
    case GLFW_KEY_I: toggle_primary(state_, state_.isolated); break;
    case GLFW_KEY_H: toggle_hidden(state_); break;
    case GLFW_KEY_P: toggle_pinned(state_); break;
    case GLFW_KEY_N: go_to_neighbour_match(context, shift ? -1 : +1); break;
    case GLFW_KEY_T: look_from_top(state_.camera); break;
    case GLFW_KEY_SLASH: state_.focus_search = true; break;
    case GLFW_KEY_TAB: state_.layout.scene_only = !state_.layout.scene_only; break;
    case GLFW_KEY_ESCAPE:
      // A menu on top goes first; ImGui closes menus by key only together with its own navigation.
      if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) {
        ImGui::ClosePopupToLevel(0, false);
      } else if (state_.open_resource) {
        state_.open_resource.reset();
      } else {
        step_back(state_);
      }
      break;
    case GLFW_KEY_F1: state_.help_open = !state_.help_open; break;
    case GLFW_KEY_F11: state_.full_screen = !state_.full_screen; break;
    default: break;
  }
}

}  // namespace scrubjay
