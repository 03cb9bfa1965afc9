#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "app/viewer/frames/decoder_pool.h"
#include "core/concurrency/latest_wanted.h"

namespace scrubjay {

/// Looks in the background at some frames of each stream of a recording, evenly spread, the first
/// and the last among them, and reports what follows: it costs the same for a recording of any
/// length. Of a short one that may be all.
template <class Found>
class FrameSurvey {
 public:
  struct Sampling {
    std::size_t frames = 0;           ///< of all streams together
    std::size_t least_of_stream = 0;  ///< but so many of each
    std::size_t at_once = 1;          ///< frames decoded before others get the thread
    std::size_t looks = 0;  ///< more frames, while they times the entities are no more than these
  };
  /// What a survey consists of; called by one thread of the background at a time.
  struct Steps {
    std::function<void()> begin;  ///< forgets what was seen
    std::function<void(const Frame&)> look_at;
    std::function<void(std::size_t frames, Found&)> report;  ///< of a recording of so many frames
  };
  static constexpr std::size_t kMostStreams = 64;

  /// `background` and what the steps use must outlive this.
  FrameSurvey(std::shared_ptr<DecoderPool> decoders, Background& background, Sampling sampling,
              Steps steps)
      : decoders_(std::move(decoders)),
        sampling_(sampling),
        steps_(std::move(steps)),
        found_(background, [this](std::size_t frames, Found& out) { return step(frames, out); }) {}

  const Recording& recording() const { return decoders_->recording(); }
  /// Asks for what is known of the recording so far. One that still grows is looked at again only
  /// when it has become much longer, and when it is whole. True when it is looked at anew.
  bool request() {
    const bool is_whole = recording().is_indexed();
    const std::size_t frames = recording().frame_count();
    const bool is_longer = frames > 2 * asked_frames_ || (is_whole && !asked_whole_);
    if (frames == 0 || !is_longer) return false;
    asked_whole_ = is_whole;
    found_.request(frames);
    return std::exchange(asked_frames_, frames) != frames;
  }
  /// What was found last; null before the first. Valid until the next call.
  const Found* latest() { return found_.latest(); }
  /// True when `latest` gave what was asked for last.
  bool is_current() const { return found_.is_current(); }
  /// For `report`: whether no frame was left out.
  bool looks_at_all() const { return frames_.size() == planned_; }

 private:
  bool step(std::size_t frames, Found& out) {
    if (frames_.empty() || frames != planned_) plan(frames);
    const std::size_t end = std::min(next_ + sampling_.at_once, frames_.size());
    for (; next_ < end; ++next_) decoders_->read(this, frames_[next_], steps_.look_at);
    if (next_ < frames_.size()) return false;
    steps_.report(frames, out);
    return true;
  }

  void plan(std::size_t frames) {
    planned_ = frames;
    frames_.clear();
    next_ = 0;
    steps_.begin();
    const Timeline& timeline = recording().timeline();
    const std::size_t streams = std::min(timeline.stream_count(), kMostStreams);
    const std::size_t entities = std::max<std::size_t>(recording().entity_count(), 1);
    const std::size_t most = std::max(sampling_.frames, sampling_.looks / entities);
    const std::size_t of_each = frames <= most ? frames
                                               : std::max(most / std::max<std::size_t>(streams, 1),
                                                          sampling_.least_of_stream);
    for (std::size_t stream = 0; stream < streams; ++stream) {
      const std::size_t count = timeline.frame_count(StreamIndex(stream));
      const std::size_t samples = std::min(count, of_each);
      for (std::size_t i = 0; i < samples; ++i) {
        const std::size_t row = samples < 2 ? 0 : i * (count - 1) / (samples - 1);
        frames_.push_back(timeline.frame_of(StreamIndex(stream), row));
      }
    }
  }

  std::shared_ptr<DecoderPool> decoders_;
  Sampling sampling_;
  Steps steps_;
  std::size_t asked_frames_ = 0;
  bool asked_whole_ = false;
  // Of the background:
  std::size_t planned_ = 0;
  std::vector<FrameIndex> frames_;  ///< to be looked at
  std::size_t next_ = 0;
  LatestWanted<std::size_t, Found> found_;  ///< last: it ends before the others
};

}  // namespace scrubjay
