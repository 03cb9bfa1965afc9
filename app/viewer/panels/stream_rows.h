#pragma once

#include <optional>
#include <string>

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
  bool is_before_first = false;  ///< the playhead has not come to its first frame yet
  bool has_ended = false;        ///< no frame comes after it
};

/// Of a stream at recording time `t`; nothing while its frames go on. O(log frames).
std::optional<StreamAge> stream_age(const Recording& recording, StreamIndex stream, Seconds t);
/// Of a whole recording: that of the stream that is nearest, if all have one.
std::optional<StreamAge> recording_age(const OpenRecording& open, Seconds session_time);
/// "last frame 1.2 s ago", "begins in 0.8 s".
std::string age_text(const StreamAge& age);

}  // namespace scrubjay
