#include "app/viewer/playback.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scripted_recording.h"
#include "session_of.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

/// Frames at 0, 1, 2, ... seconds.
std::shared_ptr<Recording> seconds_apart(std::size_t frames) {
  return scripted_recording([frames](RecordingBuilder& builder) {
    add_frames(builder, builder.add_stream("s", ""), frames, 1);
  });
}

Playback after(const Session& session, Playback playback, const PlaybackCommand& command) {
  apply(command, session, playback);
  return playback;
}

Playback playing_at(Seconds playhead, double speed = 1) {
  return {.playhead = playhead, .playing = true, .speed = speed, .loop = false, .range = {}};
}

TEST(Playback, SeeksExactlyAndStaysInsideTheSession) {
  const Session session = session_of(seconds_apart(11));
  struct Case {
    Seconds to;
    Seconds expected;
  };
  for (const Case c : {Case{3.25, 3.25}, {-5, 0}, {99, 10}, {kNaN, 4}, {INFINITY, 4}}) {
    EXPECT_EQ(after(session, {.playhead = 4}, SeekTo{c.to}).playhead, c.expected) << c.to;
  }
}

TEST(Playback, SteppingGoesFromFrameToFrameAndPauses) {
  const Session session = session_of(seconds_apart(11));
  struct Case {
    Seconds from;
    int count;
    Seconds expected;
  };
  for (const Case c : {Case{3.5, 1, 4},
                       {3.5, -1, 3},
                       {3, 1, 4},
                       {3, -1, 2},
                       {3, 0, 3},
                       {3, 10, 10},
                       {3, -10, 0},
                       {10, 1, 10},
                       {0, -1, 0},
                       {5, std::numeric_limits<int>::max(), 10},
                       {5, std::numeric_limits<int>::min(), 0}}) {
    const Playback playback = after(session, playing_at(c.from), StepFrames{c.count});
    EXPECT_EQ(playback.playhead, c.expected) << c.from << " " << c.count;
    EXPECT_FALSE(playback.playing);
  }
}

TEST(Playback, EveryFrameIsReachedByStepsWhateverTheOffset) {
  // Offsets for which (time + offset) - offset falls short of time now and then.
  for (const Seconds offset : {0.0, 0.7, -0.3, 1e6 + 0.1}) {
    const Session session = session_of(scripted_recording([](RecordingBuilder& builder) {
                                         add_frames(builder, builder.add_stream("s", ""), 200, 0.1);
                                       }),
                                       offset);
    Playback playback{.playhead = session.range().begin};
    std::vector<FrameRef> shown;
    for (std::size_t i = 1; i < 200; ++i) {
      apply(StepFrames{1}, session, playback);
      session.frames_at(playback.playhead, shown);
      ASSERT_EQ(shown.size(), 1u);
      ASSERT_EQ(shown[0].frame, FrameIndex(i)) << "offset " << offset;
    }
  }
}

TEST(Playback, SteppingPassesOverFramesOfHiddenStreams) {
  Session session = session_of(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex a = builder.add_stream("a", "");
    const StreamIndex b = builder.add_stream("b", "");
    for (std::size_t i = 0; i < 10; ++i) {
      builder.add_frame(static_cast<double>(i), static_cast<std::int64_t>(i + 1), {},
                        i % 2 == 0 ? a : b);
    }
  }));
  session.recordings[0].hidden_streams = {false, true};
  EXPECT_EQ(after(session, {.playhead = 2}, StepFrames{1}).playhead, 4);
  EXPECT_EQ(after(session, {.playhead = 4}, StepFrames{-1}).playhead, 2);
}

TEST(Playback, FirstAndLastAreThoseOfAllVisibleRecordings) {
  Session session = session_of(seconds_apart(5), 2);
  session.recordings.push_back({seconds_apart(5), 100, true, {}});
  EXPECT_EQ(after(session, {.playhead = 3}, GoToFirst{}).playhead, 2);
  EXPECT_EQ(after(session, {.playhead = 3}, GoToLast{}).playhead, 104);
  session.recordings[1].visible = false;
  EXPECT_EQ(after(session, {.playhead = 3}, GoToLast{}).playhead, 6);
}

TEST(Playback, SpeedStaysOnItsScale) {
  const Session session = session_of(seconds_apart(2));
  EXPECT_EQ(after(session, {}, SetSpeed{4}).speed, 4);
  EXPECT_EQ(after(session, {}, SetSpeed{1000}).speed, 10);
  EXPECT_EQ(after(session, {}, SetSpeed{-1}).speed, 0.1);
  EXPECT_EQ(after(session, {}, SetSpeed{kNaN}).speed, 1);
  EXPECT_EQ(after(session, {}, ChangeSpeed{1}).speed, 2);
  EXPECT_EQ(after(session, {}, ChangeSpeed{-1}).speed, 0.5);
  EXPECT_EQ(after(session, {}, ChangeSpeed{100}).speed, 10);
  EXPECT_EQ(after(session, {}, ChangeSpeed{-100}).speed, 0.1);
}

TEST(Playback, PlaysAtItsSpeedAndStopsAtTheEnd) {
  const Session session = session_of(seconds_apart(11));
  Playback playback = playing_at(2, 4);
  advance(session, 0.5, playback);
  EXPECT_EQ(playback.playhead, 4);
  EXPECT_TRUE(playback.playing);
  advance(session, 100, playback);
  EXPECT_EQ(playback.playhead, 10);
  EXPECT_FALSE(playback.playing);
}

TEST(Playback, PausedOrWithoutTimePassedNothingMoves) {
  const Session session = session_of(seconds_apart(11));
  Playback paused{.playhead = 2};
  advance(session, 1, paused);
  EXPECT_EQ(paused.playhead, 2);
  for (const Seconds elapsed : {0.0, -1.0, kNaN}) {
    Playback playback = playing_at(2);
    advance(session, elapsed, playback);
    EXPECT_EQ(playback.playhead, 2);
    EXPECT_TRUE(playback.playing);
  }
}

TEST(Playback, PlayingFromTheEndBeginsAnew) {
  const Session session = session_of(seconds_apart(11));
  const Playback playback = after(session, {.playhead = 10}, TogglePlay{});
  EXPECT_TRUE(playback.playing);
  EXPECT_EQ(playback.playhead, 0);
  EXPECT_FALSE(after(session, playback, TogglePlay{}).playing);
}

TEST(Playback, LoopsOverTheWholeSession) {
  const Session session = session_of(seconds_apart(11));
  Playback playback = playing_at(9);
  apply(ToggleLoop{}, session, playback);
  advance(session, 1.5, playback);
  EXPECT_EQ(playback.playhead, 0.5);
  advance(session, 20, playback);
  EXPECT_EQ(playback.playhead, 0.5);
  EXPECT_TRUE(playback.playing);
}

TEST(Playback, LoopsInsideTheSelectedRange) {
  const Session session = session_of(seconds_apart(11));
  Playback playback = playing_at(5.5);
  apply(SetRange{TimeRange{4, 6}}, session, playback);
  apply(ToggleLoop{}, session, playback);
  advance(session, 1, playback);
  EXPECT_EQ(playback.playhead, 4.5);
  playback.playhead = 9;
  advance(session, 0.25, playback);
  EXPECT_EQ(playback.playhead, 4.25);
}

TEST(Playback, ARangeWithoutLoopDoesNotHoldThePlayhead) {
  const Session session = session_of(seconds_apart(11));
  Playback playback{.playhead = 7};
  apply(SetRange{TimeRange{4, 6}}, session, playback);
  apply(TogglePlay{}, session, playback);
  EXPECT_EQ(playback.playhead, 7);
  advance(session, 1, playback);
  EXPECT_EQ(playback.playhead, 8);
}

TEST(Playback, RangesAreKeptInOrderAndFinite) {
  const Session session = session_of(seconds_apart(11));
  EXPECT_EQ(after(session, {}, SetRange{TimeRange{6, 4}}).range, (TimeRange{4, 6}));
  EXPECT_EQ(after(session, {}, SetRange{TimeRange{kNaN, 4}}).range, std::nullopt);
  const Playback looping{.loop = true, .range = TimeRange{4, 6}};
  const Playback cleared = after(session, looping, SetRange{std::nullopt});
  EXPECT_EQ(cleared.range, std::nullopt);
  EXPECT_FALSE(cleared.loop);
}

TEST(Playback, WithNothingToPlayItStops) {
  for (const Session& session :
       {Session{}, session_of(seconds_apart(1)), session_of(seconds_apart(0))}) {
    for (const bool loop : {false, true}) {
      Playback playback = playing_at(0);
      playback.loop = loop;
      advance(session, 1, playback);
      EXPECT_EQ(playback.playhead, 0);
      EXPECT_FALSE(playback.playing);
    }
  }
}

TEST(Playback, ThePlayheadComesBackWhenItsRecordingIsGone) {
  const Session session = session_of(seconds_apart(5));
  Playback playback = playing_at(500);
  advance(session, 1, playback);
  EXPECT_EQ(playback.playhead, 4);
  playback = playing_at(-500);
  advance(session, 1, playback);
  EXPECT_EQ(playback.playhead, 1);
}

TEST(Playback, WaitsAtAnEndThatStillMoves) {
  std::vector<bool> was_playing;
  std::vector<Seconds> playheads;
  Session session;
  Playback playback = playing_at(0);
  const auto recording = waiting_recording([&](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    add_frames(builder, stream, 3, 1);
    advance(session, 5, playback);
    was_playing.push_back(playback.playing);
    playheads.push_back(playback.playhead);
    add_frames(builder, stream, 3, 1, 3);
    advance(session, 1, playback);
    playheads.push_back(playback.playhead);
  });
  session = session_of(recording);
  recording->index();
  EXPECT_EQ(was_playing, std::vector{true});
  EXPECT_EQ(playheads, (std::vector<Seconds>{2, 3}));
  advance(session, 50, playback);
  EXPECT_FALSE(playback.playing);
}

/// Events "a" at 1 s, "b" and "c" at 3 s, "d" at 4 s; of entities 0, 1, 0, 1.
std::shared_ptr<Recording> with_events() {
  return scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    const EntityIndex car = builder.add_entity("1", "car", EntityKind::vehicle, stream);
    const EntityIndex walker = builder.add_entity("2", "walker", EntityKind::person, stream);
    for (std::size_t i = 0; i < 6; ++i) {
      const auto t = static_cast<double>(i);
      if (i == 1) builder.add_event(instant(builder, t, "a", "", car));
      if (i == 3) builder.add_event(instant(builder, t, "b", "", walker));
      if (i == 3) builder.add_event(instant(builder, t, "c", "", car));
      if (i == 4) builder.add_event(instant(builder, t, "d", "", walker));
      builder.add_frame(t, static_cast<std::int64_t>(i + 1), {}, stream);
    }
  });
}

TEST(NeighbourEvent, IsTheNearestStrictlyBeforeOrAfter) {
  const Session session = session_of(with_events());
  struct Case {
    Seconds t;
    int direction;
    std::optional<Seconds> expected;
  };
  for (const Case c : {Case{0, 1, 1},
                       {1, 1, 3},
                       {3, 1, 4},
                       {4, 1, {}},
                       {9, -1, 4},
                       {4, -1, 3},
                       {3, -1, 1},
                       {1, -1, {}}}) {
    const auto found = neighbour_event(session, c.t, c.direction);
    ASSERT_EQ(found.has_value(), c.expected.has_value()) << c.t << " " << c.direction;
    if (found) {
      EXPECT_EQ(found->time, *c.expected);
    }
  }
}

TEST(NeighbourEvent, CanBeOfOneEntity) {
  const Session session = session_of(with_events());
  const EntityRef walker{0, EntityIndex(1)};
  const EntityRef both[] = {{0, EntityIndex(0)}, walker};
  EXPECT_EQ(neighbour_event(session, 0, 1, {&walker, 1})->time, 3);
  EXPECT_EQ(neighbour_event(session, 0, 1, {&walker, 1})->event, EventIndex(1));
  EXPECT_FALSE(neighbour_event(session, 3, -1, {&walker, 1}));
  EXPECT_EQ(neighbour_event(session, 0, 1, both)->time, 1);
  EXPECT_EQ(neighbour_event(session, 3, 1, both)->time, 4);
}

TEST(NeighbourEvent, IsAmongThoseThatPassAFilter) {
  const Session session = session_of(with_events());
  const std::vector<std::vector<EventIndex>> passed{{EventIndex(2), EventIndex(3)}};
  const EntityRef car{0, EntityIndex(0)};
  EXPECT_EQ(neighbour_event(session, 0, 1, {}, &passed)->event, EventIndex(2));
  EXPECT_FALSE(neighbour_event(session, 3, -1, {}, &passed));
  EXPECT_FALSE(neighbour_event(session, 3, 1, {&car, 1}, &passed));
  const std::vector<std::vector<EventIndex>> none;
  EXPECT_FALSE(neighbour_event(session, 0, 1, {}, &none));
}

TEST(NeighbourEvent, IsFoundAmongAllVisibleRecordings) {
  Session session = session_of(with_events());
  session.recordings.push_back({with_events(), 0.5, true, {}});
  EXPECT_EQ(neighbour_event(session, 1, 1)->time, 1.5);
  EXPECT_EQ(neighbour_event(session, 1, 1)->recording, 1u);
  session.recordings[1].visible = false;
  EXPECT_EQ(neighbour_event(session, 1, 1)->time, 3);
  session.recordings[0].hidden_streams = {true};
  EXPECT_FALSE(neighbour_event(session, 1, 1));
  EXPECT_FALSE(neighbour_event(Session{}, 1, 1));
}

}  // namespace
}  // namespace scrubjay
