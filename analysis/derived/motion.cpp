#include "analysis/derived/motion.h"

#include <cmath>
#include <glm/glm.hpp>

namespace scrubjay {

namespace {

std::optional<double> turn_between(const Place& before, const Place& now) {
  const auto from = heading_of(before);
  const auto to = heading_of(now);
  if (!from || !to) return std::nullopt;
  constexpr double kFullTurn = 6.283185307179586476925;
  return std::remainder(*to - *from, kFullTurn);
}

}  // namespace

Motion MotionTracker::next(Seconds time, const Place* place) {
  Motion motion;
  if (place == nullptr) {
    before_.reset();
    travelled_ = 0;
    return motion;
  }
  Step step{.time = time, .place = *place, .velocity = {}};
  if (before_) {
    step.since_before = time - before_->time;
    if (place->position && before_->place.position) {
      const glm::dvec3 way = *place->position - *before_->place.position;
      travelled_ += glm::length(way);
      if (step.since_before > 0) step.velocity = way / step.since_before;
    }
    if (step.velocity && before_->velocity) {
      motion.acceleration =
          (*step.velocity - *before_->velocity) / ((step.since_before + before_->since_before) / 2);
    }
    const auto turn = turn_between(before_->place, *place);
    if (turn && step.since_before > 0) motion.heading_rate = *turn / step.since_before;
  }
  motion.velocity = step.velocity;
  if (place->position) motion.distance_travelled = travelled_;
  before_ = step;
  return motion;
}

Approach ApproachTracker::next(Seconds time, const Place* a, const Place* b) {
  Approach approach;
  if (a == nullptr || b == nullptr || !a->position || !b->position) {
    before_.reset();
    return approach;
  }
  const double distance = glm::length(*b->position - *a->position);
  approach.distance = distance;
  if (a->box && b->box) approach.gap = gap_between(*a->box, *b->box);
  if (before_ && time > before_->time) {
    approach.closing = (before_->distance - distance) / (time - before_->time);
  }
  if (approach.closing > 0.0) approach.ttc = approach.gap.value_or(distance) / *approach.closing;
  before_ = Step{time, distance};
  return approach;
}

}  // namespace scrubjay
