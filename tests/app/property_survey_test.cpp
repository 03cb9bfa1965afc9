#include "app/viewer/found/property_survey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "app/shared/property_copy.h"
#include "app/viewer/saved/state_history.h"
#include "test_scene.h"

namespace scrubjay {
namespace {

std::uint64_t hash_of_path(std::initializer_list<std::string_view> names) {
  std::uint64_t hash = kRootPathHash;
  for (const std::string_view name : names) hash = child_path_hash(hash, name, 0);
  return hash;
}

/// A car that drives 1 m a frame, and a sign; both say more than where they are.
TestScene road(std::size_t frames) {
  TestScene scene;
  scene.frames = frames;
  scene.entities = {{.id = "7", .name = "car", .kind = EntityKind::vehicle},
                    {.id = "8", .name = "sign", .kind = EntityKind::sign}};
  scene.position = [](std::size_t frame, std::size_t entity) {
    return entity == 0 ? glm::dvec3(static_cast<double>(frame), 0, 0) : glm::dvec3(5, 5, 5);
  };
  scene.properties = [](std::size_t frame, std::size_t, PropertyTree& out) {
    const auto motor = out.open("motor", PropertyType::group);
    out.text("maker", "Audi");
    out.number("speed", static_cast<double>(frame), Precision::float64, "m/s");
    out.text("state", frame < 5 ? "idle" : "running");
    out.close(motor);
  };
  return scene;
}

SurveyFound survey_of(const std::shared_ptr<Recording>& recording) {
  Background background([] {});
  PropertySurvey survey(std::make_shared<DecoderPool>(recording), background);
  survey.request();
  background.wait_until_idle();
  const SurveyFound* found = survey.latest();
  EXPECT_NE(found, nullptr);
  EXPECT_TRUE(survey.is_current());
  return found == nullptr ? SurveyFound() : *found;
}

TEST(PropertySurvey, TellsWhatChangesFromWhatNeverDoes) {
  const SurveyFound found = survey_of(recording_of(road(40)));
  const auto changes = [&](std::initializer_list<std::string_view> names) {
    return found.changing.contains(survey_key(EntityKind::vehicle, hash_of_path(names)));
  };
  EXPECT_TRUE(changes({"motor", "speed"}));
  EXPECT_TRUE(changes({"motor"})) << "what holds it changes, too";
  EXPECT_TRUE(changes({"motor", "state"}));
  EXPECT_FALSE(changes({"motor", "maker"}));
  EXPECT_TRUE(changes({"transform", "position"}));
  EXPECT_FALSE(found.changing.contains(
      survey_key(EntityKind::sign, hash_of_path({"transform", "position"}))));
}

Travels travels_of(const std::shared_ptr<Recording>& recording) {
  Background background([] {});
  TravelSurvey survey(std::make_shared<DecoderPool>(recording), background);
  survey.request();
  background.wait_until_idle();
  const Travels* found = survey.latest();
  EXPECT_NE(found, nullptr);
  return found == nullptr ? Travels() : *found;
}

TEST(TravelSurvey, IsExactWhereEveryFrameIsLookedAt) {
  const Travels travels = travels_of(recording_of(road(4000)));
  EXPECT_TRUE(travels.is_exact);
  ASSERT_EQ(travels.farthest.size(), 1u) << "the sign goes nowhere";
  EXPECT_EQ(travels.farthest[0].entity, EntityIndex(0));
  EXPECT_DOUBLE_EQ(travels.farthest[0].metres, 3999);
}

TEST(TravelSurvey, LooksAtSomeFramesOfManyEntities) {
  TestScene scene = road(1000);
  scene.properties = nullptr;
  for (int i = 0; i < 1998; ++i) scene.entities.push_back({.id = "s", .kind = EntityKind::sign});
  std::atomic<int> decoded{0};
  const auto own = scene.position;
  scene.position = [&, own](std::size_t frame, std::size_t entity) {
    decoded += entity == 0 ? 1 : 0;
    return own(frame, entity);
  };
  const Travels travels = travels_of(recording_of(std::move(scene)));
  EXPECT_FALSE(travels.is_exact);
  EXPECT_EQ(static_cast<std::size_t>(decoded.load()), TravelSurvey::kLooks / 2000);
  ASSERT_EQ(travels.farthest.size(), 1u);
  EXPECT_DOUBLE_EQ(travels.farthest[0].metres, 999) << "a straight way";
}

TEST(PropertySurvey, KnowsWhatThereIs) {
  const SurveyFound found = survey_of(recording_of(road(40)));
  const auto speed = std::ranges::find(found.properties, "speed", &KnownProperty::name);
  ASSERT_NE(speed, found.properties.end());
  EXPECT_EQ(speed->group, "motor");
  EXPECT_EQ(speed->unit, "m/s");
  EXPECT_EQ(speed->type, PropertyType::number);
}

TEST(PropertySurvey, LooksAtFewFramesOfALongRecording) {
  TestScene scene = road(5000);
  std::atomic<int> decoded{0};
  const auto own = scene.properties;
  scene.properties = [&, own](std::size_t frame, std::size_t entity, PropertyTree& out) {
    decoded += entity == 0 ? 1 : 0;
    own(frame, entity, out);
  };
  survey_of(recording_of(std::move(scene)));
  EXPECT_LE(decoded.load(), static_cast<int>(PropertySurvey::kFrames));
}

TEST(StateHistory, KnowsSinceWhenAStateIsAsItIsAndWhatItWasBefore) {
  const auto recording = recording_of(road(12));
  Background background([] {});
  StateHistory history;
  history.want(recording, EntityIndex(0), background);
  background.wait_until_idle();
  EXPECT_FALSE(history.is_reading());
  const std::uint64_t state = hash_of_path({"motor", "state"});
  const auto change = history.last_change(state, FrameIndex(9));
  ASSERT_TRUE(change.has_value());
  EXPECT_EQ(change->frame, FrameIndex(5));
  EXPECT_EQ(change->before, "idle");
  EXPECT_TRUE(history.last_change(state, FrameIndex(5)).has_value());
  EXPECT_FALSE(history.last_change(state, FrameIndex(4)).has_value()) << "from the beginning";
  EXPECT_FALSE(history.last_change(hash_of_path({"motor", "maker"}), FrameIndex(9)).has_value());
  EXPECT_FALSE(history.last_change(hash_of_path({"motor", "speed"}), FrameIndex(9)).has_value())
      << "no state";
}

TEST(StateHistory, ForgetsAnEntityThatIsNoLongerWanted) {
  const auto recording = recording_of(road(12));
  Background background([] {});
  StateHistory history;
  history.want(recording, EntityIndex(0), background);
  background.wait_until_idle();
  history.want(nullptr, {}, background);
  background.wait_until_idle();
  EXPECT_FALSE(history.last_change(hash_of_path({"motor", "state"}), FrameIndex(9)).has_value());
}

}  // namespace
}  // namespace scrubjay
