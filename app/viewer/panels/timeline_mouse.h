#pragma once

#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/timeline_lanes.h"

namespace scrubjay {

inline constexpr float kGrab = 4;    ///< how near the mouse must be to a mark, pixels at 100 %
inline constexpr float kHandle = 5;  ///< half the width of the playhead's handle

/// All that one picture of the panel works with.
struct TimelinePicture {
  PanelContext& context;
  TimelineArea area;
  std::vector<TimelineLane> lanes;
  float ruler_top = 0;
  float lanes_top = 0;
  float lanes_bottom = 0;
  bool has_time = false;  ///< something has frames

  TimelineCache& cache() const { return context.caches.timeline; }
  const Session& session() const { return context.session(); }
  ViewState& state() const { return context.state; }
  double width() const { return area.axis.width; }
  Seconds time_at(float x) const { return area.axis.time_at(static_cast<double>(x)); }
};

/// The lane at a height on the screen, or null.
inline const TimelineLane* lane_at(const TimelinePicture& picture, float y) {
  for (const TimelineLane& lane : picture.lanes) {
    if (y >= lane.top && y < lane.bottom) return &lane;
  }
  return nullptr;
}

/// What the mouse does over the ruler or the lanes, whose invisible button was the last item:
/// scrubs, zooms, pans, selects a range, takes an event.
void handle_timeline_mouse(TimelinePicture& picture, bool on_ruler);

}  // namespace scrubjay
