#include "app/shared/printed_time.h"

#include <cmath>
#include <string>

#include "app/shared/plain_text.h"
#include "core/growing_column.h"

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

}  // namespace scrubjay
