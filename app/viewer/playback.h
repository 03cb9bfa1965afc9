#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/session.h"

namespace scrubjay {

/// Where playback stands: plain values, part of ViewState.
struct Playback {
  Seconds playhead = 0;  ///< session time
  bool playing = false;
  double speed = 1.0;  ///< one of kSpeeds
  bool loop = false;
  std::optional<TimeRange> range =
      {};  ///< selected with the mouse on the ruler; looping stays inside

  bool operator==(const Playback&) const = default;
};

inline constexpr double kSpeeds[] = {0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0};

// What a panel or a key may ask for. Panels never move time themselves: `apply` does.
struct SeekTo {
  Seconds time;  ///< clamped to the session's range
};
struct StepFrames {
  int count;  ///< negative: backwards; stops playing
};
struct GoToFirst {};
struct GoToLast {};
struct TogglePlay {};
struct SetSpeed {
  double speed;
};
struct ChangeSpeed {
  int steps;  ///< along kSpeeds
};
struct SetRange {
  std::optional<TimeRange> range;
};
struct ToggleLoop {};

using PlaybackCommand = std::variant<SeekTo, StepFrames, GoToFirst, GoToLast, TogglePlay, SetSpeed,
                                     ChangeSpeed, SetRange, ToggleLoop>;

/// The one place where commands move time.
void apply(const PlaybackCommand& command, const Session& session, Playback& playback);

/// What is played before it ends or begins anew: the selected range only when looping.
TimeRange play_range(const Session& session, const Playback& playback);

/// Moves the playhead by `elapsed` seconds of real time at the chosen speed while playing. Loops
/// inside the selected range (or the whole session) when looping, else stops at the session's end;
/// at an end that still moves, because a recording is being indexed, it waits.
void advance(const Session& session, Seconds elapsed, Playback& playback);

/// The nearest event strictly after (direction +1) or before (-1) session time `t`: its session
/// time, or nothing. Of `entities` (ascending) if there are any, and of those that `passed` a
/// filter (beside the recordings, ascending) if it is not null. Events of hidden streams do not
/// count.
struct FoundEvent {
  std::size_t recording;
  EventIndex event;
  Seconds time;  ///< session time
};
std::optional<FoundEvent> neighbour_event(
    const Session& session, Seconds t, int direction, std::span<const EntityRef> entities = {},
    const std::vector<std::vector<EventIndex>>* passed = nullptr);

}  // namespace scrubjay
