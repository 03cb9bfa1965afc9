#include "core/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "tests/core/made_recording.h"

namespace scrubjay {
namespace {

/// A recording of those times and streams, indexed.
std::shared_ptr<Recording> recording_of(const std::vector<std::pair<Seconds, std::uint32_t>>& rows,
                                        std::uint32_t streams = 1) {
  MadeScene scene;
  scene.streams = streams;
  for (const auto& [time, stream] : rows) {
    scene.frames.push_back({time, scene.frames.size(), stream});
  }
  auto recording = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  return recording;
}

OpenRecording open_at(std::shared_ptr<Recording> recording, Seconds offset) {
  OpenRecording open;
  open.recording = std::move(recording);
  open.offset = offset;
  return open;
}

/// Recording 0 has two streams, recording 1 starts 10 s later on the session's axis.
///
///     session time   0   1   2   3   4   ...  10  11
///     0, stream 0    0       2       4
///     0, stream 1        1       3
///     1                                       0   1
Session two_recordings() {
  Session session;
  session.recordings.push_back(
      open_at(recording_of({{0, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 0}}, 2), 0));
  session.recordings.push_back(open_at(recording_of({{5, 0}, {6, 0}}), 5));
  return session;
}

using Refs = std::vector<std::pair<std::size_t, std::uint32_t>>;

Refs frames_at(const Session& session, Seconds t) {
  std::vector<FrameRef> out(7);  // what is there before is replaced
  session.frames_at(t, out);
  Refs refs;
  for (const FrameRef& ref : out) refs.emplace_back(ref.recording, ref.frame.value);
  return refs;
}

TEST(Session, EmptyHasTheRangeZeroAndStandsStill) {
  const Session session;
  EXPECT_EQ(session.range(), TimeRange{});
  EXPECT_EQ(frames_at(session, 1), Refs{});
  EXPECT_EQ(session.next_frame_time(1), 1);
  EXPECT_EQ(session.previous_frame_time(1), 1);
}

TEST(Session, ARecordingWithoutFramesCountsForNothing) {
  Session session;
  session.recordings.push_back(open_at(recording_of({}), 3));
  EXPECT_EQ(session.range(), TimeRange{});
  EXPECT_EQ(frames_at(session, 1), Refs{});
  EXPECT_EQ(session.next_frame_time(1), 1);
  session.recordings.push_back(open_at(recording_of({{1, 0}, {2, 0}}), 3));
  EXPECT_EQ(session.range(), (TimeRange{4, 5}));
}

TEST(Session, RangeSpansWhatIsVisibleWithItsOffsets) {
  Session session = two_recordings();
  EXPECT_EQ(session.range(), (TimeRange{0, 11}));
  session.recordings[1].offset = -20;
  EXPECT_EQ(session.range(), (TimeRange{-15, 4}));
  session.recordings[1].visible = false;
  EXPECT_EQ(session.range(), (TimeRange{0, 4}));
  session.recordings[0].hidden_streams = {true};
  EXPECT_EQ(session.range(), (TimeRange{1, 3}));
  session.recordings[0].hidden_streams = {true, true};
  EXPECT_EQ(session.range(), TimeRange{});
}

TEST(Session, StreamsAreShownUnlessTheyOrTheirRecordingAreHidden) {
  Session session = two_recordings();
  EXPECT_TRUE(session.is_shown(0, StreamIndex(1)));
  session.recordings[0].hidden_streams = {false, true};
  EXPECT_TRUE(session.is_shown(0, StreamIndex(0)));
  EXPECT_FALSE(session.is_shown(0, StreamIndex(1)));
  EXPECT_TRUE(session.is_shown(0, StreamIndex(2)));
  session.recordings[0].visible = false;
  EXPECT_FALSE(session.is_shown(0, StreamIndex(0)));
}

TEST(Session, FramesAtGivesOneFrameForEachVisibleStream) {
  Session session = two_recordings();
  EXPECT_EQ(frames_at(session, -1), (Refs{{0, 0}, {0, 1}, {1, 0}}));
  EXPECT_EQ(frames_at(session, 2.5), (Refs{{0, 2}, {0, 1}, {1, 0}}));
  EXPECT_EQ(frames_at(session, 10), (Refs{{0, 4}, {0, 3}, {1, 0}}));
  EXPECT_EQ(frames_at(session, 99), (Refs{{0, 4}, {0, 3}, {1, 1}}));
  session.recordings[0].hidden_streams = {true};
  EXPECT_EQ(frames_at(session, 2.5), (Refs{{0, 1}, {1, 0}}));
  session.recordings[1].visible = false;
  EXPECT_EQ(frames_at(session, 2.5), (Refs{{0, 1}}));
}

TEST(Session, StepsThroughTheFramesOfAllVisibleStreams) {
  const Session session = two_recordings();
  std::vector<Seconds> forwards;
  for (Seconds t = -1; session.next_frame_time(t) > t;) {
    t = session.next_frame_time(t);
    forwards.push_back(t);
  }
  EXPECT_EQ(forwards, (std::vector<Seconds>{0, 1, 2, 3, 4, 10, 11}));
  EXPECT_EQ(session.next_frame_time(11), 11);
  std::vector<Seconds> backwards;
  for (Seconds t = 12; session.previous_frame_time(t) < t;) {
    t = session.previous_frame_time(t);
    backwards.push_back(t);
  }
  EXPECT_EQ(backwards, (std::vector<Seconds>{11, 10, 4, 3, 2, 1, 0}));
  EXPECT_EQ(session.previous_frame_time(0), 0);
  EXPECT_EQ(session.next_frame_time(4.5), 10);
  EXPECT_EQ(session.previous_frame_time(4.5), 4);
}

TEST(Session, SteppingLeavesOutWhatIsHidden) {
  Session session = two_recordings();
  session.recordings[0].hidden_streams = {true};
  EXPECT_EQ(session.next_frame_time(1), 3);
  EXPECT_EQ(session.next_frame_time(3), 10);
  EXPECT_EQ(session.previous_frame_time(10), 3);
  EXPECT_EQ(session.previous_frame_time(1), 1);
  session.recordings[1].visible = false;
  EXPECT_EQ(session.next_frame_time(3), 3);
}

TEST(Session, SteppingPassesFramesOfEqualTimesTogether) {
  Session session;
  session.recordings.push_back(open_at(recording_of({{0, 0}, {1, 0}, {1, 0}, {2, 0}}), 0));
  EXPECT_EQ(session.next_frame_time(0), 1);
  EXPECT_EQ(session.next_frame_time(1), 2);
  EXPECT_EQ(session.previous_frame_time(2), 1);
  EXPECT_EQ(session.previous_frame_time(1), 0);
  EXPECT_EQ(frames_at(session, 1), (Refs{{0, 2}}));
}

// Time + offset is rounded; taking the offset off again need not give the time back.
TEST(OwnTime, ReachesEachFrameThatSessionTimeReaches) {
  const Seconds step = 0.05;
  for (const Seconds offset : {0.0, 0.1, 0.3, -0.7, 1e-9, 12345.678, -1e6}) {
    for (int i = 0; i < 1000; ++i) {
      const Seconds frame = i * step;
      const Seconds t = frame + offset;
      const Seconds own = own_time(t, offset);
      EXPECT_LE(own + offset, t);
      EXPECT_GE(own, frame) << i << " at " << offset;
      EXPECT_LT(own, frame + step);
      EXPECT_GT(std::nextafter(own, 1e300) + offset, t) << "there is no later one";
      const TimeRange range = own_range({t, t + 1}, offset);
      EXPECT_LE(range.begin, frame) << i << " at " << offset;
      EXPECT_GT(range.begin, frame - step);
      EXPECT_LT(std::nextafter(range.begin, -1e300) + offset, t) << "there is no earlier one";
    }
  }
  EXPECT_TRUE(std::isinf(own_time(std::numeric_limits<Seconds>::infinity(), 1)));
}

TEST(Session, AStepArrivesAtItsFrameWhateverTheOffset) {
  std::vector<std::pair<Seconds, std::uint32_t>> rows;
  for (int i = 0; i < 200; ++i) rows.emplace_back(i * 0.1, 0);
  const auto recording = recording_of(rows);
  for (const Seconds offset : {0.1, 0.7, -3.3, 1e6 + 0.1, 1.0 / 3.0}) {
    Session session;
    session.recordings.push_back(open_at(recording, offset));
    Seconds t = session.range().begin;
    for (std::uint32_t frame = 0; frame < 200; ++frame) {
      ASSERT_EQ(frames_at(session, t), (Refs{{0, frame}})) << offset;
      t = session.next_frame_time(t);
    }
    for (std::uint32_t frame = 199; frame > 0; --frame) {
      ASSERT_EQ(frames_at(session, t), (Refs{{0, frame}})) << offset;
      t = session.previous_frame_time(t);
    }
  }
}

}  // namespace
}  // namespace scrubjay
