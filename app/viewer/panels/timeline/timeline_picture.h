#pragma once

#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"
#include "app/viewer/panels/timeline/timeline_cache.h"

namespace scrubjay {

/// All that one picture of the panel works with.
struct TimelinePicture {
  PanelContext& context;
  TimelineArea area;
  std::vector<TimelineLane> lanes;
  float ruler_top = 0;
  float lanes_top = 0;
  float lanes_bottom = 0;
  bool has_time = false;  ///< something has frames

  TimelineCache& cache() const { return context.caches.of<TimelineCache>(); }
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

}  // namespace scrubjay
