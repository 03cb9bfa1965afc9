#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "tests/core/allocation_counter.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

/// Twelve frames; entity 0 always, entity 1 in frames 3..8; an event in frame 4.
std::shared_ptr<Recording> small_recording() {
  MadeScene scene;
  scene.frames = steady_frames(12);
  scene.lives = {{0, 0, MadeLife::kOpen}, {1, 3, 9}};
  scene.events = {{4, 0.4, 0.4, EntityIndex(1), "contact", "", 0},
                  {4, 0.4, 0.4, EntityIndex(0), "contact", "", 1}};
  auto recording = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  return recording;
}

double value_of(const PropertyTree& tree, PropertyRange range, std::string_view path) {
  const auto node = find_path(tree, range, path);
  EXPECT_TRUE(node.has_value()) << path;
  return node ? tree[*node].number : -1;
}

TEST(Cursor, DecodesTheFrameSought) {
  Cursor cursor(small_recording());
  const Frame& frame = cursor.seek(FrameIndex(4));
  EXPECT_EQ(frame.index.value, 4u);
  EXPECT_EQ(frame.number, 5u);
  EXPECT_DOUBLE_EQ(frame.time, 0.4);
  EXPECT_EQ(frame.stream.value, 0u);
  EXPECT_EQ(value_of(frame.tree, frame.properties, "frame"), 4);
  ASSERT_EQ(frame.entities.size(), 2u);
  const Entity* entity = frame.find(EntityIndex(1));
  ASSERT_NE(entity, nullptr);
  EXPECT_EQ(*entity->world.position, glm::dvec3(4, 1, 0));
  EXPECT_EQ(value_of(frame.tree, entity->properties, "row"), 1);
  EXPECT_TRUE(frame.problems.empty());
  EXPECT_EQ(&cursor.frame(), &frame);
}

TEST(Cursor, AddsTheEventsOfTheFrameWithTheirProperties) {
  Cursor cursor(small_recording());
  EXPECT_TRUE(cursor.seek(FrameIndex(3)).events.empty());
  const Frame& frame = cursor.seek(FrameIndex(4));
  ASSERT_EQ(frame.events.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(frame.events[i].index.value, i);
    EXPECT_EQ(value_of(frame.tree, frame.events[i].properties, "event"), static_cast<double>(i));
  }
}

TEST(Cursor, LeavesNothingOfTheFrameBefore) {
  Cursor cursor(small_recording());
  cursor.seek(FrameIndex(9));
  EXPECT_EQ(cursor.frame().problems.size(), 1u);
  cursor.seek(FrameIndex(4));
  const Frame& frame = cursor.seek(FrameIndex(10));
  EXPECT_EQ(frame.entities.size(), 1u);
  EXPECT_TRUE(frame.events.empty());
  EXPECT_TRUE(frame.problems.empty());
  EXPECT_EQ(frame.tree.size(), 2u);
}

TEST(Cursor, HasOnlyWhatIsWanted) {
  Cursor cursor(small_recording());
  cursor.want({{EntityIndex(7), EntityIndex(1)}});
  const Frame& frame = cursor.seek(FrameIndex(4));
  ASSERT_EQ(frame.entities.size(), 1u);
  EXPECT_EQ(frame.entities[0].index.value, 1u);
  EXPECT_EQ(value_of(frame.tree, frame.entities[0].properties, "row"), 1);
  EXPECT_EQ(value_of(frame.tree, frame.properties, "frame"), 4);
  EXPECT_TRUE(frame.events.empty());
  EXPECT_TRUE(cursor.seek(FrameIndex(9)).entities.empty()) << "it lives no more";
  EXPECT_EQ(cursor.frame().problems.size(), 1u) << "of the frame itself";
}

TEST(Cursor, DecodesAnewOnlyWhereMoreIsWanted) {
  Cursor cursor(small_recording());
  cursor.want({{EntityIndex(1)}});
  EXPECT_EQ(cursor.seek(FrameIndex(4)).entities.size(), 1u);
  cursor.want({{EntityIndex(0)}});
  EXPECT_EQ(cursor.seek(FrameIndex(4)).entities[0].index.value, 0u);
  cursor.want({});
  EXPECT_EQ(cursor.seek(FrameIndex(4)).entities.size(), 2u);
  EXPECT_EQ(cursor.frame().events.size(), 2u);
  cursor.want({{EntityIndex(1)}});
  EXPECT_EQ(cursor.seek(FrameIndex(4)).entities.size(), 2u) << "a whole frame stays whole";
  EXPECT_EQ(cursor.seek(FrameIndex(5)).entities.size(), 1u);
}

TEST(Cursor, ConvertsWhatIsSoughtOnceATargetIsSet) {
  Cursor cursor(small_recording());  // recorded like OpenGL: x right, y up, -z forward, metres
  cursor.seek(FrameIndex(4));
  cursor.set_coordinates(kUnreal);
  const Frame& frame = cursor.seek(FrameIndex(4));  // decoded anew though the cursor was there
  EXPECT_EQ(frame.coordinates, kUnreal);
  EXPECT_EQ(*frame.find(EntityIndex(1))->world.position, glm::dvec3(0, 400, 100));
  const auto place = find_path(frame.tree, frame.events[0].properties, "place");
  ASSERT_TRUE(place.has_value());
  EXPECT_DOUBLE_EQ(frame.tree.numbers_of(frame.tree[*place])[0], -300);
  cursor.set_coordinates(std::nullopt);
  EXPECT_EQ(*cursor.seek(FrameIndex(4)).find(EntityIndex(1))->world.position, glm::dvec3(4, 1, 0));
}

TEST(Cursor, ReadsEventsInTheCoordinatesChosenBehindWhatIsThere) {
  Cursor cursor(small_recording());
  PropertyTree out;
  out.vec3("before", {1, 2, 3}, Precision::float64, "", Meaning::point);
  const PropertyRange recorded = cursor.read_event(EventIndex(1), out);
  cursor.set_coordinates(kUnreal);
  const PropertyRange converted = cursor.read_event(EventIndex(1), out);
  EXPECT_EQ(recorded.first, 1u);
  EXPECT_EQ(converted.first, 3u);
  EXPECT_EQ(out.numbers_of(out[0])[0], 1.0);
  EXPECT_EQ(value_of(out, converted, "event"), 1);
  EXPECT_EQ(out.numbers_of(out[*find_path(out, recorded, "place")])[0], 1.0);
  EXPECT_DOUBLE_EQ(out.numbers_of(out[*find_path(out, converted, "place")])[0], -300);
}

TEST(Cursor, SteadyPlaybackAllocatesNothing) {
  const auto scene = std::make_shared<const MadeScene>(random_scene(1, 300, 10));
  const auto recording = made_recording(scene);
  recording->index();
  Cursor cursor(recording);
  cursor.set_coordinates(kUnreal);
  const auto play = [&] {
    for (std::size_t f = 0; f < recording->frame_count(); ++f) cursor.seek(FrameIndex(f));
  };
  play();
  EXPECT_EQ(allocations_in(play), 0u);
}

TEST(Cursor, KeepsItsRecordingAlive) {
  auto recording = small_recording();
  const std::weak_ptr<Recording> watched = recording;
  Cursor cursor(std::move(recording));
  ASSERT_FALSE(watched.expired());
  EXPECT_EQ(cursor.seek(FrameIndex(5)).entities.size(), 2u);
  EXPECT_EQ(&cursor.recording(), watched.lock().get());
}

}  // namespace
}  // namespace scrubjay
