#include "app/viewer/ask/watch.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/tables/query.h"
#include "analysis/tables/sql_words.h"
#include "core/growing_column.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::string_view kColumns = "recording, frame, group_concat(entity)";

/// The band that an entity's last frame with the condition ended.
struct LastOfEntity {
  std::size_t band = 0;
  std::size_t frame = 0;  ///< of the stream
};

/// Calls `take(EntityIndex)` for each of "3,17,20".
template <class Take>
void each_entity(std::string_view list, Take take) {
  const char* at = list.data();
  const char* const end = at + list.size();
  while (at < end) {
    std::uint32_t entity = 0;
    const auto read = std::from_chars(at, end, entity);
    if (read.ec != std::errc()) return;
    take(EntityIndex(entity));
    at = read.ptr + 1;
  }
}

}  // namespace

std::string watch_query(const std::string& condition) {
  return tables::condition_query(kColumns, condition,
                                 "group by recording, frame order by recording, frame");
}

Problem problem_of_watch(Problem problem, const std::string& condition) {
  return tables::problem_of_condition(std::move(problem), kColumns, condition);
}

const char* fault_of_watch(const std::string& condition) {
  const auto words = tables::sql_words(condition);
  if (words.empty()) return "Write a condition, such as z < 0, then press Watch.";
  const std::string first = lower_case(words.front().text);
  if (first == "select" || first == "with" || first == "values") {
    return "A watch is a condition over state, as it stands after where: z < 0, not a whole query.";
  }
  return tables::fault_of_condition(condition);
}

std::vector<WatchBand> watch_bands(const AskRows& rows, const std::vector<AskedRecording>& asked) {
  std::vector<WatchBand> bands;
  // By recording and stream: an entity may be in several streams.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unordered_map<std::uint32_t, LastOfEntity>>
      last;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto place = static_cast<std::size_t>(rows.value(row, 0).integer);
    if (place >= asked.size() || asked[place].recording == nullptr) continue;
    const Timeline& timeline = asked[place].recording->timeline();
    const auto index = static_cast<std::size_t>(rows.value(row, 1).integer);
    if (index >= timeline.size()) continue;
    const StreamIndex stream = timeline.stream(FrameIndex(index));
    const std::size_t count = timeline.frame_count(stream);
    const std::size_t n = partition_row(
        count, [&](std::size_t i) { return timeline.frame_of(stream, i).value < index; });
    const Seconds end = timeline.time(timeline.frame_of(stream, std::min(n + 1, count - 1)));
    const auto of = static_cast<std::uint32_t>(place);
    auto& last_of_stream = last[{of, stream.value}];
    each_entity(rows.value(row, 2).bytes, [&](EntityIndex entity) {
      if (entity.value >= asked[place].recording->entity_count()) return;
      const auto known = last_of_stream.find(entity.value);
      if (known != last_of_stream.end() && known->second.frame + 1 == n) {
        known->second.frame = n;
        bands[known->second.band].end = end;
      } else if (bands.size() < kMostWatchBands) {
        last_of_stream[entity.value] = {bands.size(), n};
        bands.push_back({of, entity, timeline.time(FrameIndex(index)), end});
      }
    });
  }
  return bands;
}

std::optional<PlacedBand> placed(const WatchBand& band, const std::vector<AskedRecording>& asked,
                                 const Session& session) {
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    if (open.recording == asked[band.asked].recording && open.visible) {
      return PlacedBand{{i, band.entity}, {band.begin + open.offset, band.end + open.offset}};
    }
  }
  return std::nullopt;
}

std::optional<PlacedBand> neighbour_band(const std::vector<WatchBand>& bands,
                                         const std::vector<AskedRecording>& asked,
                                         const Session& session, Seconds t, int direction) {
  std::optional<PlacedBand> best;
  for (const WatchBand& band : bands) {
    const auto at = placed(band, asked, session);
    if (!at || (direction > 0 ? at->range.begin <= t : at->range.begin >= t)) continue;
    const bool is_nearer = !best || (direction > 0 ? at->range.begin < best->range.begin
                                                   : at->range.begin > best->range.begin);
    if (is_nearer) best = at;
  }
  return best;
}

std::vector<PlacedBand> bands_at(const std::vector<WatchBand>& bands,
                                 const std::vector<AskedRecording>& asked, const Session& session,
                                 Seconds t, Seconds reach) {
  std::vector<PlacedBand> found;
  std::optional<PlacedBand> nearest;
  for (const WatchBand& band : bands) {
    const auto at = placed(band, asked, session);
    if (!at) continue;
    const auto& [begin, end] = at->range;
    if (begin <= t && (t < end || t == begin)) found.push_back(*at);
    const Seconds distance = std::max({begin - t, t - end, 0.0});
    if (distance > reach) continue;
    reach = distance;
    nearest = at;
  }
  if (found.empty() && nearest) found.push_back(*nearest);
  std::ranges::stable_sort(found, std::greater(),
                           [](const PlacedBand& at) { return at.range.begin; });
  return found;
}

}  // namespace scrubjay
