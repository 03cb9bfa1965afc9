#include "analysis/derived/derived_series.h"

#include <algorithm>
#include <map>

#include "core/frame_scan.h"

namespace scrubjay {

namespace {

/// What of a frame counts.
struct Sample {
  Seconds time = 0;
  StreamIndex stream;
  CoordinateSystem coordinates;
  std::optional<Place> place;
  std::optional<Place> other;
  std::vector<Problem> problems;
};

/// The frame with which the way to the first frame asked for begins: of what is summed up, that of
/// the life's, else two frames before in each stream.
std::size_t first_needed(const DerivedRequest& request) {
  const Recording& recording = *request.recording;
  std::size_t first = request.first;
  if (request.value == DerivedValue::distance_travelled) {
    // A life that ends and another that begins at once are one for the tracker.
    std::vector<Lifetime> lives;
    recording.lifetimes_of(request.entity, lives);
    for (const Lifetime& life : lives) first = std::min<std::size_t>(first, life.first.value);
    return first;
  }
  constexpr std::size_t kFramesBack = 2;
  const Timeline& timeline = recording.timeline();
  for (std::size_t row = 0; row < timeline.stream_count(); ++row) {
    const StreamIndex stream(row);
    const std::size_t before = timeline.frames_before(stream, FrameIndex(request.first));
    if (before == 0) continue;
    const std::size_t n = before - std::min(before, kFramesBack);
    first = std::min<std::size_t>(first, timeline.frame_of(stream, n).value);
  }
  return first;
}

class Trackers {
 public:
  explicit Trackers(const DerivedRequest& request) : request_(request) {}

  std::optional<glm::dvec3> next(const Sample& sample) {
    const auto place = [](const std::optional<Place>& p) { return p ? &*p : nullptr; };
    if (info_of(request_.value).is_of_two) {
      return value_in(request_.value, approaches_[sample.stream].next(
                                          sample.time, place(sample.place), place(sample.other)));
    }
    return value_in(request_.value, motions_[sample.stream].next(sample.time, place(sample.place)),
                    sample.coordinates);
  }

 private:
  const DerivedRequest& request_;
  std::map<StreamIndex, MotionTracker> motions_;
  std::map<StreamIndex, ApproachTracker> approaches_;
};

}  // namespace

std::optional<DerivedSeries> read_derived(
    const DerivedRequest& request, const std::atomic<bool>& cancelled,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const FrameScan scan{.recording = request.recording,
                       .coordinates = request.coordinates,
                       .only = {{request.entity, request.other}},
                       .first = first_needed(request),
                       .end = std::min(request.end, request.recording->frame_count())};
  DerivedSeries series;
  Trackers trackers(request);
  const bool is_whole = scan_frames<Sample>(
      scan, cancelled,
      [&](const Frame& frame, Sample& sample) {
        sample = {.time = frame.time,
                  .stream = frame.stream,
                  .coordinates = frame.coordinates,
                  .place = place_of(frame, request.entity),
                  .other = place_of(frame, request.other),
                  .problems = frame.problems};
        return sizeof(Sample) + sample.problems.size() * sizeof(Problem);
      },
      [&](FrameIndex frame, Sample& sample) {
        if (progress) progress(frame.value - scan.first, scan.end - scan.first);
        const auto value = trackers.next(sample);
        if (frame.value < request.first) return true;
        for (Problem& problem : sample.problems) {
          if (!problem.frame) problem.frame = frame;
          fold_into(series.problems, std::move(problem));
        }
        if (!value) return true;
        series.frames.push_back(frame);
        series.values.push_back(*value);
        return true;
      });
  if (!is_whole) return std::nullopt;
  return series;
}

}  // namespace scrubjay
