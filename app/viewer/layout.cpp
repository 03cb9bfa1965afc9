#include "app/viewer/layout.h"

#include <algorithm>
#include <cmath>

namespace scrubjay {

namespace {

constexpr float kGap = 4;      // between areas: the handle to drag
constexpr float kStatus = 26;  // height of the status bar
constexpr float kLeastSide = 180;
constexpr float kLeastScene = 320;
constexpr float kLeastTimeline = 132;
constexpr float kLeastRow = 96;
constexpr float kLeastPicture = 140;

float whole(float value) { return std::round(value); }

/// `wanted` kept between `least` and `most`, where `most` wins.
float between(float wanted, float least, float most) {
  return whole(std::max(0.0F, std::min(std::max(wanted, least), most)));
}

}  // namespace

AreaRects divide(const Layout& layout, float width, float height, float top, float scale,
                 const NeededAreas& needed) {
  const float gap = kGap * scale;
  AreaRects rects;
  rects.status = {0, height - kStatus * scale, width, kStatus * scale};
  const float body_bottom = rects.status.y;
  const float body_height = std::max(0.0F, body_bottom - top);

  float middle_height = body_height;
  if (layout.show_timeline && !layout.scene_only) {
    const float wanted = layout.bottom * height;
    const float timeline_height =
        between(wanted, kLeastTimeline * scale, body_height - kLeastRow * scale - gap);
    rects.timeline = {0, body_bottom - timeline_height, width, timeline_height};
    rects.bottom_splitter = {0, rects.timeline.y - gap, width, gap};
    middle_height = body_height - timeline_height - gap;
  }

  const bool left_shown = !layout.scene_only && (layout.show_entities || layout.show_events);
  const bool right_shown = !layout.scene_only && layout.show_properties;
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
    if (layout.show_entities && layout.show_events) {
      const float events = between(layout.events * middle_height, kLeastRow * scale,
                                   middle_height - kLeastRow * scale - gap);
      rects.entities = {0, top, left, middle_height - events - gap};
      rects.events_splitter = {0, top + rects.entities.height, left, gap};
      rects.events = {0, rects.events_splitter.y + gap, left, events};
    } else if (layout.show_entities) {
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
  const float least = kLeastPicture * scale;
  if (needed.picture && !layout.scene_only && rects.scene.width > 2 * least + gap) {
    const float picture =
        between(layout.picture * rects.scene.width, least, rects.scene.width - least - gap);
    rects.scene.width -= picture + gap;
    rects.picture_splitter = {scene_right - picture - gap, top, gap, middle_height};
    rects.picture = {scene_right - picture, top, picture, middle_height};
  }
  return rects;
}

void move_splitter(Layout& layout, Splitter splitter, float pixels, float width, float height) {
  if (width <= 0 || height <= 0) return;
  const float middle_height = std::max(1.0F, height * (1 - layout.bottom));
  switch (splitter) {
    case Splitter::left: layout.left += pixels / width; break;
    case Splitter::right: layout.right -= pixels / width; break;
    case Splitter::bottom: layout.bottom -= pixels / height; break;
    case Splitter::events: layout.events -= pixels / middle_height; break;
    case Splitter::pinned: layout.pinned -= pixels / middle_height; break;
    case Splitter::picture: {
      // A share of what the scene and the picture have together.
      const float sides = (layout.show_entities || layout.show_events ? layout.left : 0) +
                          (layout.show_properties ? layout.right : 0);
      layout.picture -= pixels / (width * std::max(0.1F, 1 - sides));
      break;
    }
  }
  for (float* share : {&layout.left, &layout.right, &layout.bottom, &layout.events, &layout.pinned,
                       &layout.picture}) {
    *share = std::clamp(*share, 0.05F, 0.9F);
  }
}

}  // namespace scrubjay
