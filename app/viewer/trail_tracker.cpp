#include "app/viewer/trail_tracker.h"

#include <algorithm>

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
    std::vector<TrailPoints> trails(wanted.entities.size());
    for (std::size_t e = 0; e < trails.size(); ++e) trails[e].entity = wanted.entities[e];
    for (const auto& [frame, positions] : known_) {
      for (std::size_t e = 0; e < trails.size(); ++e) {
        if (positions[e]) trails[e].points.push_back(*positions[e]);
      }
    }
    {
      const std::lock_guard lock(mutex_);
      found_ = std::move(trails);
      done_ = wanted;
    }
    wake_();
  }
}

bool TrailTracker::fill(const TrailRequest& wanted) {
  if (wanted.entities != known_entities_) {
    known_.clear();
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
    const Frame& frame = cursor_.seek(index);
    Positions& positions = known_[n];
    positions.resize(wanted.entities.size());
    for (std::size_t e = 0; e < wanted.entities.size(); ++e) {
      const Entity* entity = frame.find(wanted.entities[e]);
      if (entity != nullptr) positions[e] = entity->world.position;
    }
  }
  return true;
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
