// `scrubjay convert`, through the built program.
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "cli_program.h"

namespace scrubjay {
namespace {

const std::string kFbf = std::string(SCRUBJAY_ASSETS) + "/sample.fbf";
const std::string kFbfSaved = std::string(SCRUBJAY_ASSETS) + "/sample_saved.fbf";

class Convert : public Program {};

TEST_F(Convert, keeps_negative_numbers_of_frames) {
  const auto frame = [](const char* number, const char* time) {
    return std::string(
               R"({"clientId":0,"tag":"Client","elapsedTime":0.1,"entities":[{"id":1,"parentId":0,"properties":[],"events":[]}],"frameId":)") +
           number + R"(,"serverTime":)" + time + "}";
  };
  put("negative.fbf", R"({"type":1,"version":4,"rawFrames":[)" + frame("-3", "0") + "," +
                          frame("-2", "100") + "]}");
  const auto numbers_of = [&](const std::string& file) {
    return run("sql '" + file + "' 'select number from frames order by frame' --csv").out;
  };
  const std::string expected = numbers_of("negative.fbf");
  EXPECT_NE(expected.find("\n-3\n-2\n"), std::string::npos) << expected;
  simdjson::dom::parser parser;
  EXPECT_EQ(std::int64_t(parsed(parser, run("show negative.fbf --frame 0 --json").out)["number"]),
            -3);
  EXPECT_NE(run("show negative.fbf --frame 1").out.find(" -2"), std::string::npos);
  EXPECT_NE(run("export negative.fbf --to csv -o -").out.find("0,-3,"), std::string::npos);
  EXPECT_NE(frames_of("negative.fbf").find("\"number\":-3"), std::string::npos);
  for (const char* to : {"raw.fbf", "n.xrec", "n.mcap", "n.log", "n.ndjson --to flecs",
                         "bare.ndjson --to flecs --keep nothing"}) {
    ASSERT_EQ(run("convert negative.fbf -o " + std::string(to)).status, 0) << to;
    EXPECT_EQ(numbers_of(std::string(to).substr(0, std::string(to).find(' '))), expected) << to;
  }
  const Run bare = run("convert negative.fbf -o bare.log --keep nothing");
  EXPECT_NE(bare.err.find("number"), std::string::npos) << bare.err;
}

TEST_F(Convert, keeps_every_frame_of_a_frame_by_frame_recording) {
  for (const std::string& source : {kFbf, kFbfSaved}) {
    const std::string expected = frames_of(source);
    for (const std::string container : {"raw", "saved"}) {
      const Run converted = run("convert '" + source + "' -o out.fbf --container " + container);
      ASSERT_EQ(converted.status, 0) << converted.err;
      EXPECT_TRUE(frames_of(path("out.fbf")) == expected) << source << " as " << container;
    }
  }
}

TEST_F(Convert, writes_raw_unless_told_otherwise) {
  ASSERT_EQ(run("convert '" + kFbfSaved + "' -o out.fbf").status, 0);
  EXPECT_TRUE(file_text(path("out.fbf")).starts_with("{\n\"type\":1,"));
  ASSERT_EQ(run("convert '" + kFbfSaved + "' -o out.fbf --container saved").status, 0);
  EXPECT_TRUE(file_text(path("out.fbf")).starts_with("H4sI"));
}

TEST_F(Convert, keeps_comments_and_resources_of_a_saved_recording) {
  ASSERT_EQ(run("convert '" + kFbfSaved + "' -o out.fbf --container saved").status, 0);
  simdjson::dom::parser parser;
  const auto details = [&](const std::string& file) {
    const Run info = run("info '" + file + "' --json");
    EXPECT_EQ(info.status, 0) << info.err;
    return simdjson::minify(parsed(parser, info.out)["details"]);
  };
  const std::string expected = details(kFbfSaved);
  EXPECT_NE(expected.find("\"comments\":3"), std::string::npos) << expected;
  EXPECT_EQ(details(path("out.fbf")), expected);
}

TEST_F(Convert, writes_the_lines_of_export) {
  const std::string lines = path("out.frames.ndjson");
  for (const char* to : {"", " --to ndjson"}) {
    const Run converted = run("convert \"$S\" -o '" + lines + "'" + to);
    ASSERT_EQ(converted.status, 0) << converted.err;
    EXPECT_EQ(file_text(lines), run("export \"$S\" --to ndjson -o -").out);
    EXPECT_NE(converted.err.find("metadata of the recording left out"), std::string::npos);
  }
  const Run part = run("convert \"$S\" -o - --to ndjson --from 1 --to-time 2 --entity 24");
  EXPECT_EQ(part.out, run("export \"$S\" --to ndjson -o - --from 1 --to-time 2 --entity 24").out);
  EXPECT_NE(part.err.find("nothing that is said of frames as a whole"), std::string::npos);
}

TEST_F(Convert, counts_the_events_that_csv_leaves_out_of_the_part_that_is_written) {
  simdjson::dom::parser parser;
  const auto count_events = [&](const std::string& part) {
    const Run events = run("events \"$S\" --json " + part);
    return parsed(parser, events.out).get_array().size();
  };
  const auto count_lost = [&](const std::string& part) {
    const Run converted = run("convert \"$S\" --to csv -o out.csv --json " + part);
    EXPECT_EQ(converted.status, 0) << converted.err;
    for (const auto loss : parsed(parser, converted.out)["losses"].get_array()) {
      if (std::string_view(loss["what"]) == "events") return std::uint64_t(loss["count"]);
    }
    return std::uint64_t{0};
  };
  const std::size_t all = count_events("");
  const std::size_t part = count_events("--from 5 --to 10");
  ASSERT_LT(part, all);
  EXPECT_EQ(count_lost(""), all);
  EXPECT_EQ(count_lost("--from 5 --to-time 10"), part);
}

/// Of each frame its entities, its events and whose they are, and its own properties.
std::string beings_of(const std::string& frames) {
  simdjson::dom::parser parser;
  std::string text;
  std::istringstream lines(frames);
  for (std::string line; std::getline(lines, line);) {
    const auto frame = parsed(parser, line);
    for (const auto entity : frame["entities"].get_array()) {
      text += std::string(std::string_view(entity["id"])) + ' ';
    }
    for (const auto event : frame["events"].get_array()) {
      text += std::string(std::string_view(event["name"])) + " of ";
      text += std::string(std::string_view(event["entity"])) + ' ';
    }
    if (frame["properties"].error() == simdjson::SUCCESS) text += "its own";
    text += '\n';
  }
  return text;
}

TEST_F(Convert, takes_the_same_of_chosen_entities_as_export) {
  simdjson::dom::parser parser;
  const Run show = run("show \"$S\" --time 1 --json");
  std::string id;
  for (const auto entity : parsed(parser, show.out)["entities"].get_array()) {
    if (std::string_view(entity["parent"]).empty()) id = std::string_view(entity["id"]);
  }
  ASSERT_FALSE(id.empty());
  const std::string choice = " --entity " + id;
  const Run expected = run("export \"$S\" --to ndjson -o -" + choice);
  ASSERT_EQ(expected.status, 0) << expected.err;
  // Frame by Frame and flecs have coordinates of their own.
  const std::string beings = beings_of(expected.out);
  for (const std::string target : {"part.xrec", "part.fbf", "part.ndjson --to flecs"}) {
    ASSERT_EQ(run("convert \"$S\" -o " + target + choice).status, 0) << target;
    const std::string frames = frames_of(path(target.substr(0, target.find(' '))));
    EXPECT_TRUE(beings_of(frames) == beings) << target;
    if (target == "part.xrec") {
      EXPECT_TRUE(frames == expected.out);
    }
  }
}

TEST_F(Convert, of_a_copy_that_is_cut_before_what_it_keeps_shows_what_its_format_says) {
  const std::string source = std::string(SCRUBJAY_ASSETS) + "/sample.xrec";
  for (const std::string format : {"carla", "framebyframe", "flecs", "xrec"}) {
    const Run made = run("convert '" + source + "' -o whole --to-time 5 --to " + format);
    ASSERT_EQ(made.status, 0) << made.err;
    const std::string whole = file_text(path("whole"));
    const auto seen_of_first = [&](std::size_t bytes) {
      const Run info =
          run("info '" + put("cut", whole.substr(0, bytes)) + "' --json --format " + format);
      simdjson::dom::parser parser;
      const auto seen = parsed(parser, info.out);
      return std::pair(std::int64_t(seen["frames"]), bool(seen["complete"]));
    };
    const auto [frames, is_complete] = seen_of_first(whole.size() * 95 / 100);
    EXPECT_GE(frames, 90) << format;
    EXPECT_FALSE(is_complete) << format;
    if (format == "xrec" || format == "carla") continue;
    // Behind the first frames' packets, and in the end of the object that holds them.
    const std::size_t packets = whole.find("\"scrubjay_packets\":[");
    const std::size_t end = whole.find("\"]}", packets);
    EXPECT_GE(seen_of_first(end + 2).first, 99) << format;
    EXPECT_EQ(seen_of_first(end + 3).first, 100) << format;
  }
}

TEST_F(Convert, says_what_is_kept_for_the_way_back) {
  const std::string file = path("out.fbf");
  const Run kept = run("convert \"$S\" -o '" + file + "'");
  EXPECT_NE(kept.err.find("(kept for the way back)"), std::string::npos) << kept.err;
  const Run lost = run("convert \"$S\" -o '" + file + "' --keep nothing");
  EXPECT_EQ(lost.err.find("(kept"), std::string::npos) << lost.err;
}

TEST_F(Convert, writes_to_standard_output) {
  ASSERT_EQ(run("convert '" + kFbf + "' -o out.fbf").status, 0);
  const Run printed = run("convert '" + kFbf + "' -o - --to framebyframe");
  EXPECT_EQ(printed.status, 0) << printed.err;
  EXPECT_TRUE(printed.out == file_text(path("out.fbf")));
}

TEST_F(Convert, ends_quietly_when_nobody_reads_on) {
  const Run head = shell("\"$P\" convert '" + kFbf + "' -o - --to framebyframe | head -c 10");
  EXPECT_EQ(head.status, 0);
  EXPECT_EQ(head.out, "{\n\"type\":1");
  EXPECT_EQ(head.err, "");
}

TEST_F(Convert, reports_what_was_written_as_json) {
  const Run converted = run("convert \"$S\" -o out.fbf --json");
  ASSERT_EQ(converted.status, 0) << converted.err;
  EXPECT_EQ(converted.err, "");
  simdjson::dom::parser parser;
  const auto report = parsed(parser, converted.out);
  EXPECT_EQ(std::string_view(report["file"]), "out.fbf");
  EXPECT_EQ(std::string_view(report["format"]), "framebyframe");
  EXPECT_EQ(std::uint64_t(report["frames"]), 600U);
  std::vector<std::string> losses;
  for (const auto loss : simdjson::dom::array(report["losses"])) {
    losses.emplace_back(std::string_view(loss["what"]));
    EXPECT_GT(std::uint64_t(loss["count"]), 0U);
    EXPECT_FALSE(loss["became"].error());
  }
  EXPECT_NE(std::ranges::find(losses, "boxes"), losses.end());
  EXPECT_EQ(simdjson::dom::array(report["problems"]).size(), 0U);
}

TEST_F(Convert, tells_which_parents_and_references_are_left_out_with_entities) {
  put("car.ndjson",
      R"({"time":0,"data":{"results":[{"name":"car","components":{"Position":{"x":10,"y":0,"z":0}}},)"
      R"({"parent":"car","name":"wheel","pairs":{"Likes":"car"},"components":{"Position":{"x":1,"y":0,"z":0}}}]}})"
      "\n");
  for (const char* to : {"w.log", "w.fbf", "w.xrec", "w.mcap", "w.ndjson --to flecs",
                         "w.lines --to ndjson", "w.csv --to csv"}) {
    const auto told = [&](const std::string& chosen) {
      return run("convert car.ndjson --json -o " + std::string(to) + chosen).out;
    };
    const std::string loss =
        R"("what":"parents and references that are entities not asked for","became":"","count":2,)";
    EXPECT_NE(told(" --entity car.wheel").find(loss), std::string::npos) << to;
    EXPECT_EQ(told(" --entity car.wheel --entity car").find("not asked for"), std::string::npos);
  }
}

TEST_F(Convert, tells_that_a_part_begins_at_zero_where_the_format_does) {
  simdjson::dom::parser parser;
  const auto part = [&](const std::string& source, const std::string& to, const char* from) {
    const std::string options = " --json --from " + std::string(from);
    const Run made = run("convert '" + source + "' -o " + to + options);
    EXPECT_EQ(made.status, 0) << made.err;
    return made.out;
  };
  const auto begin = [&](const std::string& file) {
    return double(parsed(parser, run("info " + file + " --json").out)["begin"]);
  };
  const char* const loss = "times that do not begin at 0";
  EXPECT_NE(part(kFbf, "p.fbf", "0.3").find(loss), std::string::npos);
  EXPECT_EQ(begin("p.fbf"), 0);
  EXPECT_EQ(part(kFbf, "p.fbf", "0").find(loss), std::string::npos);
  // What keeps the times.
  for (const char* to : {"p.xrec", "p.mcap"}) {
    EXPECT_EQ(part(kFbf, to, "0.3").find("times"), std::string::npos) << to;
    EXPECT_GE(begin(to), 0.3) << to;
  }
}

/// A recording with one entity and one event, of a scale, with those properties of the event.
std::string fbf_of_event(const std::string& properties) {
  return R"({"type":1,"version":4,"rawFrames":[{"frameId":1,"clientId":0,"tag":"S","serverTime":0,)"
         R"("elapsedTime":0.033,"scene":"s","coordSystem":1,"scale":0.01,"entities":[{"id":1,)"
         R"("parentId":0,"name":"one","position":{"x":1,"y":2,"z":3},"properties":[],"events":[)"
         R"({"idx":0,"name":"hit","tag":"t","properties":{"type":"group","name":"properties",)"
         R"("value":[)" +
         properties + "]}}]}]}]}";
}

TEST_F(Convert, keeps_lengths_of_shapes_in_events_of_mcap) {
  put("hit.fbf",
      fbf_of_event(R"({"type":"sphere","name":"s","layer":"","color":{"r":1,"g":0,"b":0,"a":1},)"
                   R"("position":{"x":1,"y":2,"z":3},"radius":200})"));
  ASSERT_EQ(run("convert hit.fbf -o hit.mcap").status, 0);
  const Run compared = run("diff hit.fbf hit.mcap --tolerance 1e-9 --only events/**");
  EXPECT_EQ(compared.status, 0) << compared.out;
}

TEST_F(Convert, tells_what_of_events_and_tables_mcap_cannot_hold) {
  const auto row = [](const char* name) {
    return "{\"name\":\"" + std::string(name) + R"(","id":60)" + (name[0] == 'a' ? "0" : "1") +
           R"(,"components":{"S":{"v":1}}})";
  };
  put("gone.ndjson", R"({"time":0,"data":{"results":[)" + row("a") + "," + row("b") + "]}}\n" +
                         R"({"time":0.5,"data":{"results":[)" + row("a") + "]}}\n" +
                         R"({"time":1,"data":{"results":[)" + row("a") + "]}}\n");
  const auto told = [&](const std::string& arguments) {
    const Run made = run("convert " + arguments + " -o told.mcap --json");
    EXPECT_EQ(made.status, 0) << made.err;
    return made.out;
  };
  const char* const nobody =
      R"("what":"events of entities that live in no frame written","became":"events of nobody","count":1,)";
  EXPECT_NE(told("gone.ndjson --from 0.5").find(nobody), std::string::npos);
  EXPECT_EQ(told("gone.ndjson").find("events of nobody"), std::string::npos);
  const auto entity = [](const char* id, const char* property) {
    return R"({"id":)" + std::string(id) +
           R"(,"parentId":0,"properties":[{"type":"group","name":"properties","value":[)" +
           property + "]}]}";
  };
  const char* const table =
      R"({"type":"table","name":"A","value":{"header":["a"],"rows":[["1"]]}})";
  const char* const group =
      R"({"type":"group","name":"A","value":[{"type":"number","name":"q","value":1.5}]})";
  const auto frame_of = [&](const std::string& entities) {
    return R"({"type":1,"version":4,"rawFrames":[{"frameId":1,"clientId":0,"tag":"S",)"
           R"("serverTime":0,"elapsedTime":0.033,"scene":"s","coordSystem":1,"entities":[)" +
           entities + "]}]}";
  };
  const char* const mixed = R"("names of groups that tables, shapes or records have, too")";
  put("mixed.fbf", frame_of(entity("1", table) + "," + entity("2", group)));
  EXPECT_NE(told("mixed.fbf").find(mixed), std::string::npos);
  put("tables.fbf", frame_of(entity("1", table) + "," + entity("2", table)));
  EXPECT_EQ(told("tables.fbf").find(mixed), std::string::npos);
}

TEST_F(Convert, tells_people_what_was_lost_unless_quiet) {
  const Run told = run("convert '" + kFbfSaved + "' -o out.fbf");
  EXPECT_EQ(told.err, "scrubjay: 3 \u00d7 comments, which a raw file cannot hold left out\n");
  EXPECT_EQ(run("convert '" + kFbfSaved + "' -o out.fbf --quiet").err, "");
}

TEST_F(Convert, takes_a_part_in_other_coordinates) {
  const Run converted = run("convert '" + kFbf +
                            "' -o out.fbf --from 1 --to-time 2 --coordinates framebyframe-0 "
                            "--entity Intruder --entity 'Guard Ada' --json");
  ASSERT_EQ(converted.status, 0) << converted.err;
  simdjson::dom::parser parser;
  EXPECT_EQ(std::uint64_t(parsed(parser, converted.out)["entities"]), 2U);
  const Run shown = run("show out.fbf --frame 0 --json");
  const auto frame = parsed(parser, shown.out);
  EXPECT_EQ(simdjson::dom::array(frame["entities"]).size(), 2U);
  const Run there = run("show '" + kFbf + "' --time 1.001 --stream 0 --json --entity Intruder");
  simdjson::dom::parser other_parser;
  const auto recorded = parsed(other_parser, there.out)["entities"].at(0)["position"];
  const Run here = run("show out.fbf --time 0.001 --stream 0 --json --entity Intruder");
  const auto written = parsed(parser, here.out)["entities"].at(0)["position"];
  // Y up, Z forward become Z up, Y forward.
  for (const auto& [a, b] : {std::pair{0, 0}, std::pair{1, 2}, std::pair{2, 1}}) {
    EXPECT_EQ(double(recorded.at(static_cast<std::size_t>(a))),
              double(written.at(static_cast<std::size_t>(b))));
  }
}

TEST_F(Convert, writes_mcap_in_coordinates_of_ros_unless_told_otherwise) {
  const auto coordinates_of = [&](const std::string& asked) {
    EXPECT_EQ(run("convert \"$S\" -o out.mcap --quiet" + asked).status, 0);
    simdjson::dom::parser parser;
    const Run info = run("info out.mcap --json");
    return std::string(
        std::string_view(parsed(parser, info.out)["coordinates"]["name"].get_string()));
  };
  EXPECT_EQ(coordinates_of(""), "ros");
  EXPECT_EQ(coordinates_of(" --coordinates source"), "unreal");
  EXPECT_EQ(coordinates_of(" --coordinates source --metres-per-unit 0.01"), "unreal");
  EXPECT_EQ(coordinates_of(" --coordinates unity"), "unity");
  // CARLA has one system only.
  const Run carla = run("convert '" + kFbf + "' -o out.log --quiet --coordinates source");
  EXPECT_EQ(carla.status, 0) << carla.err;
}

TEST_F(Convert, says_what_viewers_take_other_coordinates_in_mcap_for) {
  const Run unity = run("convert \"$S\" -o out.mcap --coordinates unity");
  EXPECT_EQ(unity.status, 0);
  EXPECT_NE(
      unity.err.find("frames in coordinates that are not ros became what viewers take for ros"),
      std::string::npos)
      << unity.err;
  EXPECT_EQ(run("convert \"$S\" -o out.mcap").err.find("viewers"), std::string::npos);
}

TEST_F(Convert, names_the_target_that_has_no_such_option) {
  const Run refused = run("convert \"$S\" -o out.mcap --container saved");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("out.mcap"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("mcap files have no option \"container\""), std::string::npos)
      << refused.err;
}

TEST_F(Convert, leaves_what_is_there_when_it_does_not_succeed) {
  put("out.fbf", "kept");
  put("cut.log", "no recording");
  EXPECT_EQ(run("convert cut.log -o out.fbf").status, 3);
  EXPECT_EQ(run("convert '" + kFbf + "' -o out.fbf --coordinates ros").status, 2);
  EXPECT_EQ(run("convert '" + kFbf + "' -o out.fbf --entity nobody").status, 2);
  EXPECT_EQ(file_text(path("out.fbf")), "kept");
  EXPECT_EQ(shell("ls -A | sort | tr '\\n' ' '").out, ".err .out cut.log out.fbf ");
}

TEST_F(Convert, says_that_a_time_without_frames_is_one) {
  put("out.fbf", "kept");
  const Run empty = run("convert '" + kFbf + "' -o out.fbf --from 5000");
  EXPECT_EQ(empty.status, 3) << empty.err;
  EXPECT_NE(empty.err.find("No frame"), std::string::npos) << empty.err;
  EXPECT_EQ(run("convert '" + kFbf + "' -o out.fbf --from 2 --to-time 1").status, 2);
  EXPECT_EQ(file_text(path("out.fbf")), "kept");
}

// What is stated in metres a second stays so, whatever the unit of length was in between.
TEST_F(Convert, keeps_velocities_through_another_unit_of_length) {
  const auto at = [&](const std::string& file, const std::string& arguments) {
    const Run shown =
        run("series " + file + " --entity 40 --property linear_velocity --json " + arguments);
    simdjson::dom::parser parser;
    return simdjson::minify(parsed(parser, shown.out)["value"].at(50)) +
           std::string(std::string_view(parsed(parser, shown.out)["unit"]));
  };
  ASSERT_EQ(run("convert \"$S\" -o between.xrec --coordinates unity").status, 0);
  EXPECT_EQ(at("between.xrec", "--coordinates unreal"), at("\"$S\"", ""));
  ASSERT_EQ(run("convert between.xrec -o back.log").status, 0);
  EXPECT_EQ(at("back.log", "--kept ignored"), at("\"$S\"", ""));
}

TEST_F(Convert, writes_the_unit_that_is_asked_for) {
  ASSERT_EQ(run("convert \"$S\" -o out.xrec --metres-per-unit 1").status, 0);
  simdjson::dom::parser parser;
  const Run info = run("info out.xrec --json");
  EXPECT_EQ(double(parsed(parser, info.out)["coordinates"]["metres_per_unit"]), 1.0);
  EXPECT_EQ(std::string_view(parsed(parser, info.out)["coordinates"]["up"]), "+z");
  for (const char* wrong : {"0", "-1", "far", "inf"}) {
    EXPECT_EQ(run(std::string("convert \"$S\" -o out.xrec --metres-per-unit ") + wrong).status, 2);
  }
}

/// The unit alone is that of the coordinates which the format would have taken.
TEST_F(Convert, writes_another_unit_of_the_coordinates_that_the_format_takes) {
  simdjson::dom::parser parser;
  ASSERT_EQ(run("convert \"$S\" -o usual.fbf --keep nothing").status, 0);
  const Run converted = run("convert \"$S\" -o cm.fbf --keep nothing --metres-per-unit 0.01");
  ASSERT_EQ(converted.status, 0) << converted.err;
  for (const auto& [file, metres] : {std::pair("usual.fbf", 1.0), std::pair("cm.fbf", 0.01)}) {
    const Run info = run(std::string("info ") + file + " --json");
    const auto coordinates = parsed(parser, info.out)["coordinates"];
    EXPECT_EQ(std::string_view(coordinates["up"]), "+y") << file;
    EXPECT_EQ(std::string_view(coordinates["forward"]), "+z") << file;
    EXPECT_EQ(double(coordinates["metres_per_unit"]), metres) << file;
  }
  EXPECT_EQ(run("convert '" + kFbf + "' -o cm.log --metres-per-unit 0.01").status, 0);
  EXPECT_EQ(run("convert '" + kFbf + "' -o m.log --metres-per-unit 1").status, 2);
}

TEST_F(Convert, leaves_no_scale_behind_when_the_unit_comes_back) {
  ASSERT_EQ(run("convert '" + kFbf + "' -o cm.fbf --metres-per-unit 0.01").status, 0);
  EXPECT_NE(run("show cm.fbf --frame 0 --json").out.find("\"name\":\"scale\",\"type\":\"number\""),
            std::string::npos);
  ASSERT_EQ(run("convert cm.fbf -o m.fbf --metres-per-unit 1").status, 0);
  for (const std::string& file : {kFbf, std::string("m.fbf")}) {
    EXPECT_EQ(run("show '" + file + "' --frame 0 --json")
                  .out.find("\"name\":\"scale\",\"type\":\"number\""),
              std::string::npos)
        << file;
  }
}

/// An empty file is one that nothing reads; formats with a head have one.
TEST_F(Convert, writes_no_empty_file_of_a_recording_without_frames) {
  put("none.fbf", "{\"type\":1,\"version\":4,\"rawFrames\":[]}");
  ASSERT_EQ(run("info none.fbf").status, 0);
  for (const char* to : {"flecs", "ndjson"}) {
    put("out.ndjson", "kept");
    const Run converted = run(std::string("convert none.fbf -o out.ndjson --to ") + to);
    EXPECT_EQ(converted.status, 3) << to;
    EXPECT_NE(converted.err.find("has no frames: nothing is written"), std::string::npos)
        << converted.err;
    EXPECT_EQ(file_text(path("out.ndjson")), "kept") << to;
  }
  EXPECT_EQ(run("convert none.fbf -o out.log").status, 0);
  EXPECT_EQ(run("info out.log").status, 0);
}

TEST_F(Convert, refuses_wrong_arguments) {
  put("own.fbf", file_text(kFbf));
  struct Case {
    std::string arguments;
    int status;
    std::string told;
  };
  const Case cases[] = {
      {"convert own.fbf", 2, "--output"},
      {"convert own.fbf -o own.fbf --json", 2, "overwrite"},
      {"convert own.fbf -o out.png", 2, "--to"},
      {"convert own.fbf -o out.fbf --to colyseus --json", 2, "colyseus"},
      {"convert own.fbf -o out.fbf --to nonsense", 2, "nonsense"},
      {"convert own.fbf -o out.fbf --container zip", 2, "zip"},
      {"convert own.fbf -o out.fbf --coordinates unreal --json", 2, "unreal"},
      {"convert own.fbf -o out.fbf --entity nobody --json", 2, "nobody"},
      {"convert own.fbf -o - --to framebyframe --json", 2, "standard output"},
      {"convert own.fbf -o no/such/folder/out.fbf --json", 3, "folder"},
      {"convert nothing.fbf -o out.fbf --json", 3, "nothing.fbf"},
  };
  for (const Case& c : cases) {
    const Run wrong = run(c.arguments);
    EXPECT_EQ(wrong.status, c.status) << c.arguments;
    EXPECT_NE(wrong.err.find(c.told), std::string::npos) << c.arguments << ": " << wrong.err;
    EXPECT_EQ(std::ranges::count(wrong.err, '\n'), 1) << c.arguments << ": " << wrong.err;
    if (c.arguments.find("--json") != std::string::npos) expect_json(wrong.out);
  }
}

TEST_F(Convert, leaves_no_half_file_when_interrupted) {
  // Long enough that the signal comes while it is at work: the sample's frames over and over.
  const std::string sample = file_text(kFbf);
  const std::size_t begin = sample.find("{\"frameId\"");
  const std::size_t end = sample.rfind("\n]}");
  std::string bytes = sample.substr(0, end);
  while (bytes.size() < 100'000'000) bytes += ",\n" + sample.substr(begin, end - begin);
  put("long.fbf", bytes + "\n]}\n");
  const Run stopped = shell(
      "\"$P\" convert long.fbf -o out.fbf & job=$!; "
      "until ls .out.fbf.*.part || ! kill -0 $job; do :; done; kill -TERM $job; wait $job");
  EXPECT_EQ(stopped.status, 128 + 15);
  EXPECT_EQ(shell("ls -A | sort | tr '\\n' ' '").out, ".err .out long.fbf ");
}

}  // namespace
}  // namespace scrubjay
