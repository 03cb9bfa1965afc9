#include "app/viewer/shell/layout.h"

#include <algorithm>
#include <cmath>

namespace scrubjay {

namespace {

constexpr float kGap = 4;      // between areas: the handle to drag
constexpr float kStatus = 26;  // height of the status bar
constexpr float kLeastSide = 180;
constexpr float kLeastScene = 260;
constexpr float kLeastTimeline = 127;
constexpr float kUsualTimeline = 0.24F;  // share of the window's height
constexpr float kMostTimeline = 0.35F;   // of what its lanes may ask for
constexpr float kLists = 310;            // tabs, a search, switches, titles and eight rows
constexpr float kLeastRow = 96;
constexpr float kLeastPicture = 140;
constexpr float kLeastPlots = 150;
constexpr float kLeastDock = 140;
constexpr float kTabs = 34;        // height of a row of tabs
constexpr float kSplitFrom = 680;  // the left column shows entities and events below each other

float whole(float value) { return std::round(value); }

/// `wanted` kept between `least` and `most`, where `most` wins.
float between(float wanted, float least, float most) {
  return whole(std::max(0.0F, std::min(std::max(wanted, least), most)));
}

bool shows(const Layout& layout, AreaId area) { return !layout.folded[area]; }

}  // namespace

WindowSize first_window_size(int width, int height) {
  WindowSize size;
  size.height = std::min(height, std::max(720, height * 12 / 13));
  size.width =
      std::min({width, std::max(1280, width * 5 / 6), std::max(1280, size.height * 9 / 5)});
  return size;
}

AreaRects divide(const Layout& layout, float width, float height, float top, float scale,
                 const NeededAreas& needed) {
  const float gap = kGap * scale;
  AreaRects rects;
  rects.status = {0, height - kStatus * scale, width, kStatus * scale};
  const float body_bottom = rects.status.y;
  const float body_height = std::max(0.0F, body_bottom - top);

  float middle_height = body_height;
  if (shows(layout, AreaId::timeline) && !layout.scene_only) {
    const float least = std::min(kLeastTimeline * scale, kMostTimeline * height);
    const float most =
        std::min(kMostTimeline * height, std::max(body_height - gap - kLists * scale, least));
    const float fitting =
        std::min(needed.timeline > 0 ? needed.timeline : kUsualTimeline * height, most);
    const float wanted = layout.bottom > 0 ? layout.bottom * height : fitting;
    const float timeline_height = between(wanted, least, body_height - kLeastRow * scale - gap);
    rects.timeline = {0, body_bottom - timeline_height, width, timeline_height};
    rects.bottom_splitter = {0, rects.timeline.y - gap, width, gap};
    middle_height = body_height - timeline_height - gap;
  }

  const bool left_shown =
      !layout.scene_only && (shows(layout, AreaId::entities) || shows(layout, AreaId::events));
  const bool right_shown = !layout.scene_only && shows(layout, AreaId::properties);
  const float sides = (left_shown ? 1.0F : 0.0F) + (right_shown ? 1.0F : 0.0F);
  const float room = std::max(0.0F, width - kLeastScene * scale - sides * gap);
  float left = left_shown ? between(layout.left * width, kLeastSide * scale, room) : 0;
  float right = right_shown ? between(layout.right * width, kLeastSide * scale, room) : 0;
  if (left + right > room && sides == 2.0F) {
    const float share = room / (left + right);
    left = whole(left * share);
    right = whole(right * share);
  }

  float scene_left = 0;
  if (left_shown) {
    rects.left_splitter = {left, top, gap, middle_height};
    scene_left = left + gap;
    const bool both = shows(layout, AreaId::entities) && shows(layout, AreaId::events);
    if (both && middle_height < kSplitFrom * scale) {
      const float tabs = std::min(whole(kTabs * scale), middle_height);
      rects.left_tabs = {0, top, left, tabs};
      (layout.events_in_front ? rects.events : rects.entities) = {0, top + tabs, left,
                                                                  middle_height - tabs};
    } else if (both) {
      const float events = between(layout.events * middle_height, kLeastRow * scale,
                                   middle_height - kLeastRow * scale - gap);
      rects.entities = {0, top, left, middle_height - events - gap};
      rects.events_splitter = {0, top + rects.entities.height, left, gap};
      rects.events = {0, rects.events_splitter.y + gap, left, events};
    } else if (shows(layout, AreaId::entities)) {
      rects.entities = {0, top, left, middle_height};
    } else {
      rects.events = {0, top, left, middle_height};
    }
  }

  float scene_right = width;
  if (right_shown) {
    scene_right = width - right - gap;
    rects.right_splitter = {scene_right, top, gap, middle_height};
    rects.properties = {width - right, top, right, middle_height};
    if (needed.pinned) {
      const float pinned = between(layout.pinned * middle_height, kLeastRow * scale,
                                   middle_height - kLeastRow * scale - gap);
      rects.properties.height = middle_height - pinned - gap;
      rects.pinned_splitter = {rects.properties.x, top + rects.properties.height, right, gap};
      rects.pinned = {rects.properties.x, rects.pinned_splitter.y + gap, right, pinned};
    }
  }
  rects.scene = {scene_left, top, std::max(0.0F, scene_right - scene_left), middle_height};
  const float least_row = kLeastRow * scale;
  const auto cut_below = [&](float share, float least, float rest, Rect& area, Rect& splitter) {
    const float all = rects.scene.height;
    if (all < least_row + gap + least) return;
    const float below = between(share * all, least, std::max(least, all - least_row - gap - rest));
    rects.scene.height -= below + gap;
    splitter = {scene_left, top + rects.scene.height, rects.scene.width, gap};
    area = {scene_left, splitter.y + gap, rects.scene.width, below};
  };
  const bool compares =
      needed.comparison && !layout.scene_only && shows(layout, AreaId::comparison);
  // In a low window what is below is lower, so that what comes above it has room, too.
  const float plots_room = needed.plots ? kLeastPlots * scale + gap : 0;
  const float least_dock = kLeastDock * scale;
  const float others = plots_room + (compares ? least_row + gap : 0);
  // Tools can lie above all; plots and differences cannot.
  const bool has_room = rects.scene.height >= least_row + gap + least_dock + others;
  if (needed.dock && has_room && !layout.scene_only) {
    cut_below(layout.dock, least_dock, others, rects.dock, rects.dock_splitter);
  }
  if (compares) {
    cut_below(layout.comparison, least_row, plots_room, rects.comparison,
              rects.comparison_splitter);
  }
  if (needed.plots && !layout.scene_only) {
    cut_below(layout.plots, kLeastPlots * scale, 0, rects.plots, rects.plots_splitter);
  }
  const float least = kLeastPicture * scale;
  if (needed.picture && !layout.scene_only && rects.scene.width > 2 * least + gap) {
    const float picture =
        between(layout.picture * rects.scene.width, least, rects.scene.width - least - gap);
    rects.scene.width -= picture + gap;
    rects.picture_splitter = {scene_right - picture - gap, top, gap, rects.scene.height};
    rects.picture = {scene_right - picture, top, picture, rects.scene.height};
  }
  return rects;
}

void move_splitter(Layout& layout, Splitter splitter, float pixels, float width, float height,
                   const NeededAreas& needed) {
  if (width <= 0 || height <= 0) return;
  const float middle_height = std::max(1.0F, height * (1 - layout.bottom));
  // Each has its share of what those below it leave.
  const auto left_by = [](bool is_there, float share) {
    return is_there ? std::max(0.1F, 1 - share) : 1.0F;
  };
  const bool compares = needed.comparison && shows(layout, AreaId::comparison);
  const float with_comparison = middle_height * left_by(needed.dock, layout.dock);
  const float with_plots = with_comparison * left_by(compares, layout.comparison);
  switch (splitter) {
    case Splitter::left: layout.left += pixels / width; break;
    case Splitter::right: layout.right -= pixels / width; break;
    case Splitter::bottom: layout.bottom -= pixels / height; break;
    case Splitter::events: layout.events -= pixels / middle_height; break;
    case Splitter::pinned: layout.pinned -= pixels / middle_height; break;
    case Splitter::dock: layout.dock -= pixels / middle_height; break;
    case Splitter::comparison: layout.comparison -= pixels / with_comparison; break;
    case Splitter::plots: layout.plots -= pixels / with_plots; break;
    case Splitter::picture: {
      // A share of what the scene and the picture have together.
      const float sides =
          (shows(layout, AreaId::entities) || shows(layout, AreaId::events) ? layout.left : 0) +
          (shows(layout, AreaId::properties) ? layout.right : 0);
      layout.picture -= pixels / (width * std::max(0.1F, 1 - sides));
      break;
    }
  }
  for (float* share : {&layout.left, &layout.right, &layout.bottom, &layout.events, &layout.pinned,
                       &layout.picture, &layout.comparison, &layout.plots, &layout.dock}) {
    *share = std::clamp(*share, 0.05F, 0.9F);
  }
}

}  // namespace scrubjay
