// scrubjay diff, through the built program.
#include <algorithm>
#include <span>

#include "cli_program.h"

namespace scrubjay {
namespace {

class Diff : public Program {
 protected:
  /// A raw Frame by Frame recording of one thing, whose numbers are `values`, one a frame.
  std::string recorded(const std::string& name, const std::vector<double>& values) const {
    std::string frames;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) frames += ",\n";
      frames += R"({"frameId":)" + std::to_string(i + 1) + R"(,"clientId":0,"tag":"Server",)" +
                R"("serverTime":)" + std::to_string(33 * i) +
                R"(,"elapsedTime":0.033,"coordSystem":1,"entities":[{"id":7,"parentId":0,)" +
                R"("properties":[{"type":"group","name":"properties","value":[)" +
                R"({"type":"number","name":"health","value":)" + std::to_string(values[i]) +
                R"(}]},{"type":"group","name":"special","value":[)" +
                R"({"type":"string","name":"name","value":"Blob <1>"}]}],"events":[]}]})";
    }
    return put(name, R"({"type":1,"version":4,"rawFrames":[)" + frames + "]}");
  }

  std::string diffed(const std::string& arguments, int status) const {
    const Run diff = run("diff " + arguments);
    EXPECT_EQ(diff.status, status) << arguments << ": " << diff.err;
    return diff.out;
  }
};

TEST_F(Diff, a_recording_is_the_same_as_itself) {
  simdjson::dom::parser parser;
  const std::string json = diffed("$S $S --json", 0);
  const auto found = parsed(parser, json);
  EXPECT_TRUE(bool(found["same"]));
  EXPECT_EQ(std::string_view(found["by"]), "frame");
  EXPECT_EQ(std::string_view(found["match"]), "id");
  EXPECT_TRUE(found["first"].is_null());
  EXPECT_EQ(std::uint64_t(found["count"]), 0u);
  EXPECT_GT(std::uint64_t(found["values_compared"]), 1000u);
  EXPECT_NE(diffed("$S $S", 0).find("The same."), std::string::npos);
}

TEST_F(Diff, says_where_two_first_differ) {
  const std::string a = recorded("a.fbf", {1, 2, 3, 4, 5});
  const std::string b = recorded("b.fbf", {1, 2, 3, 4.5, 5});
  simdjson::dom::parser parser;
  const std::string json = diffed("'" + a + "' '" + b + "' --json", 1);
  const auto found = parsed(parser, json);
  EXPECT_FALSE(bool(found["same"]));
  const auto first = found["first"];
  EXPECT_EQ(std::uint64_t(first["frame_a"]), 3u);
  EXPECT_EQ(std::uint64_t(first["frame_b"]), 3u);
  EXPECT_EQ(std::string_view(first["kind"]), "value");
  EXPECT_EQ(std::string_view(first["entity_a"]), "7");
  EXPECT_EQ(std::string_view(first["name"]), "Blob <1>");
  EXPECT_EQ(std::string_view(first["path"]), "properties/health");
  EXPECT_EQ(double(first["a"]), 4);
  EXPECT_EQ(double(first["b"]), 4.5);
  EXPECT_EQ(double(first["distance"]), 0.5);
  EXPECT_EQ(std::uint64_t(found["by_path"].at(0)["frames"]), 1u);
  EXPECT_EQ(std::string_view(found["spread"].at(0)["entity_a"]), "7");
  EXPECT_TRUE(found["spread"].at(0)["from"].is_null());
  EXPECT_FALSE(bool(found["stopped"]));
  const std::string text = diffed("'" + a + "' '" + b + "'", 1);
  EXPECT_NE(text.find("First: 0.099 s, frame 3, Blob <1> (7), properties/health: 4 / 4.5"),
            std::string::npos)
      << text;
  diffed("'" + a + "' '" + b + "' --tolerance 0.5", 0);
  diffed("'" + a + "' '" + b + "' --tolerance-of '**/health=0.5'", 0);
  diffed("'" + a + "' '" + b + "' --ignore properties", 0);
  diffed("'" + a + "' '" + b + "' --only special", 0);
  diffed("'" + a + "' '" + b + "' --from 0.11", 0);
}

TEST_F(Diff, a_path_that_nothing_has_is_told) {
  const std::string text = diffed("$S $S --only nothing/here", 0);
  EXPECT_NE(text.find("No value has a path that is chosen.\n"), std::string::npos) << text;
  const std::string junit = diffed("$S $S --only here --junit -", 0);
  EXPECT_NE(junit.find("failures=\"0\" skipped=\"1\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("<skipped message=\"No value has a path that is chosen: below groups it "
                       "would be &quot;**/here&quot;.\"/>"),
            std::string::npos)
      << junit;
}

TEST_F(Diff, a_pattern_that_fits_nothing_is_told) {
  const std::string a = recorded("a.fbf", {1, 2, 3});
  const std::string b = recorded("b.fbf", {1, 2, 4});
  const std::string pair = "'" + a + "' '" + b + "' --ignore 'propertes/*' --ignore special";
  const std::string text =
      diffed(pair + " --tolerance-of '**/helth=2' --tolerance-of '**/h*=2'", 0);
  EXPECT_NE(text.find("Nothing fits --ignore propertes/*. Nothing fits --tolerance-of **/helth.\n"),
            std::string::npos)
      << text;
  const Run json = run("diff " + pair + " --json");
  EXPECT_NE(json.err.find("Nothing fits --ignore propertes/*."), json.err.npos) << json.err;
}

TEST_F(Diff, junit_tells_values_that_are_far_behind_the_first_differences) {
  std::vector<double> same(400, 1.0);
  std::vector<double> other = same;
  std::ranges::fill(std::span(other).subspan(1), 2.0);
  std::string late = file_text(recorded("b.fbf", other));
  const std::string blob = R"("value":"Blob <1>")";
  late.replace(late.rfind(blob), blob.size(), R"("value":"Else")");
  const std::string junit = diffed(
      "'" + recorded("a.fbf", same) + "' '" + put("late.fbf", late) + "' --match id --junit -", 1);
  EXPECT_NE(junit.find("special/name: Blob &lt;1&gt; / Else\""), std::string::npos) << junit;
}

TEST_F(Diff, a_distance_is_told_in_the_unit_that_a_tolerance_has) {
  const std::string pair = "$S $S --by time --offset 0.05 --only position";
  const std::string text = diffed(pair, 1);
  EXPECT_NE(text.find(" cm apart"), std::string::npos) << text;
  EXPECT_EQ(text.find(" m apart"), std::string::npos) << text;
  EXPECT_NE(diffed(pair + " --coordinates ros", 1).find(" m apart"), std::string::npos);
}

TEST_F(Diff, events_that_happen_in_both_are_told_by_what_differs_in_them) {
  const auto with_hit = [&](const std::string& name, const std::string& damage) {
    std::string text = file_text(recorded(name, {1, 2, 3}));
    const std::string none = R"("events":[])";
    const std::size_t at = text.find(none, text.find("\"frameId\":2"));
    text.replace(
        at, none.size(),
        R"("events":[{"name":"Hit","tag":"combat","entityId":7,"idx":0,"properties":)"
        R"({"type":"group","name":"p","value":[{"type":"number","name":"Damage","value":)" +
            damage + R"(},{"type":"string","name":"With","value":"bow"}]}}])");
    return put(name, text);
  };
  const std::string pair = "'" + with_hit("a.fbf", "11") + "' '" + with_hit("b.fbf", "8") + "'";
  const std::string text = diffed(pair, 1);
  EXPECT_NE(text.find("events/Hit  Damage 11 / 8\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("happens in"), std::string::npos) << text;
  EXPECT_NE(text.find("\n2 differences\n"), std::string::npos) << text;
  const std::string junit = diffed(pair + " --junit -", 1);
  EXPECT_NE(junit.find("events/Hit: Damage 11 / 8"), std::string::npos) << junit;
  const std::string alone =
      diffed("'" + path("a.fbf") + "' '" + recorded("none.fbf", {1, 2, 3}) + "'", 1);
  EXPECT_NE(alone.find("events/Hit  happens in A only\n"), std::string::npos) << alone;
}

TEST_F(Diff, what_goes_on_from_frame_to_frame_is_one_row) {
  const std::string a = recorded("a.fbf", {1, 1, 1, 1, 1, 1});
  const std::string b = recorded("b.fbf", {1, 2, 2, 2, 3, 2});
  const std::string text = diffed("'" + a + "' '" + b + "'", 1);
  EXPECT_NE(text.find("1 / 2   1 apart, in 3 frames\n"), std::string::npos) << text;
  EXPECT_NE(text.find("1 / 3   2 apart\n"), std::string::npos) << text;
  EXPECT_NE(text.find("1 / 2   1 apart\n"), std::string::npos) << text;
}

TEST_F(Diff, says_that_no_entity_has_a_match) {
  const std::string a = recorded("a.fbf", {1, 2, 3});
  std::string other = file_text(a);
  for (std::size_t at = 0; (at = other.find("Blob <1>", at)) != std::string::npos;) {
    other.replace(at, 8, "somebody");
  }
  const std::string text = diffed("'" + a + "' '" + put("b.fbf", other) + "' --match name", 1);
  EXPECT_NE(text.find("By name no entity of A is one of B; matching by place may find some."),
            std::string::npos)
      << text;
}

TEST_F(Diff, references_of_one_text_are_told_apart_by_names) {
  const auto made = [&](const std::string& name, const char* seed) {
    const std::string file = path(name);
    const std::string arguments = " --frames 400 --seed " + std::string(seed);
    EXPECT_EQ(shell("'" SCRUBJAY_MAKE_RECORDING "'" + arguments + " -o '" + file + "'").status, 0);
    return file;
  };
  const std::string a = made("a.log", "1");
  const std::string text = diffed("'" + a + "' '" + made("b.log", "2") + "' --entity 56", 1);
  EXPECT_NE(text.find("parent: 55 (walker.pedestrian.0041) / 55 (walker.pedestrian.0003)"),
            std::string::npos)
      << text;
}

TEST_F(Diff, values_that_differ_in_type_alone_are_told_with_it) {
  const std::string a = recorded("number.fbf", {5});
  std::string text = file_text(a);
  const std::string number = R"({"type":"number","name":"health","value":5.000000})";
  ASSERT_NE(text.find(number), text.npos) << text;
  text.replace(text.find(number), number.size(),
               R"({"type":"string","name":"health","value":"5"})");
  const std::string out = diffed("'" + a + "' '" + put("text.fbf", text) + "'", 1);
  EXPECT_NE(out.find("5 (number) / 5 (string)"), out.npos) << out;
}

TEST_F(Diff, frames_of_one_run_are_one_row_however_many) {
  ASSERT_EQ(run("convert \"$S\" -o part.log --from 10.02 --to-time 20 --quiet").status, 0);
  const std::string pair = "$S part.log --by time --offset 10.05";
  const std::string out = diffed(pair, 1);
  EXPECT_NE(out.find("201 frames of A only\n"), out.npos) << out;
  // Where it does not look that far, nothing is said of whether frames stand beside each other.
  const Run bounded = run("diff " + pair + " --limit 5");
  EXPECT_EQ(bounded.err.find("no frames stand beside"), bounded.err.npos) << bounded.err;
  EXPECT_NE(bounded.out.find("5 frames of A only\n"), bounded.out.npos) << bounded.out;
}

TEST_F(Diff, writes_junit_that_a_parser_reads) {
  const std::string a = recorded("a.fbf", {1, 2, 3});
  const std::string b = recorded("b & <c>.fbf", {1, 2, 9});
  diffed("'" + a + "' '" + b + "' --junit '" + path("report.xml") + "'", 1);
  const Run read = shell(R"(python3 -c '
import xml.etree.ElementTree as tree
suite = tree.parse("report.xml").getroot().find("testsuite")
failed = [c.get("name") for c in suite if c.find("failure") is not None]
print(suite.get("name").endswith("b & <c>.fbf"), suite.get("tests"), suite.get("failures"))
print([c.get("name") for c in suite], failed)
print(suite.find("testcase/failure").get("message"))
')");
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_EQ(read.out,
            "True 10 1\n"
            "['frames', 'entities', 'events', 'position', 'properties/health', 'rotation', "
            "'special/Forward', 'special/Up', 'special/name', 'special/position'] "
            "['properties/health']\n"
            "0.066 s, frame 2, Blob <1> (7), properties/health: 3 / 9   6 apart\n");
  EXPECT_NE(diffed("$S $S --junit -", 0).find("failures=\"0\""), std::string::npos);
}

TEST_F(Diff, two_streams_of_one_recording_are_compared) {
  const std::string file = put("two.fbf", [] {
    std::string text = R"({"type":1,"version":4,"rawFrames":[)";
    for (int i = 0; i < 6; ++i) {
      text += std::string(i == 0 ? "" : ",") + R"({"frameId":)" + std::to_string(i / 2 + 1) +
              R"(,"clientId":)" + std::to_string(i % 2) + R"(,"tag":"t","serverTime":)" +
              std::to_string(33 * (i / 2)) +
              R"(,"elapsedTime":0.03,"coordSystem":1,"entities":[{"id":7,"parentId":0,)" +
              R"("properties":[{"type":"group","name":"properties","value":[{"type":"number",)" +
              R"("name":"x","value":)" + std::to_string(i == 3 ? 5 : 1) +
              R"(}]},{"type":"group","name":"special","value":[{"type":"string","name":"name",)" +
              R"("value":"n"}]}],"events":[]}]})";
    }
    return text + "]}";
  }());
  simdjson::dom::parser parser;
  const std::string json = diffed("'" + file + "' --streams 0 1 --json", 1);
  const auto found = parsed(parser, json);
  EXPECT_EQ(std::uint64_t(found["count"]), 1u);
  EXPECT_EQ(std::uint64_t(found["first"]["frame_a"]), 2u);
  EXPECT_EQ(std::uint64_t(found["first"]["frame_b"]), 3u);
  diffed("'" + file + "' --streams 0 nobody", 2);
}

TEST_F(Diff, a_server_and_a_client_that_name_a_thing_differently_are_compared_by_its_id) {
  const std::string clients =
      "'" + std::string(SCRUBJAY_ASSETS) + "/sample.fbf' --streams 0 1 --json";
  simdjson::dom::parser parser;
  const auto chosen = parsed(parser, diffed(clients, 1));
  EXPECT_EQ(std::string_view(chosen["match"]), "id");
  EXPECT_EQ(std::uint64_t(chosen["entities_compared"]), 1u) << "Intruder and Player";
  // Who asks for names gets names.
  const auto named = parsed(parser, diffed(clients + " --match name", 1));
  EXPECT_EQ(std::string_view(named["match"]), "name");
  EXPECT_EQ(std::uint64_t(named["entities_compared"]), 0u);
}

TEST_F(Diff, nothing_is_called_the_same_where_nothing_was_compared) {
  const std::string a = "'" + recorded("a.fbf", {1, 2, 3}) + "' ";
  const std::string b = "'" + recorded("b.fbf", {1, 5, 3}) + "' ";
  for (const char* range : {"--from 100", "--from 100 --quiet"}) {
    const Run nothing = run("diff " + a + b + range);
    EXPECT_EQ(nothing.status, 2) << range;
    EXPECT_EQ(nothing.out, "") << range;
    EXPECT_NE(nothing.err.find("nothing was compared"), std::string::npos) << nothing.err;
  }
  // Frames of one side alone are differences.
  const Run apart = run("diff " + a + b + "--by time --offset 100");
  EXPECT_EQ(apart.status, 1);
  EXPECT_NE(apart.err.find("no frames stand beside each other"), std::string::npos) << apart.err;
  EXPECT_EQ(diffed(a + b + "--from 100 --json", 2).find("\"same\""), std::string::npos);
}

TEST_F(Diff, all_frames_differ_from_a_recording_without_any) {
  // The recorder stopped before the first frame: a header alone.
  ASSERT_EQ(shell("head -c 35 \"$S\" >none.log; cp none.log other.log").status, 0);
  simdjson::dom::parser parser;
  const std::uint64_t frames = parsed(parser, run("info $S --json").out)["frames"];
  for (const auto& [files, kind] :
       {std::pair{"none.log $S", "frame-b"}, {"$S none.log", "frame-a"}}) {
    for (const char* const by : {"auto", "frame", "number", "time", "auto --offset auto"}) {
      const std::string json = diffed(std::string(files) + " --json --by " + by, 1);
      const auto found = parsed(parser, json);
      EXPECT_EQ(std::uint64_t(found["count"]), frames) << files << by;
      EXPECT_EQ(std::string_view(found["first"]["kind"]), kind) << by;
    }
  }
  diffed("none.log other.log", 3);
}

TEST_F(Diff, tells_the_tolerance_with_which_rounded_numbers_are_the_same) {
  ASSERT_EQ(run("convert $S -o there.mcap --quiet").status, 0);
  const Run rounded = run("diff $S there.mcap");
  EXPECT_EQ(rounded.status, 1);
  const std::string hint = "apart: with --tolerance ";
  const std::size_t at = rounded.out.find(hint);
  ASSERT_NE(at, std::string::npos) << rounded.out.substr(0, 1000);
  const std::string tolerance = rounded.out.substr(at + hint.size(), 5);
  EXPECT_EQ(run("diff $S there.mcap --tolerance " + tolerance).status, 0) << tolerance;
  const std::string a = "'" + recorded("a.fbf", {1, 2, 3}) + "' ";
  const std::string b = "'" + recorded("b.fbf", {1, 5, 3}) + "' ";
  EXPECT_EQ(run("diff " + a + b).out.find("--tolerance"), std::string::npos);
}

TEST_F(Diff, wrong_usage_and_what_cannot_be_read) {
  for (const char* arguments :
       {"$S", "$S $S $S", "$S $S --by luck", "$S $S --match luck", "$S $S --tolerance -1",
        "$S $S --tolerance nan", "$S $S --tolerance-of pose", "$S $S --limit 0",
        "$S $S --offset soon", "$S --streams 0", "$S $S --streams 0 1", "$S $S --entity nobody",
        "$S $S --from 5 --to-time 1", "$S $S --json --junit x.xml"}) {
    EXPECT_EQ(run(std::string("diff ") + arguments).status, 2) << arguments;
  }
  const Run missing = run("diff $S nothing-here.log --json");
  EXPECT_EQ(missing.status, 3);
  simdjson::dom::parser parser;
  EXPECT_EQ(parsed(parser, missing.out)["problems"].get_array().size(), 1u);
  EXPECT_NE(run("diff --help").out.find("Example:\n  scrubjay diff "), std::string::npos);
}

TEST_F(Diff, a_recording_that_was_cut_is_compared_as_far_as_it_is_whole) {
  const std::string bytes = file_text(kSample);
  put("cut.log", bytes.substr(0, bytes.size() * 2 / 3));
  const Run diff = run("diff $S cut.log --by number --json");
  EXPECT_EQ(diff.status, 1);
  EXPECT_NE(diff.err.find("cut.log: error: A packet reaches beyond the end of the file"),
            std::string::npos)
      << diff.err;
  simdjson::dom::parser parser;
  const auto found = parsed(parser, diff.out);
  // What is whole is the same: the frame that was cut, and those behind it, are A's alone.
  const std::uint64_t compared = found["frames_compared"];
  EXPECT_GT(compared, 100u);
  EXPECT_EQ(std::uint64_t(found["first"]["frame_a"]), compared);
  for (const auto difference : found["differences"].get_array()) {
    EXPECT_EQ(std::string_view(difference["kind"]), "frame-a");
  }
  const std::string told = "Frame " + std::to_string(compared) +
                           " of B is not whole, as B ends within it: it is not compared.\n";
  EXPECT_NE(diff.err.find(told), std::string::npos) << diff.err;
  EXPECT_NE(diffed("$S cut.log --by number", 1).find(told), std::string::npos);
  const Run junit = run("diff cut.log $S --by time --junit -");
  EXPECT_NE(junit.err.find("Frame " + std::to_string(compared) + " of A is not whole"),
            std::string::npos)
      << junit.err;
  // A copy of it ends where it does.
  ASSERT_EQ(run("convert cut.log -o copy.xrec").status, 1);
  const std::string same = diffed("cut.log copy.xrec", 0);
  EXPECT_EQ(same.find("is not whole"), std::string::npos) << same;
}

TEST_F(Diff, a_frame_whose_last_packets_are_missing_is_not_whole) {
  const std::string bytes = file_text(kSample);
  // Behind versions, name and date stands the map's name; each packet is an id, its size in four
  // bytes, and so many bytes. The packet 1 ends a frame.
  const auto byte = [&](std::size_t at) -> std::size_t {
    return static_cast<unsigned char>(bytes.at(at));
  };
  std::size_t at = 26 + 2 + byte(26);
  for (int ends = 0; byte(at) != 1 || ++ends < 100;) {
    at += 5 + byte(at + 1) + (byte(at + 2) << 8) + (byte(at + 3) << 16);
  }
  put("cut.log", bytes.substr(0, at));
  const std::string text = diffed("$S cut.log --by frame", 1);
  EXPECT_NE(text.find("Frame 99 of B is not whole"), std::string::npos) << text;
  EXPECT_NE(text.find("frames of A only"), std::string::npos) << text;
}

TEST_F(Diff, an_array_that_was_emptied_is_one_difference) {
  const auto put_array = [&](const std::string& name, const std::string& array) {
    put(name, R"({"time":0,"frame":0,"data":{"results":[{"parent":"","name":"E","components":)" +
                  (R"({"C":{"v":)" + array) + "}}}]}}");
  };
  put_array("empty.ndjson", "[]");
  put_array("one.ndjson", "[1]");
  simdjson::dom::parser parser;
  const std::string json = diffed("empty.ndjson one.ndjson --json", 1);
  const auto found = parsed(parser, json);
  EXPECT_EQ(std::uint64_t(found["count"]), 1u);
  const auto first = found["first"];
  EXPECT_EQ(std::string_view(first["kind"]), "value");
  EXPECT_EQ(std::string_view(first["path"]), "C/v");
  EXPECT_EQ(first["a"].get_array().size(), 0u);
  EXPECT_EQ(first["b"].get_array().size(), 1u);
  EXPECT_EQ(std::uint64_t(parsed(parser, diffed("one.ndjson empty.ndjson --json", 1))["count"]),
            1u);
}

// Every sample as every format: the same, to what units lose on the way; or something was listed
// as lost.
TEST_F(Diff, a_recording_is_the_same_as_its_conversion) {
  for (const char* sample : {"sample.log", "sample.fbf", "sample.xrec", "sample.ndjson"}) {
    const std::string from = std::string(SCRUBJAY_ASSETS) + "/" + sample;
    for (const char* to : {"carla", "framebyframe", "xrec", "flecs", "mcap"}) {
      const std::string there = path(std::string("there.") + to);
      const Run converted = run("convert '" + from + "' -o '" + there + "' --to " + to);
      ASSERT_EQ(converted.status, 0) << converted.err;
      const Run diff = run("diff '" + from + "' '" + there + "' --tolerance 1e-6 --relative 1e-5");
      EXPECT_EQ(diff.status, 0) << sample << " as " << to << ":\n" << diff.out.substr(0, 2000);
    }
  }
}

}  // namespace
}  // namespace scrubjay
