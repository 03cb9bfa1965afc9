#include "core/stream_age.h"

#include <gtest/gtest.h>

#include "tests/core/made_recording.h"

namespace scrubjay {
namespace {

/// Stream 0 has frames every 0.1 s from 0 to 2, stream 1 until 1; stream 2 has none.
std::shared_ptr<Recording> three_streams() {
  auto scene = std::make_shared<MadeScene>();
  scene->streams = 3;
  for (int i = 0; i <= 20; ++i) {
    for (std::uint32_t stream = 0; stream < (i <= 10 ? 2u : 1u); ++stream) {
      scene->frames.push_back({0.1 * i, static_cast<std::uint64_t>(i), stream});
    }
  }
  auto recording = made_recording(scene);
  recording->index();
  return recording;
}

TEST(StreamAge, OfARecordingIsThatOfTheStreamThatIsNearest) {
  const OpenRecording open{.recording = three_streams(), .offset = 10, .hidden_streams = {}};
  EXPECT_TRUE(stream_age(*open.recording, StreamIndex(1), 1.8).has_value());
  EXPECT_FALSE(recording_age(open, 11.8).has_value()) << "another stream goes on";
  const auto over = recording_age(open, 14);
  ASSERT_TRUE(over.has_value());
  EXPECT_TRUE(over->has_ended);
  EXPECT_NEAR(over->edge, 2, 1e-9);
  EXPECT_NEAR(over->away, 2, 1e-9);
}

TEST(StreamAge, OfARecordingWithoutFramesIsNone) {
  const auto recording = made_recording(std::make_shared<MadeScene>());
  recording->index();
  EXPECT_FALSE(recording_age({.recording = recording, .hidden_streams = {}}, 5).has_value());
}

}  // namespace
}  // namespace scrubjay
