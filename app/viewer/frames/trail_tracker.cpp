#include "app/viewer/frames/trail_tracker.h"

#include <algorithm>

#include "render/viewer_space.h"

namespace scrubjay {

namespace {

/// So many frames are decoded before others get the thread.
constexpr std::size_t kFramesOfStep = 8;

}  // namespace

TrailTracker::TrailTracker(std::shared_ptr<DecoderPool> decoders, Background& background)
    : decoders_(std::move(decoders)),
      trails_(background, [this](const TrailRequest& wanted, std::vector<TrailPoints>& out) {
        if (!fill(wanted)) return false;
        write_trails(out);
        return true;
      }) {}

bool TrailTracker::fill(const TrailRequest& wanted) {
  if (wanted.all != known_all_ || wanted.entities != known_entities_) {
    known_.clear();
    known_all_ = wanted.all;
    known_entities_ = wanted.entities;
  }
  std::erase_if(known_, [&](const auto& entry) {
    return entry.first < wanted.first || entry.first > wanted.last ||
           (entry.first % wanted.stride != 0 && entry.first != wanted.now);
  });
  const Timeline& timeline = decoders_->recording().timeline();
  const std::size_t count = timeline.frame_count(wanted.stream);
  std::size_t decoded = 0;
  // From the playhead on both ways, so that what is nearest is there first; aligned to the stride,
  // so that the frames looked at stay the same while the range moves.
  const auto look_at = [&](std::size_t n) {
    const bool is_aligned = n % wanted.stride == 0 || n == wanted.now;
    if (!is_aligned || n >= count || known_.contains(n)) return true;
    const FrameIndex index = timeline.frame_of(wanted.stream, n);
    if (index.value >= timeline.size()) return true;
    if (decoded++ == kFramesOfStep) return false;
    decoders_->read(this, index, [&](const Frame& frame) { read(frame, wanted, known_[n]); });
    return true;
  };
  const std::size_t now = std::clamp(wanted.now, wanted.first, wanted.last);
  const std::size_t before = now - wanted.first;
  const std::size_t behind = wanted.last - now;
  for (std::size_t away = 0; away <= std::max(before, behind); ++away) {
    if (away <= before && !look_at(now - away)) return false;
    if (away <= behind && !look_at(now + away)) return false;
  }
  return true;
}

void TrailTracker::read(const Frame& frame, const TrailRequest& wanted, Positions& positions) {
  positions.time = frame.time;
  const CoordinateConversion way(frame.coordinates, kViewerCoordinates);
  const auto add = [&](const Entity& entity) {
    if (entity.world.position) {
      positions.of.push_back({entity.index, way.point(*entity.world.position)});
    }
  };
  if (!wanted.all) {
    for (const EntityIndex index : wanted.entities) {
      if (const Entity* const entity = frame.find(index)) add(*entity);
    }
    return;
  }
  for (const Entity& entity : frame.entities) {
    if (positions.of.size() == kMostEntities) break;
    if (entity.kind != EntityKind::controller) add(entity);
  }
}

void TrailTracker::write_trails(std::vector<TrailPoints>& trails) const {
  std::map<EntityIndex, std::size_t> places;
  trails.clear();
  for (const auto& [frame, positions] : known_) {
    for (const Position& position : positions.of) {
      const auto [place, is_new] = places.try_emplace(position.entity, trails.size());
      if (is_new) trails.push_back({position.entity, {}});
      trails[place->second].points.push_back(position.at);
      trails[place->second].times.push_back(positions.time);
    }
  }
}

TrailRequest trail_request(const Timeline& timeline, StreamIndex stream, FrameIndex frame,
                           Seconds seconds, bool ahead) {
  TrailRequest request;
  request.stream = stream;
  const std::size_t count = timeline.frame_count(stream);
  const auto time_of = [&](std::size_t n) { return timeline.time(timeline.frame_of(stream, n)); };
  request.now = timeline.frames_before(stream, frame);
  const Seconds begin = timeline.time(frame) - seconds;
  request.first = partition_row(request.now, [&](std::size_t n) { return time_of(n) < begin; });
  request.last = request.now;
  if (ahead) {
    const Seconds end = timeline.time(frame) + seconds;
    const std::size_t behind =
        partition_row(count, [&](std::size_t n) { return time_of(n) <= end; });
    request.last = std::max(request.now, behind - std::min<std::size_t>(behind, 1));
  }
  request.stride = std::max<std::size_t>(
      1, (request.last - request.first + TrailTracker::kMostFrames) / TrailTracker::kMostFrames);
  return request;
}

}  // namespace scrubjay
