// Reference lines, heights and lanes: where a road coordinate is.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "xodr_text.h"

namespace scrubjay::opendrive {
namespace {

struct CurvePlace {
  const char* name;
  const char* shape;
  double length;
  double d;
  double x;
  double y;
  double heading;
};

void PrintTo(const CurvePlace& place, std::ostream* out) { *out << place.name << " " << place.d; }

constexpr double kPi = std::numbers::pi;
constexpr const char* kParametric =
    "<paramPoly3 aU='0' bU='30' cU='8' dU='-6' aV='0' bV='0' cV='5' dV='-3' pRange='normalized'/>";
constexpr const char* kNoRange =
    "<paramPoly3 aU='0' bU='30' cU='0' dU='0' aV='0' bV='0' cV='12' dV='-4'/>";

class Curves : public testing::TestWithParam<CurvePlace> {};

TEST_P(Curves, PassThroughKnownPlaces) {
  const CurvePlace& known = GetParam();
  const RoadText road{
      .length = known.length,
      .geometries = GeometryText{.length = known.length, .shape = known.shape}.text()};
  const auto roads = roads_of(file_of(road.text()));
  ASSERT_NE(roads, nullptr);
  const TrackPlace place = roads->place_at(0, known.d, 0);
  EXPECT_NEAR(place.x, known.x, 1e-8);
  EXPECT_NEAR(place.y, known.y, 1e-8);
  EXPECT_NEAR(wrapped(place.heading - known.heading), 0, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(
    All, Curves,
    testing::Values(
        CurvePlace{"line", "<line/>", 30, 12, 12, 0, 0},
        CurvePlace{"arc", "<arc curvature='0.1'/>", 30, 5 * kPi, 10, 10, kPi / 2},
        CurvePlace{"arc to the right", "<arc curvature='-0.1'/>", 30, 5 * kPi, 10, -10, -kPi / 2},
        CurvePlace{"nearly straight arc", "<arc curvature='1e-12'/>", 30, 30, 30, 4.5e-10, 3e-11},
        CurvePlace{"spiral", "<spiral curvStart='0' curvEnd='0.01'/>", 40, 20, 19.995000579,
                   0.333273814, 0.05},
        CurvePlace{"spiral", "<spiral curvStart='0' curvEnd='0.01'/>", 40, 40, 39.840296023,
                   2.659057309, 0.2},
        CurvePlace{"inflection", "<spiral curvStart='0.04' curvEnd='-0.02'/>", 30, 10, 9.824179731,
                   1.652947974, 0.3},
        CurvePlace{"inflection", "<spiral curvStart='0.04' curvEnd='-0.02'/>", 30, 30, 28.486413768,
                   8.819927857, 0.3},
        CurvePlace{"spiral of one curvature", "<spiral curvStart='0.1' curvEnd='0.1'/>", 30,
                   5 * kPi, 10, 10, kPi / 2},
        CurvePlace{"many radians", "<spiral curvStart='0' curvEnd='0.5'/>", 20, 20, 3.681992995,
                   5.223195993, 5.0},
        CurvePlace{"uneven", kParametric, 32.0695611873883, 10, 9.990211663, 0.397882234,
                   0.067527285},
        CurvePlace{"uneven", kParametric, 32.0695611873883, 20, 19.959214307, 1.183242780,
                   0.082998683},
        CurvePlace{"of a wrong length", kNoRange, 30, 15, 15.344978638, 2.604280911, 0.295622953},
        CurvePlace{"poly3", "<poly3 a='0' b='0' c='0.01' d='-0.0002'/>", 18, 9, 8.969306452,
                   0.660171207, 0.130373336},
        CurvePlace{"poly3", "<poly3 a='0' b='0' c='0.01' d='-0.0002'/>", 18, 18, 17.860773602,
                   2.050529141, 0.164316150}));

/// The height and the lane at s, t of one road.
TrackPlace track(const RoadText& road, double s, double t, int minor = 7) {
  const auto roads = roads_of(file_of(road.text(), minor));
  return roads == nullptr ? TrackPlace{} : roads->place_at(0, s, t);
}

TEST(RoadSurface, RisesOnTheLeftWithPositiveSuperelevation) {
  RoadText road = straight("1");
  road.profiles = "<elevationProfile>" + cubic("elevation", "s", 0, 2, 0.1) +
                  "</elevationProfile><lateralProfile>" + cubic("superelevation", "s", 0, 0.1) +
                  "</lateralProfile>";
  const TrackPlace left = track(road, 10, 3);
  EXPECT_NEAR(left.z, 3 + 3 * std::sin(0.1), 1e-12);
  EXPECT_NEAR(left.y, 3 * std::cos(0.1), 1e-12);
  EXPECT_NEAR(left.x, 10, 1e-12);  // a slope does not turn the cross section
  EXPECT_NEAR(track(road, 10, -3).z, 3 - 3 * std::sin(0.1), 1e-12);
}

TEST(RoadSurface, OfALevelLaneKeepsTheHeightOfItsInnerBorder) {
  RoadText road = straight("1");
  road.profiles = "<lateralProfile>" + cubic("superelevation", "s", 0, 0.1) + "</lateralProfile>";
  road.lanes = "<laneSection s=\"0\"><left>" + lane(1, "driving", 3.5) +
               "<lane id=\"2\" type=\"sidewalk\" level=\"true\">" +
               cubic("width", "sOffset", 0, 2) + "</lane></left><center>" + lane(0, "none", 0) +
               "</center></laneSection>";
  const TrackPlace place = track(road, 10, 5);
  EXPECT_EQ(place.lane, 2);
  EXPECT_NEAR(place.z, 3.5 * std::sin(0.1), 1e-12);
  EXPECT_NEAR(place.y, 3.5 * std::cos(0.1) + 1.5, 1e-12);
}

TEST(RoadSurface, StepsWhereLaneHeightsDo) {
  RoadText road = straight("1");
  road.lanes = "<laneSection s=\"0\"><center>" + lane(0, "none", 0) + "</center><right>" +
               lane(-1, "sidewalk", 2,
                    "<height sOffset=\"0\" inner=\"0.1\" outer=\"0.3\"/>"
                    "<height sOffset=\"20\" inner=\"1\" outer=\"1\"/>") +
               "</right></laneSection>";
  EXPECT_NEAR(track(road, 19.9, -1).z, 0.2, 1e-12);  // not on its way to the next record
  EXPECT_NEAR(track(road, 20, -1).z, 1, 1e-12);
}

TEST(RoadSurface, BlendsShapesEvenlyAlongTheRoad) {
  RoadText road = straight("1");
  const auto shape = [](double s, double t, double a, double b) {
    return "<shape" + attribute("s", s) + attribute("t", t) + attribute("a", a) +
           attribute("b", b) + " c=\"0\" d=\"0\"/>";
  };
  road.profiles = "<lateralProfile>" + shape(0, -5, 0, 0) + shape(0, 0, 0, 0.1) +
                  shape(40, -5, 1, 0) + "</lateralProfile>";
  EXPECT_NEAR(track(road, 0, 2).z, 0.2, 1e-12);
  EXPECT_NEAR(track(road, 20, 2).z, 0.6, 1e-12);
  EXPECT_NEAR(track(road, 45, 2).z, 1, 1e-12);
}

TEST(RoadSurface, IsFoundAgainFromAboveHoweverSteepItsShapeIs) {
  for (const char* shape :
       {"a=\"0\" b=\"1.2\" c=\"-0.3\" d=\"0.03\"", "a=\"15\" b=\"-3\" c=\"0\" d=\"0\""}) {
    RoadText road = straight("1");
    road.profiles = "<lateralProfile>" + cubic("superelevation", "s", 0, 0.35) +
                    "<shape s=\"0\" t=\"-5\" " + shape + "/></lateralProfile>";
    const auto roads = roads_of(file_of(road.text()));
    ASSERT_NE(roads, nullptr);
    for (const double t : {-3.4, -2.0, 1.0, 3.0}) {
      const TrackPlace place = roads->place_at(0, 10, t);
      const auto found = roads->holding({place.x, place.y, place.z});
      ASSERT_EQ(found.size(), 1u) << t;
      EXPECT_NEAR(found[0].t, t, 1e-9) << shape;
    }
  }
}

TEST(RoadSurface, FallsToTheSidesWithCrossfall) {
  RoadText road = straight("1");
  road.profiles =
      "<lateralProfile><crossfall side=\"left\" s=\"0\" a=\"0.02\" b=\"0\" c=\"0\" "
      "d=\"0\"/></lateralProfile>";
  EXPECT_NEAR(track(road, 10, 2, 4).z, -2 * std::tan(0.02), 1e-12);
  EXPECT_NEAR(track(road, 10, -2, 4).z, 0, 1e-12);
}

TEST(RoadSurface, HasOneCrossfallASide) {
  RoadText road = straight("1");
  road.profiles =
      "<lateralProfile><crossfall side=\"both\" s=\"0\" a=\"0.02\" b=\"0\" c=\"0\" d=\"0\"/>"
      "<crossfall side=\"right\" s=\"50\" a=\"0.05\" b=\"0\" c=\"0\" d=\"0\"/></lateralProfile>";
  EXPECT_NEAR(track(road, 25, -2, 4).z, -2 * std::tan(0.02), 1e-12);
  EXPECT_NEAR(track(road, 75, -2, 4).z, -2 * std::tan(0.05), 1e-12);
  EXPECT_NEAR(track(road, 75, 2, 4).z, -2 * std::tan(0.02), 1e-12);
}

TEST(RoadLanes, OfBordersLieBetweenThem) {
  RoadText road = straight("1");
  road.lanes = "<laneSection s=\"0\"><center>" + lane(0, "none", 0) +
               "</center><right><lane id=\"-1\" type=\"driving\">" +
               cubic("border", "sOffset", 0, -3) + "</lane><lane id=\"-2\" type=\"parking\">" +
               cubic("border", "sOffset", 0, -5) + "</lane></right></laneSection>";
  EXPECT_EQ(track(road, 10, -2.9).lane, -1);
  EXPECT_EQ(track(road, 10, -3).lane, -1);
  EXPECT_EQ(track(road, 10, -4.9).lane, -2);
  EXPECT_EQ(track(road, 10, -5.1).lane, 0);
}

TEST(RoadLanes, OfOneSideGoOnWhereASectionRedefinesTheOther) {
  RoadText road = straight("1");
  road.lanes = two_lanes() + "<laneSection s=\"20\" singleSide=\"true\"><right>" +
               lane(-1, "driving", 2) + "</right></laneSection>";
  const auto map = map_of(file_of(road.text()));
  ASSERT_TRUE(map);
  EXPECT_TRUE(map->problems.empty());
  EXPECT_EQ(track(road, 30, 3).lane, 1);
  EXPECT_EQ(track(road, 30, -1.9).lane, -1);
  EXPECT_EQ(track(road, 30, -2.1).lane, 0);
}

}  // namespace
}  // namespace scrubjay::opendrive
