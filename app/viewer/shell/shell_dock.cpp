// Which tools stand in the dock, and which windows lie above the areas.
#include <algorithm>
#include <optional>
#include <utility>

#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/shell/shell.h"

namespace scrubjay {

NeededAreas Shell::needed_areas() const {
  return {.pinned = !state_.pinned.empty(),
          .picture = state_.pinned_picture.has_value(),
          .comparison = state_.comparison.has_value(),
          .plots = !state_.curves.empty(),
          .dock = is_any_docked(state_),
          .timeline = caches_->of<TimelineCache>().wanted_height};
}

bool Shell::is_above(WindowId window) const {
  return state_.windows[window] && !(has_dock_ && is_docked(state_, window));
}

/// What is opened in the dock comes to its front, and gets the keyboard when a key opened it; of
/// what is left there something is in front.
void Shell::update_dock(PanelContext& context) {
  for (const WindowRow& window : kWindows) {
    const bool is_there = is_docked(state_, window.id);
    if (is_there && !docked_before_[window.id]) {
      bring_to_dock_front(state_, window.id);
      state_.layout.scene_only = false;
      is_dock_new_ = true;
      context.needs_redraw = true;
    }
    docked_before_[window.id] = is_there;
  }
  if (state_.dock_takes_keyboard && dock_pictures_ == 0) {
    dock_pictures_ = 3;
    is_dock_asked_by_key_ = keyboard_.is_shown();
    context.needs_redraw = true;
  }
  if (is_docked(state_, state_.dock_front)) return;
  const auto other = std::ranges::find_if(
      kWindows, [&](const WindowRow& window) { return is_docked(state_, window.id); });
  if (other == kWindows.end()) return;
  state_.dock_front = other->id;
  context.needs_redraw = true;
}

/// To what was opened in the dock by a key, where it has not taken it itself.
void Shell::give_dock_keyboard() {
  if (dock_pictures_ == 0 || --dock_pictures_ > 0) return;
  const bool is_taken = !std::exchange(state_.dock_takes_keyboard, false);
  if (!is_taken && is_dock_asked_by_key_) keyboard_.enter(AreaId::dock);
}

/// Closes the one of the windows above the areas that is in front, of equal ones the first of the
/// table. False: there is none.
bool Shell::close_front_window() {
  std::optional<WindowId> front;
  const auto front_of = [&](WindowId id) { return window_fronts_[static_cast<std::size_t>(id)]; };
  for (const WindowRow& window : kWindows) {
    if (!is_above(window.id)) continue;
    if (!front || front_of(window.id) > front_of(*front)) front = window.id;
  }
  if (!front) return false;
  state_.windows[*front] = false;
  return true;
}

/// As its key and its place in the menu do: what lies behind another one in the dock comes to the
/// front, what is shown is closed.
void Shell::toggle_window(const WindowRow& window) {
  bool& open = state_.windows[window.id];
  const bool is_behind = open && !is_above(window.id) && state_.dock_front != window.id;
  if (is_behind) {
    bring_to_dock_front(state_, window.id);
  } else {
    open = window.kind == WindowKind::dialog || !open;
  }
}

}  // namespace scrubjay
