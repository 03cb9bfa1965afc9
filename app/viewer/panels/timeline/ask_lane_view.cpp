#include "app/viewer/panels/timeline/ask_lane_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/shared/query_values.h"
#include "app/viewer/ask/ask_places.h"
#include "app/viewer/panels/ask/ask_cache.h"
#include "app/viewer/panels/ask/ask_grid.h"
#include "app/viewer/panels/ask/ask_window.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

const std::optional<AskLane>& lane_of(const PanelContext& context) {
  return context.caches.of<AskCache>().lane;
}

/// A moment that is just behind `t`, so that what is at `t` lies before it.
Seconds behind(Seconds t) { return std::nextafter(t, std::numeric_limits<Seconds>::infinity()); }

/// The nearest mark within reach of the mouse.
const AskMark* mark_under(const PanelContext& context, const TimelineArea& area, float mouse_x) {
  const auto& lane = lane_of(context);
  if (!lane) return nullptr;
  const Session& session = context.session();
  const Seconds t = area.axis.time_at(static_cast<double>(mouse_x));
  const AskMark* best = nullptr;
  float nearest = area.scaled(kGrab);
  for (const AskMark* const mark :
       {neighbour_mark(*lane, session, behind(t), -1), neighbour_mark(*lane, session, t, +1)}) {
    if (mark == nullptr) continue;
    const float distance = std::fabs(area.x_of(*time_of(*lane, *mark, session)) - mouse_x);
    if (distance > nearest || (best != nullptr && distance == nearest)) continue;
    nearest = distance;
    best = mark;
  }
  return best;
}

struct AskPaint {
  const PanelContext& context;
  const TimelineArea& area;
  ImDrawList& list;
  const AskLane& lane;
  std::vector<PlacedMark> marks;  ///< see marks_within()
  float top;
  float bottom;

  bool is_in_view(const PlacedMark& placed) const {
    return placed.time >= area.visible.begin && placed.time <= area.visible.end;
  }
  float y_of(double value) const {
    const double range = lane.most - lane.least;
    const double share = range > 0 ? (value - lane.least) / range : 0.5;
    return bottom - static_cast<float>(share) * (bottom - top);
  }
};

void draw_series(const AskPaint& paint) {
  const ImU32 color = packed(paint.context.theme.accent);
  const float width = paint.area.scaled(1.5F);
  std::size_t points = 0;
  float column = -1;  // of pixels: in it, from the least to the most
  float least = 0;
  float most = 0;
  ImVec2 last{};
  const auto end_column = [&] {
    if (column >= 0 && most - least > 1) {
      paint.list.AddLine({column, least}, {column, most}, color, width);
    }
  };
  for (const auto& [mark, time] : paint.marks) {
    const ImVec2 point{paint.area.x_of(time), paint.y_of(mark->value)};
    const float x = std::floor(point.x);
    if (x == column) {
      least = std::min(least, point.y);
      most = std::max(most, point.y);
    } else {
      end_column();
      if (points > 0) paint.list.AddLine(last, point, color, width);
      column = x;
      least = most = point.y;
    }
    last = point;
    ++points;
  }
  end_column();
  if (points == 1) paint.list.AddCircleFilled(last, 1.5F * width, color);
}

/// Those that share a pixel are drawn as one.
void draw_points(const AskPaint& paint) {
  const ImU32 color = packed(with_alpha(paint.context.theme.accent, 0.8F));
  const float half = std::max(1.0F, paint.area.scaled(1.25F));
  float column = -10;
  std::vector<bool> drawn;  // pixels of the column, downwards
  for (const PlacedMark& placed : paint.marks) {
    if (!paint.is_in_view(placed)) continue;
    const ImVec2 at{std::floor(paint.area.x_of(placed.time)),
                    std::floor(paint.y_of(placed.mark->value))};
    if (at.x != column) drawn.assign(static_cast<std::size_t>(paint.bottom - paint.top) + 2, false);
    column = at.x;
    auto is_drawn = drawn.begin() + static_cast<std::ptrdiff_t>(at.y - std::floor(paint.top));
    if (*is_drawn) continue;
    *is_drawn = true;
    paint.list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, color);
  }
}

/// The last one of those that share a pixel is seen.
void draw_bars(const AskPaint& paint) {
  const float width = std::max(2.0F, paint.area.scaled(2.5F));
  for (std::size_t i = 0; i < paint.marks.size(); ++i) {
    const PlacedMark& placed = paint.marks[i];
    if (!paint.is_in_view(placed)) continue;
    const float x = std::floor(paint.area.x_of(placed.time));
    const bool is_hidden = i + 1 < paint.marks.size() && paint.is_in_view(paint.marks[i + 1]) &&
                           std::floor(paint.area.x_of(paint.marks[i + 1].time)) == x;
    if (is_hidden) continue;
    const ImVec4 color = paint.lane.kind == AskLaneKind::texts
                             ? categorical_color(paint.context.theme, placed.mark->text)
                             : paint.context.theme.accent;
    paint.list.AddRectFilled({x, paint.top}, {x + width, paint.bottom}, packed(color));
  }
}

}  // namespace

bool has_ask_lane(const PanelContext& context) { return lane_of(context).has_value(); }

bool is_ask_lane_of_numbers(const PanelContext& context, const TimelineLane&) {
  return has_ask_lane(context) && lane_of(context)->kind == AskLaneKind::numbers;
}

std::string ask_lane_title(const PanelContext& context) {
  const auto& lane = lane_of(context);
  if (!lane) return "";
  const std::string what = lane->title.empty() ? "rows" : one_line(lane->title, 60);
  return "? " + what + " (" + grouped_digits(lane->marks.size()) + ")";
}

std::string ask_lane_value(const PanelContext& context) {
  const auto& lane = lane_of(context);
  if (!lane || lane->kind != AskLaneKind::numbers || !lane->is_series) return "";
  const AskMark* const last =
      neighbour_mark(*lane, context.session(), behind(context.state.playback.playhead), -1);
  return last == nullptr ? "" : significant_text(last->value);
}

void draw_ask_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                   const TimelineLane& lane) {
  const auto& shown = lane_of(context);
  if (!shown) return;
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(context.theme.raised, 0.4F),
                     area.scaled(2));
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  const float margin = area.scaled(shown->kind == AskLaneKind::numbers ? 5 : 3);
  const AskPaint paint{context,
                       area,
                       list,
                       *shown,
                       marks_within(*shown, context.session(), area.visible),
                       lane.top + margin,
                       lane.bottom - margin};
  if (shown->kind != AskLaneKind::numbers) {
    draw_bars(paint);
  } else {
    if (shown->is_series) {
      draw_series(paint);
    } else {
      draw_points(paint);
    }
    const ImFont* const font = context.fonts.small;
    const float x = area.left + area.scaled(4);
    draw_text(list, font, {x, lane.top + area.scaled(1)}, packed(context.theme.dim),
              significant_text(shown->most));
    draw_text(list, font, {x, lane.bottom - font->FontSize - area.scaled(1)},
              packed(context.theme.dim), significant_text(shown->least));
  }
  list.PopClipRect();
}

void ask_lane_menu(PanelContext& context, const TimelineLane&) {
  AskCache& cache = context.caches.of<AskCache>();
  if (!cache.lane) return;
  if (ImGui::MenuItem("Next row", "N")) go_to_neighbour_row(context, +1);
  if (ImGui::MenuItem("Previous row", "Shift+N")) go_to_neighbour_row(context, -1);
  ImGui::Separator();
  if (ImGui::MenuItem("Marks only", nullptr, !cache.lane->column)) cache.lane_column = kMarksOnly;
  for (const std::size_t column : lane_columns(cache.lane->rows)) {
    ImGui::PushID(static_cast<int>(column));
    if (ImGui::MenuItem(one_line(cache.lane->rows.columns[column], 60).c_str(), nullptr,
                        cache.lane->column == column)) {
      cache.lane_column = column;
    }
    ImGui::PopID();
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Show the query")) context.state.windows[WindowId::ask] = true;
  if (ImGui::MenuItem("Remove the lane")) cache.lane.reset();
  context.places.add_item("timeline.asked.remove");
}

std::string ask_lane_remark(const PanelContext& context, const TimelineArea& area,
                            const TimelineLane&, float mouse_x) {
  constexpr std::size_t kTold = 6;
  const AskMark* const mark = mark_under(context, area, mouse_x);
  if (mark == nullptr) return "";
  const AskRows& rows = lane_of(context)->rows;
  const AskMoments moments(rows, lane_of(context)->asked);
  std::string text;
  for (std::size_t column = 0; column < std::min(rows.columns.size(), kTold); ++column) {
    text += (column == 0 ? "" : "\n") + one_line(rows.columns[column], 40) + ": " +
            ask_cell_text(rows, moments, mark->row, column);
  }
  return text;
}

bool take_ask_mark(PanelContext& context, const TimelineArea& area, const TimelineLane&,
                   float mouse_x) {
  const AskMark* const mark = mark_under(context, area, mouse_x);
  return mark != nullptr && go_to_mark(context, *mark);
}

}  // namespace scrubjay
