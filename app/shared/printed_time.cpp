#include "app/shared/printed_time.h"

#include <cmath>
#include <string>

#include "app/shared/plain_text.h"
#include "core/growing_column.h"
#include "core/number_text.h"

namespace scrubjay {

FrameIndex frame_printed_like(const Timeline& timeline, Seconds t, StreamIndex stream) {
  const double thousandths = t * 1000;
  if (std::fabs(thousandths - std::round(thousandths)) >= 1e-6) return FrameIndex::none();
  const std::size_t count = stream.exists() ? timeline.frame_count(stream) : timeline.size();
  const auto frame = [&](std::size_t n) {
    return stream.exists() ? timeline.frame_of(stream, n) : FrameIndex(n);
  };
  const std::size_t after =
      partition_row(count, [&](std::size_t n) { return timeline.time(frame(n)) <= t; });
  const std::string asked = seconds_text(t);
  const auto is_printed_so = [&](std::size_t n) {
    return seconds_text(timeline.time(frame(n))) == asked;
  };
  const bool is_next = after < count && is_printed_so(after);
  return is_next && (after == 0 || !is_printed_so(after - 1)) ? frame(after) : FrameIndex::none();
}

Seconds time_of_frame_printed_like(const Timeline& timeline, Seconds t) {
  const FrameIndex frame = frame_printed_like(timeline, t);
  return frame.exists() ? timeline.time(frame) : t;
}

std::string frame_just_after_text(const Timeline& timeline, FrameIndex after) {
  return "frame " + std::to_string(after.value) + " is just after that, at " +
         number_text(timeline.time(after)) + " s";
}

}  // namespace scrubjay
