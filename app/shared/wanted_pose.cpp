#include "app/shared/wanted_pose.h"

#include "core/scenery.h"

namespace scrubjay {

Result<UprightPose> WantedPose::of(const Scenery& scenery) const {
  if (!is_as_stated) return pose;
  if (scenery.stated_pose) return *scenery.stated_pose;
  return failure({.severity = Severity::fatal,
                  .code = "no-place",
                  .message = "The scenery's file does not say where in the world it lies.",
                  .expected = "a header with an offset",
                  .found = "none"});
}

}  // namespace scrubjay
