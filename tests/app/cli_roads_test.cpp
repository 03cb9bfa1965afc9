// --scenery: what follows from roads is among an actor's properties, through the built program.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/shared/scenery_file.h"
#include "cli_program.h"
#include "scenery/scenery_format.h"

namespace scrubjay {
namespace {

/// One straight road along y = 0 from x = -1000 m, with a lane of 900 m on each side: -1, to the
/// right of it, goes along +x.
const std::string kWideRoad = R"(<?xml version="1.0"?>
<OpenDRIVE>
  <header revMajor="1" revMinor="4" name="plain" version="1"/>
  <road name="Wide Road" length="2000" id="7" junction="-1">
    <planView>
      <geometry s="0" x="-1000" y="0" hdg="0" length="2000"><line/></geometry>
    </planView>
    <elevationProfile/>
    <lateralProfile/>
    <lanes>
      <laneSection s="0">
        <left><lane id="1" type="driving" level="false">
          <width sOffset="0" a="900" b="0" c="0" d="0"/></lane></left>
        <center><lane id="0" type="none" level="false"/></center>
        <right><lane id="-1" type="driving" level="false">
          <width sOffset="0" a="900" b="0" c="0" d="0"/></lane></right>
      </laneSection>
    </lanes>
  </road>
</OpenDRIVE>
)";

class Roads : public Program {};

/// The same with roads in the program.
class ReadRoads : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    const auto formats = scenery_formats();
    const auto found = std::ranges::find(formats, "opendrive", &SceneryFormat::name);
    if (found == formats.end()) GTEST_SKIP() << "OpenDRIVE is not built in.";
    put("wide.xodr", kWideRoad);
  }
};

TEST_F(Roads, are_no_recording_and_what_they_are_for_is_told) {
  put("wide.xodr", kWideRoad);
  const Run info = run("info wide.xodr");
  EXPECT_EQ(info.status, 3);
  EXPECT_NE(info.err.find("not a recording of a kind"), std::string::npos) << info.err;
  EXPECT_NE(info.err.find("scrubjay road describes roads"), std::string::npos) << info.err;
  put("other.xml", kWideRoad);
  EXPECT_EQ(run("info other.xml").err.find("scrubjay road"), std::string::npos);
}

TEST_F(Roads, that_cannot_be_read_are_why_a_command_fails) {
  put("rubbish.xodr", "rubbish\n");
  put("level.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  for (const std::string command :
       {"show \"$S\" --frame 3", "series \"$S\" --entity 37 --property road/s",
        "export \"$S\" --to ndjson -o out", "history \"$S\" --entity 37 --property gear",
        "find \"$S\" \"time < 0\"", "sql \"$S\" \"select count(*) from state\""}) {
    const Run missing = run(command + " --scenery nowhere.xodr");
    EXPECT_NE(missing.status, 0) << command;
    EXPECT_NE(missing.err.find("nowhere.xodr"), std::string::npos) << command << missing.err;
    EXPECT_NE(run(command + " --scenery rubbish.xodr").status, 0) << command;
    const Run level = run(command + " --scenery level.obj");
    EXPECT_NE(level.status, 0) << command;
    EXPECT_NE(level.err.find("no roads"), std::string::npos) << command << level.err;
    EXPECT_FALSE(std::filesystem::exists(path("out"))) << command;
  }
}

TEST_F(Roads, are_asked_for_where_a_value_would_follow_from_them) {
  const Run made = run("series \"$S\" --entity 37 --property road/s");
  EXPECT_EQ(made.status, 2);
  EXPECT_NE(made.err.find("--scenery"), std::string::npos) << made.err;
}

TEST_F(Roads, are_no_option_of_commands_that_show_no_values) {
  EXPECT_EQ(run("convert \"$S\" -o a.xrec --scenery wide.xodr").status, 2);
  EXPECT_EQ(run("info \"$S\" --scenery wide.xodr").status, 2);
}

TEST_F(Roads, beside_a_recording_that_cannot_be_read_keep_nobody_from_it) {
  const Run made =
      shell("cp \"$S\" a.log; echo rubbish >Jaytown.xodr; \"$P\" show a.log --frame 3");
  EXPECT_EQ(made.status, 0);
  EXPECT_NE(made.err.find("roads beside the recording"), std::string::npos) << made.err;
  EXPECT_EQ(made.out, run("show \"$S\" --frame 3").out);
}

TEST(RoadsOfMaps, HaveTheirLastNameWithoutTheMarkOfLayers) {
  EXPECT_EQ(plain_map_name("Town01"), "Town01");
  EXPECT_EQ(plain_map_name("Carla/Maps/Town10HD_Opt"), "Town10HD");
  EXPECT_EQ(plain_map_name("Maps\\Town02"), "Town02");
  EXPECT_EQ(plain_map_name("a/../../etc/Town02"), "Town02");
  EXPECT_EQ(plain_map_name(".."), "");
  EXPECT_EQ(plain_map_name(""), "");
  EXPECT_EQ(plain_map_name("Maps/"), "");
  EXPECT_EQ(plain_map_name("_Opt"), "");
  EXPECT_EQ(plain_map_name("C:"), "");
  EXPECT_EQ(plain_map_name("a\nb"), "");
}

TEST_F(ReadRoads, say_where_an_actor_is) {
  const std::string series = "series \"$S\" --entity 37 --json --property ";
  simdjson::dom::parser a, b;
  const auto places = parsed(a, run(series + "position --coordinates ros").out);
  const Run made = run(series + "road/s --scenery wide.xodr");
  ASSERT_EQ(made.status, 0) << made.err;
  const auto s = parsed(b, made.out);
  EXPECT_EQ(std::string_view(s["property"]), "road/s");
  EXPECT_EQ(std::string_view(s["unit"]), "m");
  const auto there = simdjson::dom::array(places["value"]);
  const auto along = simdjson::dom::array(s["value"]);
  ASSERT_EQ(along.size(), there.size());
  for (std::size_t i = 0; i < along.size(); i += 17) {
    EXPECT_NEAR(double(along.at(i)), double(there.at(i).at(0)) + 1000, 1e-3);
  }
}

TEST_F(ReadRoads, give_a_lane_and_its_speed) {
  simdjson::dom::parser a, b, c;
  const std::string series =
      "series \"$S\" --entity 37 --from 5 --to 10 --scenery wide.xodr --json --property ";
  const auto lane = parsed(a, run(series + "road/lane").out);
  const auto speed = parsed(b, run(series + "road/speed_along").out);
  const auto velocity = parsed(c, run(series + "derived/velocity.x --coordinates ros").out);
  const auto lanes = simdjson::dom::array(lane["value"]);
  const auto speeds = simdjson::dom::array(speed["value"]);
  const auto velocities = simdjson::dom::array(velocity["value"]);
  ASSERT_GT(speeds.size(), 0U);
  ASSERT_EQ(lanes.size(), velocities.size());
  ASSERT_EQ(speeds.size(), velocities.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double sign = std::int64_t(lanes.at(i)) < 0 ? 1 : -1;
    EXPECT_NEAR(double(speeds.at(i)), sign * double(velocities.at(i)), 1e-6);
  }
}

TEST_F(ReadRoads, are_among_the_properties_and_say_where_they_are_from) {
  const Run made = run("show \"$S\" --frame 100 --entity 37 --scenery wide.xodr");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.out.find("derived_from  wide.xodr"), std::string::npos) << made.out;
  EXPECT_NE(made.out.find("lane_type  driving"), std::string::npos);
  EXPECT_EQ(run("show \"$S\" --frame 100 --entity 37").out.find("derived_from"), std::string::npos);
}

TEST_F(ReadRoads, can_be_searched_and_asked_for_in_sql) {
  const Run found =
      run("find \"$S\" \"entity = 37 and \\\"road/lane\\\" < 0\" --scenery wide.xodr --json");
  EXPECT_EQ(found.status, 0) << found.err;
  const Run rows =
      run("sql \"$S\" \"select count(*) as n from state where entity = 37 and \\\"road/s\\\" > 0\" "
          "--scenery wide.xodr --csv");
  EXPECT_EQ(rows.status, 0) << rows.err;
  ASSERT_EQ(lines_of(rows.out).size(), 2U) << rows.out;
  EXPECT_GT(std::stoi(lines_of(rows.out)[1]), 100);
}

TEST_F(ReadRoads, are_exported) {
  const Run made = run("export \"$S\" --to ndjson -o - --scenery wide.xodr");
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.out.find("heading_error"), std::string::npos);
}

TEST_F(ReadRoads, of_the_map_are_found_beside_the_recording) {
  const Run made = shell(
      "cp \"$S\" a.log; cp wide.xodr Jaytown.xodr; \"$P\" show a.log --frame 100 --entity 37");
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.out.find("derived_from  Jaytown.xodr"), std::string::npos) << made.out;
}

TEST_F(ReadRoads, are_beside_no_standard_input) {
  const Run piped = shell("cp wide.xodr Jaytown.xodr; \"$P\" show - --frame 100 <\"$S\"");
  EXPECT_EQ(piped.status, 0) << piped.err;
  EXPECT_EQ(piped.out.find("derived_from"), std::string::npos);
}

TEST_F(ReadRoads, keep_a_car_of_carla_in_its_lane) {
  const std::string recording = SCRUBJAY_SHARED_DATA "/carla/DistanceToLaneCenter.log";
  const std::string roads = SCRUBJAY_SHARED_DATA "/opendrive/Town01.xodr";
  if (!std::filesystem::exists(recording) || !std::filesystem::exists(roads)) {
    GTEST_SKIP() << "There is no recording and no map of CARLA's in " SCRUBJAY_SHARED_DATA ".";
  }
  const Run made = run(
      "sql '" + recording + "' --scenery '" + roads +
      "' --csv \"select count(*), max(abs(\\\"road/lane_offset\\\")), max(\\\"road/distance\\\"), "
      "max(abs(\\\"road/heading_error\\\")), max(\\\"road/speed_along\\\") from state where kind = "
      "'vehicle'\"");
  ASSERT_EQ(made.status, 0) << made.err;
  const std::vector<std::string> lines = lines_of(made.out);
  ASSERT_EQ(lines.size(), 2U);
  double frames = 0, offset = 0, distance = 0, heading = 0, speed = 0;
  ASSERT_EQ(std::sscanf(lines[1].c_str(), "%lf,%lf,%lf,%lf,%lf", &frames, &offset, &distance,
                        &heading, &speed),
            5)
      << lines[1];
  EXPECT_GT(frames, 400);
  EXPECT_LT(offset, 2.0) << "half a lane";
  EXPECT_EQ(distance, 0);
  EXPECT_LT(heading, 0.3);
  EXPECT_GT(speed, 10);
  EXPECT_LT(speed, 25);
}

TEST_F(ReadRoads, lie_where_people_or_their_file_say) {
  std::string stated = kWideRoad;
  const std::string end_of_header = "version=\"1\"/>";
  stated.replace(stated.find(end_of_header), end_of_header.size(),
                 "version=\"1\"><offset x=\"250\" y=\"-20\" z=\"1\" hdg=\"0\"/></header>");
  put("stated.xodr", stated);
  const std::string series =
      "series \"$S\" --entity 37 --from 5 --to 6 --json --property road/s --scenery ";
  const auto first = [&](const std::string& options) {
    simdjson::dom::parser parser;
    const Run made = run(series + options);
    EXPECT_EQ(made.status, 0) << made.err;
    return double(simdjson::dom::array(parsed(parser, made.out)["value"]).at(0));
  };
  const double there = first("wide.xodr");
  EXPECT_NEAR(first("stated.xodr"), there, 1e-9) << "it lies so where people want it";
  EXPECT_NEAR(first("stated.xodr --scenery-at stated"), there - 250, 1e-9);
  EXPECT_NEAR(first("wide.xodr --scenery-at 250,-20,1"), there - 250, 1e-9);
  // Turned half around, it goes along it the other way.
  EXPECT_NEAR(first("wide.xodr --scenery-at 30,0,0,180"), 2000 - there + 30, 1e-6);
  const Run none = run(series + "wide.xodr --scenery-at stated");
  EXPECT_EQ(none.status, 3);
  EXPECT_NE(none.err.find("does not say where"), std::string::npos) << none.err;
  for (const char* place : {"", "1,2", "1,2,3,4,5", "1,2,x", "header", "1,2,nan"}) {
    EXPECT_EQ(run(series + "wide.xodr --scenery-at '" + place + "'").status, 2) << place;
  }
}

TEST_F(ReadRoads, are_in_no_copy) {
  const Run made = shell(
      "cp \"$S\" a.log; cp wide.xodr Jaytown.xodr; \"$P\" convert a.log -o a.ndjson && "
      "\"$P\" convert a.log -o a.xrec");
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(file_text(path("a.ndjson")).find("heading_error"), std::string::npos);
}

}  // namespace
}  // namespace scrubjay
