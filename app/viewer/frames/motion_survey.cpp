#include "app/viewer/frames/motion_survey.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "render/drawable.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

/// How far something must get to count as moving, in metres, where the one that gets farthest gets
/// `farthest` far: what trembles does not move, but in a small scene little is much.
double least_way(double farthest) { return std::max(1e-3, std::min(0.1, 0.02 * farthest)); }

}  // namespace

MotionSurvey::MotionSurvey(std::shared_ptr<DecoderPool> decoders, Background& background)
    : frames_(std::move(decoders), background,
              {.frames = kFrames, .least_of_stream = 3, .at_once = 4},
              {.begin = [this] { begin(); },
               .look_at = [this](const Frame& frame) { look_at(frame); },
               .report = [this](std::size_t, MotionFound& out) { report(out); }}) {}

void MotionSurvey::begin() {
  seen_.clear();
  places_.clear();
  fastest_ = 0;
}

void MotionSurvey::look_at(const Frame& frame) {
  const CoordinateConversion way(frame.coordinates, kViewerCoordinates);
  for (const Entity& entity : frame.entities) {
    const std::size_t row = entity.index.value;
    // Controllers have no place of their own.
    if (!entity.world.position || row >= kMostEntities || entity.kind == EntityKind::controller) {
      continue;
    }
    const glm::dvec3 at = way.point(*entity.world.position);
    if (!is_drawable(at)) continue;
    if (row >= seen_.size()) seen_.resize(row + 1);
    Seen& seen = seen_[row];
    if (seen.count++ == 0) {
      seen.low = seen.high = at;
    } else {
      seen.low = glm::min(seen.low, at);
      seen.high = glm::max(seen.high, at);
      const Seconds passed = frame.time - seen.time;
      if (passed > 0) fastest_ = std::max(fastest_, glm::distance(at, seen.last) / passed);
    }
    seen.last = at;
    seen.time = frame.time;
    if (places_.size() < kMostPlaces) places_.push_back({entity.index, at});
  }
}

void MotionSurvey::report(MotionFound& out) const {
  double farthest = 0;
  for (const Seen& seen : seen_) {
    farthest = std::max(farthest, glm::distance(seen.low, seen.high));
  }
  const double least = least_way(farthest);
  out.motion.assign(seen_.size(), Mobility::unknown);
  out.moving = 0;
  for (std::size_t row = 0; row < seen_.size(); ++row) {
    const Seen& seen = seen_[row];
    // What lives for a moment only has not shown that it stands.
    if (seen.count < 2) continue;
    const bool moves = glm::distance(seen.low, seen.high) >= least;
    out.motion[row] = moves ? Mobility::moves : Mobility::still;
    if (moves) ++out.moving;
  }
  out.paths.clear();
  out.owners.clear();
  for (const Place& place : places_) {
    if (out.motion[place.entity.value] != Mobility::moves) continue;
    out.paths.push_back(place.at);
    out.owners.push_back(place.entity);
  }
  out.fastest = fastest_;
  out.in_events.clear();
  const Recording& recording = frames_.recording();
  const std::size_t events = std::min(recording.event_count(), kMostEvents);
  for (std::size_t row = 0; row < events; ++row) {
    const EntityIndex entity = recording.event(EventIndex(row)).entity;
    if (entity.exists()) out.in_events.push_back(entity);
  }
  std::ranges::sort(out.in_events);
  out.in_events.erase(std::ranges::unique(out.in_events).begin(), out.in_events.end());
}

}  // namespace scrubjay
