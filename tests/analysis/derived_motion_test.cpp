// What follows from the places of one entity and of two, against closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "analysis/derived/derived_series.h"
#include "derived_scene.h"

namespace scrubjay {
namespace {

/// Where an entity is at a time, in the units and axes that are recorded; none: it is not there.
using Path = std::function<std::optional<DerivedEntity>(Seconds)>;

/// Uneven steps, as real recordings have.
std::vector<Seconds> uneven_times() {
  std::vector<Seconds> times;
  for (int i = 0; i < 40; ++i) times.push_back(0.05 * i + 0.01 * (i % 3));
  return times;
}

std::shared_ptr<Recording> recording_of(const std::vector<Path>& paths,
                                        const std::vector<Seconds>& times,
                                        const CoordinateSystem& coordinates) {
  DerivedScene scene{.coordinates = coordinates, .kinds = {}, .frames = {}};
  scene.kinds.assign(paths.size(), EntityKind::other);
  for (const Seconds time : times) {
    DerivedFrame& frame = scene.frames.emplace_back();
    frame.time = time;
    for (std::uint32_t row = 0; row < paths.size(); ++row) {
      auto entity = paths[row](time);
      if (!entity) continue;
      entity->row = row;
      frame.entities.push_back(*entity);
    }
  }
  return derived_recording(std::move(scene));
}

DerivedEntity entity_at(const glm::dvec3& position) {
  DerivedEntity entity;
  entity.world.position = position;
  return entity;
}

DerivedSeries series_of(DerivedRequest request) {
  auto series = read_derived(request, kNotCancelled, nullptr);
  EXPECT_TRUE(series.has_value());
  return std::move(*series);
}

DerivedSeries series_of(const std::shared_ptr<Recording>& recording, DerivedValue value,
                        std::optional<CoordinateSystem> coordinates = {}) {
  return series_of({.recording = recording,
                    .value = value,
                    .entity = EntityIndex(0),
                    .coordinates = coordinates});
}

/// Recorded systems: presets of both hands, and units of length with and without a name.
std::vector<CoordinateSystem> systems() {
  std::vector<CoordinateSystem> result;
  for (const NamedCoordinateSystem& preset : coordinate_presets()) result.push_back(preset.system);
  result.push_back(*CoordinateSystem::parse("right=+z,up=-x,forward=+y,metres=0.37"));
  result.push_back(*CoordinateSystem::parse("right=-x,up=+y,forward=+z,metres=1000"));
  return result;
}

void expect_near(const glm::dvec3& found, const glm::dvec3& expected, const std::string& where) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-7 * (1 + std::abs(expected[i]))) << where;
  }
}

TEST(DerivedMotion, IsTheClosedFormInAnyCoordinatesAndUnits) {
  const std::vector<Seconds> times = uneven_times();
  for (const CoordinateSystem& system : systems()) {
    const double metres = system.metres_per_unit;
    // In metres along the recorded axes.
    const glm::dvec3 p0{3, -20, 7}, v0{4, 1, -2}, a{0.5, -3, 1.25};
    const auto recording = recording_of(
        {[&](Seconds t) { return entity_at((p0 + v0 * t + 0.5 * a * t * t) / metres); }}, times,
        system);
    const DerivedSeries velocity = series_of(recording, DerivedValue::velocity);
    const DerivedSeries speed = series_of(recording, DerivedValue::speed);
    const DerivedSeries acceleration = series_of(recording, DerivedValue::acceleration);
    ASSERT_EQ(velocity.frames.size(), times.size() - 1) << "none in a life's first frame";
    ASSERT_EQ(speed.frames, velocity.frames);
    ASSERT_EQ(acceleration.frames.size(), times.size() - 2);
    for (std::size_t i = 0; i < velocity.frames.size(); ++i) {
      const std::size_t n = velocity.frames[i].value;
      ASSERT_EQ(n, i + 1);
      // A backward difference of a parabola is the velocity midway.
      const glm::dvec3 expected = v0 + a * ((times[n] + times[n - 1]) / 2);
      expect_near(velocity.values[i], expected, system.name() + " velocity");
      EXPECT_NEAR(speed.values[i].x, glm::length(expected), 1e-6) << system.name();
    }
    for (const glm::dvec3& value : acceleration.values) {
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(value[k], a[k], 1e-6) << system.name();
    }
  }
}

TEST(DerivedMotion, VectorsHaveTheAxesAskedForAndStayMetres) {
  const auto unreal = *CoordinateSystem::parse("unreal");
  const auto recording = recording_of({[](Seconds t) {
                                        return entity_at({100 * t, 200 * t, 300 * t});
                                      }},
                                      {0, 0.5}, unreal);
  expect_near(series_of(recording, DerivedValue::velocity).values.at(0), {1, 2, 3}, "as recorded");
  // Unreal: x forward, y right, z up; ROS: x forward, y left, z up.
  const auto ros = *CoordinateSystem::parse("ros");
  expect_near(series_of(recording, DerivedValue::velocity, ros).values.at(0), {1, -2, 3}, "ros");
  const auto feet = *CoordinateSystem::parse("right=+x,up=+y,forward=-z,metres=0.3048");
  expect_near(series_of(recording, DerivedValue::velocity, feet).values.at(0), {2, 3, -1}, "feet");
}

TEST(DerivedMotion, HeadingRateIsTheAngleAboutUpAsTheHandOfTheCoordinatesSays) {
  for (const CoordinateSystem& system : systems()) {
    for (const double rate : {0.4, -2.5}) {
      const auto turning = [&](Seconds t) {
        DerivedEntity entity = entity_at({});
        entity.world.rotation = glm::angleAxis(rate * t, direction_of(system.up));
        return entity;
      };
      const DerivedSeries turn =
          series_of(recording_of({turning}, uneven_times(), system), DerivedValue::heading_rate);
      ASSERT_EQ(turn.values.size(), uneven_times().size() - 1);
      for (const glm::dvec3& value : turn.values) {
        EXPECT_NEAR(value.x, rate, 1e-9) << system.name();
      }
    }
  }
}

TEST(DerivedMotion, HeadingRateIsAbsentWhileForwardPointsUp) {
  const auto ros = *CoordinateSystem::parse("ros");
  const auto upright = [](Seconds t) {
    DerivedEntity entity = entity_at({});
    // Nose up by 90 degrees in the middle of three frames.
    entity.world.rotation = glm::angleAxis(t == 1 ? -1.5707963267948966 : 0.0, glm::dvec3(0, 1, 0));
    return entity;
  };
  const auto recording = recording_of({upright}, {0, 1, 2, 3}, ros);
  const DerivedSeries turn = series_of(recording, DerivedValue::heading_rate);
  ASSERT_EQ(turn.frames, std::vector{FrameIndex(3)});
  EXPECT_EQ(turn.values[0].x, 0);
}

TEST(DerivedMotion, DistanceTravelledIsTheWaySinceTheLifeBegan) {
  const auto ros = *CoordinateSystem::parse("ros");
  // A square with sides of 2 m, a corner a second; gone in second 6.
  const auto square = [](Seconds t) -> std::optional<DerivedEntity> {
    static constexpr std::array<glm::dvec3, 4> kCorners{
        {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}};
    if (t == 6) return std::nullopt;
    DerivedEntity entity = entity_at(kCorners[static_cast<std::size_t>(t) % 4]);
    if (t == 9) entity.world.position.reset();
    return entity;
  };
  std::vector<Seconds> times;
  for (int i = 0; i < 12; ++i) times.push_back(i);
  const auto recording = recording_of({square}, times, ros);
  const auto travelled = series_of(recording, DerivedValue::distance_travelled);
  std::vector<double> values;
  for (const glm::dvec3& value : travelled.values) values.push_back(value.x);
  // Nothing is added over the frame without a place.
  EXPECT_EQ(values, (std::vector<double>{0, 2, 4, 6, 8, 10, 0, 2, 2, 4}));
  EXPECT_EQ(travelled.frames[6], FrameIndex(7));
  EXPECT_EQ(travelled.frames[8], FrameIndex(10));
  const auto speed = series_of(recording, DerivedValue::speed);
  std::vector<std::uint32_t> with_speed;
  for (const FrameIndex frame : speed.frames) with_speed.push_back(frame.value);
  EXPECT_EQ(with_speed, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 8, 11}));
}

TEST(DerivedMotion, ATeleportIsOneFrameOfGreatSpeedAndFramesOfOneTimeHaveNone) {
  const auto ros = *CoordinateSystem::parse("ros");
  const auto jump = [](Seconds t) { return entity_at({t < 2 ? t : 1000 + t, 0, 0}); };
  const auto recording = recording_of({jump}, {0, 1, 1, 2, 3}, ros);
  const auto speed = series_of(recording, DerivedValue::speed);
  ASSERT_EQ(speed.values.size(), 3u);
  EXPECT_EQ(speed.values[0].x, 1);
  EXPECT_EQ(speed.values[1].x, 1001);
  EXPECT_EQ(speed.values[2].x, 1);
  EXPECT_EQ(speed.frames[1], FrameIndex(3));
}

TEST(DerivedMotion, WhatIsNoNumberIsNoPlace) {
  const auto ros = *CoordinateSystem::parse("ros");
  const auto broken = [](Seconds t) {
    DerivedEntity entity = entity_at({t == 2 ? std::nan("") : t, 0, 0});
    entity.world.rotation = glm::dquat(0, 0, 0, 0);
    return entity;
  };
  const auto recording = recording_of({broken}, {0, 1, 2, 3, 4}, ros);
  EXPECT_EQ(series_of(recording, DerivedValue::speed).frames,
            (std::vector{FrameIndex(1), FrameIndex(4)}));
  EXPECT_TRUE(series_of(recording, DerivedValue::heading_rate).frames.empty());
}

TEST(DerivedMotion, APartOfTheTimeHasTheValuesOfTheWhole) {
  const auto ros = *CoordinateSystem::parse("ros");
  const auto path = [](Seconds t) {
    DerivedEntity entity = entity_at({std::sin(t), 3 * std::cos(2 * t), t * t});
    entity.world.rotation = glm::angleAxis(std::sin(t), glm::dvec3(0, 0, 1));
    return entity;
  };
  const auto other = [](Seconds t) { return entity_at({100 - 20 * t, t, 4}); };
  const auto recording = recording_of({path, other}, uneven_times(), ros);
  for (const DerivedValueInfo& info : derived_values()) {
    DerivedRequest request{
        .recording = recording, .value = info.value, .entity = EntityIndex(0), .coordinates = {}};
    if (info.is_of_two) request.other = EntityIndex(1);
    if (info.value == DerivedValue::gap) continue;  // without boxes there is none
    const DerivedSeries whole = series_of(request);
    request.first = 17;
    request.end = 25;
    const DerivedSeries part = series_of(request);
    ASSERT_FALSE(part.frames.empty()) << info.path;
    for (std::size_t i = 0; i < part.frames.size(); ++i) {
      const auto same = std::ranges::find(whole.frames, part.frames[i]);
      ASSERT_NE(same, whole.frames.end()) << info.path;
      EXPECT_EQ(part.values[i], whole.values[static_cast<std::size_t>(same - whole.frames.begin())])
          << info.path;
    }
  }
}

TEST(DerivedApproach, IsTheClosedFormInAnyCoordinatesAndUnits) {
  for (const CoordinateSystem& system : systems()) {
    const double metres = system.metres_per_unit;
    const glm::dvec3 ahead = direction_of(system.forward);
    // Two boxes, 4 m and 2 m long, come together along forward with 10 and 5 m/s from 100 m.
    const auto one = [&](double from, double speed, double half_length) {
      return [=](Seconds t) {
        DerivedEntity entity = entity_at(ahead * (from + speed * t) / metres);
        entity.box =
            Box{.center = {},
                .half = glm::abs(ahead) * half_length / metres + (1.0 - glm::abs(ahead)) / metres};
        return entity;
      };
    };
    std::vector<Seconds> times;
    for (int i = 0; i <= 90; ++i) times.push_back(0.1 * i);
    const auto recording = recording_of({one(0, 10, 2), one(100, -5, 1)}, times, system);
    const auto values = [&](DerivedValue value) {
      return series_of({.recording = recording,
                        .value = value,
                        .entity = EntityIndex(0),
                        .other = EntityIndex(1),
                        .coordinates = {}});
    };
    const DerivedSeries distance = values(DerivedValue::distance);
    const DerivedSeries gap = values(DerivedValue::gap);
    const DerivedSeries closing = values(DerivedValue::closing);
    const DerivedSeries ttc = values(DerivedValue::ttc);
    ASSERT_EQ(distance.values.size(), times.size());
    ASSERT_EQ(gap.values.size(), times.size());
    ASSERT_EQ(closing.values.size(), times.size() - 1);
    for (std::size_t i = 0; i < times.size(); ++i) {
      const double way = 100 - 15 * times[i];
      EXPECT_NEAR(distance.values[i].x, std::abs(way), 1e-9) << system.name();
      EXPECT_NEAR(gap.values[i].x, std::max(std::abs(way) - 3, 0.0), 1e-9) << system.name();
      if (i == 0 || way < 0) continue;
      EXPECT_EQ(closing.frames[i - 1], FrameIndex(i));
      EXPECT_NEAR(closing.values[i - 1].x, 15, 1e-7) << system.name();
      EXPECT_NEAR(ttc.values[i - 1].x, std::max(way - 3, 0.0) / 15, 1e-8) << system.name();
    }
    // Behind each other they part: no time to a collision.
    EXPECT_LT(closing.values.back().x, 0);
    EXPECT_LT(ttc.frames.back(), FrameIndex(times.size() - 1));
  }
}

TEST(DerivedApproach, BoxesAreMovedTurnedAndScaledWithTheirEntities) {
  const auto ros = *CoordinateSystem::parse("ros");
  const auto turned = [](Seconds) {
    DerivedEntity entity = entity_at({10, 0, 0});
    entity.world.rotation = glm::angleAxis(1.5707963267948966, glm::dvec3(0, 0, 1));
    entity.world.scale = glm::dvec3(2, -3, 1);
    entity.box = Box{.center = {1, 1, 0}, .half = {1, 2, 3}};
    return entity;
  };
  // Its box: half 2 along y, 6 along x around (10 + 3, 2, 0).
  const auto point = [](const glm::dvec3& at) {
    return [at](Seconds) {
      DerivedEntity entity = entity_at(at);
      entity.box = Box{.center = {}, .half = {0, 0, 1}};
      return entity;
    };
  };
  const auto recording =
      recording_of({turned, point({13, 9, 0}), point({0, 2, 0}), point({13, 2, 7})}, {0}, ros);
  const auto gap_to = [&](std::size_t other) {
    return series_of({.recording = recording,
                      .value = DerivedValue::gap,
                      .entity = EntityIndex(0),
                      .other = EntityIndex(other),
                      .coordinates = {}})
        .values.at(0)
        .x;
  };
  EXPECT_NEAR(gap_to(1), 5, 1e-12);
  EXPECT_NEAR(gap_to(2), 7, 1e-12);
  EXPECT_NEAR(gap_to(3), 3, 1e-12);
}

TEST(DerivedApproach, WithoutTwoBoxesTimeToCollisionIsOfTheDistance) {
  const auto ros = *CoordinateSystem::parse("ros");
  const auto still = [](Seconds) { return entity_at({}); };
  const auto coming = [](Seconds t) { return entity_at({50 - 10 * t, 0, 0}); };
  const auto recording = recording_of({still, coming}, {0, 1, 2}, ros);
  const auto values = [&](DerivedValue value) {
    return series_of({.recording = recording,
                      .value = value,
                      .entity = EntityIndex(0),
                      .other = EntityIndex(1),
                      .coordinates = {}});
  };
  EXPECT_TRUE(values(DerivedValue::gap).frames.empty());
  EXPECT_NEAR(values(DerivedValue::ttc).values.at(0).x, 4, 1e-12);
  EXPECT_NEAR(values(DerivedValue::ttc).values.at(1).x, 3, 1e-12);
}

TEST(DerivedValues, AreNamedByTheirPaths) {
  for (const DerivedValueInfo& info : derived_values()) {
    EXPECT_EQ(&info_of(info.value), &info);
    const auto whole = derived_path(info.path);
    ASSERT_TRUE(whole.has_value()) << info.path;
    EXPECT_EQ(whole->value, info.value);
    EXPECT_LT(whole->component, 0);
    const auto y = derived_path(std::string(info.path) + ".y");
    EXPECT_EQ(y.has_value(), info.type == PropertyType::vec3) << info.path;
    if (y) {
      EXPECT_EQ(y->component, 1);
    }
    EXPECT_FALSE(derived_path(std::string(info.path) + ".w").has_value());
  }
  for (const char* other : {"speed", "derived/", "derived/speeds", "derived", "", ".x"}) {
    EXPECT_FALSE(derived_path(other).has_value()) << other;
  }
}

}  // namespace
}  // namespace scrubjay
