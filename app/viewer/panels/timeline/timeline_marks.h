#pragma once

#include <cstdint>
#include <span>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

/// Bars show by their height how many events they stand for, and have names beside them where there
/// is room; ticks are all as high as the lane.
enum class MarkStyle : std::uint8_t { bars_with_names, ticks };

/// The events of a lane from `top` to `bottom`, with a bar along the time that an event lasts.
void draw_marks(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                std::span<const EventSource> sources, float top, float bottom, MarkStyle style);

}  // namespace scrubjay
