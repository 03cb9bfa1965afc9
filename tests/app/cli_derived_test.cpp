// `scrubjay events --derived contacts` and `scrubjay series --property derived/...`, through the
// built program.
#include <cmath>

#include "cli_program.h"

namespace scrubjay {
namespace {

class Derived : public Program {
 protected:
  simdjson::dom::array array_of(simdjson::dom::parser& parser, const std::string& arguments) const {
    const Run made = run(arguments);
    EXPECT_EQ(made.status, 0) << made.err;
    return parsed(parser, made.out);
  }
};

std::vector<std::string> keys_of(simdjson::dom::object object) {
  std::vector<std::string> keys;
  for (const auto field : object) keys.emplace_back(field.key);
  return keys;
}

TEST_F(Derived, contacts_are_events_of_a_fixed_form) {
  simdjson::dom::parser parser;
  const auto contacts = array_of(parser, "events \"$S\" --derived contacts --json");
  ASSERT_GT(contacts.size(), 0U);
  double before = 0;
  for (const auto contact : contacts) {
    EXPECT_EQ(keys_of(contact), (std::vector<std::string>{"frame", "name", "tag", "entity", "time",
                                                          "end", "properties"}));
    EXPECT_EQ(std::string_view(contact["name"]), "contact");
    EXPECT_EQ(std::string_view(contact["tag"]), "derived");
    EXPECT_LE(before, double(contact["time"]));
    EXPECT_LE(double(contact["time"]), double(contact["end"]));
    before = double(contact["time"]);
    const auto properties = simdjson::dom::array(contact["properties"]);
    ASSERT_EQ(properties.size(), 4U);
    EXPECT_EQ(simdjson::minify(properties.at(0)),
              "{\"name\":\"other\",\"type\":\"entity\",\"value\":\"" +
                  std::string(std::string_view(properties.at(0)["value"])) + "\"}");
    EXPECT_EQ(std::string_view(properties.at(1)["name"]), "closing");
    EXPECT_EQ(std::string_view(properties.at(1)["type"]), "number");
    EXPECT_EQ(std::string_view(properties.at(1)["unit"]), "m/s");
    EXPECT_EQ(std::string_view(properties.at(2)["name"]), "assumed");
    EXPECT_FALSE(bool(properties.at(2)["value"])) << "the sample has boxes";
    EXPECT_EQ(std::string_view(properties.at(3)["name"]), "recorded");
    EXPECT_TRUE(bool(properties.at(3)["value"])) << "the sample records its collisions";
  }
}

TEST_F(Derived, contacts_gather_all_collisions_that_the_sample_records_of_two_entities) {
  simdjson::dom::parser parser;
  simdjson::dom::parser other_parser;
  const auto contacts = array_of(parser, "events \"$S\" --derived contacts --json");
  const auto rows = array_of(other_parser, "events \"$S\" --name collision --json");
  std::size_t gathered = 0;
  for (const auto row : rows) {
    const std::string_view a = row["entity"];
    std::string_view b;
    for (const auto property : simdjson::dom::array(row["properties"])) {
      if (std::string_view(property["name"]) == "other") {
        if (property["value"].get(b) != simdjson::SUCCESS) b = {};
      }
    }
    std::size_t within = 0;
    for (const auto contact : contacts) {
      const std::string_view x = contact["entity"];
      const std::string_view y = simdjson::dom::array(contact["properties"]).at(0)["value"];
      const bool is_of_both = (x == a && y == b) || (x == b && y == a);
      within += is_of_both && double(contact["time"]) <= double(row["time"]) &&
                double(row["time"]) <= double(contact["end"]);
    }
    EXPECT_LE(within, 1U);
    gathered += within;
  }
  EXPECT_GT(gathered, contacts.size());
}

TEST_F(Derived, contacts_are_chosen_by_time_name_and_either_entity) {
  simdjson::dom::parser parser;
  const std::string all = "events \"$S\" --derived contacts --json";
  const auto contacts = array_of(parser, all);
  ASSERT_GT(contacts.size(), 1U);
  const auto first = contacts.at(0);
  const auto a = std::string(std::string_view(first["entity"]));
  const auto b =
      std::string(std::string_view(simdjson::dom::array(first["properties"]).at(0)["value"]));
  const std::string time = std::to_string((double(first["time"]) + double(first["end"])) / 2);
  for (const std::string& choice : {" --entity " + a, " --entity " + b,
                                    " --from " + time + " --to " + time + " --entity " + a}) {
    simdjson::dom::parser other;
    const auto chosen = array_of(other, all + choice);
    ASSERT_GT(chosen.size(), 0U) << choice;
    EXPECT_EQ(simdjson::minify(chosen.at(0)), simdjson::minify(first)) << choice;
  }
  EXPECT_EQ(run(all + " --name tact").out, run(all).out);
  EXPECT_EQ(run(all + " --name spawn").out, "[]\n");
  EXPECT_EQ(run(all + " --entity nobody").status, 2);
  const Run refused = run(all + " --filter some.fbff");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(run("events \"$S\" --derived guesses").status, 2);
}

TEST_F(Derived, contacts_as_csv_have_the_columns_of_events_and_the_end) {
  const Run made = run("events \"$S\" --derived contacts --csv");
  const std::vector<std::string> lines = lines_of(made.out);
  ASSERT_GT(lines.size(), 1U);
  EXPECT_EQ(lines[0], "frame,time,name,tag,entity,order,properties,stream,end");
  EXPECT_NE(lines[1].find(",contact,derived,"), std::string::npos);
  EXPECT_NE(lines[1].find(R"(""name"":""closing"")"), std::string::npos);
}

TEST_F(Derived, contacts_for_people_say_who_hits_whom_and_how_fast) {
  const Run made = run("events \"$S\" --derived contacts");
  EXPECT_NE(made.out.find("closing [m/s]"), std::string::npos);
  EXPECT_NE(made.out.find("vehicle."), std::string::npos);
  EXPECT_NE(made.out.find("recorded"), std::string::npos);
}

TEST_F(Derived, speed_is_the_way_between_two_frames_over_their_time) {
  simdjson::dom::parser a, b;
  const auto position = parsed(a, run("series \"$S\" --entity 37 --property position --json").out);
  const auto speed =
      parsed(b, run("series \"$S\" --entity 37 --property derived/speed --json").out);
  EXPECT_EQ(keys_of(speed), (std::vector<std::string>{"entity", "property", "type", "unit", "frame",
                                                      "time", "value"}));
  EXPECT_EQ(std::string_view(speed["property"]), "derived/speed");
  EXPECT_EQ(std::string_view(speed["type"]), "number");
  EXPECT_EQ(std::string_view(speed["unit"]), "m/s");
  const auto places = simdjson::dom::array(position["value"]);
  const auto times = simdjson::dom::array(position["time"]);
  const auto speeds = simdjson::dom::array(speed["value"]);
  ASSERT_EQ(speeds.size() + 1, places.size());
  for (std::size_t i = 1; i < places.size(); i += 7) {
    double squares = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double way = (double(places.at(i).at(k)) - double(places.at(i - 1).at(k))) / 100;
      squares += way * way;
    }
    const double passed = double(times.at(i)) - double(times.at(i - 1));
    // A place is printed with the digits that a float needs.
    EXPECT_NEAR(double(speeds.at(i - 1)), std::sqrt(squares) / passed, 1e-3);
  }
}

TEST_F(Derived, vectors_have_components_and_the_axes_asked_for) {
  simdjson::dom::parser a, b, c, d;
  const std::string series = "series \"$S\" --entity 37 --json --from 14 --to 15 --property ";
  const auto whole = parsed(a, run(series + "derived/velocity").out);
  const auto places = parsed(d, run(series + "position").out);
  const auto y = parsed(b, run(series + "derived/velocity.y").out);
  const auto ros = parsed(c, run(series + "derived/velocity.y --coordinates ros").out);
  EXPECT_EQ(std::string_view(whole["type"]), "vec3");
  EXPECT_EQ(std::string_view(y["type"]), "number");
  EXPECT_EQ(std::string_view(y["property"]), "derived/velocity.y");
  EXPECT_EQ(std::string_view(ros["unit"]), "m/s");
  const auto vectors = simdjson::dom::array(whole["value"]);
  const auto numbers = simdjson::dom::array(y["value"]);
  const auto mirrored = simdjson::dom::array(ros["value"]);
  ASSERT_GT(vectors.size(), 10U);
  ASSERT_EQ(vectors.size(), simdjson::dom::array(places["value"]).size())
      << "the frame before the range counts, too";
  ASSERT_EQ(numbers.size(), vectors.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    EXPECT_EQ(double(vectors.at(i).at(1)), double(numbers.at(i)));
    EXPECT_NEAR(double(mirrored.at(i)), -double(numbers.at(i)), 1e-9);
  }
  const Run csv = run("series \"$S\" --entity 37 --property derived/velocity --csv");
  EXPECT_EQ(lines_of(csv.out).at(0), "frame,time,x,y,z");
}

TEST_F(Derived, values_between_two_name_both) {
  simdjson::dom::parser parser;
  const auto distance = parsed(
      parser, run("series \"$S\" --entity 37 --other 38 --property derived/distance --json").out);
  EXPECT_EQ(std::string_view(distance["entity"]), "37");
  EXPECT_EQ(std::string_view(distance["other"]), "38");
  EXPECT_EQ(std::string_view(distance["unit"]), "m");
  EXPECT_GT(simdjson::dom::array(distance["value"]).size(), 10U);
}

TEST_F(Derived, values_that_cannot_be_are_wrong_usage) {
  const std::string series = "series \"$S\" --entity 37 --json --property ";
  const Run alone = run(series + "derived/gap");
  EXPECT_EQ(alone.status, 2);
  EXPECT_NE(alone.err.find("--other"), std::string::npos) << alone.err;
  expect_json(alone.out);
  EXPECT_EQ(run(series + "derived/speed --other 38").status, 2);
  EXPECT_EQ(run(series + "position --other 38").status, 2);
  EXPECT_EQ(run(series + "derived/gap --other nobody").status, 2);
  const Run unknown = run(series + "derived/spede");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("derived/speed"), std::string::npos) << unknown.err;
}

TEST_F(Derived, help_names_what_can_be_derived) {
  const Run help = run("series --help");
  for (const char* path : {"derived/speed", "derived/distance_travelled", "derived/ttc"}) {
    EXPECT_NE(help.out.find(path), std::string::npos) << path;
  }
  EXPECT_NE(run("events --help").out.find("--derived"), std::string::npos);
}

}  // namespace
}  // namespace scrubjay
