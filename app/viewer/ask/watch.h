#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/shared/value_plots.h"
#include "app/viewer/ask/ask_job.h"

namespace scrubjay {

/// A stretch of frames of one stream in which a condition holds for an entity.
struct WatchBand {
  std::uint32_t asked = 0;  ///< place among the recordings that were asked
  EntityIndex entity;
  Seconds begin = 0;  ///< the recording's own
  Seconds end = 0;    ///< when the first frame comes in which it does not hold, else the last
  bool operator==(const WatchBand&) const = default;
};

/// The frames in which a condition over `state` holds, each with the entities for which it does, in
/// order of recording and frame.
std::string watch_query(const std::string& condition);
/// A problem of that query, told by its place in the condition.
Problem problem_of_watch(Problem problem, const std::string& condition);
/// What is wrong with a condition or an expression before it is asked; nullptr when nothing is.
const char* fault_of_watch(const std::string& condition);

/// The numbers of an expression over `state` in the frames of one stream: the least and the
/// greatest of the entities', or one where they never differ.
struct WatchedNumbers {
  std::uint32_t asked = 0;  ///< place among the recordings that were asked
  ValuePlot plot;
};

/// Whether it may be an expression for a number: it compares nothing but inside of a CASE or a
/// call.
bool may_be_number(const std::string& condition);
/// The least and the greatest number in each frame, in order of recording and frame.
std::string number_query(const std::string& expression);
/// Of the rows of number_query(); none where they are no numbers, or say yes and no (0 and 1).
std::vector<WatchedNumbers> watched_numbers(const AskRows& rows,
                                            const std::vector<AskedRecording>& asked);

/// Of the rows of watch_query(), by recording in order of their begin; of very many the first ones.
std::vector<WatchBand> watch_bands(const AskRows& rows, const std::vector<AskedRecording>& asked);
inline constexpr std::size_t kMostWatchBands = 50'000;

/// A band on the timeline, in session time.
struct PlacedBand {
  EntityRef entity;
  TimeRange range;
};
/// None where its recording is not open or not visible.
std::optional<PlacedBand> placed(const WatchBand& band, const std::vector<AskedRecording>& asked,
                                 const Session& session);
/// The band that begins first after session time `t` (+1) or last before it (-1).
std::optional<PlacedBand> neighbour_band(const std::vector<WatchBand>& bands,
                                         const std::vector<AskedRecording>& asked,
                                         const Session& session, Seconds t, int direction);
/// The bands that hold at session time `t`, those that began last first; where none does, the
/// nearest one no farther than `reach` from it.
std::vector<PlacedBand> bands_at(const std::vector<WatchBand>& bands,
                                 const std::vector<AskedRecording>& asked, const Session& session,
                                 Seconds t, Seconds reach = 0);

}  // namespace scrubjay
