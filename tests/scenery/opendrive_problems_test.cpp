// Files that are wrong in one way each: what is told, where, and what is shown nevertheless.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "scenery/opendrive/read/record.h"
#include "scenery/opendrive/read/xml.h"
#include "xodr_text.h"

namespace scrubjay::opendrive {
namespace {

struct WrongFile {
  std::string name;
  std::string text;
  const char* code;
  Severity severity;
  std::size_t roads;       ///< that are kept
  std::string where = {};  ///< the problem's offset is where this begins; "": not looked at
};

void PrintTo(const WrongFile& file, std::ostream* out) { *out << file.name; }

const std::string kTwoRoads = file_of(straight("1").text() + straight("2", 20).text());

/// A road "1" whose left lane goes on at an end of the road "2".
RoadText linked(const std::string& lane_there, const std::string& end) {
  RoadText road = straight("1");
  road.lanes = replace_first(road.lanes, "</lane></left>",
                             "<link><successor id=\"" + lane_there + "\"/></link></lane></left>");
  road.more =
      "<link><successor elementType='road' elementId='2' contactPoint='" + end + "'/></link>";
  return road;
}

std::string junction(const std::string& from, const std::string& to) {
  return "<junction id='j'><connection incomingRoad='1' connectingRoad='2' contactPoint='end'>"
         "<laneLink from='" +
         from + "' to='" + to + "'/></connection></junction>";
}

std::string with_lanes(const std::string& lanes) {
  RoadText road = straight("1");
  road.lanes = lanes;
  return file_of(road.text());
}

std::string with_geometries(double length, const std::string& geometries) {
  return file_of(RoadText{.length = length, .geometries = geometries}.text());
}

std::string nested(std::size_t depth) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "<a>";
  for (std::size_t i = 0; i < depth; ++i) text += "</a>";
  return file_of(straight("1").text() + text + straight("2", 20).text());
}

std::string utf16(const std::string& text) {
  std::string wide = "\xFF\xFE";
  for (const char c : text) wide += {c, '\0'};
  return wide;
}

std::vector<WrongFile> wrong_files() {
  using enum Severity;
  const GeometryText whole{.length = 50};
  std::vector<WrongFile> files;
  const auto add = [&](std::string name, std::string text, const char* code, Severity severity,
                       std::size_t roads, std::string where = {}) {
    files.push_back({std::move(name), std::move(text), code, severity, roads, std::move(where)});
  };
  add("cut off", kTwoRoads.substr(0, kTwoRoads.size() - 30), "xml-malformed", error, 1);
  add("wrong end tag", replace_first(kTwoRoads, "</planView>", "</planviev>"), "xml-malformed",
      error, 0, "</planviev>");
  add("junk behind", kTwoRoads + "junk", "xml-malformed", error, 2, "junk");
  add("a second root", kTwoRoads + "<more/>", "xml-malformed", error, 2, "<more/>");
  add("a byte 0 behind", kTwoRoads + '\0' + "<more/>", "xml-malformed", error, 2);
  add("a byte 0 between",
      replace_first(kTwoRoads, "<road id=\"2\"", std::string("\0<road id=\"2\"", 14)),
      "xml-malformed", error, 1);
  add("a tag without a name", replace_first(kTwoRoads, "<road id=\"2\"", "< road id=\"2\""),
      "xml-malformed", error, 1, "< road");
  add("attribute without quotes", replace_first(kTwoRoads, "id=\"2\"", "id=2"), "xml-malformed",
      error, 1, "2 junction");
  add("comment without an end", replace_first(kTwoRoads, "<road id=\"2\"", "<!-- <road id=\"2\""),
      "xml-malformed", error, 1);
  add("too deep", nested(10'100), "limit", error, 2);
  add("no road", file_of(""), "no-roads", error, 0, "<OpenDRIVE>");
  add("empty root", "<OpenDRIVE/>", "no-roads", error, 0, "<OpenDRIVE/>");
  add("no header", "<OpenDRIVE>" + straight("1").text() + "</OpenDRIVE>", "no-header", warning, 1);
  add("a version to come", replace_first(kTwoRoads, "revMinor=\"7\"", "revMinor=\"9\""), "version",
      warning, 2, "<header");
  add("not a number", replace_first(kTwoRoads, "y=\"20\"", "y=\"NaN\""), "bad-number", error, 1,
      "<geometry s=\"0\" x=\"0\" y=\"NaN\"");
  add("infinity", replace_first(kTwoRoads, "y=\"20\"", "y=\"-inf\""), "bad-number", error, 1);
  add("decimal comma", replace_first(kTwoRoads, "y=\"20\"", "y=\"2,5\""), "bad-number", error, 1);
  add("hexadecimal", replace_first(kTwoRoads, "y=\"20\"", "y=\"0x14\""), "bad-number", error, 1);
  add("empty number", replace_first(kTwoRoads, "y=\"20\"", "y=\"\""), "bad-number", error, 1);
  add("too large a number", replace_first(kTwoRoads, "y=\"20\"", "y=\"1e999\""), "bad-number",
      error, 1);
  add("geometry without a place", replace_first(kTwoRoads, " y=\"20\"", ""), "missing-attribute",
      error, 1);
  add("lane without id", with_lanes(replace_first(two_lanes(), " id=\"-1\"", "")),
      "missing-attribute", error, 1, "<lane type=\"driving\"");
  add("road without id", replace_first(kTwoRoads, " id=\"2\"", ""), "missing-attribute", error, 2);
  add("coefficient missing", with_lanes(replace_first(two_lanes(), " b=\"0\"", "")),
      "missing-attribute", warning, 1);
  add("no length", with_geometries(50, whole.text() + GeometryText{.s = 50, .length = 0}.text()),
      "empty-geometry", warning, 1);
  add("no geometry", file_of(straight("1").text() + RoadText{.id = "2"}.text()), "no-geometry",
      error, 1, "<road id=\"2\"");
  add("unknown shape", replace_first(kTwoRoads, "<line/>", "<bezier/>"), "unknown-geometry", error,
      2);
  add("geometries out of order",
      with_geometries(50, GeometryText{.s = 30, .x = 30, .length = 20}.text() +
                              GeometryText{.length = 30}.text()),
      "order", warning, 1);
  add("sections out of order", with_lanes(two_lanes(20) + two_lanes(0)), "order", warning, 1);
  add("first section behind the start", with_lanes(two_lanes(5)), "order", warning, 1);
  add("two sections at one place", with_lanes(two_lanes(0) + two_lanes(0)), "empty-section",
      warning, 1);
  add("jump",
      with_geometries(50, GeometryText{.length = 30}.text() +
                              GeometryText{.s = 30, .x = 30, .y = 0.2, .length = 20}.text()),
      "gap", warning, 1);
  add("kink",
      with_geometries(50, GeometryText{.length = 30}.text() +
                              GeometryText{.s = 30, .x = 30, .heading = 0.1, .length = 20}.text()),
      "kink", note, 1);
  add("wrong length", with_geometries(60, whole.text()), "length-mismatch", warning, 1);
  add("wrong length of a curve",
      with_geometries(30, GeometryText{.length = 30,
                                       .shape = "<paramPoly3 aU='0' bU='30' cU='0' dU='0' aV='0' "
                                                "bV='0' cV='12' dV='-4'/>"}
                              .text()),
      "curve-length", note, 1);
  add("id twice", file_of(straight("1").text() + straight("1", 20).text()), "duplicate-id", error,
      2);
  add("lane twice", with_lanes(replace_first(two_lanes(), "id=\"-1\"", "id=\"1\"")),
      "duplicate-lane", error, 1);
  add("no lanes", with_lanes(""), "no-lanes", warning, 1);
  add("no lane 0", with_lanes(replace_first(two_lanes(), lane(0, "none", 0), "")), "no-center",
      warning, 1, "<laneSection");
  add("gap in lanes", with_lanes(replace_first(two_lanes(), "id=\"-1\"", "id=\"-2\"")), "lane-gap",
      warning, 1);
  add("wrong group",
      with_lanes("<laneSection s=\"0\"><left>" + lane(-1, "driving", 3) + "</left><center>" +
                 lane(0, "none", 0) + "</center></laneSection>"),
      "lane-group", warning, 1);
  add("negative width",
      with_lanes(replace_first(two_lanes(), "a=\"3.5\" b=\"0\"", "a=\"1\" b=\"-0.1\"")),
      "negative-width", warning, 1);
  add("dips below 0 on its way",
      with_lanes(replace_first(two_lanes(), "a=\"3.5\" b=\"0\" c=\"0\"",
                               "a=\"1\" b=\"-0.1\" c=\"0.002\"")),
      "negative-width", warning, 1);
  add("no width", with_lanes(replace_first(two_lanes(), cubic("width", "sOffset", 0, 3.5), "")),
      "no-width", warning, 1);
  add("border and width",
      with_lanes(replace_first(two_lanes(), "</lane></left>",
                               cubic("border", "sOffset", 0, 3) + "</lane></left>")),
      "border-and-width", warning, 1);
  add("link to nothing",
      replace_first(kTwoRoads, "</lanes>",
                    "</lanes><link><successor elementType='road' elementId='x'/></link>"),
      "dangling-link", warning, 2, "<successor");
  add("link to a lane that the next road does not have",
      file_of(linked("7", "start").text() + straight("2", 20).text()), "dangling-link", warning, 2,
      "<laneSection");
  add("link to lanes of which a junction's roads have none",
      file_of(straight("1").text() + straight("2", 20).text() + junction("-8", "-9")),
      "dangling-link", warning, 2, "<connection");
  add("surface of its own",
      replace_first(kTwoRoads, "</lanes>", "</lanes><surface><CRG/></surface>"), "unsupported",
      note, 2, "<surface");
  add("too long",
      file_of(straight("1").text() +
              RoadText{.id = "2", .geometries = GeometryText{.length = 1e12}.text()}.text()),
      "limit", error, 1, "<geometry s=\"0\" x=\"0\" y=\"0\" hdg=\"0\" length=\"1000000000000\"");
  add("too far", replace_first(kTwoRoads, "y=\"20\"", "y=\"1e300\""), "limit", error, 1);
  add("too many turns", replace_first(kTwoRoads, "<line/>", "<arc curvature=\"1e9\"/>"), "limit",
      error, 1);
  add("too many turns of a spiral",
      replace_first(kTwoRoads, "<line/>", "<spiral curvStart=\"-1e9\" curvEnd=\"1e9\"/>"), "limit",
      error, 1);
  add("polynomial without bounds",
      replace_first(kTwoRoads, "<line/>", "<poly3 a=\"0\" b=\"1e300\" c=\"1e300\" d=\"1e300\"/>"),
      "limit", error, 1);
  add("in UTF-16", utf16(replace_first(kTwoRoads, "<line/>", "<bezier/>")), "unknown-geometry",
      error, 2);
  return files;
}

class WrongRoads : public testing::TestWithParam<WrongFile> {};

TEST_P(WrongRoads, AreToldWithCodeSeverityAndOffset) {
  const WrongFile& file = GetParam();
  const auto map = map_of(file.text);
  ASSERT_TRUE(map) << describe(map.error());
  EXPECT_EQ(map->roads.size(), file.roads);
  const auto found = std::ranges::find(map->problems, file.code, &Problem::code);
  ASSERT_NE(found, map->problems.end());
  EXPECT_EQ(found->severity, file.severity);
  ASSERT_TRUE(found->offset);
  EXPECT_LE(*found->offset, file.text.size());
  if (!file.where.empty()) {
    EXPECT_EQ(*found->offset, file.text.find(file.where));
  }
  EXPECT_FALSE(found->message.empty());
}

INSTANTIATE_TEST_SUITE_P(All, WrongRoads, testing::ValuesIn(wrong_files()), [](const auto& file) {
  std::string name = file.param.name;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(OpenDriveFile, ThatIsWholeHasNoProblems) {
  for (const std::string& text :
       {kTwoRoads, "\xEF\xBB\xBF" + kTwoRoads, utf16(kTwoRoads),
        replace_first(kTwoRoads, "<OpenDRIVE>", "<OpenDRIVE xmlns='urn:x'>"),
        kTwoRoads + "<!-- the end -->\n"}) {
    const auto map = map_of(text);
    ASSERT_TRUE(map);
    EXPECT_EQ(map->roads.size(), 2u);
    EXPECT_TRUE(map->problems.empty()) << map->problems.front().code;
  }
}

TEST(OpenDriveFile, MayLinkLanesOfTheSectionsThatMeet) {
  // Only the second section of road "2" has the lane 2.
  RoadText two = straight("2", 20);
  two.lanes += replace_first(two_lanes(25), "</left>", lane(2, "driving", 3) + "</left>");
  const auto problems = [&](const std::string& lane_there, const std::string& end) {
    return map_of(file_of(linked(lane_there, end).text() + two.text()))->problems.size();
  };
  EXPECT_EQ(problems("2", "end"), 0u);
  EXPECT_EQ(problems("2", "start"), 1u);
  EXPECT_EQ(problems("1", "start"), 0u);
  // A road comes into a junction at either of its ends.
  const std::string roads = replace_first(two.text(), "\"2\"", "\"1\"") +
                            replace_first(two.text(), "y=\"20\"", "y=\"40\"");
  EXPECT_EQ(map_of(file_of(roads + junction("2", "2")))->problems.size(), 0u);
}

TEST(OpenDriveFile, OfAnotherKindIsRefused) {
  const auto code_of = [](std::string_view text) {
    const auto map = map_of(text);
    return map ? std::string() : map.error().code;
  };
  EXPECT_EQ(code_of(""), "xml-malformed");
  EXPECT_EQ(code_of("no XML at all"), "xml-malformed");
  EXPECT_EQ(code_of("<!-- only a comment -->"), "xml-malformed");
  EXPECT_EQ(code_of("<html></html>"), "not-opendrive");
  EXPECT_EQ(code_of("<html><p></html>"), "not-opendrive");
  EXPECT_EQ(code_of("<html"), "xml-malformed");
  EXPECT_EQ(code_of("<!DOCTYPE OpenDRIVE [<!ENTITY a \"aaaa\">]><OpenDRIVE/>"), "xml-entities");
  EXPECT_EQ(code_of("<!DOCTYPE OpenDRIVE SYSTEM 'x.dtd'><OpenDRIVE/>"), "");
}

TEST(OpenDriveFile, IsRecognisedByItsFirstElement) {
  const auto match = [](std::string_view text) {
    return kFormat.probe({std::as_bytes(std::span(text)), "xml"});
  };
  EXPECT_EQ(match(kTwoRoads), Match::certain);
  EXPECT_EQ(match("\xEF\xBB\xBF<!-- x --><!DOCTYPE OpenDRIVE><OpenDRIVE"), Match::certain);
  EXPECT_EQ(match(utf16("<OpenDRIVE>")), Match::certain);
  EXPECT_EQ(match("<OpenSCENARIO>"), Match::none);
  EXPECT_EQ(match("OpenDRIVE"), Match::none);
}

TEST(OpenDriveFile, IsReadAsFarAsItIsWholeWhereverItIsCut) {
  const std::string text = winding_file();
  std::size_t before = 0;
  for (std::size_t size = 0; size < text.size(); size += 3) {
    const std::string part = text.substr(0, size);  // a block of just that size
    const auto map = map_of(part);
    if (!map) {
      EXPECT_EQ(map.error().code, "xml-malformed");
      continue;
    }
    EXPECT_GE(map->roads.size(), before);
    before = map->roads.size();
    const auto found = std::ranges::find(map->problems, "xml-malformed", &Problem::code);
    const bool is_whole = text.find_first_not_of('\n', size) == std::string::npos;
    EXPECT_EQ(found == map->problems.end(), is_whole) << size;
    for (const Problem& problem : map->problems) EXPECT_LE(*problem.offset, size);
  }
  EXPECT_EQ(before, 5u);
}

TEST(OpenDriveFile, SkipsWhatIsTooDeep) {
  // The root is around them, so that the deepest has as many around it as may be.
  EXPECT_TRUE(map_of(nested(10'000))->problems.empty());
  for (const std::size_t depth : {10'001u, 100'000u}) {
    const auto map = map_of(nested(depth));
    ASSERT_TRUE(map);
    EXPECT_EQ(map->roads.size(), 2u);
    ASSERT_EQ(map->problems.size(), 1u);
    EXPECT_EQ(map->problems[0].code, "limit");
    const std::size_t first = nested(depth).find("<a>");
    EXPECT_EQ(map->problems[0].offset, first + 10'000 * std::string_view("<a>").size());
  }
}

TEST(OpenDriveFile, MayNameItsElementsWithAPrefixAndDescribeCharactersByNumber) {
  std::string text =
      replace_first(kTwoRoads, "id=\"2\"", "id=\" &lt;&#x41;&#8364;&amp;&unknown; \"");
  for (const char* name : {"OpenDRIVE", "road", "planView"}) {
    text = replace_first(text, "<" + std::string(name), "<od:" + std::string(name));
    text = replace_first(text, "</" + std::string(name) + ">", "</od:" + std::string(name) + ">");
  }
  const auto map = map_of(text);
  ASSERT_TRUE(map);
  EXPECT_TRUE(map->problems.empty());
  ASSERT_EQ(map->roads.size(), 2u);
  EXPECT_EQ(map->roads[1].id, "<A\xE2\x82\xAC&&unknown;");
}

TEST(OpenDriveFile, SaysWhereItIsInTheWorldAsTextOrAsCharacterData) {
  for (const char* text : {"\n +proj=utm\n", "<![CDATA[\n+proj=utm ]]>", "\n<!-- - -->+proj=utm"}) {
    const auto map =
        map_of(replace_first(kTwoRoads, "date=\"2026-01-01\"/>",
                             "><geoReference>" + std::string(text) + "</geoReference></header>"));
    ASSERT_TRUE(map);
    EXPECT_EQ(map->header.geo_reference, "+proj=utm") << text;
  }
}

TEST(XmlDocument, KnowsWhichOfTheRootsChildrenEndBeforeAFault) {
  const auto whole = [](const XmlDocument& document) {
    std::string names;
    const auto root = document.root();
    for (const XmlNode child : *root) {
      if (document.is_whole(child)) names += child.name();
    }
    return names;
  };
  EXPECT_EQ(whole(XmlDocument("<r><a/><b><c/></b></r>")), "ab");
  EXPECT_EQ(whole(XmlDocument("<r><a/><b><c/></b  > <!-- ")), "ab");
  EXPECT_EQ(whole(XmlDocument("<r><a/><b><c/></b")), "a");
  EXPECT_EQ(whole(XmlDocument("<r><a/><b><c></b>")), "a");
  EXPECT_EQ(whole(XmlDocument("<r><a/><b><bc></bc>")), "a");
  EXPECT_EQ(whole(XmlDocument("<r><a/><b><c x></b></r>")), "a");
  EXPECT_EQ(whole(XmlDocument("<r><a/><b/></r><s><b/>")), "ab");
}

TEST(XmlDocument, IsReadAsFarAsItMayBeLong) {
  const std::string text = "<r><a></a><b></b></r>";
  for (std::size_t most = 0; most <= text.size(); ++most) {
    const XmlDocument document(text, most);
    EXPECT_EQ(document.is_too_long(), most < text.size());
    EXPECT_EQ(document.fault().has_value(), most < text.size());
    if (!document.fault()) continue;
    EXPECT_LE(document.fault()->offset, most);
  }
}

TEST(XmlDocument, IsReadAsFarAsItMayHaveElements) {
  const std::string text = "<r><!-- - --><a></a><b/><c/></r>";
  for (const auto& [most, end] : {std::pair(1u, "<a"), {2u, "<b"}, {3u, "<c"}}) {
    const XmlDocument document(text, text.size(), most);
    EXPECT_TRUE(document.is_too_long());
    ASSERT_TRUE(document.fault());
    EXPECT_LE(document.fault()->offset, text.find(end));
    std::string names;
    const auto root = document.root();
    for (const XmlNode child : *root) names += child.name();
    EXPECT_EQ(names, std::string("ab").substr(0, most - 1));
  }
  EXPECT_FALSE(XmlDocument(text, text.size(), 4).fault());
}

TEST(OpenDriveNumbers, AreDecimal) {
  EXPECT_EQ(read_number(" 1.5e2 "), 150);
  EXPECT_EQ(read_number("+4"), 4);
  EXPECT_EQ(read_number("-.5"), -0.5);
  EXPECT_EQ(read_number("1e-999"), 0);
  for (const char* text : {"", " ", "nan", "inf", "1,5", "0x10", "1.5m", "1e999", "--1", "1 2"}) {
    EXPECT_FALSE(read_number(text)) << text;
  }
}

}  // namespace
}  // namespace scrubjay::opendrive
