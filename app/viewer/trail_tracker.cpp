#include "app/viewer/trail_tracker.h"

#include <algorithm>

#include "render/viewer_space.h"

namespace scrubjay {

TrailTracker::TrailTracker(std::shared_ptr<const Recording> recording, std::function<void()> wake)
    : wake_(std::move(wake)),
      cursor_(std::move(recording)),
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

TrailTracker::~TrailTracker() {
  thread_.request_stop();
  changed_.notify_all();
}

void TrailTracker::request(const TrailRequest& request) {
  const std::lock_guard lock(mutex_);
  if (request == wanted_) return;
  wanted_ = request;
  changed_.notify_all();
}

void TrailTracker::latest(std::vector<TrailPoints>& out) const {
  const std::lock_guard lock(mutex_);
  out = found_;
}

bool TrailTracker::is_current() const {
  const std::lock_guard lock(mutex_);
  return done_ == wanted_;
}

void TrailTracker::work(const std::stop_token& stop) {
  while (true) {
    TrailRequest wanted;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [this] { return wanted_ != done_; });
      if (stop.stop_requested()) return;
      wanted = wanted_;
    }
    if (!fill(wanted)) continue;
    std::vector<TrailPoints> found = trails();
    {
      const std::lock_guard lock(mutex_);
      found_ = std::move(found);
      done_ = wanted;
    }
    wake_();
  }
}

bool TrailTracker::fill(const TrailRequest& wanted) {
  if (wanted.all != known_all_ || wanted.entities != known_entities_) {
    known_.clear();
    known_all_ = wanted.all;
    known_entities_ = wanted.entities;
  }
  std::erase_if(known_, [&](const auto& entry) {
    return entry.first < wanted.first || entry.first > wanted.last ||
           (entry.first % wanted.stride != 0 && entry.first != wanted.last);
  });
  const Timeline& timeline = cursor_.recording().timeline();
  const std::size_t count = timeline.frame_count(wanted.stream);
  // From the playhead backwards, so that what is nearest is there first; aligned to the stride, so
  // that the frames looked at stay the same while the range moves.
  for (std::size_t back = 0; back <= wanted.last - wanted.first; ++back) {
    const std::size_t n = wanted.last - back;
    if ((n % wanted.stride != 0 && back != 0) || n >= count || known_.contains(n)) continue;
    {
      const std::lock_guard lock(mutex_);
      if (wanted_ != wanted || thread_.get_stop_token().stop_requested()) return false;
    }
    const FrameIndex index = timeline.frame_of(wanted.stream, n);
    if (index.value >= timeline.size()) continue;
    read(cursor_.seek(index), wanted, known_[n]);
  }
  return true;
}

void TrailTracker::read(const Frame& frame, const TrailRequest& wanted, Positions& positions) {
  const CoordinateConversion way(frame.coordinates, kViewerCoordinates);
  const auto add = [&](const Entity& entity) {
    if (entity.world.position) {
      positions.push_back({entity.index, way.point(*entity.world.position)});
    }
  };
  if (!wanted.all) {
    for (const EntityIndex index : wanted.entities) {
      if (const Entity* const entity = frame.find(index)) add(*entity);
    }
    return;
  }
  for (const Entity& entity : frame.entities) {
    if (positions.size() == kMostEntities) break;
    if (entity.kind != EntityKind::controller) add(entity);
  }
}

std::vector<TrailPoints> TrailTracker::trails() const {
  std::map<EntityIndex, std::size_t> places;
  std::vector<TrailPoints> trails;
  for (const auto& [frame, positions] : known_) {
    for (const Position& position : positions) {
      const auto [place, is_new] = places.try_emplace(position.entity, trails.size());
      if (is_new) trails.push_back({position.entity, {}});
      trails[place->second].points.push_back(position.at);
    }
  }
  return trails;
}

TrailRequest trail_request(const Timeline& timeline, StreamIndex stream, FrameIndex frame,
                           Seconds seconds) {
  TrailRequest request;
  request.stream = stream;
  const std::size_t count = timeline.frame_count(stream);
  request.last =
      partition_row(count, [&](std::size_t n) { return timeline.frame_of(stream, n) < frame; });
  const Seconds begin = timeline.time(frame) - seconds;
  request.first = partition_row(request.last, [&](std::size_t n) {
    return timeline.time(timeline.frame_of(stream, n)) < begin;
  });
  request.stride = std::max<std::size_t>(
      1, (request.last - request.first + TrailTracker::kMostFrames) / TrailTracker::kMostFrames);
  return request;
}

}  // namespace scrubjay
