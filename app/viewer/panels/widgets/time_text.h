#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/session.h"

namespace scrubjay {

/// "3.412 s": time as it is shown everywhere in the window. `per_pixel` asks for as many decimals
/// as a pixel of that length needs, three at least.
std::string time_text(Seconds t, Seconds per_pixel = 1);
/// "1 h 20 min 23.412 s" for a minute or more, else empty: for people who count in hours.
std::string long_time_text(Seconds t);

/// "150 %" of 1.5.
std::string percent_text(float share);

/// Where a recording that was cut off ends: "This recording was cut off at 3.735 s."
std::string cut_off_text(const OpenRecording& open);

/// The frame that stands for the whole session when one number is shown: that of the primary
/// selection's recording, else of the first visible recording with frames, at or before `t`.
std::optional<FrameRef> playhead_frame(const Session& session, Seconds t,
                                       std::optional<EntityRef> primary = std::nullopt);

/// What somebody typed to go somewhere.
struct TimeEntry {
  std::optional<Seconds> time;
  std::optional<std::uint64_t> frame;  ///< counted from 0
  bool operator==(const TimeEntry&) const = default;
};

/// Understands "3.412", "3,412 s", "250 ms", "1 h 20 min 3 s", "1:20:03.5" and "#120". Nothing when
/// the text is none of these.
std::optional<TimeEntry> parse_time_entry(std::string_view text);

}  // namespace scrubjay
