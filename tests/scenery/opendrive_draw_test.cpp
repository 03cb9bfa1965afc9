// What is drawn of roads: how near it is to the surface, and what there is of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/shape/stations.h"
#include "tests/core/file_text.h"
#include "xodr_text.h"

namespace scrubjay::opendrive {
namespace {

/// Places of all borders of lanes at one station, in one order.
std::vector<glm::dvec3> borders_at(const Road& road, std::size_t section, double s,
                                   std::size_t geometry) {
  std::vector<glm::dvec3> places;
  const Pose pose = pose_on(road, geometry, s);
  const RoadProfile profile = profile_at(road, s);
  for (const Side side : {Side::left, Side::right}) {
    walk_side(road, section, side, s, [&](const LaneSpan& span) {
      for (const double t : {span.inner, span.outer}) {
        const SurfacePlace place = surface_place(profile, t, span, lane_height_at(span, s, t));
        places.emplace_back(pose.x - place.q * pose.sin, pose.y + place.q * pose.cos, place.z);
      }
      return true;
    });
  }
  return places;
}

double distance_to_chord(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b) {
  const glm::dvec3 way = b - a;
  const double length = glm::dot(way, way);
  const double share = length > 0 ? std::clamp(glm::dot(p - a, way) / length, 0.0, 1.0) : 0;
  return glm::distance(p, a + way * share);
}

/// The farthest that any border is from its chords.
double worst_chord(const RoadMap& map, std::size_t& stations_made) {
  double worst = 0;
  StationBudget budget{.left = limits::kMostStationsOfFile};
  for (const Road& road : map.roads) {
    for (std::size_t section = 0; section < road.sections.size(); ++section) {
      const auto stations = stations_of(road, section, budget);
      stations_made += stations.size();
      for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
        const double from = stations[i].s;
        const double to = stations[i + 1].s;
        if (to - from < 2e-3) continue;  // a step, or both limits of a joint
        const std::size_t geometry = geometry_at(road, (from + to) / 2);
        const auto a = borders_at(road, section, from, geometry);
        const auto b = borders_at(road, section, to - 1e-9, geometry);
        for (int part = 1; part < 8; ++part) {
          const auto p = borders_at(road, section, from + (to - from) * part / 8, geometry);
          for (std::size_t border = 0; border < p.size(); ++border) {
            worst = std::max(worst, distance_to_chord(p[border], a[border], b[border]));
          }
        }
      }
    }
  }
  return worst;
}

TEST(RoadStations, KeepBordersWithinTwoCentimetres) {
  const auto map = map_of(winding_file());
  ASSERT_TRUE(map);
  std::size_t stations = 0;
  EXPECT_LE(worst_chord(*map, stations), kChordError);
  EXPECT_GT(stations, 20u);
  EXPECT_LT(stations, 400u);
}

TEST(RoadStations, KeepBordersOfRealMapsWithinTwoCentimetres) {
  for (const char* name : {"Town01.xodr", "tiny_curves.xodr", "tiny_lanes.xodr",
                           "tiny_profile.xodr", "tiny_junction.xodr"}) {
    const std::string text = file_text(std::string(SCRUBJAY_SHARED_DATA "/opendrive/") + name);
    if (text.empty()) GTEST_SKIP() << "the shared data is not there";
    const auto map = map_of(text);
    ASSERT_TRUE(map);
    std::size_t stations = 0;
    EXPECT_LE(worst_chord(*map, stations), kChordError) << name;
  }
}

/// All triangles of a class: their area in plan.
double area_of(const Scenery& scenery, SceneryClass surface) {
  double area = 0;
  for (const SceneryMesh& mesh : scenery.meshes) {
    if (mesh.surface != surface) continue;
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
      const glm::dvec3 a = mesh.vertices[mesh.triangles[i]];
      const glm::dvec3 b = mesh.vertices[mesh.triangles[i + 1]];
      const glm::dvec3 c = mesh.vertices[mesh.triangles[i + 2]];
      area += ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
    }
  }
  return area;
}

std::shared_ptr<const Scenery> drawn(const std::string& text) {
  auto scenery = scenery_of(text);
  return scenery ? *scenery : nullptr;
}

TEST(RoadScenery, CoversLanesOnceAndFacesUp) {
  RoadText road = straight("1", 0, 50);
  road.lanes = "<laneSection s=\"0\"><left>" + lane(1, "driving", 3) + lane(2, "sidewalk", 2) +
               "</left><center>" + lane(0, "none", 0) + "</center><right>" +
               lane(-1, "parking", 2.5) + lane(-2, "special1", 1) + lane(-3, "tram", 4) +
               "</right></laneSection>";
  const auto scenery = drawn(file_of(road.text()));
  ASSERT_NE(scenery, nullptr);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::driving), 150, 1e-3);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::path), 100, 1e-3);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::paved), 125, 1e-3);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::verge), 50, 1e-3);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::track), 200, 1e-3);
  EXPECT_EQ(area_of(*scenery, SceneryClass::junction), 0);
}

TEST(RoadScenery, IsCutIntoSquaresAroundItsOwnOrigin) {
  RoadText road{.length = 1000,
                .geometries = GeometryText{.x = 500'000, .y = 5e6, .length = 1000}.text()};
  const auto scenery = drawn(file_of(road.text()));
  ASSERT_NE(scenery, nullptr);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::driving), 7000, 0.1);
  EXPECT_GE(scenery->meshes.size(), 10u);
  EXPECT_LT(glm::distance(scenery->origin, glm::dvec3(500'500, 5e6, 0)), 1000);
  EXPECT_NEAR(scenery->least.x, 500'000, 1e-6);
  EXPECT_NEAR(scenery->greatest.x, 501'000, 1e-6);
  EXPECT_NEAR(scenery->least.y, 5e6 - 3.5, 1e-6);
  for (const SceneryMesh& mesh : scenery->meshes) {
    ASSERT_FALSE(mesh.vertices.empty());
    glm::vec3 least = mesh.vertices[0];
    glm::vec3 most = least;
    for (const glm::vec3& vertex : mesh.vertices) {
      least = glm::min(least, vertex);
      most = glm::max(most, vertex);
    }
    EXPECT_LT(glm::distance(least, most), 250);
    for (const std::uint32_t index : mesh.triangles) EXPECT_LT(index, mesh.vertices.size());
  }
}

TEST(RoadScenery, OfRoadsInJunctionsHasAClassOfItsOwn) {
  RoadText road = straight("1");
  road.junction = "7";
  const auto scenery = drawn(file_of(road.text() + "<junction id=\"7\"/>"));
  ASSERT_NE(scenery, nullptr);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::junction), 350, 1e-3);
  EXPECT_EQ(area_of(*scenery, SceneryClass::driving), 0);
  EXPECT_EQ(std::ranges::count(scenery->labels, SceneryLabel::Kind::junction, &SceneryLabel::kind),
            1);
}

double paint_of(const std::string& mark) {
  RoadText road = straight("1", 0, 90);
  road.lanes =
      replace_first(two_lanes(), "type=\"none\"></lane>", "type=\"none\">" + mark + "</lane>");
  const auto scenery = drawn(file_of(road.text()));
  return scenery == nullptr ? -1 : area_of(*scenery, SceneryClass::mark);
}

TEST(RoadMarks, AreSolidBrokenDoubleOrDots) {
  EXPECT_NEAR(paint_of("<roadMark sOffset='0' type='solid' width='0.2'/>"), 18, 1e-3);
  EXPECT_NEAR(paint_of("<roadMark sOffset='0' type='broken' width='0.2'/>"), 6, 1e-3);
  EXPECT_NEAR(paint_of("<roadMark sOffset='0' type='solid solid' width='0.2'/>"), 36, 1e-3);
  EXPECT_NEAR(paint_of("<roadMark sOffset='0' type='solid broken' width='0.2'/>"), 24, 1e-3);
  EXPECT_NEAR(paint_of("<roadMark sOffset='0' type='botts dots'/>"), 0.9, 1e-3);
  EXPECT_EQ(paint_of("<roadMark sOffset='0' type='none' width='0.2'/>"), 0);
  EXPECT_EQ(paint_of("<roadMark sOffset='0' type='edge' width='0.2'/>"), 0);
}

TEST(RoadMarks, FollowTheirPatternAndEndWhereTheNextBegins) {
  const std::string pattern =
      "<roadMark sOffset='0' type='custom'><type name='x' width='0.2'>"
      "<line length='2' space='3' tOffset='0' sOffset='1'/></type></roadMark>";
  EXPECT_NEAR(paint_of(pattern), 18 * 2 * 0.2, 1e-3);
  // Dashes at 1 to 3, 6 to 8, 11 to 13, and 1 m of the one at 16.
  EXPECT_NEAR(paint_of(pattern + "<roadMark sOffset='17' type='none'/>"), 7 * 0.2, 1e-3);
  EXPECT_NEAR(paint_of("<roadMark sOffset='0' type='custom'><explicit>"
                       "<line length='4' tOffset='0' sOffset='10' width='0.5'/></explicit>"
                       "</roadMark>"),
              2, 1e-3);
}

TEST(RoadMarks, ThatBeginFarAwayAreDrawnAllTheSame) {
  EXPECT_NEAR(paint_of("<roadMark sOffset='0' type='custom'><type name='x' width='0.2'>"
                       "<line length='2' space='3' tOffset='0' sOffset='-7.6e40'/></type>"
                       "</roadMark>"),
              18 * 2 * 0.2, 0.5);
}

TEST(RoadMarks, HaveTheirColour) {
  RoadText road = straight("1");
  road.lanes = replace_first(two_lanes(), "type=\"none\"></lane>",
                             "type=\"none\"><roadMark sOffset='0' type='solid' color='yellow' "
                             "width='0.2'/></lane>");
  const auto scenery = drawn(file_of(road.text()));
  const auto mark = std::ranges::find(scenery->meshes, SceneryClass::mark, &SceneryMesh::surface);
  ASSERT_NE(mark, scenery->meshes.end());
  EXPECT_NE(mark->color, 0u);
  EXPECT_NEAR(mark->detail, 0.2, 1e-6);
}

TEST(RoadObjects, AreDrawnAsTheirKindSays) {
  RoadText road = straight("1");
  road.more =
      "<objects>"
      "<object type='crosswalk' s='10' t='0' zOffset='0' hdg='0' length='3' width='7'/>"
      "<object type='trafficIsland' s='20' t='0' length='4' width='1'/>"
      "<object type='building' s='30' t='20' length='4' width='5' height='6'/>"
      "<object type='pole' s='0' t='5' radius='0.1' height='3'><repeat s='0' length='40' "
      "distance='10' tStart='5' tEnd='5'/></object>"
      "<object type='barrier' s='0' t='-5' width='0.2' height='1'><repeat s='0' length='50' "
      "distance='0'/></object>"
      "<object type='roadMark' name='stop' s='45' t='-1.75' length='0.5' width='3'/>"
      "</objects><signals><signal id='s' s='28' t='-4.5' zOffset='4' orientation='+' "
      "name='light' width='0.5' height='1'/></signals>";
  const auto scenery = drawn(file_of(road.text()));
  ASSERT_NE(scenery, nullptr);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::crosswalk), 7 * 0.5 * 3, 1.6);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::island), 4, 1e-3);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::mark), 1.5, 1e-3);
  EXPECT_NEAR(scenery->greatest.z, 6, 1e-6);
  EXPECT_NEAR(scenery->greatest.y, 22.5, 1e-6);
  const auto signal =
      std::ranges::find(scenery->meshes, SceneryClass::signal, &SceneryMesh::surface);
  ASSERT_NE(signal, scenery->meshes.end());
  for (const glm::vec3& corner : signal->vertices) {
    const glm::dvec3 place = scenery->origin + glm::dvec3(corner);
    EXPECT_NEAR(place.x, 28, 1e-5);  // across the road
    EXPECT_NEAR(std::abs(place.y + 4.5), 0.25, 1e-5);
    EXPECT_TRUE(std::abs(place.z - 4) < 1e-5 || std::abs(place.z - 5) < 1e-5);
  }
  const auto has_label = [&](SceneryLabel::Kind kind, std::string_view text) {
    return std::ranges::any_of(scenery->labels, [&](const SceneryLabel& label) {
      return label.kind == kind && label.text == text;
    });
  };
  EXPECT_TRUE(has_label(SceneryLabel::Kind::signal, "light"));
  EXPECT_TRUE(has_label(SceneryLabel::Kind::road, "1"));
  EXPECT_TRUE(has_label(SceneryLabel::Kind::lane, "-1"));
}

TEST(RoadObjects, StandOnTheRoadThatASignalNames) {
  RoadText road = straight("1");
  const auto signal = [](std::string_view name, std::string_view other) {
    return "<signal id='s' s='3' t='0' name='" + std::string(name) +
           "'><positionRoad s='20' t='1' zOffset='4' hOffset='0' roadId='" + std::string(other) +
           "'/></signal>";
  };
  road.more = "<signals>" + signal("there", "2") + signal("nowhere", "3") + "</signals>";
  // Of two with one id the first.
  const auto scenery =
      drawn(file_of(road.text() + straight("2", 100).text() + straight("2", 200).text()));
  ASSERT_NE(scenery, nullptr);
  std::vector<std::pair<std::string, double>> signals;
  for (const SceneryLabel& label : scenery->labels) {
    if (label.kind != SceneryLabel::Kind::signal) continue;
    signals.emplace_back(label.text, (scenery->origin + glm::dvec3(label.place)).y);
  }
  EXPECT_EQ(signals, (std::vector<std::pair<std::string, double>>{{"there", 101}}));
}

/// An object whose outline is a comb of that many teeth, of 1 x 1 m each, and its back.
std::string comb(int teeth) {
  std::string corners = "<cornerLocal u='0' v='-1' z='0' height='0'/>";
  const auto corner = [&](double u, double v) {
    corners += "<cornerLocal" + attribute("u", u) + attribute("v", v) + " z='0' height='0'/>";
  };
  corner(2 * teeth - 1, -1);
  for (int i = teeth - 1; i >= 0; --i) {
    corner(2 * i + 1, 1);
    corner(2 * i, 1);
    if (i == 0) break;
    corner(2 * i, 0);
    corner(2 * i - 1, 0);
  }
  return "<objects><object type='trafficIsland' s='0' t='0'><outlines><outline>" + corners +
         "</outline></outlines></object></objects>";
}

TEST(RoadObjects, AreFilledWhateverTheirOutline) {
  RoadText road = straight("1");
  road.more = comb(5);
  const auto scenery = drawn(file_of(road.text()));
  ASSERT_NE(scenery, nullptr);
  EXPECT_NEAR(area_of(*scenery, SceneryClass::island), 9 + 5, 1e-3);
}

TEST(RoadObjects, HaveMarkingsAndBordersAlongTheirCorners) {
  RoadText road = straight("1");
  const std::string corners =
      "<outlines><outline id='o'><cornerRoad id='a' s='10' t='10'/><cornerRoad id='b' s='14' "
      "t='10'/><cornerRoad id='c' s='14' t='13'/><cornerRoad id='d' s='10' t='13'/></outline>"
      "</outlines>";
  const auto with = [&](const std::string& parts) {
    road.more = "<objects><object type='trafficIsland' s='12' t='11'>" + parts + corners +
                "</object></objects>";
    return drawn(file_of(road.text()));
  };
  const auto marked = with(
      "<markings><marking color='red' width='0.2' lineLength='0.5' spaceLength='0.5'>"
      "<cornerReference id='a'/><cornerReference id='b'/><cornerReference id='c'/></marking>"
      "</markings>");
  ASSERT_NE(marked, nullptr);
  EXPECT_NEAR(area_of(*marked, SceneryClass::mark), (4 * 0.5 + 3 * 0.5) * 0.2, 1e-3);
  EXPECT_NEAR(area_of(*marked, SceneryClass::path), 0, 1e-9);

  const auto framed = with("<borders><border outlineId='o' type='curb' width='0.1'/></borders>");
  ASSERT_NE(framed, nullptr);
  EXPECT_NEAR(area_of(*framed, SceneryClass::path), 14 * 0.1, 1e-3);
  EXPECT_TRUE(framed->problems.empty());

  const auto loose = with(
      "<markings><marking width='0.2'><cornerReference id='a'/><cornerReference id='z'/></marking>"
      "</markings><borders><border outlineId='p' width='0.1'/></borders>");
  ASSERT_NE(loose, nullptr);
  EXPECT_NEAR(area_of(*loose, SceneryClass::mark), 0, 1e-9);
  ASSERT_EQ(loose->problems.size(), 1u);
  EXPECT_EQ(loose->problems[0].code, "dangling-link");
  EXPECT_EQ(loose->problems[0].count, 2u);
}

TEST(RoadScenery, IsTintedInTunnelsAndOnBridges) {
  RoadText road = straight("1");
  road.more =
      "<objects><bridge id='b' s='30' length='10' type='concrete'/>"
      "<tunnel id='t' s='7.5' length='5' type='standard'/></objects>";
  const auto scenery = drawn(file_of(road.text()));
  ASSERT_NE(scenery, nullptr);
  std::map<std::uint32_t, std::pair<float, float>> along;  // by colour: from where to where
  for (const SceneryMesh& mesh : scenery->meshes) {
    if (mesh.surface != SceneryClass::driving) continue;
    EXPECT_EQ(mesh.color >> 24U, 0u) << "the theme's colour, tinted";
    for (const glm::vec3& vertex : mesh.vertices) {
      const float x = vertex.x + static_cast<float>(scenery->origin.x);
      const auto [found, is_new] = along.try_emplace(mesh.color, x, x);
      found->second = {std::min(found->second.first, x), std::max(found->second.second, x)};
    }
  }
  ASSERT_EQ(along.size(), 3u) << "the open road, the tunnel and the bridge";
  std::vector<std::pair<float, float>> stretches;
  for (const auto& [color, stretch] : along) stretches.push_back(stretch);
  std::ranges::sort(stretches);
  EXPECT_EQ(stretches[0], std::pair(0.0F, 50.0F));
  EXPECT_EQ(stretches[1], std::pair(7.5F, 12.5F));
  EXPECT_EQ(stretches[2], std::pair(30.0F, 40.0F));
}

TEST(RoadScenery, SaysWhatTheFileSaysOfItself) {
  const auto scenery = drawn(winding_file());
  ASSERT_NE(scenery, nullptr);
  EXPECT_EQ(scenery->format, "opendrive");
  ASSERT_TRUE(scenery->coordinates);
  EXPECT_EQ(scenery->coordinates->name(), "ros");
  ASSERT_NE(scenery->roads, nullptr);
  const auto fact = [&](std::string_view name) {
    for (const auto& [key, value] : scenery->facts) {
      if (key == name) return value;
    }
    return std::string("none");
  };
  EXPECT_EQ(fact("version"), "1.7");
  EXPECT_EQ(fact("date"), "2026-01-01");
  EXPECT_EQ(fact("roads"), "5");
  EXPECT_EQ(fact("lanes"), "11");
}

TEST(RoadScenery, ThatIsCancelledIsNotThere) {
  const std::string text = winding_file();
  const auto bytes = std::as_bytes(std::span(text));
  const auto file = InputFile::from_memory("made.xodr", {bytes.begin(), bytes.end()});
  const std::atomic<bool> cancelled{true};
  const auto scenery = kFormat.read(*file, no_neighbours, cancelled);
  ASSERT_FALSE(scenery);
  EXPECT_EQ(scenery.error().code, "cancelled");
}

}  // namespace
}  // namespace scrubjay::opendrive
