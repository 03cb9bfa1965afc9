// Where places are in a network of roads, against what a slow look at all of it says.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "scenery/opendrive/shape/cross_section.h"
#include "xodr_text.h"

namespace scrubjay::opendrive {
namespace {

const double kNoHeight = std::numeric_limits<double>::quiet_NaN();

bool has_lane(const std::vector<RoadPlace>& found, std::uint32_t road, int lane, double s,
              double t) {
  return std::ranges::any_of(found, [&](const RoadPlace& place) {
    return place.road == road && place.lane == lane && std::abs(place.s - s) < 1e-5 &&
           std::abs(place.t - t) < 1e-5;
  });
}

TEST(Locate, FindsEachLaneAgainWhoseRoadCoordinateItWasGiven) {
  const auto roads = roads_of(winding_file());
  ASSERT_NE(roads, nullptr);
  std::mt19937 random(7);
  int inside = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto road = static_cast<std::uint32_t>(random() % 5);
    const double length = roads->map().roads[road].length;
    const double s = std::uniform_real_distribution(0.01, length - 0.01)(random);
    const double t = std::uniform_real_distribution(-6.0, 6.0)(random);
    const TrackPlace place = roads->place_at(road, s, t);
    const auto found = roads->holding({place.x, place.y, kNoHeight});
    if (place.lane == 0) {
      EXPECT_FALSE(std::ranges::any_of(
          found,
          [&](const RoadPlace& one) { return one.road == road && std::abs(one.s - s) < 1e-5; }))
          << road << " " << s << " " << t;
      continue;
    }
    // A curb that leans inwards with the road stands above the lane beside it.
    const bool is_by_border = roads->place_at(road, s, t - 0.05).lane != place.lane ||
                              roads->place_at(road, s, t + 0.05).lane != place.lane;
    if (is_by_border) continue;
    ++inside;
    EXPECT_TRUE(has_lane(found, road, place.lane, s, t)) << road << " " << s << " " << t;
    for (const RoadPlace& one : found) {
      EXPECT_TRUE(one.is_inside);
      EXPECT_EQ(one.overlapping, found.size());
    }
  }
  EXPECT_GT(inside, 1500);
}

/// Distance from the nearest lane, by looking every few centimetres.
double slow_distance(const Roads& roads, double x, double y) {
  double best = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < roads.map().roads.size(); ++i) {
    const Road& road = roads.map().roads[i];
    for (double s = 0; s <= road.length; s += 0.04) {
      for (const Side side : {Side::left, Side::right}) {
        walk_side(road, section_at(road, s), side, s, [&](const LaneSpan& span) {
          for (const double t : {span.inner, span.middle(), span.outer}) {
            const TrackPlace place = roads.place_at(i, s, t);
            best = std::min(best, std::hypot(place.x - x, place.y - y));
          }
          return true;
        });
      }
    }
  }
  return best;
}

TEST(Locate, FindsTheNearestLaneOutside) {
  const auto roads = roads_of(winding_file());
  ASSERT_NE(roads, nullptr);
  std::mt19937 random(11);
  int outside = 0;
  for (int i = 0; i < 40; ++i) {
    const double x = std::uniform_real_distribution(-30.0, 260.0)(random);
    const double y = std::uniform_real_distribution(-60.0, 70.0)(random);
    if (!roads->holding({x, y, kNoHeight}).empty()) continue;
    ++outside;
    const auto near = roads->nearest(x, y);
    ASSERT_TRUE(near);
    EXPECT_FALSE(near->is_inside);
    // To the side it is measured in the tilted plane.
    const double slow = slow_distance(*roads, x, y);
    EXPECT_NEAR(near->distance, slow, 0.06 + 0.01 * slow) << x << " " << y;
  }
  EXPECT_GT(outside, 20);
}

TEST(Locate, PrefersTheRoadOfTheSameHeight) {
  RoadText bridge = straight("bridge");
  bridge.profiles = "<elevationProfile>" + cubic("elevation", "s", 0, 6) + "</elevationProfile>";
  const auto roads = roads_of(file_of(straight("ground").text() + bridge.text()));
  ASSERT_NE(roads, nullptr);
  EXPECT_EQ(roads->holding({10, 1, kNoHeight}).size(), 2u);
  ASSERT_EQ(roads->holding({10, 1, 5.8}).size(), 1u);
  EXPECT_EQ(roads->holding({10, 1, 5.8})[0].road, 1u);
  EXPECT_EQ(roads->holding({10, 1, 0.7})[0].road, 0u);
}

TEST(Locate, ChoosesByTypeThenHeadingThenTheRoadOfBeforeThenTheMiddle) {
  RoadText walk = straight("walk");
  walk.lanes = "<laneSection s=\"0\"><left>" + lane(1, "sidewalk", 2) + "</left><center>" +
               lane(0, "none", 0) + "</center></laneSection>";
  // Its lane -1, which goes the other way than lane 1 of "along", lies upon that.
  RoadText shifted = straight("shifted", 3.7);
  const auto roads = roads_of(file_of(walk.text() + straight("along").text() + shifted.text()));
  ASSERT_NE(roads, nullptr);
  const glm::dvec3 place(10, 1, 0);
  const auto found = roads->holding(place);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].road, 1u);  // offset -0.75
  EXPECT_EQ(found[1].road, 2u);  // offset -0.95
  EXPECT_EQ(found[2].road, 0u);  // offset 0, but nobody drives there
  const double east = 0;
  EXPECT_EQ(roads->locate(place, east, nullptr)->road, 2u);
  EXPECT_EQ(roads->locate(place, std::numbers::pi, nullptr)->road, 1u);
  EXPECT_EQ(roads->locate(place, std::nullopt, nullptr)->road, 1u);
  RoadPlace last;
  last.road = 2;
  EXPECT_EQ(roads->locate(place, std::nullopt, &last)->road, 2u);  // worse by less than 0.5 m
  EXPECT_EQ(roads->locate(place, std::numbers::pi, &last)->road, 1u);
  last.road = 0;
  EXPECT_EQ(roads->locate(place, std::nullopt, &last)->road, 1u);
}

TEST(Locate, GivesTheDirectionOfTravel) {
  const auto headings = [](const std::string& text) {
    const auto roads = roads_of(text);
    return std::pair(roads->holding({10, 1, 0}).at(0).lane_heading,
                     roads->holding({10, -1, 0}).at(0).lane_heading);
  };
  std::string text = file_of(straight("1").text());
  const double back = std::numbers::pi;
  EXPECT_EQ(headings(text), std::pair(back, 0.0));
  text.replace(text.find("<road "), 6, "<road rule=\"LHT\" ");
  EXPECT_EQ(headings(text), std::pair(0.0, back));
}

TEST(Locate, GivesTheDirectionOfALaneAtTheTipOfItsTaper) {
  RoadText road = straight("1");
  road.lanes = "<laneSection s=\"0\"><center>" + lane(0, "none", 0) + "</center><right>" +
               "<lane id=\"-1\" type=\"driving\">" + cubic("width", "sOffset", 0, 0, 0.1) +
               "</lane>" + lane(-2, "driving", 3) + "</right></laneSection>";
  const auto roads = roads_of(file_of(road.text()));
  ASSERT_NE(roads, nullptr);
  // The second lane begins at the reference line, and is pushed aside by what grows beside it.
  EXPECT_NEAR(roads->holding({0, -1.5, 0}).at(0).lane_heading, std::atan(-0.1), 1e-9);
}

TEST(Locate, ABorderBelongsToTheLaneNearerToLane0) {
  RoadText road = straight("1");
  road.lanes = "<laneSection s=\"0\"><left>" + lane(1, "driving", 3) + lane(2, "parking", 2) +
               "</left><center>" + lane(0, "none", 0) + "</center><right>" +
               lane(-1, "driving", 3) + "</right></laneSection>";
  const auto roads = roads_of(file_of(road.text()));
  EXPECT_EQ(roads->holding({10, 3, 0}).at(0).lane, 1);
  EXPECT_EQ(roads->holding({10, 0, 0}).at(0).lane, -1);
  EXPECT_EQ(roads->holding({10, 5, 0}).at(0).lane, 2);
  EXPECT_TRUE(roads->holding({10, 5.0001, 0}).empty());
  EXPECT_FALSE(roads->holding({-0.0009, 1, 0}).empty());
  EXPECT_TRUE(roads->holding({-0.0011, 1, 0}).empty());
}

TEST(Locate, WhatIsOnABorderIsThereHoweverItWasWorkedOut) {
  RoadText road{.id = "1",
                .length = 60,
                .geometries = GeometryText{.x = 1000,
                                           .heading = 0.3,
                                           .length = 60,
                                           .shape = "<spiral curvStart=\"0\" curvEnd=\"0.02\"/>"}
                                  .text()};
  // Sections of a lane on the left and of one on the right, in turn.
  road.lanes.clear();
  for (int i = 0; i < 20; ++i) {
    const bool is_left = i % 2 == 0;
    const std::string side = is_left ? "left" : "right";
    road.lanes += "<laneSection" + attribute("s", 3.1 * i) + "><center>" + lane(0, "none", 0) +
                  "</center><" + side + ">" + lane(is_left ? 1 : -1, "driving", 3.3) +
                  lane(is_left ? 2 : -2, "parking", 2.1) + "</" + side + "></laneSection>";
  }
  const auto roads = roads_of(file_of(road.text()));
  ASSERT_NE(roads, nullptr);
  for (int i = 0; i < 20; ++i) {
    const int sign = i % 2 == 0 ? 1 : -1;
    for (const double more : {0.0, 1.7}) {
      const double s = 3.1 * i + more;
      for (const auto& [t, lane] : {std::pair{0.0, 1}, {1.2, 1}, {3.3, 1}, {5.4, 2}}) {
        const TrackPlace place = roads->place_at(0, s, sign * t);
        const auto found = roads->holding({place.x, place.y, kNoHeight});
        ASSERT_EQ(found.size(), 1U) << s << " " << t;
        EXPECT_EQ(found[0].lane, sign * lane) << s << " " << t;
        EXPECT_GE(found[0].s, 3.1 * i);
        EXPECT_LE(std::abs(found[0].offset), found[0].width / 2 + 1e-15) << s << " " << t;
        EXPECT_NEAR(found[0].t, sign * t, 1e-9);
      }
      const TrackPlace beside = roads->place_at(0, s, sign * 5.4 + sign * 2e-9);
      EXPECT_TRUE(roads->holding({beside.x, beside.y, kNoHeight}).empty());
    }
  }
}

TEST(Locate, SaysNothingWithoutLanes) {
  RoadText road = straight("1");
  road.lanes.clear();
  const auto roads = roads_of(file_of(road.text()));
  ASSERT_NE(roads, nullptr);
  EXPECT_FALSE(roads->locate({1, 1, 0}, 0.0, nullptr));
  EXPECT_FALSE(roads_of(winding_file())->locate({std::nan(""), 1, 0}, 0.0, nullptr));
}

}  // namespace
}  // namespace scrubjay::opendrive
