#include "app/viewer/panels/timeline/event_lane.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Rows [first, last) of a source whose times lie in the closed range.
std::pair<std::size_t, std::size_t> rows_in(const Session& session, const EventSource& source,
                                            TimeRange range) {
  const std::size_t first = partition_row(
      source.count, [&](std::size_t row) { return time_of(session, source, row) < range.begin; });
  const std::size_t last = partition_row(
      source.count, [&](std::size_t row) { return time_of(session, source, row) <= range.end; });
  return {first, std::max(first, last)};
}

Seconds end_of(const Session& session, EventPlace place) {
  const OpenRecording& open = session.recordings[place.recording];
  return open.recording->event(place.event).end + open.offset;
}

LaneMark mark_of(const Session& session, const EventSource& source, const EventColumn& column,
                 const ColumnGrid& grid) {
  LaneMark mark;
  mark.column = column.column;
  mark.count = column.last - column.first;
  mark.time =
      mark.count == 1 ? time_of(session, source, column.first) : grid.middle_of(column.column);
  mark.until = mark.time;
  mark.sample_count = std::min(mark.count, LaneMark::kSamples);
  for (std::size_t i = 0; i < mark.sample_count; ++i) {
    // Spread evenly, first and last included.
    const std::size_t step =
        mark.sample_count == 1 ? 0 : i * (mark.count - 1) / (mark.sample_count - 1);
    mark.samples[i] = {source.recording, source.event(column.first + step)};
    if (source.has_spans) mark.until = std::max(mark.until, end_of(session, mark.samples[i]));
  }
  return mark;
}

void merge(LaneMark& mark, const LaneMark& other, const ColumnGrid& grid) {
  // Both keep a fair part of the samples.
  const std::size_t room = LaneMark::kSamples - mark.sample_count;
  const std::size_t taken = std::min(other.sample_count, std::max(room, LaneMark::kSamples / 2));
  mark.sample_count = std::min(mark.sample_count, LaneMark::kSamples - taken);
  for (std::size_t i = 0; i < taken; ++i) mark.samples[mark.sample_count++] = other.samples[i];
  mark.count += other.count;
  mark.time = grid.middle_of(mark.column);
  mark.until = std::max({mark.time, mark.until, other.until});
}

}  // namespace

ColumnGrid ColumnGrid::over(TimeRange visible, Seconds width) {
  ColumnGrid grid;
  grid.width = width;
  grid.origin = std::floor(visible.begin / width) * width;
  const double wanted = std::ceil((visible.end - grid.origin) / width) + 1;
  grid.count = wanted >= 1 ? static_cast<int>(std::min(wanted, 100'000.0)) : 1;
  return grid;
}

int ColumnGrid::column_of(Seconds t) const {
  const double place = std::floor((t - origin) / width);
  if (!(place >= 0)) return 0;
  return place >= count ? count : static_cast<int>(place);
}

Seconds time_of(const Session& session, const EventSource& source, std::size_t row) {
  const OpenRecording& open = session.recordings[source.recording];
  const EventInfo event = open.recording->event(source.event(row));
  return (source.by_frame ? open.recording->timeline().time(event.frame) : event.time) +
         open.offset;
}

void lane_marks(const Session& session, std::span<const EventSource> sources,
                const ColumnGrid& grid, std::vector<LaneMark>& out) {
  out.clear();
  std::vector<EventColumn> columns;
  for (const EventSource& source : sources) {
    columns.clear();
    add_event_columns(
        source.count, [&](std::size_t row) { return time_of(session, source, row); }, grid,
        columns);
    for (const EventColumn& column : columns) {
      out.push_back(mark_of(session, source, column, grid));
    }
  }
  if (sources.size() < 2) return;
  std::ranges::stable_sort(out, {}, &LaneMark::column);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i].column == out[kept].column) {
      merge(out[kept], out[i], grid);
    } else {
      out[++kept] = out[i];
    }
  }
  if (!out.empty()) out.resize(kept + 1);
}

void spans_at(const Session& session, std::span<const EventSource> sources, Seconds t,
              std::vector<EventPlace>& out) {
  out.clear();
  for (const EventSource& source : sources) {
    if (!source.has_spans) continue;
    const OpenRecording& open = session.recordings[source.recording];
    const Seconds own = t - open.offset;
    open.recording->visit_events({own, own}, [&](EventIndex event) {
      const EventInfo info = open.recording->event(event);
      if (!(info.time < own) || !(info.end > own)) return;
      if (source.rows != nullptr && !std::ranges::binary_search(*source.rows, event)) return;
      out.push_back({source.recording, event});
    });
  }
}

EventsNear events_near(const Session& session, std::span<const EventSource> sources,
                       TimeRange range, std::size_t most) {
  struct Found {
    Seconds time;
    EventPlace place;
  };
  EventsNear near;
  std::vector<Found> found;
  for (const EventSource& source : sources) {
    const auto [first, last] = rows_in(session, source, range);
    near.count += last - first;
    for (std::size_t row = first; row < last && row < first + most; ++row) {
      found.push_back({time_of(session, source, row), {source.recording, source.event(row)}});
    }
  }
  std::ranges::stable_sort(found, {}, &Found::time);
  for (std::size_t i = 0; i < found.size() && i < most; ++i) near.first.push_back(found[i].place);
  return near;
}

std::vector<AlikeEvents> alike_events(const Session& session, std::span<const EventPlace> events) {
  const auto told_of = [&](const EventPlace& place) {
    const Recording& recording = *session.recordings[place.recording].recording;
    const EventInfo event = recording.event(place.event);
    std::string_view name;
    if (event.entity.exists() && event.entity.value < recording.entity_count()) {
      const EntityInfo entity = recording.entity(event.entity);
      name = entity.name.empty() ? entity.id : entity.name;
    }
    return std::tuple(event.name, event.tag, name, event.end - event.time);
  };
  std::vector<AlikeEvents> alike;
  for (const EventPlace& place : events) {
    const auto told = told_of(place);
    const auto found = std::ranges::find_if(
        alike, [&](const AlikeEvents& one) { return told_of(one.first) == told; });
    if (found == alike.end()) {
      alike.push_back({place, 1});
    } else {
      ++found->count;
    }
  }
  return alike;
}

std::optional<FoundEvent> nearest_event(const Session& session,
                                        std::span<const EventSource> sources, Seconds t,
                                        Seconds tolerance) {
  std::optional<FoundEvent> best;
  Seconds nearest = tolerance;
  const auto consider = [&](const EventSource& source, std::size_t row) {
    const Seconds time = time_of(session, source, row);
    const Seconds distance = std::fabs(time - t);
    if (!(distance <= nearest) || (best && distance == nearest)) return;
    nearest = distance;
    const OpenRecording& open = session.recordings[source.recording];
    const EventIndex event = source.event(row);
    best = FoundEvent{source.recording, event, open.recording->event(event).time + open.offset};
  };
  for (const EventSource& source : sources) {
    const std::size_t after = partition_row(
        source.count, [&](std::size_t row) { return time_of(session, source, row) < t; });
    if (after < source.count) consider(source, after);
    if (after == 0) continue;
    // Of several at the same moment the first one.
    const Seconds before = time_of(session, source, after - 1);
    consider(source, partition_row(after, [&](std::size_t row) {
               return time_of(session, source, row) < before;
             }));
  }
  return best;
}

double density_height(std::size_t count, std::size_t most) {
  const double fullest = static_cast<double>(std::max<std::size_t>(most, 1));
  const double own = static_cast<double>(std::max<std::size_t>(count, 1));
  // The more crowded the lane, the more room above a single event.
  const double single = 0.3 + 0.45 / (1 + std::log10(fullest));
  const double share = std::log(own) / std::log(std::max(fullest, 10.0));
  return single + (1 - single) * std::min(share, 1.0);
}

std::string mark_names(const Session& session, const LaneMark& mark, std::string_view first) {
  if (mark.count > mark.sample_count) return "";
  struct Named {
    std::string_view name;
    std::size_t count;
  };
  std::vector<Named> names;
  for (std::size_t i = 0; i < mark.sample_count; ++i) {
    const EventPlace& place = mark.samples[i];
    const std::string_view name =
        session.recordings[place.recording].recording->event(place.event).name;
    const auto known = std::ranges::find(names, name, &Named::name);
    if (known == names.end()) {
      names.push_back({name, 1});
    } else {
      ++known->count;
    }
  }
  std::ranges::stable_partition(names, [&](const Named& named) { return named.name == first; });
  return joined_by(names, [](const Named& named) {
    return one_line(named.name, 60) +
           (named.count > 1 ? " \u00D7" + std::to_string(named.count) : "");
  });
}

}  // namespace scrubjay
