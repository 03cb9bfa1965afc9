#pragma once

#include <cstdint>
#include <span>

#include "app/viewer/panels/event_lane.h"
#include "app/viewer/panels/timeline_lanes.h"

namespace scrubjay {

/// Bars show by their height how many events they stand for, and have names beside them where there
/// is room; ticks are all as high as the lane.
enum class MarkStyle : std::uint8_t { bars_with_names, ticks };

/// The events of a lane from `top` to `bottom`, with a bar along the time that an event lasts.
void draw_marks(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                std::span<const EventSource> sources, float top, float bottom, MarkStyle style);

}  // namespace scrubjay
