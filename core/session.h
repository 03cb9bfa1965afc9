#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// One recording among those open beside each other.
struct OpenRecording {
  std::shared_ptr<Recording> recording;
  Seconds offset = 0;  ///< session time = recording time + offset
  bool visible = true;
  std::vector<bool> hidden_streams;  ///< by stream; shorter means shown
  std::size_t mark = 0;              ///< which letter and colour it has, counted from 0
};

/// The last of a recording's own times that is not after session time `t`: what is at or before `t`
/// with the offset is so before it. `t - offset` is rounded, and may fall just short of a frame.
Seconds own_time(Seconds t, Seconds offset);
/// All of a recording's own times that are in `range` with the offset.
TimeRange own_range(TimeRange range, Seconds offset);

/// An entity of an open recording.
struct EntityRef {
  std::size_t recording = 0;  ///< place in Session::recordings
  EntityIndex entity;
  auto operator<=>(const EntityRef&) const = default;
};

/// A frame of an open recording.
struct FrameRef {
  std::size_t recording = 0;
  FrameIndex frame;
  bool operator==(const FrameRef&) const = default;
};

/// The recordings open together, on one axis of session time.
struct Session {
  std::vector<OpenRecording> recordings;

  bool is_shown(std::size_t recording, StreamIndex stream) const;
  /// From the earliest first frame to the latest last frame of what is visible; {0, 0} when nothing
  /// is.
  TimeRange range() const;
  /// For each visible stream the frame that holds at session time `t`: its last frame at or before
  /// `t`, or its first. Replaces `out`. O(streams * log frames).
  void frames_at(Seconds t, std::vector<FrameRef>& out) const;
  /// The session time of the nearest frame strictly after (or before) `t` among visible streams;
  /// `t` when there is none. `frames_at` that time gives that frame. O(streams * log frames).
  Seconds next_frame_time(Seconds t) const;
  Seconds previous_frame_time(Seconds t) const;
};

}  // namespace scrubjay
