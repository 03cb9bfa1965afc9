#include "app/viewer/panels/timeline/timeline_mouse.h"

#include <algorithm>
#include <cmath>

#include "app/viewer/panels/timeline/lane_heads.h"
#include "app/viewer/panels/timeline/lane_kinds.h"

namespace scrubjay {

namespace {

constexpr double kWheelZoom = 0.8;
constexpr double kFineWheelZoom = 0.95;
constexpr double kWheelPan = 0.1;  ///< of what is shown

void show(TimelinePicture& picture, TimeRange shown) {
  picture.state().timeline.shown = shown;
  picture.state().timeline.fit = false;
}

void zoom_and_pan(TimelinePicture& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const TimeRange shown = picture.area.axis.shown;
  const TimeRange session = picture.session().range();
  const Seconds length = shown.length();
  const double across = static_cast<double>(io.MouseWheelH);
  const double wheel = static_cast<double>(io.MouseWheel);
  if (across != 0 || (io.KeyShift && wheel != 0)) {
    const double notches = across != 0 ? across : wheel;
    show(picture, panned(shown, -notches * kWheelPan * length, session, picture.width()));
  } else if (wheel != 0) {
    const double factor = std::pow(io.KeyCtrl ? kFineWheelZoom : kWheelZoom, wheel);
    show(picture, zoomed(shown, picture.time_at(io.MousePos.x), factor, session, picture.width()));
  }
}

/// Panning with the middle or right button, for the item that is active.
bool drag_to_pan(TimelinePicture& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsItemActive() || !(io.MouseDown[1] || io.MouseDown[2])) return false;
  if (io.MouseDelta.x != 0) {
    const Seconds by =
        -static_cast<double>(io.MouseDelta.x) * picture.area.axis.seconds_per_pixel();
    show(picture,
         panned(picture.state().timeline.shown, by, picture.session().range(), picture.width()));
  }
  return true;
}

/// Moves the playhead to the mouse; beyond the edges what is shown moves along.
void scrub(TimelinePicture& picture) {
  const ImGuiIO& io = ImGui::GetIO();
  const TimelineArea& area = picture.area;
  const float x = std::clamp(io.MousePos.x, area.left, area.right);
  const float beyond = io.MousePos.x - x;
  if (beyond != 0 && !picture.state().timeline.fit) {
    const double speed = std::clamp(static_cast<double>(beyond) / 100, -2.0, 2.0);
    show(picture, panned(area.axis.shown,
                         speed * area.axis.shown.length() * static_cast<double>(io.DeltaTime),
                         picture.session().range(), picture.width()));
    picture.context.needs_redraw = true;
  }
  picture.context.commands.push_back(SeekTo{picture.time_at(x)});
}

bool has_moved() {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 from = io.MouseClickedPos[0];
  return std::fabs(io.MousePos.x - from.x) >= 3 || std::fabs(io.MousePos.y - from.y) >= 3;
}

/// With Alt held the bar of a recording, or of one of its clients, is taken hold of.
bool take_recording(TimelinePicture& picture, const TimelineLane* lane) {
  if (lane == nullptr || !ImGui::GetIO().KeyAlt) return false;
  if (!row_of(lane->kind).is_of_recording) return false;
  TimelineDrag& drag = picture.cache().drag;
  drag.kind = TimelineDrag::Kind::move;
  drag.anchor = picture.time_at(ImGui::GetIO().MousePos.x);
  drag.recording = lane->index;
  drag.offset = offset_of(picture.state(), lane->index);
  return true;
}

/// Moves a recording with the mouse. Near where it was recorded, or where it begins with another
/// one, it stays there.
void move_recording(TimelinePicture& picture) {
  const TimelineDrag& drag = picture.cache().drag;
  const auto& recordings = picture.session().recordings;
  if (drag.recording >= recordings.size()) return;
  const Timeline& own = recordings[drag.recording].recording->timeline();
  Seconds offset = drag.offset + picture.time_at(ImGui::GetIO().MousePos.x) - drag.anchor;
  Seconds nearest =
      static_cast<double>(picture.area.scaled(kGrab)) * picture.area.axis.seconds_per_pixel();
  Seconds snapped = offset;
  const auto snap = [&](Seconds to) {
    if (std::fabs(to - offset) > nearest) return;
    nearest = std::fabs(to - offset);
    snapped = to;
  };
  snap(0);
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const Timeline& other = recordings[i].recording->timeline();
    if (i == drag.recording || own.empty() || other.empty()) continue;
    snap(other.range().begin + recordings[i].offset - own.range().begin);
  }
  set_offset(picture.state(), drag.recording, snapped);
}

/// The right button goes up where it went down.
bool is_right_click() {
  constexpr float kMost = 3;  // pixels
  return ImGui::IsMouseReleased(1) && ImGui::GetIO().MouseDragMaxDistanceSqr[1] < kMost * kMost;
}

/// The bar of a lane has the menu of its head.
void ask_for_menu(TimelinePicture& picture) {
  const TimelineLane* const lane = lane_at(picture, ImGui::GetIO().MousePos.y);
  picture.cache().menu_request = lane == nullptr ? "" : head_place(*lane);
  picture.context.needs_redraw = true;
}

void press_lanes(TimelinePicture& picture, const TimelineLane* lane) {
  TimelineDrag& drag = picture.cache().drag;
  drag.took_contact = false;
  if (take_recording(picture, lane)) return;
  const auto take = lane == nullptr ? nullptr : row_of(lane->kind).take;
  const bool is_taken =
      take != nullptr && take(picture.context, picture.area, *lane, ImGui::GetIO().MousePos.x);
  drag.kind = is_taken ? TimelineDrag::Kind::press : TimelineDrag::Kind::scrub;
  drag.took_contact = is_taken && lane->kind == TimelineLane::Kind::contacts;
}

void press_ruler(TimelinePicture& picture) {
  TimelineDrag& drag = picture.cache().drag;
  drag.took_contact = false;
  const float x = ImGui::GetIO().MousePos.x;
  const auto near = [&](Seconds t, float reach) {
    return std::fabs(picture.area.x_of(t) - x) <= picture.area.scaled(reach);
  };
  const Playback& playback = picture.state().playback;
  drag.anchor = picture.time_at(x);
  if (near(playback.playhead, kHandle + 1)) {
    drag.kind = TimelineDrag::Kind::scrub;
  } else if (playback.range && near(playback.range->begin, kGrab + 1)) {
    drag.kind = TimelineDrag::Kind::range_begin;
  } else if (playback.range && near(playback.range->end, kGrab + 1)) {
    drag.kind = TimelineDrag::Kind::range_end;
  } else {
    drag.kind = TimelineDrag::Kind::press;
  }
}

void drag_range(TimelinePicture& picture) {
  TimelineDrag& drag = picture.cache().drag;
  const TimeRange session = picture.session().range();
  const Seconds now =
      std::clamp(picture.time_at(ImGui::GetIO().MousePos.x), session.begin, session.end);
  if (picture.state().playback.range && drag.kind != TimelineDrag::Kind::range) {
    // One end moves, the other is the anchor from here on.
    drag.anchor = drag.kind == TimelineDrag::Kind::range_begin
                      ? picture.state().playback.range->end
                      : picture.state().playback.range->begin;
    drag.kind = TimelineDrag::Kind::range;
  }
  const Seconds anchor = std::clamp(drag.anchor, session.begin, session.end);
  if (now == anchor) return;
  picture.context.commands.push_back(
      SetRange{TimeRange{std::min(anchor, now), std::max(anchor, now)}});
}

/// What the left button does after it was pressed on the ruler or on a lane.
void drag_on(TimelinePicture& picture, bool on_ruler) {
  TimelineDrag& drag = picture.cache().drag;
  if (drag.kind == TimelineDrag::Kind::press && has_moved()) {
    drag.kind = on_ruler ? TimelineDrag::Kind::range : TimelineDrag::Kind::scrub;
  }
  switch (drag.kind) {
    case TimelineDrag::Kind::none:
    case TimelineDrag::Kind::press: break;
    case TimelineDrag::Kind::scrub: scrub(picture); break;
    case TimelineDrag::Kind::move:
      if (has_moved()) move_recording(picture);
      break;
    case TimelineDrag::Kind::range:
    case TimelineDrag::Kind::range_begin:
    case TimelineDrag::Kind::range_end:
      if (has_moved()) drag_range(picture);
      break;
  }
}

}  // namespace

void handle_timeline_mouse(TimelinePicture& picture, bool on_ruler) {
  if (!picture.has_time) return;
  const ImGuiIO& io = ImGui::GetIO();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) zoom_and_pan(picture);
  if (hovered && !on_ruler && is_right_click()) ask_for_menu(picture);
  if (drag_to_pan(picture)) return;
  if (hovered && ImGui::IsMouseDoubleClicked(0)) {
    picture.cache().drag.kind = TimelineDrag::Kind::none;
    if (picture.cache().drag.took_contact) {
      picture.state().focus_request = picture.state().selected;
    } else {
      picture.state().timeline.fit = true;
    }
    return;
  }
  TimelineDrag& drag = picture.cache().drag;
  if (ImGui::IsItemActivated() && io.MouseDown[0]) {
    if (on_ruler) {
      press_ruler(picture);
    } else {
      press_lanes(picture, lane_at(picture, io.MousePos.y));
    }
  }
  if (ImGui::IsItemActive() && io.MouseDown[0]) drag_on(picture, on_ruler);
  if (ImGui::IsItemDeactivated()) {
    // A press on the ruler that went nowhere is a click: go there.
    if (on_ruler && drag.kind == TimelineDrag::Kind::press) {
      picture.context.commands.push_back(SeekTo{drag.anchor});
    }
    drag.kind = TimelineDrag::Kind::none;
  }
}

}  // namespace scrubjay
