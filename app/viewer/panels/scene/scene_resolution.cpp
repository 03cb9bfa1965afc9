#include "app/viewer/panels/scene/scene_resolution.h"

#include <algorithm>
#include <cmath>

namespace scrubjay {

void SceneResolution::look(double now, bool has_changed) {
  constexpr double kStepUp = 0.125;
  constexpr int kSettled = 3;       // pictures before another step
  constexpr int kBeforeFiner = 15;  // and before one that costs more
  const double passed = now - looked_at_;
  const bool was_drawn = was_drawn_;
  looked_at_ = now;
  was_drawn_ = has_changed;
  if (!has_changed) {
    is_moving_ = is_moving_ && now - changed_at_ < kRest;
    return;
  }
  // One change alone is a step, not a motion.
  const bool goes_on = now - changed_at_ < kRest;
  const bool was_moving = is_moving_;
  changed_at_ = now;
  is_moving_ = goes_on;
  if (!was_moving || !is_moving_) {
    pictures_ = 0;
    picture_ = 0;
    return;
  }
  // What passed went into the picture before: one of a scene that stood still costs less.
  if (!was_drawn) return;
  picture_ = picture_ > 0 ? picture_ + (passed - picture_) * 0.3 : passed;
  if (++pictures_ < kSettled) return;
  const double before = moving_;
  if (picture_ > kLongestPicture) {
    // The cost goes with the pixels, in both directions. In steps, since each makes a new picture.
    const double fitting = moving_ * std::sqrt(kLongestPicture / picture_);
    moving_ = std::max(kLeast, std::floor(fitting / kStepUp) * kStepUp);
  } else if (picture_ < kQuickPicture && pictures_ >= kBeforeFiner) {
    moving_ = std::min(1.0, moving_ + kStepUp);
  }
  if (moving_ != before) {
    pictures_ = 0;
    picture_ = 0;
  }
}

}  // namespace scrubjay
