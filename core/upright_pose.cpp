#include "core/upright_pose.h"

#include "core/steady_math.h"

namespace scrubjay {

UprightPose inverse(const UprightPose& pose) {
  const glm::dquat back = steady::turn(-pose.heading, glm::dvec3(0, 0, 1));
  // No -0, which people would read.
  return {.offset = back * -pose.offset + glm::dvec3(0.0), .heading = 0.0 - pose.heading};
}

}  // namespace scrubjay
