#include "app/viewer/frames/trail_tracker.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "tests/core/script.h"

namespace scrubjay {
namespace {

constexpr std::uint32_t kWalkFrames = 10;

/// Two entities that walk along the recorded x axis, one unit a frame, a second apart in z. From
/// the fifth frame on the recording counts in halves of a metre, with y up.
std::shared_ptr<Recording> walk() {
  const auto index = [](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    for (const char* id : {"1", "2"}) {
      const EntityIndex entity = builder.add_entity(id, id, EntityKind::other, stream);
      builder.begin_life(entity, FrameIndex(0));
    }
    for (std::uint32_t i = 0; i < kWalkFrames; ++i) builder.add_frame(i, i, {}, stream);
  };
  const auto decode = [](FrameIndex frame, Frame& out) {
    const bool is_late = frame.value >= 5;
    out.coordinates =
        *CoordinateSystem::parse(is_late ? "right=+x,up=+y,forward=+z,metres=0.5" : "blender");
    for (std::uint32_t i = 0; i < 2; ++i) {
      Entity entity;
      entity.index = EntityIndex(i);
      const double x = frame.value * (is_late ? 2.0 : 1.0);
      const double forward = i * (is_late ? 2.0 : 1.0);
      entity.world.position = is_late ? glm::dvec3(x, 0, forward) : glm::dvec3(x, forward, 0);
      out.entities.push_back(entity);
    }
  };
  return indexed({.index = index, .decode = decode});
}

/// The trails once they are there.
std::vector<TrailPoints> trails_for(const TrailRequest& request) {
  std::counting_semaphore<> woken(0);
  Background background([&] { woken.release(); });
  TrailTracker tracker(std::make_shared<DecoderPool>(walk()), background);
  tracker.request(request);
  while (true) {
    const std::vector<TrailPoints>* const trails = tracker.latest();
    if (trails != nullptr && tracker.is_current()) return *trails;
    woken.acquire();
  }
}

TEST(TrailRequest, ReachesBackBySecondsOrToTheBeginning) {
  const auto recording = walk();
  const Timeline& timeline = recording->timeline();
  TrailRequest request = trail_request(timeline, StreamIndex(0), FrameIndex(8), 3);
  EXPECT_EQ(request.first, 5U);
  EXPECT_EQ(request.last, 8U);
  request = trail_request(timeline, StreamIndex(0), FrameIndex(8),
                          std::numeric_limits<Seconds>::infinity());
  EXPECT_EQ(request.first, 0U);
  EXPECT_EQ(request.last, 8U);
}

TEST(TrailRequest, ReachesAsFarAhead) {
  const auto recording = walk();
  const Timeline& timeline = recording->timeline();
  TrailRequest request = trail_request(timeline, StreamIndex(0), FrameIndex(4), 2, true);
  EXPECT_EQ(request.first, 2U);
  EXPECT_EQ(request.now, 4U);
  EXPECT_EQ(request.last, 6U);
  request = trail_request(timeline, StreamIndex(0), FrameIndex(8), 5, true);
  EXPECT_EQ(request.last, 9U) << "to the end at most";
  request = trail_request(timeline, StreamIndex(0), FrameIndex(8),
                          std::numeric_limits<Seconds>::infinity(), true);
  EXPECT_EQ(request.first, 0U);
  EXPECT_EQ(request.last, 9U);
}

TEST(TrailTracker, FindsWhereTheWantedEntitiesWere) {
  TrailRequest request{.stream = StreamIndex(0), .first = 1, .last = 4, .entities = {}};
  request.entities = {EntityIndex(1)};
  const auto trails = trails_for(request);
  ASSERT_EQ(trails.size(), 1U);
  EXPECT_EQ(trails[0].entity, EntityIndex(1));
  ASSERT_EQ(trails[0].points.size(), 4U);
  EXPECT_EQ(trails[0].points.front(), glm::dvec3(1, 1, 0));
  EXPECT_EQ(trails[0].points.back(), glm::dvec3(4, 1, 0));
  EXPECT_EQ(trails[0].times, (std::vector<Seconds>{1, 2, 3, 4}));
}

TEST(TrailTracker, FindsWhereAllWere) {
  TrailRequest request{
      .stream = StreamIndex(0), .first = 0, .last = 3, .all = true, .entities = {}};
  const auto trails = trails_for(request);
  ASSERT_EQ(trails.size(), 2U);
  EXPECT_EQ(trails[0].points.size(), 4U);
  EXPECT_EQ(trails[1].points.size(), 4U);
}

TEST(TrailTracker, KeepsToViewerSpaceWhereTheRecordingChangesItsConvention) {
  TrailRequest request{.stream = StreamIndex(0), .first = 3, .last = 7, .entities = {}};
  request.entities = {EntityIndex(1)};
  const auto trails = trails_for(request);
  ASSERT_EQ(trails.size(), 1U);
  ASSERT_EQ(trails[0].points.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(trails[0].points[i], glm::dvec3(3 + static_cast<double>(i), 1, 0));
  }
}

}  // namespace
}  // namespace scrubjay
