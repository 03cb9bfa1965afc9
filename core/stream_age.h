#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/session.h"

namespace scrubjay {

/// How far what is shown of a stream lies from the playhead, when that is much more than its frames
/// lie apart.
struct StreamAge {
  Seconds away = 0;              ///< above 0
  Seconds edge = 0;              ///< recording time of the frame that is shown
  bool is_before_first = false;  ///< the playhead has not come to its first frame yet
  bool has_ended = false;        ///< no frame comes after it
};

/// Of a stream at recording time `t`, before its first frame or long after the last one; nothing
/// while its frames go on. O(log frames).
std::optional<StreamAge> stream_age(const Recording& recording, StreamIndex stream, Seconds t);
/// Of a whole recording: that of the stream that is nearest, if all have one.
std::optional<StreamAge> recording_age(const OpenRecording& open, Seconds session_time);

/// What of a stream is to be seen at the playhead. Its first (or last) frame stands in where it has
/// none, which must not be taken for what is.
enum class Presence : std::uint8_t {
  live,    ///< it holds: frames go on, or it is only silent
  past,    ///< its whole recording is over: the last state, marked
  absent,  ///< it has not begun, or is over while others of its recording go on
};
/// "live", "past", "absent".
std::string_view to_text(Presence presence);
/// O(streams * log frames).
Presence presence_of(const OpenRecording& open, StreamIndex stream, Seconds session_time);

}  // namespace scrubjay
