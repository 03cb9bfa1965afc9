#include "app/viewer/found/recording_gaps.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "scripted_recording.h"
#include "session_of.h"

namespace scrubjay {
namespace {

/// Updates until all are known.
void update_fully(const Session& session, RecordingGaps& gaps) {
  while (!gaps.update(session)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(RecordingGaps, ArePausesAndMissingFramesOfEachStream) {
  const Session session = session_of(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex a = builder.add_stream("a", "");
    const StreamIndex b = builder.add_stream("b", "");
    for (std::size_t i = 0; i < 100; ++i) {
      const Seconds t = 0.1 * static_cast<double>(i) + (i >= 50 ? 20 : 0);
      builder.add_frame(t, static_cast<std::int64_t>(i), {}, a);
      builder.add_frame(t, static_cast<std::int64_t>(i < 30 ? i : i + 5), {}, b);
    }
  }));
  RecordingGaps gaps;
  update_fully(session, gaps);
  const auto first = gaps.of(0, StreamIndex(0));
  const auto second = gaps.of(0, StreamIndex(1));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].kind, Gap::Kind::pause);
  ASSERT_EQ(second.size(), 2u);
  EXPECT_EQ(second[0].kind, Gap::Kind::interruption);
  EXPECT_TRUE(gaps.of(0, StreamIndex(2)).empty());
  EXPECT_TRUE(gaps.of(1, StreamIndex(0)).empty());
}

TEST(RecordingGaps, AreLookedForAgainOnlyWhenTheRecordingGrewByAPart) {
  std::vector<std::size_t> looked_at;
  Session session;
  RecordingGaps gaps;
  const auto look = [&] {
    update_fully(session, gaps);
    looked_at.push_back(gaps.looked_at(0));
  };
  const auto recording = waiting_recording([&](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (const std::size_t frames : {1000u, 20u, 40u, 1u}) {
      add_frames(builder, stream, frames, 0, 1);
      look();
    }
  });
  session = session_of(recording);
  recording->index();
  look();
  EXPECT_EQ(looked_at, (std::vector<std::size_t>{1000, 1000, 1060, 1060, 1061}));
}

TEST(RecordingGaps, OfALongRecordingComeFromAnotherThread) {
  const Session session = session_of(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    add_frames(builder, stream, 50'000, 0.01);
    add_frames(builder, stream, 50'000, 0.01, 10'000);
  }));
  RecordingGaps gaps;
  EXPECT_FALSE(gaps.update(session));
  update_fully(session, gaps);
  EXPECT_EQ(gaps.of(0, StreamIndex(0)).size(), 1u);
}

}  // namespace
}  // namespace scrubjay
