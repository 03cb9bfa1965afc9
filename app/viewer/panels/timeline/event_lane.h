#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/playback.h"
#include "core/session.h"

namespace scrubjay {

/// Equal columns of time across the timeline. They begin at multiples of their width, so that
/// events stay in their columns while the view is moved.
struct ColumnGrid {
  Seconds origin = 0;
  Seconds width = 1;
  int count = 1;

  /// Columns of `width` seconds that cover `visible`; at most 100,000.
  static ColumnGrid over(TimeRange visible, Seconds width);
  Seconds begin_of(int column) const { return origin + width * column; }
  Seconds middle_of(int column) const { return origin + width * (column + 0.5); }
  /// Within [0, count]: earlier times belong to the first column, later ones to none (= count).
  int column_of(Seconds t) const;
  bool operator==(const ColumnGrid&) const = default;
};

/// Rows [first, last) of a list of events, which fall into one column.
struct EventColumn {
  int column = 0;
  std::size_t first = 0;
  std::size_t last = 0;
  bool operator==(const EventColumn&) const = default;
};

/// Puts rows [0, count), whose times `time_of(row)` rise, into columns; empty columns are left out
/// and no row is. Adds to `out`. O(filled columns * log(rows in one)) whatever `count` is.
template <class TimeOf>
void add_event_columns(std::size_t count, TimeOf time_of, const ColumnGrid& grid,
                       std::vector<EventColumn>& out) {
  std::size_t row =
      partition_row(count, [&](std::size_t i) { return time_of(i) < grid.begin_of(0); });
  const std::size_t own = out.size();
  while (row < count) {
    const int column = grid.column_of(time_of(row));
    if (column == grid.count) return;
    const Seconds end = grid.begin_of(column + 1);
    // Doubling steps, then a search inside the last one: most columns hold few rows.
    std::size_t low = row + 1;
    std::size_t step = 1;
    while (low + step <= count && time_of(low + step - 1) < end) {
      low += step;
      step *= 2;
    }
    const std::size_t room = std::min(step, count - low);
    const std::size_t last =
        low + partition_row(room, [&](std::size_t i) { return time_of(low + i) < end; });
    if (out.size() > own && out.back().column >= column) {
      out.back().last = last;
    } else {
      out.push_back({column, row, last});
    }
    row = last;
  }
}

/// The events of a lane that come from one recording: all of them, or those listed.
struct EventSource {
  std::size_t recording = 0;
  const std::vector<EventIndex>* rows = nullptr;  ///< null: all events of the recording
  std::size_t count = 0;
  bool by_frame =
      false;  ///< events are not in order of their own times: those of their frames count
  bool has_spans = false;  ///< some events end later than they begin

  EventIndex event(std::size_t row) const {
    return rows == nullptr ? EventIndex(row) : (*rows)[row];
  }
};

/// Session time by which the rows of a source are sorted and drawn.
Seconds time_of(const Session& session, const EventSource& source, std::size_t row);

struct EventPlace {
  std::size_t recording = 0;
  EventIndex event;
  bool operator==(const EventPlace&) const = default;
};

/// What a lane draws at one place.
struct LaneMark {
  static constexpr std::size_t kSamples = 8;
  int column = 0;
  Seconds time =
      0;  ///< session time: of the event, or of the column's middle when there are several
  Seconds until = 0;  ///< the latest end among the samples; `time` for instants
  std::size_t count = 0;
  std::array<EventPlace, kSamples>
      samples{};  ///< all events when they are few, else spread over them
  std::size_t sample_count = 0;
};

/// The marks of a lane in order of time. Every event in the grid's time is counted in exactly one.
void lane_marks(const Session& session, std::span<const EventSource> sources,
                const ColumnGrid& grid, std::vector<LaneMark>& out);

/// Events that began before `t` and last beyond it.
void spans_at(const Session& session, std::span<const EventSource> sources, Seconds t,
              std::vector<EventPlace>& out);

/// How many events lie in the closed range, and the first `most` of them in order of time.
struct EventsNear {
  std::size_t count = 0;
  std::vector<EventPlace> first;
};
EventsNear events_near(const Session& session, std::span<const EventSource> sources,
                       TimeRange range, std::size_t most = 8);

/// Events that are told alike: of one name and tag, of entities of one name, that last as long.
struct AlikeEvents {
  EventPlace first;
  std::size_t count = 0;
};
/// In the order of the first of each. O(n^2).
std::vector<AlikeEvents> alike_events(const Session& session, std::span<const EventPlace> events);

/// The event nearest to `t`, not farther than `tolerance`.
std::optional<FoundEvent> nearest_event(const Session& session,
                                        std::span<const EventSource> sources, Seconds t,
                                        Seconds tolerance);

/// Height of a mark as a share of its lane, for `count` events where the fullest place has `most`:
/// logarithmic; a single event has 0.3 to 0.75.
double density_height(std::size_t count, std::size_t most);

/// "collision", "added ×3, parented": the names at one place, `first` in front where it is one of
/// them; empty when not all of them are known.
std::string mark_names(const Session& session, const LaneMark& mark, std::string_view first = {});

}  // namespace scrubjay
