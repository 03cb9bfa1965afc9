#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panels/filters/filter_matches.h"
#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

// Hits of filters as lanes on the timeline. What is computed is apart from what is drawn.

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

// The lane of ViewState::filters[lane.index].
void draw_filter_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane);
/// What can be done with it, as entries of the menu that is open.
void filter_menu(PanelContext& context, const TimelineLane& lane);
/// Opens a filter in the panel of filters.
void edit_filter(ViewState& state, std::size_t filter);
/// Width of its name and number of hits [pixels].
float filter_name_width(const PanelContext& context, const TimelineLane& lane);
/// What the tooltip says of a place in it: how much is found there, and what first.
std::string filter_lane_remark(const PanelContext& context, const TimelineArea& area,
                               const TimelineLane& lane, float mouse_x);
/// Goes to the hit under the mouse; false when there is none.
bool take_filter_hit(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                     float mouse_x);

}  // namespace scrubjay
