#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/ask/ask_job.h"

namespace scrubjay {

/// A stretch of frames of one stream in which a condition holds for some entity.
struct WatchBand {
  std::uint32_t asked = 0;  ///< place among the recordings that were asked
  Seconds begin = 0;        ///< the recording's own
  Seconds end = 0;          ///< when the first frame comes in which it does not hold, else the last
  bool operator==(const WatchBand&) const = default;
};

/// The frames in which a condition over `state` holds, in order of recording and frame.
std::string watch_query(const std::string& condition);
/// A problem of that query, told by its place in the condition.
Problem problem_of_watch(Problem problem, const std::string& condition);
/// What is wrong with the condition before it is asked; nullptr when nothing is.
const char* fault_of_watch(const std::string& condition);

/// Of the rows of watch_query(), by recording and stream in order of time.
std::vector<WatchBand> watch_bands(const AskRows& rows, const std::vector<AskedRecording>& asked);

/// Session time at which a band begins, none where its recording is not open or not visible.
std::optional<Seconds> begin_of(const WatchBand& band, const std::vector<AskedRecording>& asked,
                                const Session& session);
/// The first begin after `from` and at or before `to`, in session time.
std::optional<Seconds> first_begin(const std::vector<WatchBand>& bands,
                                   const std::vector<AskedRecording>& asked,
                                   const Session& session, Seconds from, Seconds to);

}  // namespace scrubjay
