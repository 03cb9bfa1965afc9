#include "app/viewer/ask/watch.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/tables/query.h"
#include "analysis/tables/sql_words.h"
#include "core/growing_column.h"

namespace scrubjay {

namespace {

constexpr std::string_view kColumns = "distinct recording, frame";

/// The band that a stream's last frame with the condition ended.
struct LastOfStream {
  std::size_t band = 0;
  std::size_t frame = 0;  ///< of the stream
};

}  // namespace

std::string watch_query(const std::string& condition) {
  return tables::condition_query(kColumns, condition, "recording, frame");
}

Problem problem_of_watch(Problem problem, const std::string& condition) {
  return tables::problem_of_condition(std::move(problem), kColumns, condition);
}

const char* fault_of_watch(const std::string& condition) {
  const auto words = tables::sql_words(condition);
  if (words.empty()) return "Write a condition, such as z < 0, then press Watch.";
  const std::string first = tables::lower_case(words.front().text);
  if (first == "select" || first == "with" || first == "values") {
    return "A watch is a condition over state, as it stands after where: z < 0, not a whole query.";
  }
  return tables::fault_of_condition(condition);
}

std::vector<WatchBand> watch_bands(const AskRows& rows, const std::vector<AskedRecording>& asked) {
  std::vector<WatchBand> bands;
  std::map<std::pair<std::uint32_t, std::uint32_t>, LastOfStream> last;
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
    const auto [known, is_new] =
        last.try_emplace({static_cast<std::uint32_t>(place), stream.value}, LastOfStream{});
    if (is_new || known->second.frame + 1 != n) {
      known->second.band = bands.size();
      bands.push_back({static_cast<std::uint32_t>(place), timeline.time(FrameIndex(index)), end});
    }
    known->second.frame = n;
    bands[known->second.band].end = end;
  }
  return bands;
}

std::optional<Seconds> begin_of(const WatchBand& band, const std::vector<AskedRecording>& asked,
                                const Session& session) {
  for (const OpenRecording& open : session.recordings) {
    if (open.recording == asked[band.asked].recording && open.visible) {
      return band.begin + open.offset;
    }
  }
  return std::nullopt;
}

std::optional<Seconds> first_begin(const std::vector<WatchBand>& bands,
                                   const std::vector<AskedRecording>& asked, const Session& session,
                                   Seconds from, Seconds to) {
  std::optional<Seconds> first;
  for (const WatchBand& band : bands) {
    const auto begin = begin_of(band, asked, session);
    if (begin && *begin > from && *begin <= to && (!first || *begin < *first)) first = begin;
  }
  return first;
}

}  // namespace scrubjay
