#include "app/viewer/ask/ask_lane.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "app/shared/query_values.h"
#include "app/viewer/ask/ask_places.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// What the column holds: as the first value that is one.
AskLaneKind kind_of(const AskRows& rows, std::size_t column) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const tables::Value value = rows.value(row, column);
    if (value.kind == tables::Value::Kind::null) continue;
    return finite_number(value) ? AskLaneKind::numbers : AskLaneKind::texts;
  }
  return AskLaneKind::marks;
}

}  // namespace

std::vector<std::size_t> lane_columns(const AskRows& rows) {
  constexpr std::array<std::string_view, 15> kPlaces{
      "recording", "time", "begin", "end",  "frame", "first_frame", "last_frame", "entity",
      "a",         "b",    "who",   "whom", "event", "ordinal",     "id"};
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < rows.columns.size(); ++i) {
    const std::string name = lower_case(rows.columns[i]);
    if (std::ranges::find(kPlaces, name) == kPlaces.end()) columns.push_back(i);
  }
  return columns;
}

std::optional<std::size_t> usual_lane_column(const AskRows& rows) {
  const std::vector<std::size_t> columns = lane_columns(rows);
  if (columns.empty() || rows.size() == 0) return std::nullopt;
  const auto number = std::ranges::find_if(columns, [&](std::size_t column) {
    return finite_number(rows.value(0, column)).has_value();
  });
  return number == columns.end() ? columns.front() : *number;
}

AskLane make_ask_lane(const AskRows& rows, const std::vector<AskedRecording>& asked,
                      std::optional<std::size_t> column) {
  AskLane lane;
  lane.rows = rows;
  lane.asked = asked;
  lane.column = column;
  if (column) {
    lane.kind = kind_of(rows, *column);
    lane.title = rows.columns[*column];
  }
  const AskMoments moments(rows, asked);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto moment = moments.of(row);
    if (!moment || !moment->time) continue;
    AskMark mark{*moment->time, static_cast<std::uint32_t>(moment->asked),
                 static_cast<std::uint32_t>(row), 0, 0};
    if (lane.kind == AskLaneKind::numbers) {
      const auto value = finite_number(rows.value(row, *column));
      if (!value) continue;
      mark.value = *value;
    }
    lane.marks.push_back(mark);
  }
  const auto asked_time = [&](const AskMark& mark) { return mark.time + asked[mark.asked].offset; };
  std::ranges::stable_sort(lane.marks, {}, asked_time);
  std::unordered_map<std::string, std::uint32_t> known;
  lane.is_series = true;
  for (std::size_t i = 0; i < lane.marks.size(); ++i) {
    AskMark& mark = lane.marks[i];
    if (lane.kind == AskLaneKind::texts) {
      const auto [found, is_new] = known.try_emplace(value_text(rows.value(mark.row, *column)),
                                                     static_cast<std::uint32_t>(lane.texts.size()));
      if (is_new) lane.texts.push_back(found->first);
      mark.text = found->second;
    }
    if (i > 0 && asked_time(lane.marks[i - 1]) == asked_time(mark)) lane.is_series = false;
    lane.least = i == 0 ? mark.value : std::min(lane.least, mark.value);
    lane.most = i == 0 ? mark.value : std::max(lane.most, mark.value);
  }
  std::ranges::stable_sort(lane.marks, {}, &AskMark::asked);
  return lane;
}

std::optional<Seconds> time_of(const AskLane& lane, const AskMark& mark, const Session& session) {
  const auto offset = shown_offset(mark.asked, lane.asked, session);
  return offset ? std::optional(mark.time + *offset) : std::nullopt;
}

const AskMark* neighbour_mark(const AskLane& lane, const Session& session, Seconds t,
                              int direction) {
  return neighbour_item(lane.marks, &AskMark::time, lane.asked, session, t, direction);
}

std::vector<PlacedMark> marks_within(const AskLane& lane, const Session& session, TimeRange range) {
  std::vector<PlacedMark> placed;
  for (std::uint32_t place = 0; place < lane.asked.size(); ++place) {
    const auto offset = shown_offset(place, lane.asked, session);
    if (!offset) continue;
    const auto own = std::ranges::equal_range(lane.marks, place, {}, &AskMark::asked);
    const auto time = [&](const AskMark& mark) { return mark.time + *offset; };
    auto first = std::ranges::lower_bound(own, range.begin, {}, time);
    auto last = std::ranges::upper_bound(own, range.end, {}, time);
    if (first != own.begin()) --first;
    if (last != own.end()) ++last;
    const auto middle = static_cast<std::ptrdiff_t>(placed.size());
    for (auto mark = first; mark < last; ++mark) placed.push_back({&*mark, time(*mark)});
    std::ranges::inplace_merge(placed, placed.begin() + middle, {}, &PlacedMark::time);
  }
  return placed;
}

}  // namespace scrubjay
