// `scrubjay series` and `scrubjay export --to csv`, through the built program, and what they share.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <sstream>

#include "app/shared/property_copy.h"
#include "app/shared/property_series.h"
#include "cli_program.h"
#include "cli_test_recording.h"

namespace scrubjay {
namespace {

class Series : public Program {
 protected:
  /// What show says of an entity in each frame, for comparison.
  simdjson::dom::element frame(simdjson::dom::parser& parser, std::size_t number) const {
    return parsed(parser, run("show \"$S\" --frame " + std::to_string(number) + " --json").out);
  }
};

/// "name=value" of a path in a tree made by hand.
std::string found_in(const PropertyTree& tree, std::string_view path) {
  const auto found = find_value(tree, path);
  if (!found) return "none";
  std::string text = path_of(tree, found->node);
  if (found->component >= 0) text += "[" + std::to_string(found->component) + "]";
  return text + (found->is_whole ? "" : "~");
}

struct PathCase {
  std::string_view path;
  std::string_view found;  ///< "~" behind it: by the end of its path
};

void expect_found(const PropertyTree& tree, std::initializer_list<PathCase> cases) {
  for (const PathCase& c : cases) EXPECT_EQ(found_in(tree, c.path), c.found) << c.path;
}

TEST(FindValue, FollowsPathsNamesAndComponents) {
  Frame frame;
  const auto mark = frame.tree.size();
  const auto stats = frame.tree.open("stats", PropertyType::group);
  frame.tree.number("Health", 5, Precision::float64);
  frame.tree.vec3("aim", {1, 2, 3}, Precision::float64);
  frame.tree.close(stats);
  frame.tree.number("v.x", 7, Precision::float64);
  frame.tree.vec3("position", {9, 9, 9}, Precision::float64);
  frame.tree.numbers("paint", PropertyType::color, std::array{1.0, 0.5, 0.0, 1.0},
                     Precision::float64);
  Entity entity;
  entity.properties = frame.tree.since(mark);
  entity.world.position = glm::dvec3(1, 2, 3);
  entity.world.rotation = glm::dquat(1, 0, 0, 0);
  entity.local.position = glm::dvec3(4, 5, 6);
  PropertyTree tree;
  copy_properties(frame, &entity, tree);
  expect_found(tree, {
                         {"stats/Health", "stats/Health"},
                         {"Health", "stats/Health~"},
                         {"Heal", "none"},
                         {"ealth", "none"},
                         {"stats", "stats"},
                         {"stats/aim.y", "stats/aim[1]"},
                         {"aim.z", "stats/aim[2]~"},
                         {"aim.w", "none"},
                         {"v.x", "v.x"},  // a name with a dot goes before a component
                         {"paint.g", "paint[1]"},
                         {"rotation.w", "rotation[3]"},
                         {"local/position.x", "local/position[0]"},
                         {"other/Health", "none"},
                         {"", "none"},
                         {".x", "none"},
                     });
}

TEST(FindValue, FollowsNumbersOfEqualNames) {
  PropertyTree tree;
  const auto outer = tree.open("outer", PropertyType::group);
  for (int i = 0; i < 2; ++i) {
    const auto group = tree.open("group", PropertyType::group);
    tree.integer("k", 2 * i);
    tree.integer("k", 2 * i + 1);
    if (i == 1) tree.integer("last", 5);
    tree.close(group);
  }
  tree.close(outer);
  expect_found(tree, {
                         {"outer/group/k", "outer/group/k"},
                         {"outer/group#2/k#2", "outer/group#2/k#2"},
                         {"k", "outer/group/k~"},
                         {"k#2", "outer/group/k#2~"},
                         {"group#2/k", "outer/group#2/k~"},
                         {"group#2/k#2", "outer/group#2/k#2~"},
                         {"outer/group/last", "outer/group#2/last"},
                         {"group/last", "none"},
                         {"k#3", "none"},
                         {"group#3/k", "none"},
                     });
}

TEST(FindValue, OfAGroupAndAValueOfOnePathIsTheValueAsOfTables) {
  PropertyTree tree;
  const auto slash = tree.open("a/b", PropertyType::group);
  tree.number("x", 1, Precision::float64);
  tree.close(slash);
  const auto group = tree.open("a", PropertyType::group);
  const auto value = tree.integer("b", 2);
  tree.close(group);
  const auto found = find_value(tree, "a/b");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->node, value);
  EXPECT_TRUE(found->is_whole);
}

TEST(FindValue, LooksThroughManyOfOneName) {
  PropertyTree tree;
  const auto all = tree.open("all", PropertyType::group);
  for (std::size_t i = 0; i < 100'000; ++i) {
    const auto group = tree.open("g", PropertyType::group);
    tree.number("k", 1, Precision::float64);
    tree.close(group);
  }
  tree.close(all);
  expect_found(tree, {
                         {"k", "all/g/k~"},
                         {"none/k", "none"},
                         {"g#100000/k", "all/g#100000/k~"},
                         {"all/g#99999/k", "all/g#99999/k"},
                     });
}

TEST_F(Series, is_the_value_that_show_prints_in_each_frame) {
  const Run made = run("series \"$S\" --entity 37 --property position --json");
  ASSERT_EQ(made.status, 0) << made.err;
  simdjson::dom::parser parser;
  const auto series = parsed(parser, made.out);
  EXPECT_EQ(std::string_view(series["entity"]), "37");
  EXPECT_EQ(std::string_view(series["property"]), "position");
  EXPECT_EQ(std::string_view(series["type"]), "vec3");
  const auto frames = simdjson::dom::array(series["frame"]);
  const auto times = simdjson::dom::array(series["time"]);
  const auto values = simdjson::dom::array(series["value"]);
  ASSERT_GT(frames.size(), 10U);
  ASSERT_EQ(frames.size(), times.size());
  ASSERT_EQ(frames.size(), values.size());
  for (const std::size_t i : {std::size_t{0}, frames.size() / 2, frames.size() - 1}) {
    simdjson::dom::parser other;
    const auto shown = frame(other, std::uint64_t(frames.at(i)));
    EXPECT_EQ(double(shown["time"]), double(times.at(i)));
    for (const auto entity : simdjson::dom::array(shown["entities"])) {
      if (std::string_view(entity["id"]) != "37") continue;
      EXPECT_EQ(simdjson::minify(entity["position"]), simdjson::minify(values.at(i)));
    }
  }
}

TEST_F(Series, takes_a_component_a_time_range_and_coordinates) {
  const Run whole = run("series \"$S\" --entity 37 --property position --json --from 14 --to 15");
  const Run x = run("series \"$S\" --entity 37 --property position.x --json --from 14 --to 15");
  const Run ros = run(
      "series \"$S\" --entity 37 --property position.x --json --from 14 --to 15 --coordinates ros");
  simdjson::dom::parser a, b, c;
  const auto vectors = simdjson::dom::array(parsed(a, whole.out)["value"]);
  const auto numbers = simdjson::dom::array(parsed(b, x.out)["value"]);
  const auto metres = simdjson::dom::array(parsed(c, ros.out)["value"]);
  EXPECT_EQ(std::string_view(parsed(b, x.out)["property"]), "position.x");
  ASSERT_GT(numbers.size(), 3U);
  ASSERT_EQ(numbers.size(), vectors.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(double(numbers.at(i)), double(vectors.at(i).at(0)));
    // The text of a float has as many digits as it needs to be read back as one.
    EXPECT_NEAR(double(metres.at(i)), double(numbers.at(i)) / 100, 1e-6);
  }
  simdjson::dom::parser d;
  for (const auto time : simdjson::dom::array(parsed(d, x.out)["time"])) {
    EXPECT_GE(double(time), 14.0);
    EXPECT_LE(double(time), 15.0);
  }
}

TEST_F(Series, as_csv_has_a_column_for_each_component) {
  const Run made = run("series \"$S\" --entity 37 --property position --csv");
  ASSERT_EQ(made.status, 0) << made.err;
  std::istringstream lines(made.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "frame,time,x,y,z");
  std::getline(lines, line);
  EXPECT_EQ(std::ranges::count(line, ','), 4);
}

TEST_F(Series, of_an_id_that_several_had_is_of_whichever_has_it_at_the_time) {
  // A vehicle until 4.950 s, a walker from 8.200 s to 14.950 s, a controller from 20.200 s on.
  const Run all = run("series \"$S\" --entity 41 --property position --csv");
  ASSERT_EQ(all.status, 0) << all.err;
  EXPECT_EQ(lines_of(all.out).size(), 1U + 100 + 136 + 196);
  EXPECT_NE(all.err.find("3 entities"), std::string::npos) << all.err;
  EXPECT_NE(all.err.find("walker.pedestrian.0007, from 8.200 s to 14.950 s"), std::string::npos)
      << all.err;
  const Run one = run("series \"$S\" --entity 41 --property position --csv --from 5 --to 16");
  EXPECT_EQ(lines_of(one.out).size(), 1U + 136);
  EXPECT_EQ(one.err, "");
  const Run between = run("series \"$S\" --entity 37 --other 41 --property derived/distance --csv");
  EXPECT_EQ(lines_of(between.out).size(), lines_of(all.out).size());
  const Run part = run(
      "series \"$S\" --entity 37 --other 41 --property derived/distance --csv --from 5 --to 16");
  for (const std::string& line : lines_of(part.out)) {
    EXPECT_NE(between.out.find(line), std::string::npos) << line;
  }
}

TEST_F(Series, of_a_name_that_several_have_is_refused_unless_one_lives_in_the_time) {
  const std::string series = "series \"$S\" --entity walker.pedestrian.0019 --property position ";
  const Run several = run(series);
  EXPECT_EQ(several.status, 2);
  EXPECT_NE(several.err.find("60#1: walker.pedestrian.0019, from 4.200 s to 10.950 s"),
            std::string::npos)
      << several.err;
  EXPECT_EQ(run(series + "--from 28").out,
            run("series \"$S\" --entity 51 --property position --from 28").out);
}

TEST_F(Series, of_several_groups_of_one_name_is_of_the_one_that_has_that_path) {
  const auto frame = [](const char* id, const char* properties) {
    return std::string("{\"frameId\":") + id +
           ",\"clientId\":0,\"tag\":\"Server\",\"serverTime\":" + id +
           ",\"elapsedTime\":0.1,\"entities\":[{\"id\":1,\"parentId\":0,\"properties\":[" +
           R"({"type":"group","name":"properties","value":[)" + properties + "]}],\"events\":[]}]}";
  };
  const auto group = [](const char* name, const char* value) {
    return std::string(R"({"type":"group","name":")") + name +
           R"(","value":[{"type":"number","name":"b","value":)" + value + "}]}";
  };
  for (const char* const name : {"g", ""}) {
    const std::string other =
        std::string(R"({"type":"number","name":")") + name + R"(","value":5},)";
    put("a.fbf", R"({"type":1,"version":4,"rawFrames":[)" +
                     frame("0", (other + group(name, "1")).c_str()) + "," +
                     frame("1", group(name, "2").c_str()) + "]}");
    const std::string path = std::string("properties/") + name + "/b";
    const Run made = run("series a.fbf --entity 1 --property " + path + " --json");
    simdjson::dom::parser parser;
    const auto series = parsed(parser, made.out);
    EXPECT_EQ(std::string_view(series["property"]), path);
    EXPECT_EQ(simdjson::minify(series["value"]), "[2]");
  }
}

struct Refusal {
  const char* arguments;
  const char* reason;
};

TEST_F(Series, says_why_there_is_none) {
  const Refusal cases[] = {
      {"--entity 37 --property nothing", "no property \"nothing\"; it has actor/"},
      {"--entity 37 --property control/geer", "it has control/brake, control/gear,"},
      {"--entity 41 --property walker/speed --to 4", "no property \"walker/speed\"; it has actor/"},
      {"--entity 35 --property control/gear --from 29",
       "no property \"control/gear\" in that time"},
      {"--entity nobody --property position", "No entity"},
      {"--entity 37 --property position --stream 7", "has no entity"},
      {"--entity 37", "--property"},
      {"--property position", "--entity"},
  };
  for (const Refusal& c : cases) {
    const Run made = run(std::string("series \"$S\" --json ") + c.arguments);
    EXPECT_EQ(made.status, 2) << c.arguments;
    EXPECT_NE(made.err.find(c.reason), std::string::npos) << made.err;
    expect_json(made.out);
  }
}

/// The cells of a line without quotes in it.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

TEST_F(Series, an_export_as_csv_has_a_row_for_each_entity_of_each_frame) {
  const Run table = run("export \"$S\" --to csv -o - --from 14 --to-time 14.2 --entity 37");
  ASSERT_EQ(table.status, 0) << table.err;
  const Run series =
      run("series \"$S\" --entity 37 --property position.x --csv --from 14 --to 14.2");
  std::istringstream lines(table.out);
  std::istringstream expected(series.out);
  std::string line, wanted;
  std::getline(lines, line);
  const std::vector<std::string> names = cells_of(line);
  EXPECT_EQ(line.substr(0, 43), "frame,number,time,stream,entity,parent,name");
  const auto column = std::ranges::find(names, "position.x");
  ASSERT_NE(column, names.end()) << line;
  const auto place = static_cast<std::size_t>(column - names.begin());
  std::getline(expected, wanted);
  std::size_t rows = 0;
  while (std::getline(expected, wanted)) {
    ASSERT_TRUE(std::getline(lines, line));
    const auto cells = cells_of(line);
    const auto sample = cells_of(wanted);
    EXPECT_EQ(cells.at(0), sample.at(0));
    EXPECT_EQ(cells.at(2), sample.at(1));
    EXPECT_EQ(cells.at(4), "37");
    EXPECT_EQ(cells.at(place), sample.at(2));
    ++rows;
  }
  EXPECT_GT(rows, 2U);
  EXPECT_FALSE(std::getline(lines, line)) << line;
}

TEST_F(Series, no_two_columns_of_an_export_have_one_name) {
  const std::string xrec = std::string(SCRUBJAY_ASSETS) + "/sample.xrec";
  const Run table = run("export '" + xrec + "' --to csv -o -");
  ASSERT_EQ(table.status, 0) << table.err;
  std::vector<std::string> names = cells_of(table.out.substr(0, table.out.find('\n')));
  EXPECT_NE(std::ranges::find(names, "parent#2"), names.end());
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST_F(Series, a_column_of_an_export_is_of_one_property) {
  put("t.ndjson", R"({"time":0,"frame":0,"data":{"results":[{"name":"a","components":)"
                  R"({"time":5,"time#2":7}}]}})"
                  "\n");
  const Run table = run("export t.ndjson --to csv -o -");
  ASSERT_EQ(table.status, 0) << table.err;
  const std::vector<std::string> lines = lines_of(table.out);
  const std::vector<std::string> names = cells_of(lines.at(0));
  const std::vector<std::string> cells = cells_of(lines.at(1));
  const auto value = [&](std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? "none" : cells[static_cast<std::size_t>(found - names.begin())];
  };
  EXPECT_EQ(value("time#2"), "7");
  EXPECT_EQ(value("time#3"), "5");
}

TEST_F(Series, an_export_can_be_narrowed) {
  const Run all = run("export \"$S\" --to ndjson -o -");
  const Run some = run("export \"$S\" --to ndjson -o - --from 14 --to-time 14.2");
  ASSERT_EQ(some.status, 0) << some.err;
  EXPECT_GT(some.out.size(), 0U);
  EXPECT_LT(some.out.size(), all.out.size());
  EXPECT_NE(all.out.find(some.out), std::string::npos);
  const Run none = run("export \"$S\" --to ndjson -o - --from 5000");
  EXPECT_EQ(none.status, 3);
  EXPECT_EQ(none.out, "");
  EXPECT_NE(none.err.find("No frame"), std::string::npos) << none.err;
  EXPECT_EQ(run("export \"$S\" --to csv -o - --from 3 --to-time 1").status, 2);
}

TEST_F(Series, a_vector_can_be_given_a_meaning) {
  const Run wrong = run("info \"$S\" --vectors aim=sideways");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("sideways"), std::string::npos) << wrong.err;
  EXPECT_EQ(run("info \"$S\" --vectors aim").status, 2);
  // CARLA's reader says that angular velocity is axial: said to be a direction it does not flip.
  const auto flips = [&](const std::string& meaning) {
    const Run ros =
        run("series \"$S\" --entity 37 --property angular_velocity --json "
            "--coordinates ros " +
            meaning);
    simdjson::dom::parser parser;
    return simdjson::minify(parsed(parser, ros.out)["value"]);
  };
  const std::string as_recorded = flips("--vectors angular_velocity=none");
  EXPECT_NE(flips(""), as_recorded);
  EXPECT_NE(flips("--vectors angular_velocity=direction"), as_recorded);
  EXPECT_NE(flips("--vectors angular_velocity=direction"), flips(""));
  EXPECT_EQ(flips("--vectors angular_velocity=axial"), flips(""));
}

}  // namespace
}  // namespace scrubjay
