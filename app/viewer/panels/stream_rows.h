#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/viewer/theme.h"
#include "core/session.h"

namespace scrubjay {

// The streams of a recording (clients, servers) as panels show them. Recordings with one stream
// have none to show.

inline bool has_several_streams(const Recording& recording) {
  return recording.timeline().stream_count() > 1;
}
/// Whether any open recording has several.
bool has_several_streams(const Session& session);

/// What people call a stream: its name, else "Client 3" by its id, on one line.
std::string stream_title(const Timeline& timeline, StreamIndex stream);
/// The same colour for a stream all over the window.
ImVec4 stream_color(const Theme& theme, StreamIndex stream);

bool is_hidden(const OpenRecording& open, StreamIndex stream);
void set_hidden(OpenRecording& open, StreamIndex stream, bool hidden);
/// Shows this stream alone; all of them when it is alone already.
void show_alone(OpenRecording& open, StreamIndex stream);
void show_all(OpenRecording& open);
/// The stream that is shown alone, if one is.
std::optional<StreamIndex> shown_alone(const OpenRecording& open);

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
/// "begins at 0.800 s", "ended at 5.632 s", of a stream that is only silent "last frame 1.2 s ago".
/// `offset` is that of the recording in the session.
std::string age_text(const StreamAge& age, Seconds offset);

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
