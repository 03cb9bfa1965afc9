// Runs `find` and `events --filter` of the built program as a shell does.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <set>
#include <string>

#include "app/shared/filter_file.h"
#include "cli_program.h"

namespace scrubjay {
namespace {

class Find : public Program {
 protected:
  /// The exit status. What the program printed is in `out` and `err`.
  int run(const std::string& arguments) {
    const Run ran = Program::run(arguments);
    out = ran.out;
    err = ran.err;
    return ran.status;
  }
  simdjson::dom::array array() { return parsed(parser_, out); }

  std::string out;
  std::string err;

 private:
  simdjson::dom::parser parser_;
};

Filter vehicles() {
  return {.kind = FilterKind::property,
          .title = "Vehicles",
          .group = "entity",
          .members = {{.name = "kind",
                       .type = MemberType::string,
                       .text = "vehicle",
                       .mode = MemberMode::equals}}};
}

TEST_F(Find, HitsAreInOrderOfTimeWithFrameEntityAndFilter) {
  Filter lost;
  lost.kind = FilterKind::event;
  lost.name = "collision";
  put("f.fbff", filters_text({vehicles(), lost}));
  ASSERT_EQ(run("find \"$S\" --filter f.fbff --json"), 0) << err;
  double before = -1;
  std::set<std::string> filters;
  for (const auto hit : array()) {
    EXPECT_GE(double(hit["time"]), before);
    before = double(hit["time"]);
    EXPECT_FALSE(hit["frame"].get_uint64().error());
    EXPECT_FALSE(std::string_view(hit["entity"]).empty());
    filters.insert(std::string(std::string_view(hit["filter"])));
  }
  EXPECT_EQ(filters, (std::set<std::string>{"Vehicles", "events \"collision\""}));
}

TEST_F(Find, ATableIsForPeople) {
  put("f.fbff", filters_text({vehicles()}));
  ASSERT_EQ(run("find \"$S\" --filter f.fbff"), 0) << err;
  EXPECT_NE(out.find("kind = vehicle"), std::string::npos);
  put("none.fbff", filters_text({{.kind = FilterKind::event, .name = "no such event"}}));
  EXPECT_EQ(run("find \"$S\" --filter none.fbff"), 0);
  EXPECT_EQ(out, "");
  EXPECT_NE(err.find("nothing was found"), std::string::npos);
}

TEST_F(Find, EventsAreThoseThatAFilterFinds) {
  put("f.fbff", filters_text({{.kind = FilterKind::event, .name = "COLL"}, vehicles()}));
  ASSERT_EQ(run("events \"$S\" --filter f.fbff --json"), 0) << err;
  const auto filtered = array();
  ASSERT_GT(filtered.size(), 0u);
  for (const auto event : filtered) {
    EXPECT_NE(std::string_view(event["name"]).find("collision"), std::string_view::npos);
  }
  const std::string by_filter = out;
  ASSERT_EQ(run("events \"$S\" --name collision --json"), 0) << err;
  EXPECT_EQ(out, by_filter);
}

TEST_F(Find, ValuesAreComparedAsTheyArePrinted) {
  const FilterMember left{
      .name = "position.x", .type = MemberType::number, .number = -100, .mode = MemberMode::less};
  put("entities.fbff",
      filters_text({{.kind = FilterKind::property, .group = "entity", .members = {left}}}));
  FilterMember point = left;
  point.name = "approximate_point.x";
  put("events.fbff", filters_text({{.kind = FilterKind::event, .members = {point}}}));
  std::set<std::size_t> entities;
  std::set<std::size_t> events;
  for (const std::string coordinates : {" --coordinates source", " --coordinates unity"}) {
    ASSERT_EQ(run("find \"$S\" 'x < -100' --json" + coordinates), 0) << err;
    simdjson::dom::parser parser;
    const std::size_t asked = parsed(parser, out)["rows"].get_array().size();
    ASSERT_EQ(run("find \"$S\" --filter entities.fbff --json" + coordinates), 0) << err;
    EXPECT_EQ(array().size(), asked) << coordinates;
    entities.insert(asked);

    ASSERT_EQ(run("events \"$S\" --json" + coordinates), 0) << err;
    std::size_t printed = 0;
    for (const auto event : array()) {
      for (const auto property : event["properties"].get_array()) {
        if (std::string_view(property["name"]) != "approximate_point") continue;
        if (double(property["value"].at(0)) < -100) ++printed;
      }
    }
    ASSERT_EQ(run("events \"$S\" --filter events.fbff --json" + coordinates), 0) << err;
    EXPECT_EQ(array().size(), printed) << coordinates;
    events.insert(printed);
  }
  EXPECT_EQ(entities.size(), 2U) << "coordinates make a difference";
  EXPECT_EQ(events.size(), 2U);
}

TEST_F(Find, AFilterFileThatCannotBeReadIsSaid) {
  put("bad.fbff", "no filters");
  for (const char* command : {"find", "events"}) {
    for (const char* file : {"bad.fbff", "missing.fbff"}) {
      EXPECT_EQ(run(std::string(command) + " \"$S\" --filter " + file + " --json"), 3);
      EXPECT_EQ(array().size(), 0u);
      EXPECT_NE(err.find(file), std::string::npos) << err;
    }
  }
  EXPECT_EQ(run("find \"$S\" --json"), 2);
}

TEST_F(Find, WhatOfAFilterFileIsLeftOutIsSaid) {
  put("f.fbff", R"({"filters":[{"type":2,"name":"changed","data":{}}]})");
  EXPECT_EQ(run("find \"$S\" --filter f.fbff --json"), 0);
  EXPECT_EQ(array().size(), 0u);
  EXPECT_NE(err.find("left out"), std::string::npos) << err;
}

}  // namespace
}  // namespace scrubjay
