#include "app/viewer/ask/watch.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/tables/query.h"
#include "analysis/tables/sql_words.h"
#include "app/shared/query_values.h"
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

/// The frame that a row is of.
struct WatchedFrame {
  std::uint32_t asked = 0;
  FrameIndex frame;
  StreamIndex stream;
  std::size_t place = 0;  ///< in the stream
};

/// None where there is no such frame any more.
std::optional<WatchedFrame> watched_frame(const AskRows& rows, std::size_t row,
                                          const std::vector<AskedRecording>& asked) {
  const auto place = static_cast<std::size_t>(rows.value(row, 0).integer);
  if (place >= asked.size() || asked[place].recording == nullptr) return std::nullopt;
  const Timeline& timeline = asked[place].recording->timeline();
  const auto index = static_cast<std::size_t>(rows.value(row, 1).integer);
  if (index >= timeline.size()) return std::nullopt;
  const FrameIndex frame(index);
  const StreamIndex stream = timeline.stream(frame);
  return WatchedFrame{static_cast<std::uint32_t>(place), frame, stream,
                      timeline.frames_before(stream, frame)};
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
    return "A watch is what stands after where, such as z < 0, or z * 2: not a whole query.";
  }
  return tables::fault_of_condition(condition);
}

bool may_be_number(const std::string& condition) {
  static constexpr std::array<std::string_view, 13> kCompares{
      "and",  "or",   "not",     "is",     "isnull", "notnull", "in",
      "like", "glob", "between", "exists", "match",  "regexp"};
  const auto words = tables::sql_words(condition);
  std::size_t cases = 0;
  std::vector<bool> open;  // parentheses: whether they are of a call
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_name = words[i].kind == tables::SqlWord::Kind::name;
    const bool is_mark = words[i].kind == tables::SqlWord::Kind::mark;
    const std::string text = lower_case(words[i].text);
    const bool compares = is_name ? std::ranges::find(kCompares, text) != kCompares.end()
                                  : is_mark && std::string_view("<>=!").contains(text);
    if (is_name && text == "case") ++cases;
    if (is_name && text == "end" && cases > 0) --cases;
    if (is_mark && text == "(") {
      open.push_back(i > 0 && words[i - 1].kind == tables::SqlWord::Kind::name);
    }
    if (is_mark && text == ")" && !open.empty()) open.pop_back();
    const bool is_in_call = std::ranges::find(open, true) != open.end();
    if (compares && cases == 0 && !is_in_call) return false;
  }
  return true;
}

std::string number_query(const std::string& expression) {
  const std::string in_lines = "(" + expression + "\n)";  // it may end with a comment
  return "select recording, frame, min(watched), max(watched) from (select recording, frame, " +
         in_lines + " as watched from state where " + in_lines +
         " is not null) group by recording, frame order by recording, frame";
}

std::vector<WatchedNumbers> watched_numbers(const AskRows& rows,
                                            const std::vector<AskedRecording>& asked) {
  const auto is_yes_or_no = [](const tables::Value& value) {
    return value.kind == tables::Value::Kind::integer && (value.integer == 0 || value.integer == 1);
  };
  bool are_numbers = false;
  bool differ = false;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const tables::Value least = rows.value(row, 2);
    const tables::Value most = rows.value(row, 3);
    are_numbers = are_numbers || !is_yes_or_no(least) || !is_yes_or_no(most);
    differ = differ || finite_number(least) != finite_number(most);
  }
  std::vector<WatchedNumbers> all;
  if (!are_numbers) return all;
  struct Last {
    std::size_t numbers = 0;  ///< place among `all`
    std::size_t frame = 0;    ///< of the stream
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Last> last;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto at = watched_frame(rows, row, asked);
    const auto least = finite_number(rows.value(row, 2));
    const auto most = finite_number(rows.value(row, 3));
    if (!at || !least || !most) continue;
    const Timeline& timeline = asked[at->asked].recording->timeline();
    const auto time = [&](std::size_t frame) {
      return timeline.time(timeline.frame_of(at->stream, frame));
    };
    const auto [known, is_new] =
        last.try_emplace({at->asked, at->stream.value}, Last{all.size(), at->place});
    if (is_new) all.push_back({at->asked, {}});
    Last& before = known->second;
    ValuePlot& plot = all[before.numbers].plot;
    // Between them there is none.
    if (!is_new && before.frame + 1 < at->place) plot.add(time(before.frame + 1), {}, "");
    before.frame = at->place;
    const std::array<double, 2> numbers{*least, *most};
    plot.add(time(at->place), std::span(numbers).first(differ ? 2 : 1), "");
  }
  return all;
}

std::vector<WatchBand> watch_bands(const AskRows& rows, const std::vector<AskedRecording>& asked) {
  std::vector<WatchBand> bands;
  // By recording and stream: an entity may be in several streams.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unordered_map<std::uint32_t, LastOfEntity>>
      last;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto at = watched_frame(rows, row, asked);
    if (!at) continue;
    const AskedRecording& of = asked[at->asked];
    const Timeline& timeline = of.recording->timeline();
    const std::size_t next = std::min(at->place + 1, timeline.frame_count(at->stream) - 1);
    const Seconds end = timeline.time(timeline.frame_of(at->stream, next));
    auto& last_of_stream = last[{at->asked, at->stream.value}];
    each_entity(rows.value(row, 2).bytes, [&](EntityIndex entity) {
      if (entity.value >= of.recording->entity_count()) return;
      const auto known = last_of_stream.find(entity.value);
      if (known != last_of_stream.end() && known->second.frame + 1 == at->place) {
        known->second.frame = at->place;
        bands[known->second.band].end = end;
      } else if (bands.size() < kMostWatchBands) {
        last_of_stream[entity.value] = {bands.size(), at->place};
        bands.push_back({at->asked, entity, timeline.time(at->frame), end});
      }
    });
  }
  return bands;
}

std::optional<PlacedBand> placed(const WatchBand& band, const std::vector<AskedRecording>& asked,
                                 const Session& session) {
  const auto shown = shown_place(band.asked, asked, session);
  if (!shown) return std::nullopt;
  const Seconds offset = session.recordings[*shown].offset;
  return PlacedBand{{*shown, band.entity}, {band.begin + offset, band.end + offset}};
}

std::optional<PlacedBand> neighbour_band(const std::vector<WatchBand>& bands,
                                         const std::vector<AskedRecording>& asked,
                                         const Session& session, Seconds t, int direction) {
  const WatchBand* const found =
      neighbour_item(bands, &WatchBand::begin, asked, session, t, direction);
  return found == nullptr ? std::nullopt : placed(*found, asked, session);
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
