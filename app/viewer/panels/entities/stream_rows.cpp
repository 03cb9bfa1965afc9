#include "app/viewer/panels/entities/stream_rows.h"

#include <algorithm>

#include "app/shared/plain_text.h"
#include "core/printed.h"

namespace scrubjay {

std::string stream_title(const Timeline& timeline, StreamIndex stream) {
  const Stream& info = timeline.stream_info(stream);
  if (!info.name.empty()) return printable(info.name.substr(0, 200));
  return "Client " + printable(info.id.substr(0, 60));
}

bool is_hidden(const OpenRecording& open, StreamIndex stream) {
  return stream.value < open.hidden_streams.size() && open.hidden_streams[stream.value];
}

void set_hidden(OpenRecording& open, StreamIndex stream, bool hidden) {
  if (open.hidden_streams.size() <= stream.value) {
    if (!hidden) return;
    open.hidden_streams.resize(std::size_t{stream.value} + 1);
  }
  open.hidden_streams[stream.value] = hidden;
  if (std::ranges::count(open.hidden_streams, true) == 0) open.hidden_streams.clear();
}

void show_alone(OpenRecording& open, StreamIndex stream) {
  if (shown_alone(open) == stream) {
    show_all(open);
    return;
  }
  open.hidden_streams.assign(open.recording->timeline().stream_count(), true);
  set_hidden(open, stream, false);
}

void show_all(OpenRecording& open) { open.hidden_streams.clear(); }

std::optional<StreamIndex> shown_alone(const OpenRecording& open) {
  const std::size_t streams = open.recording->timeline().stream_count();
  std::optional<StreamIndex> shown;
  for (std::size_t i = 0; i < streams; ++i) {
    if (is_hidden(open, StreamIndex(i))) continue;
    if (shown) return std::nullopt;
    shown = StreamIndex(i);
  }
  return streams > 1 ? shown : std::nullopt;
}

std::string age_text(const StreamAge& age, Seconds offset) {
  if (age.is_before_first) return "begins at " + seconds_text(age.edge + offset);
  if (age.has_ended) return "ended at " + seconds_text(age.edge + offset);
  const char* const form = age.away < 9.95 ? "%.1f s" : age.away < 120 ? "%.0f s" : "%.0f min";
  return "last frame " + printed(form, age.away < 120 ? age.away : age.away / 60) + " ago";
}

}  // namespace scrubjay
