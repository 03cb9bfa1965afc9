#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/ask/ask_job.h"

namespace scrubjay {

/// What stands for the rows of a query over time: a mark each, all alike or coloured by a text, or
/// numbers.
enum class AskLaneKind : std::uint8_t { marks, texts, numbers };

struct AskMark {
  Seconds time = 0;         ///< the recording's own
  std::uint32_t asked = 0;  ///< place in AskLane::asked
  std::uint32_t row = 0;
  std::uint32_t text = 0;  ///< place in AskLane::texts
  double value = 0;        ///< of numbers
};

/// Rows of a query over time.
struct AskLane {
  AskLaneKind kind = AskLaneKind::marks;
  std::optional<std::size_t> column;  ///< that is drawn
  std::string title;                  ///< of that column
  std::vector<AskMark> marks;         ///< by recording, in order of time
  std::vector<std::string> texts;     ///< each once, in order of time
  bool is_series = false;             ///< one number at a time: they are joined by a line
  double least = 0;                   ///< of the numbers
  double most = 0;
  AskRows rows;  ///< that the marks stand for
  std::vector<AskedRecording> asked;
};

/// Of the rows that have a time, see AskMoments. Of numbers those that have one.
AskLane make_ask_lane(const AskRows& rows, const std::vector<AskedRecording>& asked,
                      std::optional<std::size_t> column);

/// Columns that can be drawn: not those that say where a row leads.
std::vector<std::size_t> lane_columns(const AskRows& rows);
/// The first of them with numbers in the first row, else the first; none: marks all alike.
std::optional<std::size_t> usual_lane_column(const AskRows& rows);

/// The mark after (+1) or before (-1) session time `t`; none where there is none.
const AskMark* neighbour_mark(const AskLane& lane, const Session& session, Seconds t,
                              int direction);
/// A mark in session time.
struct PlacedMark {
  const AskMark* mark = nullptr;
  Seconds time = 0;
};
/// In order of session time: those within the range, and of each recording the nearest ones before
/// and behind it, to which a line goes.
std::vector<PlacedMark> marks_within(const AskLane& lane, const Session& session, TimeRange range);
/// Session time of a mark; none where its recording is not open or not visible.
std::optional<Seconds> time_of(const AskLane& lane, const AskMark& mark, const Session& session);

}  // namespace scrubjay
