#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/viewer/theme.h"
#include "core/session.h"
#include "core/stream_age.h"

namespace scrubjay {

// The streams of a recording (clients, servers) as panels show them. Recordings with one stream
// have none to show.

inline bool has_several_streams(const Recording& recording) {
  return recording.timeline().stream_count() > 1;
}

/// What people call a stream: its name, else "Client 3" by its id, on one line.
std::string stream_title(const Timeline& timeline, StreamIndex stream);

bool is_hidden(const OpenRecording& open, StreamIndex stream);
void set_hidden(OpenRecording& open, StreamIndex stream, bool hidden);
/// Shows this stream alone; all of them when it is alone already.
void show_alone(OpenRecording& open, StreamIndex stream);
void show_all(OpenRecording& open);
/// The stream that is shown alone, if one is.
std::optional<StreamIndex> shown_alone(const OpenRecording& open);

/// "begins at 0.800 s", "ended at 5.632 s", of a stream that is only silent "last frame 1.2 s ago".
/// `offset` is that of the recording in the session.
std::string age_text(const StreamAge& age, Seconds offset);

}  // namespace scrubjay
