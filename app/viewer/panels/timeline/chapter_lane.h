#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"
#include "app/viewer/panels/timeline/timeline_cache.h"

namespace scrubjay {

/// A named part of a recording: from an event of that role to the next one, the last to
/// the recording's end.
struct Chapter {
  std::size_t recording = 0;
  EventIndex event;
  Seconds begin = 0;  ///< session time
  Seconds end = 0;
  std::string_view name;  ///< of the recording
};

/// How many chapters a recording has, as far as they are known. None while the cache is still of
/// another one in its place: keys and menus are asked before the timeline is drawn.
std::size_t chapter_count(const Session& session, const TimelineCache& cache,
                          std::size_t recording);
/// The nth of them in order of time.
Chapter chapter_at(const Session& session, const TimelineCache& cache, std::size_t recording,
                   std::size_t n);
/// The one in which session time `t` lies; none before the first.
std::optional<Chapter> chapter_of(const Session& session, const TimelineCache& cache,
                                  std::size_t recording, Seconds t);
/// The next chapter to begin after `t` (direction +1) or before it (-1), of visible recordings.
std::optional<Chapter> neighbour_chapter(const Session& session, const TimelineCache& cache,
                                         Seconds t, int direction);
/// Goes to where a chapter begins and selects its event.
void go_to_chapter(ViewContext& context, const Chapter& chapter);

// The lane of the recording `lane.index`.
void draw_chapter_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                       const TimelineLane& lane);
/// What the tooltip says of the chapter under the mouse; empty before the first.
std::string chapter_remark(const PanelContext& context, const TimelineArea& area,
                           const TimelineLane& lane, float mouse_x);
/// Goes to the chapter under the mouse; false before the first.
bool take_chapter(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                  float mouse_x);

}  // namespace scrubjay
