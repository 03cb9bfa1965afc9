#pragma once

#include "core/problem.h"
#include "core/upright_pose.h"

namespace scrubjay {

struct Scenery;

/// How scenery is to lie, in its own axes and unit.
struct WantedPose {
  bool is_as_stated = false;  ///< as its file says, not as `pose`
  UprightPose pose = {};

  /// Errors: "no-place" where the file does not say it.
  Result<UprightPose> of(const Scenery& scenery) const;
};

}  // namespace scrubjay
