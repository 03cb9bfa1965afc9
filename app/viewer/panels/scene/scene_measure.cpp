#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>
#include <utility>

#include "analysis/derived/motion.h"
#include "analysis/derived/place.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/printed.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

constexpr double kCornerReach = 12;  ///< how near a click must be to a corner [pixels at 100 %]
constexpr int kCorners = 8;

/// Where an entity is in viewer space, with its recorded box.
std::optional<Place> place_in_view(const Frame& frame, EntityIndex index) {
  return place_of(frame, index, kViewerCoordinates);
}

std::optional<Place> place_in_view(const ViewContext& context, EntityRef ref) {
  const MomentFrame* const shown = context.moment.frame_of(ref);
  if (shown == nullptr || shown->frame == nullptr) return std::nullopt;
  const auto place = place_in_view(*shown->frame, ref.entity);
  return place && place->position ? place : std::nullopt;
}

glm::dvec3 corner_of(const OrientedBox& box, int corner) {
  const glm::dvec3 signs{(corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0,
                         (corner & 4) != 0 ? 1.0 : -1.0};
  return box.center + box.axes * (box.half * signs);
}

/// Where a point is now: with its entity as long as that is there.
glm::dvec3 place_now(const ViewContext& context, const MeasuredPoint& point) {
  if (!point.entity) return point.at;
  const auto place = place_in_view(context, *point.entity);
  if (!place) return point.at;
  return point.corner >= 0 && place->box ? corner_of(*place->box, point.corner) : *place->position;
}

std::string metres_text(double metres) {
  const int decimals = std::abs(metres) < 10 ? 3 : std::abs(metres) < 1000 ? 2 : 1;
  return printed("%.*f m", decimals, metres);
}

/// "x +3.200 m   y −1.100 m   z 0.000 m": along the axes of the coordinates chosen.
std::string axes_text(const ViewContext& context, const glm::dvec3& way) {
  CoordinateSystem system = context.session().recordings.front().recording->info().coordinates;
  if (context.state.coordinates) system = *context.state.coordinates;
  const glm::dvec3 along =
      CoordinateConversion(kViewerCoordinates, system).without_scale().direction(way);
  constexpr std::array kNames{"x ", "   y ", "   z "};
  std::string text;
  for (glm::length_t axis = 0; axis < 3; ++axis) {
    text += kNames[static_cast<std::size_t>(axis)] + metres_text(along[axis]);
  }
  return text;
}

struct MeasureLine {
  glm::dvec3 from;
  glm::dvec3 to;
  std::string text;
  std::string_view place;
};

void draw_end(const DrawContext& context, ImVec2 at) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  draw->AddCircleFilled(at, 3.5F * context.scale, packed(context.theme.selection), 16);
  draw->AddCircle(at, 3.5F * context.scale, packed(context.theme.window), 16, context.scale);
}

/// The line with its length in the middle; per axis where the mouse rests on that.
void draw_measure(ViewContext& context, SceneCache& cache, const ScenePlace& place,
                  const MeasureLine& line) {
  const ScreenProjector project(context.state.camera, place.viewport);
  const auto from = project(line.from);
  const auto to = project(line.to);
  if (!from || !to) return;
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const ImVec2 begin = place.window_of(from->pixel);
  const ImVec2 end = place.window_of(to->pixel);
  const ImVec2 corner = place.corner;
  draw->PushClipRect(corner,
                     {corner.x + static_cast<float>(place.viewport.width),
                      corner.y + static_cast<float>(place.viewport.height)},
                     true);
  draw->AddLine(begin, end, packed(context.theme.window), 4 * context.scale);
  draw->AddLine(begin, end, packed(context.theme.selection), 2 * context.scale);
  draw_end(context, begin);
  draw_end(context, end);
  ImGui::PushFont(context.fonts.small);
  const ImVec2 size = ImGui::CalcTextSize(line.text.c_str());
  const float width = static_cast<float>(place.viewport.width);
  const float height = static_cast<float>(place.viewport.height);
  const float pad = 8 * context.scale;
  const ImVec2 at{std::clamp((begin.x + end.x - size.x) / 2, corner.x + pad,
                             std::max(corner.x + pad, corner.x + width - size.x - pad)),
                  // Names stand above what they name: below it, this does not cover them.
                  std::clamp(std::max(begin.y, end.y) + pad, corner.y + pad,
                             std::max(corner.y + pad, corner.y + height - size.y - pad))};
  text_on_patch(context, at, line.text, context.theme.text);
  ImGui::PopFont();
  draw->PopClipRect();
  const ImVec2 far{at.x + size.x, at.y + size.y};
  note_overlay(cache, place, at, far);
  context.places.add(line.place, at, far);
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, far)) {
    text_tooltip(context, axes_text(context, line.to - line.from));
  }
}

/// How fast two of one stream came towards each other into this frame.
std::optional<double> closing_of(const ViewContext& context, EntityRef a, EntityRef b) {
  const MomentFrame* const shown = context.moment.frame_of(a);
  if (shown == nullptr || shown != context.moment.frame_of(b)) return std::nullopt;
  if (shown->frame == nullptr || shown->previous == nullptr) return std::nullopt;
  ApproachTracker tracker;
  std::optional<double> closing;
  for (const Frame* frame : {shown->previous, shown->frame}) {
    const auto one = place_in_view(*frame, a.entity);
    const auto other = place_in_view(*frame, b.entity);
    closing = tracker.next(frame->time, one ? &*one : nullptr, other ? &*other : nullptr).closing;
  }
  return closing;
}

/// Between the two that are selected.
void measure_selection(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  const ViewState& state = context.state;
  cache.selected_distance.reset();
  if (!state.show_derived || state.selected.size() != 2) return;
  const auto a = place_in_view(context, state.selected[0]);
  const auto b = place_in_view(context, state.selected[1]);
  if (!a || !b) return;
  cache.selected_distance = glm::distance(*a->position, *b->position);
  std::string text = metres_text(*cache.selected_distance);
  if (const auto closing = closing_of(context, state.selected[0], state.selected[1])) {
    text +=
        printed(" \u00B7 %s %.1f m/s", *closing < 0 ? "parting" : "closing", std::abs(*closing));
  }
  draw_measure(context, cache, place,
               {*a->position, *b->position, std::move(text), "scene.distance"});
}

/// A cross in the middle of the view, where Enter takes what is measured.
void draw_aim(const DrawContext& context, const ScenePlace& place) {
  const ImVec2 at = place.window_of({place.viewport.width / 2, place.viewport.height / 2});
  const float reach = 10 * context.scale;
  for (const auto& [color, width] :
       {std::pair{context.theme.window, 4.0F}, {context.theme.selection, 2.0F}}) {
    ImGui::GetWindowDrawList()->AddLine({at.x - reach, at.y}, {at.x + reach, at.y}, packed(color),
                                        width * context.scale);
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y - reach}, {at.x, at.y + reach}, packed(color),
                                        width * context.scale);
  }
}

/// The corner or place of an entity that a click means.
MeasuredPoint point_of(const ViewContext& context, const ScenePlace& place, EntityRef entity,
                       glm::dvec2 pixel) {
  MeasuredPoint point;
  point.entity = entity;
  const auto known = place_in_view(context, entity);
  if (known && known->box) {
    const ScreenProjector project(context.state.camera, place.viewport);
    double nearest = kCornerReach * static_cast<double>(context.scale);
    for (int corner = 0; corner < kCorners; ++corner) {
      const auto seen = project(corner_of(*known->box, corner));
      if (!seen || glm::distance(seen->pixel, pixel) > nearest) continue;
      nearest = glm::distance(seen->pixel, pixel);
      point.corner = corner;
    }
  }
  point.at = place_now(context, point);
  return point;
}

}  // namespace

void measure_click(ViewContext& context, const SceneCache& cache, const ScenePlace& place,
                   glm::dvec2 pixel, const Pick& pick) {
  auto& measured = context.state.measured;
  if (measured.size() >= 2) measured.clear();
  if (pick.entity && place_in_view(context, *pick.entity)) {
    measured.push_back(point_of(context, place, *pick.entity, pixel));
    return;
  }
  MeasuredPoint point;
  point.at = pick.position ? *pick.position
                           : zoom_anchor(context.state.camera, place.viewport, pixel, cache.ground);
  measured.push_back(point);
}

void scene_measure(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  const auto& measured = context.state.measured;
  cache.measured.reset();
  measure_selection(context, cache, place);
  if (context.state.is_measuring && cache.has_keyboard) draw_aim(context, place);
  if (measured.size() == 2) {
    const glm::dvec3 from = place_now(context, measured[0]);
    const glm::dvec3 to = place_now(context, measured[1]);
    cache.measured = glm::distance(from, to);
    draw_measure(context, cache, place, {from, to, metres_text(*cache.measured), "scene.measured"});
  } else if (measured.size() == 1) {
    const auto seen =
        ScreenProjector(context.state.camera, place.viewport)(place_now(context, measured[0]));
    if (seen) draw_end(context, place.window_of(seen->pixel));
  }
}

}  // namespace scrubjay
