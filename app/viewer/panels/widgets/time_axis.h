#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/timeline.h"

namespace scrubjay {

/// Which time stands at which pixel of the timeline. Pixels grow to the right; `shown` lies between
/// `left` and `left + width`, and the map goes on beyond both.
struct TimeAxis {
  TimeRange shown{0, 1};  ///< session time, longer than 0
  double left = 0;
  double width = 1;  ///< pixels, above 0

  Seconds seconds_per_pixel() const { return shown.length() / width; }
  double x_of(Seconds t) const { return left + (t - shown.begin) / seconds_per_pixel(); }
  Seconds time_at(double x) const { return shown.begin + (x - left) * seconds_per_pixel(); }
};

// What the timeline may show. All of these return a finite range longer than 0, whatever a
// recording claims about its times; `width` is in pixels.

/// The whole session; a second around the only moment of a session without length.
TimeRange fitted(TimeRange session);
/// `shown` moved and resized as little as needed: not nearer than 1 microsecond on 1000 pixels (or
/// what a double can tell apart there), not longer than four sessions, and its middle inside the
/// session.
TimeRange within_limits(TimeRange shown, TimeRange session, double width);
/// Zoomed by `factor` (below 1: nearer) so that the moment `at` keeps its pixel.
TimeRange zoomed(TimeRange shown, Seconds at, double factor, TimeRange session, double width);
TimeRange panned(TimeRange shown, Seconds by, TimeRange session, double width);
/// `shown` after the playhead went from `before` to `now`. Turns the page when it has left what is
/// shown; stays where it is when the user had moved away from a playhead that plays on.
TimeRange following(TimeRange shown, Seconds before, Seconds now, bool playing);

/// Ticks of a ruler: 1, 2 or 5 times a power of ten of seconds; from a minute on of minutes, then
/// of hours. Labels stand at multiples of `step`, fine ticks at multiples of `minor_step`.
struct TickScale {
  Seconds step = 1;
  Seconds minor_step = 0.2;
  bool milliseconds = false;  ///< labels are in ms, for a session shorter than a second
};

/// The finest scale whose labels keep at least `space` pixels between each other and whose fine
/// ticks keep 5 pixels. `label_width` measures a label in pixels.
TickScale tick_scale(const TimeAxis& axis, TimeRange session, double space,
                     const std::function<double(std::string_view)>& label_width);
/// The text at tick `t`: "3.4 s", "250 ms", "12 min", "1 h 20 min".
std::string tick_label(Seconds t, const TickScale& scale);

/// Pixels across, from `begin` to `end`.
struct PixelSpan {
  double begin = 0;
  double end = 0;
};
/// Where a label of `width` pixels beside the tick at `tick` begins, if its usual place is `begin`:
/// behind what stands on the tick itself; none where it would run into another of `taken`, which
/// ascend. O(taken).
std::optional<double> label_begin(double tick, double begin, double width,
                                  std::span<const PixelSpan> taken);

/// Calls `visit(time)` for each multiple of `step` in the closed range, in order; at most 10,000
/// times.
template <class Visit>
void visit_ticks(TimeRange range, Seconds step, Visit visit) {
  if (!(step > 0)) return;
  const double first = std::ceil(range.begin / step);
  const double last = std::floor(range.end / step);
  for (int i = 0; i < 10'000; ++i) {
    const double n = first + i;
    if (!(n <= last)) return;
    visit(n * step);
  }
}

}  // namespace scrubjay
