#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "app/shared/filter_search.h"
#include "app/viewer/panel.h"
#include "core/growing_column.h"

namespace scrubjay {

// Where filters hold in the open recordings, and how to get there.

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

/// The frames of a source by their place in the stream, in session time.
struct StreamTimes {
  const Timeline& timeline;
  StreamIndex stream;
  Seconds offset = 0;
  std::size_t count = 0;

  StreamTimes(const Session& session, const MatchSource& source)
      : timeline(session.recordings[source.recording].recording->timeline()),
        stream(source.stream),
        offset(session.recordings[source.recording].offset),
        count(timeline.frame_count(source.stream)) {}
  Seconds operator[](std::size_t n) const {
    return timeline.time(timeline.frame_of(stream, n)) + offset;
  }
  /// How many frames lie before `t`.
  std::size_t before(Seconds t) const {
    return partition_row(count, [&](std::size_t n) { return (*this)[n] < t; });
  }
  /// How many frames lie at or before `t`.
  std::size_t until(Seconds t) const {
    return partition_row(count, [&](std::size_t n) { return (*this)[n] <= t; });
  }
  /// Until when the state of the n-th frame holds.
  Seconds end_of(std::size_t n) const { return (*this)[std::min(n + 1, count - 1)]; }
};

/// Its hits are states that last until the next frame, not events.
inline bool is_lasting(const Filter& filter) { return filter.kind == FilterKind::property; }

/// Where a filter holds next after (direction +1) or before (-1) session time `t`: where a run of
/// frames begins when it is about properties, each frame when it is about events.
std::optional<FrameRef> neighbour_match(const Session& session,
                                        std::span<const MatchSource> sources, Seconds t,
                                        int direction, bool lasting);
/// The frame found that is nearest to `t`, not farther than `tolerance`.
std::optional<FrameRef> nearest_match(const Session& session, std::span<const MatchSource> sources,
                                      Seconds t, Seconds tolerance, bool lasting);

/// What was found first in a frame, and how much more.
struct HitsAtFrame {
  std::vector<FilterHit> first;
  std::size_t count = 0;
};

/// The first `most` hits of a filter in a frame.
HitsAtFrame hits_at(const FilterSearch::Found& found, const Recording* recording,
                    const Filter& filter, FrameIndex frame, std::size_t most);

/// Goes to a hit: to the frame, and selects the entity or event that was found there first, as far
/// as it is listed. With `keep_selection` only the time changes.
void go_to_match(PanelContext& context, const Filter& filter, FrameRef frame, bool keep_selection);
/// The same for the next (+1) or previous (-1) hit of any filter that is on. False when there is
/// none.
bool go_to_neighbour_match(PanelContext& context, int direction);

}  // namespace scrubjay
