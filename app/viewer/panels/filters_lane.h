#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/filter_search.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/event_lane.h"
#include "app/viewer/panels/timeline_lanes.h"

namespace scrubjay {

// Hits of filters as lanes on the timeline. What is computed is apart from what is drawn.

/// The hits of a filter in one stream.
struct MatchSource {
  std::size_t recording = 0;
  StreamIndex stream;
  std::span<const MatchRun> runs;
};

/// Those of all streams that are shown, of recordings in which the filter was searched for. Valid
/// as long as `found`.
std::vector<MatchSource> match_sources(const Session& session, const FilterSearch::Found& found,
                                       const Filter& filter);

/// A stretch of a lane in which a filter holds.
struct MatchBar {
  Seconds begin = 0;  ///< session time
  Seconds end = 0;    ///< when the next frame comes; `begin` for filters on events
};

/// How much of a column's frames a filter finds.
struct MatchColumn {
  int column = 0;
  double share = 0;  ///< above 0, at most 1
  bool operator==(const MatchColumn&) const = default;
};

/// The runs of one source that meet the closed range, one by one; nothing when there are more than
/// `most`. `lasting`: a frame's state holds until the next frame.
std::optional<std::vector<MatchBar>> match_bars(const Session& session, const MatchSource& source,
                                                TimeRange visible, bool lasting, std::size_t most);
/// The same as density: every column in which at least one frame is found, ascending.
/// O(columns * sources * log frames).
std::vector<MatchColumn> match_columns(const Session& session, std::span<const MatchSource> sources,
                                       const ColumnGrid& grid);

/// Where a filter holds next after (direction +1) or before (-1) session time `t`: where a run of
/// frames begins when it is about properties, each frame when it is about events.
std::optional<FrameRef> neighbour_match(const Session& session,
                                        std::span<const MatchSource> sources, Seconds t,
                                        int direction, bool lasting);
/// The frame found that is nearest to `t`, not farther than `tolerance`.
std::optional<FrameRef> nearest_match(const Session& session, std::span<const MatchSource> sources,
                                      Seconds t, Seconds tolerance, bool lasting);

/// Goes to a hit: to the frame, and selects the entity or event that was found there first, as far
/// as it is listed. With `keep_selection` only the time changes.
void go_to_match(PanelContext& context, const Filter& filter, FrameRef frame, bool keep_selection);
/// The same for the next (+1) or previous (-1) hit of any filter that is on. False when there is
/// none.
bool go_to_neighbour_match(PanelContext& context, int direction);

// The lane of ViewState::filters[lane.index].
void draw_filter_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane);
/// Its name: a click opens it in the panel of filters.
void filter_gutter(PanelContext& context, const TimelineLane& lane, float width);
/// What the tooltip says of a place in it: how much is found there, and what first.
std::string filter_lane_remark(const PanelContext& context, const TimelineArea& area,
                               const TimelineLane& lane, float mouse_x);
/// Goes to the hit under the mouse; false when there is none.
bool take_filter_hit(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                     float mouse_x);

}  // namespace scrubjay
