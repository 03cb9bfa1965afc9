#include "core/coordinate_system.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace scrubjay {
namespace {

using Random = std::mt19937_64;

CoordinateSystem preset(std::string_view name) { return CoordinateSystem::parse(name).value(); }

/// All ways to lay right, up and forward along three axes.
std::vector<CoordinateSystem> all_systems(double metres = 1.0) {
  std::vector<CoordinateSystem> systems;
  for (int right = 0; right < 6; ++right) {
    for (int up = 0; up < 6; ++up) {
      for (int forward = 0; forward < 6; ++forward) {
        if (right / 2 == up / 2 || right / 2 == forward / 2 || up / 2 == forward / 2) continue;
        systems.push_back(
            {static_cast<Axis>(right), static_cast<Axis>(up), static_cast<Axis>(forward), metres});
      }
    }
  }
  return systems;
}

double number(Random& random) {
  return std::uniform_real_distribution<double>(-1000.0, 1000.0)(random);
}

glm::dvec3 vector(Random& random) { return {number(random), number(random), number(random)}; }

glm::dquat rotation(Random& random) {
  std::normal_distribution<double> normal;
  return glm::normalize(glm::dquat(normal(random), normal(random), normal(random), normal(random)));
}

void expect_near(const glm::dvec3& a, const glm::dvec3& b, double tolerance) {
  for (int i = 0; i < 3; ++i) ASSERT_NEAR(a[i], b[i], tolerance) << "component " << i;
}

void expect_near(const glm::dmat3& a, const glm::dmat3& b, double tolerance) {
  for (int i = 0; i < 3; ++i) expect_near(a[i], b[i], tolerance);
}

struct Preset {
  std::string_view name;
  std::string_view printed_name;
  Handedness handedness;
  std::string_view written;
};

TEST(CoordinateSystem, PresetsAreWhatTheirSourcesSay) {
  const Preset presets[] = {
      {"unreal", "unreal", Handedness::left, "right=+y,up=+z,forward=+x,metres=0.01"},
      {"carla", "unreal", Handedness::left, "right=+y,up=+z,forward=+x,metres=0.01"},
      {"unity", "unity", Handedness::left, "right=+x,up=+y,forward=+z,metres=1"},
      {"opengl", "opengl", Handedness::right, "right=+x,up=+y,forward=-z,metres=1"},
      {"gltf", "gltf", Handedness::right, "right=-x,up=+y,forward=+z,metres=1"},
      {"blender", "blender", Handedness::right, "right=+x,up=+z,forward=+y,metres=1"},
      {"ros", "ros", Handedness::right, "right=-y,up=+z,forward=+x,metres=1"},
      {"source-engine", "source-engine", Handedness::right,
       "right=-y,up=+z,forward=+x,metres=0.0254"},
      {"framebyframe-0", "blender", Handedness::right, "right=+x,up=+z,forward=+y,metres=1"},
      {"framebyframe-1", "unity", Handedness::left, "right=+x,up=+y,forward=+z,metres=1"},
  };
  ASSERT_EQ(coordinate_presets().size(), std::size(presets));
  for (std::size_t i = 0; i < std::size(presets); ++i) {
    const Preset& expected = presets[i];
    const NamedCoordinateSystem& found = coordinate_presets()[i];
    EXPECT_EQ(found.name, expected.name);
    EXPECT_EQ(found.system.name(), expected.printed_name);
    EXPECT_EQ(found.system.handedness(), expected.handedness) << expected.name;
    EXPECT_EQ(found.system.written_out(), expected.written) << expected.name;
    EXPECT_EQ(CoordinateSystem::parse(expected.name), found.system) << expected.name;
    EXPECT_EQ(CoordinateSystem::parse(expected.written), found.system) << expected.name;
  }
}

// Point the right hand's fingers from x to y: the thumb is z in a right-handed system. Seen from
// the body: right x forward is up there, and down in a left-handed one.
TEST(CoordinateSystem, HandednessIsThatOfRightTimesForward) {
  int left = 0;
  for (const CoordinateSystem& system : all_systems()) {
    const glm::dvec3 thumb = glm::cross(direction_of(system.right), direction_of(system.forward));
    const Handedness expected =
        thumb == direction_of(system.up) ? Handedness::right : Handedness::left;
    EXPECT_EQ(system.handedness(), expected) << system.written_out();
    if (expected == Handedness::left) ++left;
  }
  EXPECT_EQ(left, 24);
}

TEST(CoordinateSystem, WrittenFormOfEverySystemReadsBack) {
  for (const double metres : {1.0, 0.01, 0.0254, 1000.0, 0.1 + 0.2}) {
    const std::vector<CoordinateSystem> systems = all_systems(metres);
    ASSERT_EQ(systems.size(), 48u);
    for (const CoordinateSystem& system : systems) {
      EXPECT_EQ(CoordinateSystem::parse(system.written_out()), system);
      EXPECT_EQ(CoordinateSystem::parse(system.name()), system);
    }
  }
}

TEST(CoordinateSystem, ParsesAnyOrderAndLeavesOutWhatIsUsual) {
  const CoordinateSystem opengl{Axis::pos_x, Axis::pos_y, Axis::neg_z, 1.0};
  EXPECT_EQ(CoordinateSystem::parse("right=x,up=y,forward=-z"), opengl);
  EXPECT_EQ(CoordinateSystem::parse("metres=1,forward=-z,up=+y,right=+x"), opengl);
  EXPECT_EQ(CoordinateSystem::parse("meters=1.0,forward=-z,up=+y,right=+x"), opengl);
  EXPECT_EQ(CoordinateSystem::parse("right=x,up=y,forward=-z,metres=2e-2")->metres_per_unit, 0.02);
}

TEST(CoordinateSystem, RefusesWhatItDoesNotUnderstandAndNamesIt) {
  struct Case {
    std::string_view text;
    std::string_view named;  ///< in the message
  };
  const Case cases[] = {
      {"", "right, up and forward are all needed"},
      {"maya", "no such name"},
      {"Unreal", "no such name"},
      {"unreal ", "no such name"},
      {"right=+x,up=+y", "right, up and forward are all needed"},
      {"right=+x,up=+y,forward=-w", "\"-w\""},
      {"right=+x,up=+y,forward=", "\"\""},
      {"right=+x,up=+y,forward=--z", "\"--z\""},
      {"right=+x,up=+y,forward=-y", "three different axes"},
      {"right=+x,up=-x,forward=-y", "three different axes"},
      {"right=+x,up=+y,forward=+x", "three different axes"},
      {"right=+x,up=+y,forward=+z,left=-x", "\"left\""},
      {"right=+x,up=+y,forward=+z,right=+x", "\"right\" is there twice"},
      {"right=+x,up=+y,forward=+z,metres=1,meters=1", "metres is there twice"},
      {"right=+x,,up=+y,forward=+z", "no such name"},
      {"right=+x,up=+y,forward=+z,metres=", "metres"},
      {"right=+x,up=+y,forward=+z,metres=0", "metres"},
      {"right=+x,up=+y,forward=+z,metres=-1", "metres"},
      {"right=+x,up=+y,forward=+z,metres=nan", "metres"},
      {"right=+x,up=+y,forward=+z,metres=inf", "metres"},
      {"right=+x,up=+y,forward=+z,metres=1e999", "metres"},
      {"right=+x,up=+y,forward=+z,metres=1m", "metres"},
  };
  for (const Case& c : cases) {
    const auto parsed = CoordinateSystem::parse(c.text);
    ASSERT_FALSE(parsed.has_value()) << c.text;
    EXPECT_EQ(parsed.error().code, "coordinates");
    EXPECT_EQ(parsed.error().severity, Severity::fatal);
    EXPECT_NE(parsed.error().message.find(c.named), std::string::npos) << parsed.error().message;
    EXPECT_FALSE(parsed.error().expected.empty());
  }
}

TEST(CoordinateConversion, RightUpAndForwardStayWhatTheyAre) {
  for (const CoordinateSystem& from : all_systems()) {
    for (const CoordinateSystem& to : all_systems()) {
      const CoordinateConversion way(from, to);
      ASSERT_EQ(way.direction(direction_of(from.right)), direction_of(to.right));
      ASSERT_EQ(way.direction(direction_of(from.up)), direction_of(to.up));
      ASSERT_EQ(way.direction(direction_of(from.forward)), direction_of(to.forward));
      ASSERT_EQ(way.mirrors(), from.handedness() != to.handedness());
      ASSERT_EQ(way.is_identity(), from == to);
    }
  }
}

// Where only axes move no digit may be lost: the way back gives the same bits, up to the sign of
// zero.
TEST(CoordinateConversion, ThereAndBackIsExactWhereOnlyAxesMove) {
  Random random(1);
  for (const CoordinateSystem& from : all_systems(0.01)) {
    for (const CoordinateSystem& to : all_systems(0.01)) {
      const CoordinateConversion there(from, to);
      const CoordinateConversion back(to, from);
      const glm::dvec3 v = vector(random);
      const glm::dquat q = rotation(random);
      const glm::dmat3 m = glm::mat3_cast(q);
      ASSERT_EQ(back.point(there.point(v)), v);
      ASSERT_EQ(back.direction(there.direction(v)), v);
      ASSERT_EQ(back.axial(there.axial(v)), v);
      ASSERT_EQ(back.extent(there.extent(v)), v);
      ASSERT_EQ(back.factors(there.factors(v)), v);
      ASSERT_EQ(back.rotation(there.rotation(q)), q);
      ASSERT_EQ(back.rotation(there.rotation(m)), m);
    }
  }
}

TEST(CoordinateConversion, ThereAndBackAcrossUnitsIsExactToTwoRoundings) {
  Random random(2);
  for (const CoordinateSystem& from : all_systems(0.01)) {
    for (const CoordinateSystem& to : all_systems(0.0254)) {
      const glm::dvec3 v = vector(random);
      const glm::dvec3 same =
          CoordinateConversion(to, from).point(CoordinateConversion(from, to).point(v));
      for (int i = 0; i < 3; ++i) ASSERT_NEAR(same[i], v[i], std::fabs(v[i]) * 1e-15);
    }
  }
}

TEST(CoordinateConversion, TwoStepsAreTheDirectWay) {
  Random random(3);
  const std::vector<CoordinateSystem> systems = all_systems();
  for (const CoordinateSystem& a : systems) {
    for (const CoordinateSystem& b : systems) {
      const CoordinateSystem& c = systems[random() % systems.size()];
      const CoordinateConversion first(a, b);
      const CoordinateConversion second(b, c);
      const CoordinateConversion direct(a, c);
      const glm::dvec3 v = vector(random);
      const glm::dquat q = rotation(random);
      ASSERT_EQ(second.point(first.point(v)), direct.point(v));
      ASSERT_EQ(second.axial(first.axial(v)), direct.axial(v));
      ASSERT_EQ(second.extent(first.extent(v)), direct.extent(v));
      ASSERT_EQ(second.rotation(first.rotation(q)), direct.rotation(q));
      ASSERT_EQ(second.rotation(first.rotation(glm::mat3_cast(q))),
                direct.rotation(glm::mat3_cast(q)));
    }
  }
}

TEST(CoordinateConversion, RotatingThenConvertingIsConvertingThenRotating) {
  Random random(4);
  for (const CoordinateSystem& from : all_systems(0.01)) {
    for (const CoordinateSystem& to : all_systems()) {
      const CoordinateConversion way(from, to);
      const glm::dvec3 v = vector(random);
      const glm::dquat q = rotation(random);
      const glm::dmat3 m = glm::mat3_cast(q);
      expect_near(way.point(q * v), way.rotation(q) * way.point(v), 1e-10);
      expect_near(way.point(m * v), way.rotation(m) * way.point(v), 1e-10);
      expect_near(glm::mat3_cast(way.rotation(q)), way.rotation(m), 1e-14);
      ASSERT_NEAR(glm::determinant(way.rotation(m)), 1.0, 1e-12);
    }
  }
}

// omega x r is a velocity in every system, so both sides convert alike only if axial vectors flip
// with the handedness.
TEST(CoordinateConversion, AxialVectorsFlipWithTheHandedness) {
  Random random(5);
  int mirrored = 0;
  for (const CoordinateSystem& from : all_systems()) {
    for (const CoordinateSystem& to : all_systems()) {
      const CoordinateConversion way(from, to);
      const glm::dvec3 omega = vector(random);
      const glm::dvec3 r = vector(random);
      expect_near(way.direction(glm::cross(omega, r)),
                  glm::cross(way.axial(omega), way.direction(r)), 1e-6);
      if (way.mirrors()) ++mirrored;
    }
  }
  EXPECT_EQ(mirrored, 48 * 24);
}

/// The rotation that yaw, pitch and roll about up, right and forward give, angles about x, y, z.
glm::dquat rotation_of(const glm::dvec3& angles, const CoordinateSystem& system) {
  const bool is_unreal =
      system.right == Axis::pos_y && system.up == Axis::pos_z && system.forward == Axis::pos_x;
  const glm::dvec3 sense = is_unreal ? glm::dvec3(-1, -1, 1) : glm::dvec3(1);
  const auto about = [&](Axis axis) {
    const glm::dvec3 along = glm::abs(direction_of(axis));
    return glm::angleAxis(glm::dot(angles * sense, along), along);
  };
  return about(system.up) * about(system.right) * about(system.forward);
}

// Angles are the same turn in every system: converted as angles and made a rotation there, or made
// a rotation here and converted.
TEST(CoordinateConversion, EulerAnglesAreTheSameTurnInEverySystem) {
  Random random(7);
  std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi);
  for (const CoordinateSystem& from : all_systems(0.01)) {
    for (const CoordinateSystem& to : all_systems()) {
      const CoordinateConversion way(from, to);
      const glm::dvec3 angles(angle(random), angle(random), angle(random));
      expect_near(glm::mat3_cast(rotation_of(way.euler(angles), to)),
                  glm::mat3_cast(way.rotation(rotation_of(angles, from))), 1e-12);
      ASSERT_EQ(CoordinateConversion(to, from).euler(way.euler(angles)), angles);
    }
  }
}

TEST(CoordinateConversion, TurnsCarlaAnglesAsTheTableOfConversionsSays) {
  // ROS: roll, -pitch, -yaw; and the CARLA Python API's axes leave them unchanged.
  const CoordinateConversion to_ros(preset("carla"), preset("ros"));
  EXPECT_EQ(to_ros.euler({10, 20, 30}), glm::dvec3(10, -20, -30));
  const CoordinateSystem python_api{Axis::pos_y, Axis::pos_z, Axis::pos_x, 1.0};
  EXPECT_EQ(CoordinateConversion(preset("carla"), python_api).euler({10, 20, 30}),
            glm::dvec3(10, 20, 30));
}

TEST(CoordinateConversion, MatricesMoveWhatTheyMove) {
  Random random(8);
  for (const CoordinateSystem& from : all_systems(0.01)) {
    for (const CoordinateSystem& to : all_systems()) {
      const CoordinateConversion way(from, to);
      glm::dmat4 m(glm::mat3_cast(rotation(random)) * 2.5);
      m[3] = glm::dvec4(vector(random), 1.0);
      const glm::dvec3 v = vector(random);
      const glm::dvec3 moved(m * glm::dvec4(v, 1.0));
      expect_near(glm::dvec3(way.frame(m) * glm::dvec4(way.point(v), 1.0)), way.point(moved), 1e-9);
      ASSERT_NEAR(glm::determinant(way.frame(m)), glm::determinant(m), 1e-9);
      if (from.metres_per_unit == to.metres_per_unit) {
        ASSERT_EQ(CoordinateConversion(to, from).frame(way.frame(m)), m);
      }
    }
  }
}

TEST(CoordinateConversion, PointsOfAPlaneStayOnIt) {
  Random random(9);
  for (const CoordinateSystem& from : all_systems(0.01)) {
    for (const CoordinateSystem& to : all_systems()) {
      const CoordinateConversion way(from, to);
      const glm::dvec3 normal = glm::normalize(vector(random));
      const glm::dvec3 on_it = vector(random);
      const glm::dvec4 plane = way.plane({normal, glm::dot(normal, on_it)});
      ASSERT_NEAR(glm::dot(glm::dvec3(plane), way.point(on_it)), plane.w, 1e-10);
      ASSERT_NEAR(glm::length(glm::dvec3(plane)), 1.0, 1e-12);
    }
  }
}

// The corners of a triangle are seen in the same order from its front in every system, so a mesh
// keeps its indices; what flips with the handedness is the formula of the normal.
TEST(CoordinateConversion, WindingStaysAndTheFormulaOfTheNormalFlips) {
  Random random(10);
  for (const CoordinateSystem& from : all_systems()) {
    for (const CoordinateSystem& to : all_systems()) {
      const CoordinateConversion way(from, to);
      const glm::dvec3 a = vector(random), b = vector(random), c = vector(random);
      const glm::dvec3 normal = glm::cross(b - a, c - a);
      const glm::dvec3 there = glm::cross(way.point(b) - way.point(a), way.point(c) - way.point(a));
      expect_near(there, way.axial(normal), 1e-6);
      expect_near(there * (way.mirrors() ? -1.0 : 1.0), way.direction(normal), 1e-6);
    }
  }
}

TEST(CoordinateConversion, LengthsAreasAndVolumesScaleByTheirPower) {
  const CoordinateConversion way(preset("unreal"), preset("ros"));
  EXPECT_DOUBLE_EQ(way.length(200), 2);
  EXPECT_DOUBLE_EQ(way.area(20000), 2);
  EXPECT_DOUBLE_EQ(way.volume(2000000), 2);
  EXPECT_EQ(way.without_scale().length(200), 200);
  EXPECT_EQ(way.without_scale().point({1, 2, 3}), way.direction({1, 2, 3}));
}

struct UnitCase {
  std::string_view unit;
  double metres;  ///< 0: no length
};

TEST(MetresOfUnit, KnowsLengthsAndWhatIsMadeOfThem) {
  const UnitCase cases[] = {{"m", 1},       {"cm", 0.01},   {"mm", 0.001},  {"km", 1000},
                            {"in", 0.0254}, {"ft", 0.3048}, {"cm/s", 0.01}, {"m/s^2", 1},
                            {"m\u00B2", 1}, {"cm^3", 0.01}, {"", 0},        {"deg", 0},
                            {"min", 0},     {"s", 0},       {"mph", 0}};
  for (const UnitCase& c : cases) {
    EXPECT_EQ(metres_of_unit(c.unit).value_or(0), c.metres) << c.unit;
  }
}

TEST(CoordinateConversion, SizesArePermutedAndNeverTurnNegative) {
  const CoordinateConversion way(preset("unreal"), preset("ros"));
  EXPECT_EQ(way.extent({100, 200, 300}), glm::dvec3(1, 2, 3));
  EXPECT_EQ(way.factors({1, 2, 3}), glm::dvec3(1, 2, 3));
  const CoordinateConversion turned(preset("unreal"), preset("opengl"));
  EXPECT_EQ(turned.extent({100, 200, 300}), glm::dvec3(2, 3, 1));
  EXPECT_EQ(turned.factors({1, 2, 3}), glm::dvec3(2, 3, 1));
  EXPECT_EQ(turned.length(250), 2.5);
  EXPECT_EQ(turned.scale(), 0.01);
}

TEST(CoordinateConversion, MadeWithoutSystemsChangesNothing) {
  const CoordinateConversion way;
  EXPECT_TRUE(way.is_identity());
  EXPECT_FALSE(way.mirrors());
  EXPECT_EQ(way.point({1, -2, 3}), glm::dvec3(1, -2, 3));
  EXPECT_EQ(way.axial({1, -2, 3}), glm::dvec3(1, -2, 3));
}

TEST(CoordinateConversion, MovesCarlaPositionsAsTheTableOfConversionsSays) {
  const glm::dvec3 recorded(39250.0, 19500.0, 58.31810760498047);  // the test car at t = 0
  expect_near(CoordinateConversion(preset("carla"), preset("ros")).point(recorded),
              {392.5, -195.0, 0.5831810760498047}, 1e-12);
  expect_near(CoordinateConversion(preset("carla"), preset("opengl")).point(recorded),
              {195.0, 0.5831810760498047, -392.5}, 1e-12);
  const CoordinateSystem python_api{Axis::pos_y, Axis::pos_z, Axis::pos_x, 1.0};
  const CoordinateConversion to_python(preset("carla"), python_api);
  EXPECT_FALSE(to_python.mirrors());
  expect_near(to_python.point(recorded), {392.5, 195.0, 0.5831810760498047}, 1e-12);
}

/// CARLA's axis vectors from roll, pitch and yaw [rad]: columns forward, right, up.
glm::dmat3 carla_rotation(double roll, double pitch, double yaw) {
  const double cr = std::cos(roll), sr = std::sin(roll);
  const double cp = std::cos(pitch), sp = std::sin(pitch);
  const double cy = std::cos(yaw), sy = std::sin(yaw);
  return {{cp * cy, cp * sy, sp},
          {sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, -sr * cp},
          {-(cr * sp * cy + sr * sy), cy * sr - cr * sp * sy, cr * cp}};
}

/// The usual right-handed Rz(yaw) * Ry(pitch) * Rx(roll), as ROS has it.
glm::dmat3 ros_rotation(double roll, double pitch, double yaw) {
  return glm::mat3_cast(glm::angleAxis(yaw, glm::dvec3(0, 0, 1)) *
                        glm::angleAxis(pitch, glm::dvec3(0, 1, 0)) *
                        glm::angleAxis(roll, glm::dvec3(1, 0, 0)));
}

TEST(CoordinateConversion, TurnsCarlaOrientationsAsTheTableOfConversionsSays) {
  const CoordinateConversion to_ros(preset("carla"), preset("ros"));
  const CoordinateConversion to_opengl(preset("carla"), preset("opengl"));
  Random random(6);
  std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi);
  for (int i = 0; i < 1000; ++i) {
    const double roll = angle(random), pitch = angle(random), yaw = angle(random);
    const glm::dmat3 m = carla_rotation(roll, pitch, yaw);
    expect_near(to_ros.rotation(m), ros_rotation(roll, -pitch, -yaw), 1e-12);
    // OpenGL: the three axis vectors with the map of positions; its local axes are right, up, back.
    const auto map = [](const glm::dvec3& v) { return glm::dvec3(v.y, v.z, -v.x); };
    expect_near(to_opengl.rotation(m), glm::dmat3(map(m[1]), map(m[2]), -map(m[0])), 1e-12);
  }
}

TEST(CoordinateSystem, MirroredIsOfTheOtherHandAndTwiceTheSame) {
  for (const NamedCoordinateSystem& preset : coordinate_presets()) {
    const CoordinateSystem mirrored = preset.system.mirrored();
    EXPECT_NE(mirrored.handedness(), preset.system.handedness()) << preset.name;
    EXPECT_EQ(direction_of(mirrored.right), -direction_of(preset.system.right)) << preset.name;
    EXPECT_EQ(mirrored.mirrored(), preset.system) << preset.name;
  }
}

}  // namespace
}  // namespace scrubjay
