#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/shared/source_mark.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/widgets/time_axis.h"
#include "app/viewer/shell/key_press.h"
#include "app/viewer/shell/shell.h"

namespace scrubjay {

void Shell::handle_keys(PanelContext& context) {
  const bool is_flying = caches_->of<SceneCache>().drag == SceneDrag::fly;
  for (const KeyPress& press : keys_) {
    if (is_flying && press.key == GLFW_KEY_D) continue;  // to the right
    if (ImGui::GetIO().WantTextInput && is_of_text(press)) continue;
    handle_key(press, context);
  }
  keys_.clear();
  caches_->of<SceneCache>().has_keyboard = keyboard_.area() == AreaId::scene;
}

void Shell::handle_key(const KeyPress& press, PanelContext& context) {
  if (answer_closing_choice(press)) return;
  if (press.key == GLFW_KEY_ESCAPE && leave_one_thing()) return;
  if (keyboard_.is_above_areas()) {
    if (keyboard_.takes_above(press)) return;
  } else if (keyboard_.area() && use_in_area(press)) {
    return;
  }
  const std::string text = key_text(press);
  if (text.empty()) return;
  const auto window = std::ranges::find(kWindows, text, &WindowRow::key);
  if (window != kWindows.end()) {
    if (window->is_of_use(context.session())) {
      toggle_window(*window);
    } else {
      state_.windows[window->id] = false;
    }
    keyboard_.show();
    return;
  }
  const auto command = std::ranges::find_if(
      kCommands, [&](const CommandRow& row) { return has_key(row.keys, text); });
  if (command != kCommands.end()) run(command->id, context);
}

/// What Esc leaves before it steps back in the view: looking for a change, a menu, a file's
/// preview, walking in an area.
bool Shell::leave_one_thing() {
  if (std::exchange(caches_->of<PropertySteps>().direction, 0) != 0) return true;
  if (keyboard_.close_popup()) return true;
  if (state_.open_resource) {
    state_.open_resource.reset();
    return true;
  }
  if (keyboard_.area() && !keyboard_.is_above_areas()) {
    keyboard_.leave();
    return true;
  }
  return false;
}

/// A key while the bar asks which recording to close. False: it means what it means elsewhere.
bool Shell::answer_closing_choice(const KeyPress& press) {
  if (!bar_ || bar_->kind != BarKind::which_to_close) return false;
  const Session& session = workspace_.session();
  const std::string text = key_text(press);
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (text != mark_of(session, i).letters) continue;
    close_recording(i);
    return true;
  }
  if (press.key == GLFW_KEY_ESCAPE) bar_.reset();
  return press.key == GLFW_KEY_ESCAPE;
}

/// A key in the area that has the keyboard. False: it means what it means everywhere.
bool Shell::use_in_area(const KeyPress& press) {
  const AreaId area = *keyboard_.area();
  if (!keyboard_.is_canvas(area)) return walks_widgets(press);
  SceneCache& scene = caches_->of<SceneCache>();
  if (area == AreaId::scene && moves_camera(press)) {
    move_camera(state_.camera, scene.viewport, press);
    return true;
  }
  const bool is_enter = press.key == GLFW_KEY_ENTER || press.key == GLFW_KEY_KP_ENTER;
  if (area == AreaId::scene && is_enter && state_.is_measuring) {
    scene.measures_middle = true;
    return true;
  }
  if (area != AreaId::timeline) return false;
  const bool is_up = press.key == GLFW_KEY_UP;
  if (!is_up && press.key != GLFW_KEY_DOWN) return false;
  if (press.modifiers == GLFW_MOD_SHIFT) {
    caches_->of<TimelineCache>().asked_lanes += is_up ? -1 : +1;
  } else if (press.modifiers == 0) {
    zoom_time(is_up ? 0.8 : 1.25);
  } else {
    return false;
  }
  return true;
}

/// Zooms the timeline at the playhead; `factor` below 1: nearer.
void Shell::zoom_time(double factor) {
  const ImGuiWindow* const window = window_of_area(AreaId::timeline);
  const double width = window == nullptr ? 1000 : static_cast<double>(window->Size.x);
  state_.timeline.shown = zoomed(state_.timeline.shown, state_.playback.playhead, factor,
                                 workspace_.session().range(), width);
  state_.timeline.fit = false;
}

}  // namespace scrubjay
