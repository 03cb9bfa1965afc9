#include "app/shared/start_events.h"

namespace scrubjay {

namespace {

bool is_addition(const EventInfo& event) {
  return event.entity.exists() && event.role == EventRole::appearance;
}

}  // namespace

bool is_of_start(const Recording& recording, const EventInfo& event) {
  if (!is_addition(event)) return false;
  const Timeline& timeline = recording.timeline();
  // While it is indexed, an event may be there before its frame is.
  if (event.frame.value >= timeline.size()) return timeline.size() == 0;
  // A stream lists its first frame a moment after the frame is there.
  const StreamIndex stream = timeline.stream(event.frame);
  return timeline.frame_count(stream) == 0 || timeline.frame_of(stream, 0) == event.frame;
}

std::size_t count_of_start(const Recording& recording, const EventInfo& event) {
  if (!is_of_start(recording, event)) return 0;
  const auto [first, last] = recording.events_in(event.frame, event.frame);
  std::size_t count = 0;
  for (std::size_t i = first; i < last; ++i) {
    if (is_addition(recording.event(EventIndex(i)))) ++count;
  }
  return count;
}

}  // namespace scrubjay
