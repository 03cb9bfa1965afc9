#include "app/viewer/panels/timeline/timeline_area.h"

#include <algorithm>

namespace scrubjay {

float TimelineArea::x_of(Seconds t) const {
  const double x = axis.x_of(t);
  const double far = 10'000;
  return static_cast<float>(
      std::clamp(x, static_cast<double>(left) - far, static_cast<double>(right) + far));
}

}  // namespace scrubjay
