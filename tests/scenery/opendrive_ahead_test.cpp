// How far it is along lanes, through links and junctions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "xodr_text.h"

namespace scrubjay::opendrive {
namespace {

std::string linked_lane(int id, const std::string& link) {
  return lane(id, "driving", 3.5, "<link>" + link + "</link>");
}

std::string linked_lanes(const std::string& right, const std::string& left) {
  return "<laneSection s=\"0\"><left>" + linked_lane(1, left) + "</left><center>" +
         lane(0, "none", 0) + "</center><right>" + linked_lane(-1, right) +
         "</right></laneSection>";
}

/// "a" leads east into "b", which is drawn from its far end; "b" into junction "j", where "c" goes
/// on; "c" into "a" again, although that is far away.
std::string chain() {
  RoadText a = straight("a");
  a.lanes = linked_lanes("<successor id='1'/>", "<successor id='-1'/>");
  a.more = "<link><successor elementType='road' elementId='b' contactPoint='end'/></link>";
  RoadText b{
      .id = "b",
      .length = 50,
      .geometries = GeometryText{.x = 100, .heading = std::numbers::pi, .length = 50}.text()};
  b.lanes = linked_lanes("<successor id='1'/>", "<successor id='-1'/>");
  b.more =
      "<link><predecessor elementType='junction' elementId='j'/>"
      "<successor elementType='road' elementId='a' contactPoint='end'/></link>";
  RoadText c{
      .id = "c",
      .length = 30,
      .geometries = GeometryText{.x = 100, .length = 30, .shape = "<arc curvature='0.02'/>"}.text(),
      .junction = "j"};
  c.lanes = linked_lanes("<successor id='-1'/>", "");
  c.more = "<link><successor elementType='road' elementId='a' contactPoint='start'/></link>";
  return file_of(a.text() + b.text() + c.text() +
                 "<junction id='j'><connection id='0' incomingRoad='b' connectingRoad='c' "
                 "contactPoint='start'><laneLink from='1' to='-1'/></connection></junction>");
}

RoadPlace place_on(const Roads& roads, std::string_view road, double s, double t) {
  const auto index = *roads.find_road(road);
  const TrackPlace at = roads.place_at(index, s, t);
  for (const RoadPlace& place : roads.holding({at.x, at.y, at.z})) {
    if (place.road == index) return place;
  }
  ADD_FAILURE() << "not in a lane: " << road << " " << s << " " << t;
  return {};
}

TEST(Ahead, GoesAlongTheLaneInTheDirectionOfTravel) {
  const auto roads = roads_of(chain());
  ASSERT_NE(roads, nullptr);
  const RoadPlace from = place_on(*roads, "a", 10, -1.75);
  EXPECT_NEAR(*roads->ahead(from, place_on(*roads, "a", 35, -1.75), 100), 25, 1e-9);
  EXPECT_FALSE(roads->ahead(from, place_on(*roads, "a", 35, 1.75), 20));  // the other lane
  EXPECT_FALSE(roads->ahead(from, place_on(*roads, "a", 35, -1.75), 24));
}

TEST(Ahead, FollowsLinksIntoARoadThatBeginsAtItsFarEnd) {
  const auto roads = roads_of(chain());
  ASSERT_NE(roads, nullptr);
  const RoadPlace from = place_on(*roads, "a", 10, -1.75);
  EXPECT_NEAR(*roads->ahead(from, place_on(*roads, "b", 30, 1.75), 100), 40 + 20, 1e-9);
  EXPECT_FALSE(roads->ahead(from, place_on(*roads, "b", 30, -1.75), 1000));
}

TEST(Ahead, GoesThroughJunctionsAlongTheMiddleOfLanes) {
  const auto roads = roads_of(chain());
  ASSERT_NE(roads, nullptr);
  const RoadPlace from = place_on(*roads, "a", 10, -1.75);
  const double outer = 1 + 0.02 * 1.75;  // a right lane in a bend to the left
  EXPECT_NEAR(*roads->ahead(from, place_on(*roads, "c", 20, -1.75), 200), 40 + 50 + 20 * outer,
              1e-6);
  // Round the ring, to what lies behind.
  EXPECT_NEAR(*roads->ahead(from, place_on(*roads, "a", 5, -1.75), 200), 40 + 50 + 30 * outer + 5,
              1e-6);
  EXPECT_FALSE(roads->ahead(from, place_on(*roads, "a", 5, -1.75), 100));
}

/// A road with one lane along it, which goes on in road `next` (empty: none).
RoadText one_way(std::string id, double x, double y, double length, const std::string& next,
                 std::string junction = "-1") {
  RoadText road{.id = std::move(id),
                .length = length,
                .geometries = GeometryText{.x = x, .y = y, .length = length}.text(),
                .junction = std::move(junction)};
  road.lanes = linked_lanes("<successor id='-1'/>", "");
  if (!next.empty()) {
    road.more = "<link><successor elementType='road' elementId='" + next +
                "' contactPoint='start'/></link>";
  }
  return road;
}

TEST(Ahead, TakesTheShorterWayAlsoWhereALongLaneIsMetFirst) {
  RoadText begin = one_way("begin", 0, 0, 100, "");
  begin.more = "<link><successor elementType='junction' elementId='j'/></link>";
  const std::string connection = "<connection id='0' incomingRoad='begin' contactPoint='start' ";
  const std::string lanes = "><laneLink from='-1' to='-1'/></connection>";
  const auto roads = roads_of(file_of(
      begin.text() + one_way("long", 100, 50, 90, "end", "j").text() +
      one_way("short", 100, 0, 10, "shorter", "j").text() +
      one_way("shorter", 110, 0, 10, "end").text() + one_way("end", 120, 0, 100, "").text() +
      "<junction id='j'>" + connection + "connectingRoad='long'" + lanes + connection +
      "connectingRoad='short'" + lanes + "</junction>"));
  ASSERT_NE(roads, nullptr);
  EXPECT_NEAR(
      *roads->ahead(place_on(*roads, "begin", 50, -1.75), place_on(*roads, "end", 30, -1.75), 1000),
      50 + 10 + 10 + 30, 1e-6);
}

TEST(Ahead, EndsWhereARoadLeadsIntoItself) {
  RoadText ring = straight("1");
  ring.lanes = linked_lanes("<successor id='-1'/>", "");
  ring.more = "<link><successor elementType='road' elementId='1' contactPoint='start'/></link>";
  const auto roads = roads_of(file_of(ring.text()));
  ASSERT_NE(roads, nullptr);
  const RoadPlace from = place_on(*roads, "1", 10, -1);
  EXPECT_NEAR(*roads->ahead(from, place_on(*roads, "1", 5, -1), 1e9), 45, 1e-9);
  EXPECT_FALSE(roads->ahead(from, place_on(*roads, "1", 5, 1), 1e9));
}

}  // namespace
}  // namespace scrubjay::opendrive
