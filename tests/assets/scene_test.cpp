#include "assets/scene.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <set>
#include <vector>

#include "assets/angles.h"
#include "assets/carla_feed.h"
#include "tests/core/bytes_of.h"

namespace scrubjay::assets {
namespace {

std::vector<std::byte> carla_bytes(const SceneOptions& options, std::uint64_t frames) {
  std::vector<std::byte> bytes;
  Scene scene(options);
  const auto result = write_carla(scene, into(bytes), frames);
  EXPECT_TRUE(result);
  return bytes;
}

/// Calls `look(frame)` for each of `frames` frames.
template <class Look>
void watch(const SceneOptions& options, int frames, Look look) {
  Scene scene(options);
  for (int i = 0; i < frames; ++i) {
    if (i > 0) scene.advance();
    look(scene.frame());
  }
}

class SceneOfSize : public testing::TestWithParam<std::uint32_t> {
 protected:
  SceneOptions options() const { return {.entities = GetParam(), .seed = 3}; }
};

TEST_P(SceneOfSize, StartsWithAboutAsManyActorsAsAskedFor) {
  const Scene scene(options());
  const double asked = GetParam();
  const auto actors = static_cast<double>(scene.frame().actors.size());
  EXPECT_NEAR(actors, asked, std::max(2.0, 0.05 * asked));
}

TEST_P(SceneOfSize, ListsActorsOnceAndParentsBeforeWhatIsAttached) {
  watch(options(), 400, [](const SceneFrame& frame) {
    std::set<std::uint32_t> seen;
    for (const SceneActor& actor : frame.actors) {
      ASSERT_TRUE(seen.insert(actor.id).second) << actor.id;
      ASSERT_EQ(frame.find(actor.id), &actor);
      if (actor.parent != 0) {
        ASSERT_TRUE(seen.contains(actor.parent));
      }
    }
  });
}

TEST_P(SceneOfSize, TellsEveryComingAndGoing) {
  std::set<std::uint32_t> alive;
  watch(options(), 1000, [&](const SceneFrame& frame) {
    for (const std::uint32_t id : frame.removed) ASSERT_EQ(alive.erase(id), 1U);
    for (const std::uint32_t id : frame.added) ASSERT_TRUE(alive.insert(id).second);
    std::set<std::uint32_t> there;
    for (const SceneActor& actor : frame.actors) there.insert(actor.id);
    ASSERT_EQ(there, alive) << "frame " << frame.number;
  });
}

TEST_P(SceneOfSize, MovesWithoutJumps) {
  std::map<std::uint32_t, ScenePose> before;
  watch(options(), 1000, [&](const SceneFrame& frame) {
    for (const std::uint32_t id : frame.removed) before.erase(id);
    for (const SceneActor& actor : frame.actors) {
      if (const auto old = before.find(actor.id); old != before.end() && actor.parent == 0) {
        const double way = glm::length(actor.pose.position - old->second.position);
        ASSERT_LT(way, 0.05 * 16) << actor.blueprint << " in frame " << frame.number;
        ASSERT_LT(std::abs(angle_between(old->second.yaw, actor.pose.yaw)), 0.25)
            << actor.blueprint << " in frame " << frame.number;
      }
      before[actor.id] = actor.pose;
    }
  });
}

TEST_P(SceneOfSize, HeadsWhereItDrives) {
  watch(options(), 400, [](const SceneFrame& frame) {
    for (const SceneActor& actor : frame.actors) {
      if (actor.kind != SceneKind::vehicle || std::abs(actor.speed) < 0.1) continue;
      const SinCos yaw = sin_cos(actor.pose.yaw);
      const double along = actor.velocity.x * yaw.cos + actor.velocity.y * yaw.sin;
      ASSERT_NEAR(along, actor.speed, 0.01 * std::abs(actor.speed));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, SceneOfSize, testing::Values(8U, 55U, 400U));

/// Corners of an actor's box on the ground, a little smaller than it is.
std::array<glm::dvec2, 4> corners(const SceneActor& actor) {
  const SinCos yaw = sin_cos(actor.pose.yaw);
  const glm::dvec2 forward(yaw.cos, yaw.sin);
  const glm::dvec2 left(-yaw.sin, yaw.cos);
  const glm::dvec2 middle(actor.pose.position);
  const glm::dvec2 half = glm::dvec2(actor.box->half) * 0.9;
  return {middle + forward * half.x + left * half.y, middle + forward * half.x - left * half.y,
          middle - forward * half.x - left * half.y, middle - forward * half.x + left * half.y};
}

/// Whether a line along one of a's sides keeps both apart.
bool is_kept_apart(const SceneActor& a, const SceneActor& b) {
  const SinCos yaw = sin_cos(a.pose.yaw);
  for (const glm::dvec2 axis : {glm::dvec2(yaw.cos, yaw.sin), glm::dvec2(-yaw.sin, yaw.cos)}) {
    double low[2] = {1e9, 1e9};
    double high[2] = {-1e9, -1e9};
    const SceneActor* both[2] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
      for (const glm::dvec2 corner : corners(*both[i])) {
        low[i] = std::min(low[i], glm::dot(axis, corner));
        high[i] = std::max(high[i], glm::dot(axis, corner));
      }
    }
    if (high[0] < low[1] || high[1] < low[0]) return true;
  }
  return false;
}

TEST(Scene, KeepsVehiclesApart) {
  std::size_t overlaps = 0;
  std::size_t pairs = 0;
  watch({.entities = 55, .seed = 1}, 2000, [&](const SceneFrame& frame) {
    std::vector<const SceneActor*> cars;
    for (const SceneActor& actor : frame.actors) {
      if (actor.kind == SceneKind::vehicle && actor.pose.position.z > -1) cars.push_back(&actor);
    }
    for (std::size_t i = 0; i < cars.size(); ++i) {
      for (std::size_t j = i + 1; j < cars.size(); ++j) {
        ++pairs;
        overlaps += !is_kept_apart(*cars[i], *cars[j]) && !is_kept_apart(*cars[j], *cars[i]);
      }
    }
  });
  // Two that leave a junction at once may brush each other; that must stay rare.
  EXPECT_GT(pairs, 100000U);
  EXPECT_LT(overlaps, pairs / 5000);
}

TEST(Scene, IsLively) {
  std::set<SignalState> signals;
  std::set<std::string_view> doors;
  std::set<std::uint32_t> ids;
  std::size_t reused = 0, touches = 0, hero_touches = 0, kerbs = 0, lamps = 0, retimed = 0;
  std::uint32_t lights = 0;
  double fastest = 0, deepest = 0, wettest = 0;
  std::set<SceneKind> kinds;
  watch({.entities = 55, .seed = 1}, 600, [&](const SceneFrame& frame) {
    for (const std::uint32_t id : frame.added) reused += !ids.insert(id).second;
    for (const SceneContact& contact : frame.contacts) {
      ++(contact.other == 0 ? kerbs : touches);
      const SceneActor* actor = frame.find(contact.actor);
      hero_touches += contact.other != 0 && actor != nullptr && actor->is_hero;
    }
    if (frame.number > 1) {
      lamps += frame.changed_lamps.size();
      retimed += frame.retimed.size();
    }
    for (const SceneDoorChange& change : frame.doors) doors.insert(change.open ? "open" : "shut");
    wettest = std::max(wettest, frame.weather.precipitation);
    for (const SceneActor& actor : frame.actors) {
      kinds.insert(actor.kind);
      if (actor.kind == SceneKind::traffic_light) signals.insert(actor.light.state);
      lights |= actor.vehicle.lights;
      fastest = std::max(fastest, actor.speed);
      deepest = std::min(deepest, actor.pose.position.z);
    }
  });
  EXPECT_EQ(kinds.size(), 8U);
  EXPECT_EQ(signals.size(), 3U);
  EXPECT_EQ(doors.size(), 2U);
  EXPECT_GT(reused, 0U);
  EXPECT_GT(touches, 3U);
  EXPECT_GT(hero_touches, 0U);
  EXPECT_GT(kerbs, 3U);
  EXPECT_GT(lamps, 0U);
  EXPECT_GT(retimed, 0U);
  EXPECT_GT(wettest, 50.0);
  EXPECT_GT(fastest, 8.0);
  EXPECT_LT(fastest, 14.0);
  EXPECT_EQ(deepest, -500.0);
  for (const std::uint32_t light : {kPositionLight, kLowBeam, kBrakeLight, kRightBlinker,
                                    kLeftBlinker, kReverseLight, kEmergencyLight}) {
    EXPECT_NE(lights & light, 0U) << light;
  }
}

TEST(Scene, IsTheSameForTheSameOptions) {
  const SceneOptions options{.entities = 60, .properties_per_entity = 40, .seed = 9};
  EXPECT_EQ(carla_bytes(options, 100), carla_bytes(options, 100));
}

TEST(Scene, IsAnotherForAnotherSeed) {
  EXPECT_NE(carla_bytes({.seed = 1}, 3), carla_bytes({.seed = 2}, 3));
}

TEST(Scene, HasAsManyBonesAsPropertiesAskFor) {
  struct Case {
    std::uint32_t properties;
    std::size_t bones;
  };
  for (const Case& c : {Case{23, 0}, Case{24, 1}, Case{40, 17}, Case{83, 60}, Case{200, 60}}) {
    const Scene scene({.properties_per_entity = c.properties});
    for (const SceneActor& actor : scene.frame().actors) {
      const std::size_t expected = actor.kind == SceneKind::pedestrian ? c.bones : 0;
      EXPECT_EQ(actor.bones.size(), expected) << c.properties;
    }
  }
}

TEST(Scene, StaysInItsLimitsWhenAskedForNonsense) {
  const Scene scene({.entities = 0, .step = -1.0F});
  EXPECT_EQ(scene.options().entities, 8U);
  EXPECT_EQ(scene.options().step, 0.005F);
}

TEST(WriteCarla, StopsBehindTheFrameThatReachesTheSize) {
  Scene scene({.entities = 20});
  std::size_t written = 0;
  std::size_t last = 0;
  const auto result = write_carla(
      scene,
      [&](Bytes bytes) {
        written += bytes.size();
        last = bytes.size();
        return true;
      },
      1'000'000, 100'000);
  ASSERT_TRUE(result);
  EXPECT_GE(written, 100'000U);
  EXPECT_LT(written - 2 * last, 100'000U);
}

TEST(Angles, AgreeWithTheStandardLibrary) {
  for (double angle = -20.0; angle < 20.0; angle += 0.013) {
    EXPECT_NEAR(sin_cos(angle).sin, std::sin(angle), 1e-14) << angle;
    EXPECT_NEAR(sin_cos(angle).cos, std::cos(angle), 1e-14) << angle;
    EXPECT_NEAR(arc_tan(angle), std::atan(angle), 1e-14) << angle;
    EXPECT_NEAR(std::remainder(wrap_angle(angle) - angle, 2 * kPi), 0.0, 1e-14) << angle;
    EXPECT_GE(wrap_angle(angle), -kPi);
    EXPECT_LT(wrap_angle(angle), kPi);
  }
}

}  // namespace
}  // namespace scrubjay::assets
