#include "app/viewer/found/recording_gaps.h"

namespace scrubjay {

namespace {

/// Up to this many frames gaps are found faster than a thread starts.
constexpr std::size_t kGapsAtOnce = 20'000;

std::vector<std::vector<Gap>> by_stream(const std::vector<Gap>& found, const Timeline& timeline) {
  std::vector<std::vector<Gap>> gaps(timeline.stream_count());
  for (const Gap& gap : found) {
    const StreamIndex stream = timeline.stream(gap.after);
    if (stream.value < gaps.size()) gaps[stream.value].push_back(gap);
  }
  return gaps;
}

}  // namespace

bool RecordingGaps::update(const Session& session) {
  bool all_known = true;
  known_.resize(session.recordings.size());
  for (std::size_t i = 0; i < known_.size(); ++i) {
    all_known &= update(session.recordings[i].recording, known_[i]);
  }
  return all_known;
}

bool RecordingGaps::update(const std::shared_ptr<Recording>& recording, Known& known) {
  if (known.recording.lock() != recording) {
    known = Known();
    known.recording = recording;
  }
  const Timeline& timeline = recording->timeline();
  if (known.to_come.is_running()) {
    const auto gaps = known.to_come.take();
    if (!gaps) return false;
    known.gaps = by_stream(*gaps, timeline);
  }
  const std::size_t frames = timeline.size();
  const bool grown = frames > known.frames + known.frames / 20;
  if (frames == known.frames || (!grown && !recording->is_indexed())) return true;
  known.frames = frames;
  if (frames <= kGapsAtOnce) {
    known.gaps = by_stream(find_gaps(timeline), timeline);
    return true;
  }
  known.to_come.start({}, [shared = std::shared_ptr<const Recording>(recording)] {
    return find_gaps(shared->timeline());
  });
  return false;
}

std::span<const Gap> RecordingGaps::of(std::size_t recording, StreamIndex stream) const {
  if (recording >= known_.size() || stream.value >= known_[recording].gaps.size()) return {};
  return known_[recording].gaps[stream.value];
}

std::size_t RecordingGaps::looked_at(std::size_t recording) const {
  return recording < known_.size() ? known_[recording].frames : 0;
}

}  // namespace scrubjay
