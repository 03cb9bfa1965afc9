// scrubjay road, through the built program.
#include "cli_program.h"

namespace scrubjay {
namespace {

constexpr const char* kRoads =
    "<OpenDRIVE><header revMajor='1' revMinor='7' name='made'><offset x='1' y='2' z='3' "
    "hdg='0.5'/></header>"
    "<road id='A7' length='50' junction='-1'><planView><geometry s='0' x='0' y='0' hdg='0' "
    "length='50'><line/></geometry></planView><lanes><laneSection s='0'><left><lane id='1' "
    "type='driving'><width sOffset='0' a='3.5' b='0' c='0' d='0'/></lane></left><center><lane "
    "id='0' type='none'/></center><right><lane id='-1' type='sidewalk'><width sOffset='0' a='2' "
    "b='0' c='0' d='0'/></lane></right></laneSection></lanes></road></OpenDRIVE>";

class Road : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    put("made.xodr", kRoads);
  }
};

TEST_F(Road, says_what_is_in_a_file) {
  const Run run = this->run("road made.xodr --json");
  EXPECT_EQ(run.status, 0) << run.err;
  simdjson::dom::parser parser;
  const auto map = parsed(parser, run.out);
  EXPECT_EQ(std::string_view(map["file"]), "made.xodr");
  EXPECT_EQ(std::string_view(map["version"]), "1.7");
  EXPECT_EQ(std::string_view(map["name"]), "made");
  EXPECT_EQ(double(map["offset"]["hdg"]), 0.5);
  EXPECT_EQ(std::uint64_t(map["roads"]), 1u);
  EXPECT_EQ(std::uint64_t(map["lanes"]), 2u);
  EXPECT_EQ(std::uint64_t(map["lanes_by_type"]["sidewalk"]), 1u);
  EXPECT_EQ(double(map["length"]), 50);
  EXPECT_EQ(double(map["box"].at(0).at(1)), -2);
  EXPECT_EQ(double(map["box"].at(1).at(1)), 3.5);
  EXPECT_EQ(simdjson::dom::array(map["problems"]).size(), 0u);
  EXPECT_NE(this->run("road made.xodr").out.find("1 roads, 2 lanes"), std::string::npos);
}

TEST_F(Road, has_a_lane_in_its_box_that_begins_with_no_width) {
  // Where nothing else is; in the second file from x = 20 on only, at y = 2.5.
  put("taper.xodr", R"(<OpenDRIVE><header revMajor="1" revMinor="7"/>
    <road id="1" length="40" junction="-1">
    <planView><geometry s="0" x="0" y="0" hdg="0" length="40"><line/></geometry></planView>
    <lanes><laneOffset s="0" a="5" b="-0.125" c="0" d="0"/><laneSection s="0">
    <center><lane id="0" type="none"/></center><right>
    <lane id="-1" type="driving"><width sOffset="0" a="0" b="0.1" c="0" d="0"/></lane>
    </right></laneSection></lanes></road></OpenDRIVE>)");
  put("later.xodr", R"(<OpenDRIVE><header revMajor="1" revMinor="7"/>
    <road id="1" length="40" junction="-1">
    <planView><geometry s="0" x="0" y="0" hdg="0" length="40"><line/></geometry></planView>
    <lanes><laneOffset s="0" a="5" b="-0.125" c="0" d="0"/><laneSection s="0">
    <center><lane id="0" type="none"/></center><right>
    <lane id="-1" type="driving"><width sOffset="0" a="0" b="0" c="0" d="0"/>
    <width sOffset="20" a="1" b="0" c="0" d="0"/></lane>
    </right></laneSection></lanes></road></OpenDRIVE>)");
  simdjson::dom::parser parser;
  const auto top_of = [&](const char* file) {
    const Run run = this->run(std::string("road ") + file + " --json");
    return double(parsed(parser, run.out)["box"].at(1).at(1));
  };
  EXPECT_NEAR(top_of("taper.xodr"), 5, 1e-9);
  EXPECT_NEAR(top_of("later.xodr"), 2.5, 1e-9) << "its lane begins at x = 20";
}

TEST_F(Road, has_places_as_the_file_has_them_whatever_coordinates_are_asked_for) {
  const Run plain = this->run("road made.xodr --at=12.25,1,0.5 --json");
  for (const char* arguments : {"road made.xodr --at=12.25,1,0.5 --json --coordinates unreal",
                                "--coordinates unreal road made.xodr --at=12.25,1,0.5 --json"}) {
    const Run run = this->run(arguments);
    EXPECT_EQ(run.status, 0);
    EXPECT_NE(run.err.find("--coordinates"), std::string::npos) << run.err;
    EXPECT_EQ(run.out, plain.out);
  }
}

TEST_F(Road, says_as_json_what_is_wrong_with_a_line_of_standard_input) {
  const Run run = shell("echo '1 x' | \"$P\" road made.xodr --points - --json");
  EXPECT_EQ(run.status, 2);
  simdjson::dom::parser parser;
  EXPECT_EQ(std::string_view(parsed(parser, run.out)["problems"].at(0)["code"]), "usage");
}

TEST_F(Road, says_where_a_place_is) {
  const Run run = this->run("road made.xodr --at=12.25,1,0.5 --json");
  EXPECT_EQ(run.status, 0) << run.err;
  simdjson::dom::parser parser;
  const auto place = parsed(parser, run.out);
  EXPECT_TRUE(bool(place["inside"]));
  EXPECT_EQ(std::string_view(place["road"]), "A7");
  EXPECT_EQ(std::int64_t(place["lane"]), 1);
  EXPECT_EQ(std::string_view(place["type"]), "driving");
  EXPECT_EQ(double(place["s"]), 12.25);
  EXPECT_EQ(double(place["t"]), 1);
  EXPECT_EQ(double(place["offset"]), -0.75);
  EXPECT_EQ(double(place["z"]), 0.5);
  EXPECT_EQ(double(place["surface_z"]), 0);
  EXPECT_TRUE(place["junction"].is_null());
  EXPECT_EQ(simdjson::dom::array(place["candidates"]).size(), 1u);

  const Run outside = this->run("road made.xodr --at 12,-4 --json");
  const auto near = parsed(parser, outside.out);
  EXPECT_FALSE(bool(near["inside"]));
  EXPECT_TRUE(near["z"].is_null());
  EXPECT_EQ(std::int64_t(near["lane"]), -1);
  EXPECT_EQ(double(near["distance"]), 2);
}

TEST_F(Road, answers_each_line_of_standard_input) {
  const Run points =
      shell("printf '1 1\\n\\n 2  -1 0.25\\r\\n3 90\\n' | \"$P\" road made.xodr --points - --json");
  EXPECT_EQ(points.status, 0) << points.err;
  const auto lines = lines_of(points.out);
  ASSERT_EQ(lines.size(), 3u);
  simdjson::dom::parser parser;
  EXPECT_EQ(std::int64_t(parsed(parser, lines[1])["lane"]), -1);
  EXPECT_FALSE(bool(parsed(parser, lines[2])["inside"]));

  const Run tracks =
      shell("printf 'A7 10 1\\nB 1 1\\nA7 99 9\\n' | \"$P\" road made.xodr --tracks - --json");
  EXPECT_EQ(tracks.status, 0) << tracks.err;
  const auto places = lines_of(tracks.out);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_EQ(double(parsed(parser, places[0])["x"]), 10);
  EXPECT_EQ(places[1], "null");
  const auto beside = parsed(parser, places[2]);
  EXPECT_EQ(double(beside["s"]), 50);  // clamped
  EXPECT_EQ(std::int64_t(beside["lane"]), 0);
  EXPECT_TRUE(beside["type"].is_null());
}

TEST_F(Road, says_where_a_road_coordinate_is) {
  const Run run = this->run("road made.xodr --road A7 --s=10 --t=-1.5 --json");
  EXPECT_EQ(run.status, 0) << run.err;
  simdjson::dom::parser parser;
  const auto place = parsed(parser, run.out);
  EXPECT_EQ(double(place["y"]), -1.5);
  EXPECT_EQ(std::string_view(place["type"]), "sidewalk");
}

TEST_F(Road, refuses_what_it_cannot_understand) {
  for (const char* arguments :
       {"--at 1", "--at 1,2,3,4", "--at nan,1", "--at 1,inf", "--at 1,", "--road A7",
        "--road A7 --s x", "--s 1", "--road B --s 1", "--points file", "--at 1,2 --points -"}) {
    const Run run = this->run("road made.xodr --json " + std::string(arguments));
    EXPECT_EQ(run.status, 2) << arguments << run.out;
    simdjson::dom::parser parser;
    EXPECT_FALSE(parsed(parser, run.out)["problems"].is_null());
  }
  const Run run = shell("echo '1 x' | \"$P\" road made.xodr --points - --json");
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("line 1"), std::string::npos) << run.err;
}

TEST_F(Road, tells_problems_by_its_status) {
  put("cut.xodr", std::string(kRoads).substr(0, std::string(kRoads).size() - 3));
  const Run cut = run("road cut.xodr --json");
  EXPECT_EQ(cut.status, 1);
  simdjson::dom::parser parser;
  const auto map = parsed(parser, cut.out);
  EXPECT_EQ(std::uint64_t(map["roads"]), 1u);
  EXPECT_EQ(std::string_view(map["problems"].at(0)["code"]), "xml-malformed");
  EXPECT_NE(cut.err.find("The text is no XML"), std::string::npos) << cut.err;

  put("other.xodr", "<html/>");
  const Run other = run("road other.xodr --json");
  EXPECT_EQ(other.status, 3);
  const auto none = parsed(parser, other.out);
  EXPECT_EQ(std::uint64_t(none["roads"]), 0u);
  EXPECT_TRUE(none["box"].is_null());
  EXPECT_EQ(std::string_view(none["problems"].at(0)["code"]), "not-opendrive");
  EXPECT_EQ(run("road missing.xodr --json").status, 3);
}

}  // namespace
}  // namespace scrubjay
