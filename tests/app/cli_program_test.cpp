// Runs the built program as a shell does.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "cli_program.h"
#include "cli_test_recording.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

TEST_F(Program, info_prints_the_fields_of_the_contract) {
  const Run run_info = run("info \"$S\" --json");
  ASSERT_EQ(run_info.status, 0) << run_info.err;
  simdjson::dom::parser parser;
  const auto info = parsed(parser, run_info.out);
  for (const char* field :
       {"file", "format", "format_version", "size_bytes", "frames", "begin", "end", "entities",
        "events", "streams", "coordinates", "metadata", "complete", "details", "problems"}) {
    EXPECT_FALSE(info[field].error()) << field;
  }
  EXPECT_EQ(std::string_view(info["file"]), kSample);
  EXPECT_EQ(std::string_view(info["format"]), "carla");
  EXPECT_EQ(std::uint64_t(info["size_bytes"]), fs::file_size(kSample));
  EXPECT_GT(std::uint64_t(info["frames"]), 100u);
  EXPECT_EQ(std::string_view(info["coordinates"]["name"]), "unreal");
  EXPECT_TRUE(bool(info["complete"]));
}

TEST_F(Program, reading_a_file_leaves_it_as_it_was) {
  fs::create_directory(path("read"));
  const std::string copy = path("read/copy.log");
  fs::copy_file(kSample, copy);
  const auto changed = fs::last_write_time(copy);
  fs::permissions(copy, fs::perms::owner_read);
  for (const char* command :
       {"info", "verify", "show --time 1", "events", "export --to ndjson -o -"}) {
    EXPECT_EQ(run(std::string(command) + " '" + copy + "' > /dev/null").status, 0) << command;
  }
  EXPECT_EQ(fs::last_write_time(copy), changed);
  EXPECT_TRUE(file_text(copy) == file_text(kSample));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("read")), fs::directory_iterator()), 1);
}

TEST_F(Program, opens_what_the_recorder_for_games_writes) {
  const std::string recorder = SCRUBJAY_ASSETS "/../formats/framebyframe/recorder.py";
  ASSERT_EQ(shell("python3 '" + recorder + "' match.fbf").status, 0);
  simdjson::dom::parser parser;
  const Run known = run("info match.fbf --json");
  ASSERT_EQ(known.status, 0) << known.err;
  const auto info = parsed(parser, known.out);
  EXPECT_EQ(std::string_view(info["format"]), "framebyframe");
  EXPECT_EQ(std::uint64_t(info["frames"]), 90U);
  EXPECT_TRUE(bool(info["complete"]));
  EXPECT_EQ(info["problems"].get_array().size(), 0U) << known.out;
  const Run health = run("history match.fbf --entity 'Blue archer' --property combat/health");
  EXPECT_NE(health.out.find("  Attack (1 Red archer)\n"), std::string::npos)
      << health.out << health.err;
  const std::string until = run("events match.fbf --to 1.2").out;
  EXPECT_EQ(lines_of(until).size(), 4U) << until;
  EXPECT_EQ(run("events match.fbf --to-time 1.2").out, until);
  // A game that ended in a crash.
  ASSERT_EQ(shell("head -c 100000 match.fbf > cut.fbf").status, 0);
  const auto cut = parsed(parser, run("info cut.fbf --json").out);
  EXPECT_GT(std::uint64_t(cut["frames"]), 60U);
}

TEST_F(Program, info_names_the_coordinates_that_were_chosen) {
  simdjson::dom::parser parser;
  for (const char* command : {"info", "verify"}) {
    const Run chosen = run(std::string(command) + " \"$S\" --coordinates ros --json");
    ASSERT_EQ(chosen.status, 0) << chosen.err;
    EXPECT_EQ(std::string_view(parsed(parser, chosen.out)["coordinates"]["name"]), "ros");
  }
  const Run text = run("info \"$S\" --coordinates ros");
  EXPECT_NE(text.out.find("coordinates     ros"), std::string::npos) << text.out;
}

TEST_F(Program, several_files_give_an_array_and_the_worst_status) {
  const Run both = run("info \"$S\" missing.log --json");
  EXPECT_EQ(both.status, 3);
  EXPECT_NE(both.err.find("missing.log"), std::string::npos) << both.err;
  simdjson::dom::parser parser;
  const auto array = simdjson::dom::array(parsed(parser, both.out));
  ASSERT_EQ(array.size(), 2u);
  EXPECT_GT(std::uint64_t(array.at(0)["frames"]), 0u);
  EXPECT_EQ(std::uint64_t(array.at(1)["frames"]), 0u);
  EXPECT_EQ(std::string_view(array.at(1)["problems"].at(0)["severity"]), "fatal");
  EXPECT_EQ(std::string_view(array.at(1)["problems"].at(0)["code"]), "not-found");
  EXPECT_EQ(run("info \"$S\" \"$S\"").status, 0);
}

TEST_F(Program, many_files_are_told_as_each_by_itself_in_their_order) {
  put("cut.log", file_text(kSample).substr(0, 20'000));
  put("odd.log", "no recording");
  const std::vector<std::string> files{"\"$S\"",  "cut.log", "odd.log", "missing.log",
                                       "cut.log", "\"$S\"",  "odd.log", "\"$S\""};
  std::string all;
  for (const std::string& file : files) all += " " + file;
  for (const std::string command : {"info", "verify"}) {
    Run text{.status = 3, .out = "", .err = ""};
    Run json{.status = 3, .out = "[", .err = ""};
    for (std::size_t i = 0; i < files.size(); ++i) {
      const Run one = run(command + " " + files[i]);
      text.out += (i > 0 ? "\n" : "") + one.out;
      text.err += one.err;
      const std::string object = run(command + " " + files[i] + " --json").out;
      json.out += (i > 0 ? "," : "") + object.substr(0, object.size() - 1);
    }
    json.out += "]\n";
    for (const auto& [expected, how] : {std::pair(&text, ""), std::pair(&json, " --json")}) {
      const Run many = run(command + all + how);
      EXPECT_EQ(many.status, expected->status);
      EXPECT_EQ(many.out, expected->out);
      EXPECT_EQ(many.err, text.err);
    }
  }
}

TEST_F(Program, standard_input_is_read_where_a_file_stands) {
  const Run from_file = run("show \"$S\" --frame 3 --json");
  const Run from_pipe = shell("cat \"$S\" | \"$P\" show - --frame 3 --json");
  EXPECT_EQ(from_pipe.status, 0) << from_pipe.err;
  EXPECT_EQ(from_pipe.out, from_file.out);
}

TEST_F(Program, every_line_of_the_export_is_what_show_prints) {
  const Run exported = run("export \"$S\" --to ndjson -o -");
  ASSERT_EQ(exported.status, 0) << exported.err;
  const auto lines = lines_of(exported.out);
  simdjson::dom::parser parser;
  const Run info = run("info \"$S\" --json");
  EXPECT_EQ(lines.size(), std::uint64_t(parsed(parser, info.out)["frames"]));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto frame = parsed(parser, lines[i]);
    ASSERT_EQ(std::uint64_t(frame["frame"]), i);
  }
  for (const std::size_t i : {std::size_t{0}, lines.size() / 2, lines.size() - 1}) {
    EXPECT_EQ(run("show \"$S\" --json --frame " + std::to_string(i)).out, lines[i] + "\n");
  }
}

TEST_F(Program, an_export_to_a_file_is_the_same_and_leaves_nothing_beside_it) {
  ASSERT_EQ(run("export \"$S\" --to ndjson -o out.ndjson").status, 0);
  EXPECT_EQ(file_text(path("out.ndjson")), run("export \"$S\" --to ndjson -o -").out);
  const auto names = fs::directory_iterator(folder_.path());
  EXPECT_TRUE(std::none_of(begin(names), end(names),
                           [](const auto& entry) { return entry.path().extension() == ".part"; }));
}

TEST_F(Program, an_export_never_overwrites_its_recording) {
  fs::copy_file(kSample, path("drive.log"));
  fs::create_symlink(path("drive.log"), path("link.log"));
  for (const std::string target : {"drive.log", "./drive.log", "link.log"}) {
    EXPECT_EQ(run("export drive.log --to ndjson -o " + target).status, 2);
  }
  EXPECT_EQ(file_text(path("drive.log")), file_text(kSample));
}

TEST_F(Program, an_export_that_cannot_be_written_says_so_and_leaves_nothing) {
  const Run nowhere = run("export \"$S\" --to ndjson -o missing/out.ndjson");
  EXPECT_EQ(nowhere.status, 3);
  EXPECT_NE(nowhere.err.find("missing/out.ndjson"), std::string::npos) << nowhere.err;
  const Run no_input = run("export missing.log --to ndjson -o out.ndjson");
  EXPECT_EQ(no_input.status, 3);
  EXPECT_FALSE(fs::exists(path("out.ndjson")));
}

TEST_F(Program, a_full_disk_is_told) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  EXPECT_EQ(shell("\"$P\" info \"$S\" --json >/dev/full").status, 3);
  EXPECT_EQ(run("export \"$S\" --to ndjson -o /dev/full").status, 3);
}

TEST_F(Program, a_closed_pipe_ends_quietly) {
  for (const std::string command : {"export \"$S\" --to ndjson -o -", "events \"$S\" --json"}) {
    const Run head = shell("{ \"$P\" " + command + "; echo $? >status; } | head -c 1");
    EXPECT_EQ(head.err, "") << command;
    EXPECT_EQ(file_text(path("status")), "0\n") << command;
  }
}

TEST_F(Program, an_interrupted_export_leaves_no_half_file) {
  // Long enough that the signal comes while it is at work: the packets of the sample over and over.
  const std::string sample = file_text(kSample);
  const auto map_size = static_cast<unsigned char>(sample[26]);
  const std::size_t header = 28u + map_size;
  std::string bytes = sample;
  while (bytes.size() < 40'000'000) bytes.append(sample, header);
  put("long.log", bytes);
  const Run stopped = shell(
      "\"$P\" export long.log --to ndjson -o out.ndjson & job=$!; "
      "until ls .out.ndjson.*.part || ! kill -0 $job; do :; done; kill -TERM $job; wait $job");
  EXPECT_EQ(stopped.status, 128 + 15);
  EXPECT_FALSE(fs::exists(path("out.ndjson")));
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
  }
}

TEST_F(Program, ctrl_c_ends_a_read_that_waits_for_ever) {
  // Opening a pipe for writing waits for its reader, so the signal comes while the program reads.
  // Another kill ends a program that ignores it: a status of 128 + 9.
  const Run stopped = shell(
      "mkfifo never; \"$P\" info never & job=$!; exec 3>never; kill -TERM $job; "
      "(exec 3>&-; sleep 20; kill -KILL $job) & guard=$!; wait $job; status=$?; kill $guard; "
      "exit $status");
  EXPECT_EQ(stopped.status, 128 + 15);
}

struct TimeCase {
  std::string time;
  std::uint64_t frame;
};

TEST_F(Program, show_takes_the_last_frame_at_or_before_the_time) {
  simdjson::dom::parser parser;
  const Run all = run("export \"$S\" --to ndjson -o -");
  const auto lines = lines_of(all.out);
  ASSERT_GT(lines.size(), 10u);
  const auto time_of = [&](std::size_t i) {
    // As printed, digit by digit: what is printed names its own frame again.
    const std::size_t begin = lines[i].find("\"time\":") + 7;
    return lines[i].substr(begin, lines[i].find(',', begin) - begin);
  };
  const TimeCase cases[] = {{"-1", 0},
                            {"-1e300", 0},
                            {"0", 0},
                            {time_of(0), 0},
                            {time_of(5), 5},
                            {time_of(lines.size() - 1), lines.size() - 1},
                            {"1e300", lines.size() - 1}};
  for (const TimeCase& c : cases) {
    const Run shown = run("show \"$S\" --json --time " + c.time);
    ASSERT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(std::uint64_t(parsed(parser, shown.out)["frame"]), c.frame) << c.time;
  }
}

TEST_F(Program, show_says_why_it_lists_nobody) {
  const Run gone = run("show \"$S\" --time 6.02 --entity 41");
  EXPECT_EQ(gone.status, 0);
  EXPECT_EQ(gone.err.find("scrubjay: \"41\" is not there at that time: 41#1: "), 0U) << gone.err;
  EXPECT_NE(gone.err.find(", from 0.000 s to 4.950 s; 41#2: "), std::string::npos) << gone.err;
  EXPECT_EQ(run("show \"$S\" --time 4.02 --entity 41").err, "");
  const Run outside = run("show \"$S\" --time 1000 --entity 37");
  EXPECT_EQ(outside.err.find("scrubjay: The recording lasts from 0.000 s to "), 0U) << outside.err;
}

TEST_F(Program, show_picks_entities_by_id_or_name) {
  simdjson::dom::parser parser;
  const Run all = run("show \"$S\" --frame 50 --json");
  std::string id;
  std::string name;
  std::size_t same_name = 0;
  {
    const auto entities = simdjson::dom::array(parsed(parser, all.out)["entities"]);
    ASSERT_GT(entities.size(), 3u);
    id = std::string_view(entities.at(2)["id"]);
    name = std::string_view(entities.at(2)["name"]);
    for (const auto entity : entities) same_name += std::string_view(entity["name"]) == name;
  }
  const auto shown = [&](const std::string& what) {
    const Run some = run("show \"$S\" --frame 50 --json --entity '" + what + "'");
    EXPECT_EQ(some.status, 0) << some.err;
    return simdjson::dom::array(parsed(parser, some.out)["entities"]);
  };
  ASSERT_EQ(shown(id).size(), 1u);
  EXPECT_EQ(std::string_view(shown(id).at(0)["id"]), id);
  EXPECT_EQ(shown(name).size(), same_name);
}

TEST_F(Program, a_recording_cut_in_half_is_read_as_far_as_it_is_whole) {
  const std::string whole = file_text(kSample);
  put("half.log", whole.substr(0, whole.size() / 2));
  const Run info = run("info half.log --json");
  simdjson::dom::parser parser;
  const auto half = parsed(parser, info.out);
  EXPECT_FALSE(bool(half["complete"]));
  EXPECT_GT(std::uint64_t(half["frames"]), 10u);
  ASSERT_GT(simdjson::dom::array(half["problems"]).size(), 0u);
  bool has_error = false;
  for (const auto problem : half["problems"]) {
    has_error |= std::string_view(problem["severity"]) == "error";
  }
  EXPECT_EQ(info.status, has_error ? 1 : 0);
  EXPECT_EQ(info.err.empty(), !has_error) << info.err;
  const Run verify = run("verify half.log --json");
  EXPECT_EQ(std::uint64_t(parsed(parser, verify.out)["frames"]),
            lines_of(run("export half.log --to ndjson -o -").out).size());
}

TEST_F(Program, events_can_be_narrowed_and_take_three_forms) {
  simdjson::dom::parser parser;
  const auto events_of = [&](const std::string& options) {
    const Run some = run("events \"$S\" --json " + options);
    EXPECT_EQ(some.status, 0) << some.err;
    return simdjson::dom::array(parsed(parser, some.out));
  };
  const std::size_t count = events_of("").size();
  ASSERT_GT(count, 10u);
  double last = 0;
  for (const auto event : events_of("--from 5 --to 10")) {
    const double time = double(event["time"].get_double());
    EXPECT_GE(time, 5);
    EXPECT_LE(time, 10);
    EXPECT_GE(time, last);
    last = time;
  }
  EXPECT_LT(events_of("--from 5 --to 10").size(), count);
  const auto added = events_of("--name ADDED");
  ASSERT_GT(added.size(), 0u);
  for (const auto event : added) EXPECT_EQ(std::string_view(event["name"]), "added");
  EXPECT_EQ(events_of("--name nothing-of-that-name").size(), 0u);
  const std::string id(std::string_view(events_of("--name added").at(0)["entity"]));
  for (const auto event : events_of("--entity " + id)) {
    EXPECT_EQ(std::string_view(event["entity"]), id);
  }
  const auto csv = lines_of(run("events \"$S\" --csv --name added").out);
  EXPECT_EQ(csv.size(), events_of("--name added").size() + 1);
  EXPECT_EQ(csv.front(), "frame,time,name,tag,entity,order,properties,stream");
  const auto table = lines_of(run("events \"$S\" --name added").out);
  EXPECT_EQ(table.size(), csv.size());
}

TEST_F(Program, events_about_somebody_are_those_that_name_him_too) {
  const std::string events = std::string("events '") + SCRUBJAY_ASSETS + "/sample.fbf' --json ";
  simdjson::dom::parser parser;
  // Guard Brunel, 12, is the one that damage is received from.
  std::size_t from = 0;
  const std::string about = run(events + "--about 12").out;
  for (const auto event : parsed(parser, about).get_array().value()) {
    const std::string text = simdjson::minify(event["properties"]);
    const bool is_named = text.find(R"("type":"entity","value":"12")") != text.npos;
    EXPECT_TRUE(is_named || std::string_view(event["entity"]) == "12") << text;
    if (std::string_view(event["name"]) == "Damage received") ++from;
  }
  EXPECT_EQ(from, 2u);
  EXPECT_EQ(run(events + "--about 'Guard Brunel'").out, about);
  EXPECT_LT(run(events + "--entity 12").out.size(), about.size());
  EXPECT_EQ(run(events + "--about nobody").status, 2);
}

TEST_F(Program, a_time_as_it_is_printed_tells_of_the_frame_that_it_was_printed_of) {
  const Run before = run("show \"$S\" --time 1.000");
  EXPECT_EQ(before.out.find("frame 19 of"), 0u);
  EXPECT_EQ(
      before.err,
      "scrubjay: frame 20 is just after that, at 1.0000000149011612 s: --frame 20 shows it\n");
  for (const char* exact : {"1.0000000149011612", "0.999", "0.97", "1.001"}) {
    EXPECT_EQ(run(std::string("show \"$S\" --time ") + exact).err, "") << exact;
  }
}

TEST_F(Program, events_are_told_with_what_they_hold_and_whom_they_mean) {
  const std::string of = std::string("events '") + SCRUBJAY_ASSETS + "/sample.fbf' --name ";
  const Run hits = run(of + "'damage received' --to 2.4");
  EXPECT_NE(hits.out.find("Amount 9, From 12 Guard Brunel, Hit {layer Hits, color ("),
            std::string::npos)
      << hits.out;
  EXPECT_EQ(run(of + "input").out.find("items"), std::string::npos);
}

TEST_F(Program, coordinates_are_those_chosen) {
  simdjson::dom::parser parser;
  const auto position = [&](const std::string& options) {
    const Run shown = run("show \"$S\" --frame 20 --json " + options);
    EXPECT_EQ(shown.status, 0) << shown.err;
    for (const auto entity : parsed(parser, shown.out)["entities"]) {
      if (entity["position"].error()) continue;
      std::vector<double> values;
      for (const auto value : entity["position"]) values.push_back(double(value.get_double()));
      return values;
    }
    return std::vector<double>{};
  };
  const auto recorded = position("");
  ASSERT_EQ(recorded.size(), 3u);
  EXPECT_EQ(position("--coordinates source"), recorded);
  EXPECT_EQ(position("--coordinates carla"), recorded);
  const auto ros = position("--coordinates ros");
  // Digits printed for a float leave room for so much.
  constexpr double kFloat = 1e-6;
  EXPECT_NEAR(ros[0], recorded[0] / 100, kFloat * (1 + std::abs(ros[0])));
  EXPECT_NEAR(ros[1], -recorded[1] / 100, kFloat * (1 + std::abs(ros[1])));
  EXPECT_NEAR(ros[2], recorded[2] / 100, kFloat * (1 + std::abs(ros[2])));
}

TEST_F(Program, all_streams_are_an_array) {
  const Run all = run("show \"$S\" --frame 3 --all-streams --json");
  ASSERT_EQ(all.status, 0) << all.err;
  const Run one = run("show \"$S\" --frame 3 --json");
  EXPECT_EQ(all.out, "[" + one.out.substr(0, one.out.size() - 1) + "]\n");
}

TEST_F(Program, queries_are_listed_and_asked) {
  simdjson::dom::parser parser;
  const Run list = run("query \"$S\" --json");
  ASSERT_EQ(list.status, 0) << list.err;
  const auto queries = simdjson::dom::array(parsed(parser, list.out));
  ASSERT_GT(queries.size(), 0u);
  const Run collisions = run("query \"$S\" collisions --set type1=v --set type2=a --json");
  ASSERT_EQ(collisions.status, 0) << collisions.err;
  const auto answer = parsed(parser, collisions.out);
  EXPECT_EQ(std::string_view(answer["query"]), "collisions");
  EXPECT_GT(simdjson::dom::array(answer["columns"]).size(), 0u);
  EXPECT_NE(run("query \"$S\" collisions").out, "");
  EXPECT_NE(run("query \"$S\"").out.find("collisions"), std::string::npos);
}

TEST_F(Program, render_draws_one_picture_or_many) {
  const Run one = run("render \"$S\" --time 10 -o one.png --size 320x180");
  if (one.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << one.err;
  ASSERT_EQ(one.status, 0) << one.err;
  const std::string png = file_text(path("one.png"));
  ASSERT_GT(png.size(), 1000u);
  // PNG, second edition, 11.2.2: width and height follow the first chunk's name.
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x01\x40\0\0\0\xB4", 8));
  EXPECT_EQ(run("render \"$S\" --time 10 -o - --size 320x180").out, png);
  const Run many =
      run("render \"$S\" --from 10 --to 11 --fps 2 -o p_%03d.png --size 64x48 --follow spectator");
  ASSERT_EQ(many.status, 0) << many.err;
  for (const char* name : {"p_000.png", "p_001.png", "p_002.png"}) {
    EXPECT_TRUE(fs::exists(path(name))) << name;
  }
  EXPECT_FALSE(fs::exists(path("p_003.png")));
  EXPECT_NE(file_text(path("p_000.png")), file_text(path("p_002.png")));
}

TEST_F(Program, a_picture_outside_of_the_recording_is_told) {
  const Run after = run("render \"$S\" --time 5000 -o after.png --size 64x48");
  if (after.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << after.err;
  EXPECT_EQ(after.status, 0);
  EXPECT_NE(after.err.find("lasts from 0.000 s to 29.950 s"), std::string::npos) << after.err;
  EXPECT_EQ(run("render \"$S\" --time 29.950 -o last.png --size 64x48").err, "");
}

TEST_F(Program, a_picture_never_overwrites_the_recording) {
  fs::copy_file(kSample, path("drive_1.log"));
  const Run over = run("render drive_1.log --from 0 --to 1 --fps 1 -o drive_%d.log --size 64x48");
  if (over.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << over.err;
  EXPECT_EQ(over.status, 2);
  EXPECT_EQ(run("render \"$S\" drive_1.log --view '{}' --middle -o drive_1.log").status, 2);
  EXPECT_EQ(file_text(path("drive_1.log")), file_text(kSample));
}

TEST_F(Program, a_picture_of_another_format_is_refused_before_it_is_drawn) {
  const Run jpeg = run("render \"$S\" --time 1 -o scene.jpg");
  EXPECT_EQ(jpeg.status, 2);
  EXPECT_NE(jpeg.err.find("PNG"), std::string::npos) << jpeg.err;
  EXPECT_FALSE(fs::exists(path("scene.jpg")));
}

TEST_F(Program, the_file_that_is_at_fault_is_named) {
  put("text.txt", "hello");
  fs::copy_file(kSample, path("drive.log"));
  for (const char* command : {"notes drive.log --import text.txt",
                              "render drive.log --time 5 -o x.png --scenery text.txt",
                              "render drive.log text.txt --view {} --time 5 -o x.png",
                              "render drive.log --time 5 -o text.txt/x.png",
                              "render drive.log --from 5 --to 6 --fps 1 -o text.txt/x.y4m"}) {
    const Run refused = run(command);
    if (refused.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << refused.err;
    EXPECT_EQ(refused.status, 3) << command;
    EXPECT_NE(refused.err.find("text.txt"), std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find("drive.log"), std::string::npos) << refused.err;
  }
}

TEST_F(Program, a_folder_stands_for_the_recordings_in_it) {
  shell("mkdir one two && cp \"$S\" one/drive.log && cp \"$S\" two/2.log && cp \"$S\" two/10.log");
  put("one/notes.txt", "no recording");
  const Run one = run("show one --time 1 --json");
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, run("show \"$S\" --time 1 --json").out);
  simdjson::dom::parser parser;
  const Run two = run("info two --json");
  EXPECT_EQ(two.status, 0) << two.err;
  const auto infos = parsed(parser, two.out).get_array().value();
  ASSERT_EQ(infos.size(), 2u);
  EXPECT_TRUE(std::string_view(infos.at(0)["file"]).ends_with("2.log")) << two.out;
  EXPECT_TRUE(std::string_view(infos.at(1)["file"]).ends_with("10.log")) << two.out;
  const Run which = run("show two --time 1");
  EXPECT_EQ(which.status, 2);
  EXPECT_NE(which.err.find("10.log"), std::string::npos) << which.err;
}

TEST_F(Program, what_looks_like_a_recording_in_a_folder_and_is_none_is_told) {
  ASSERT_EQ(shell("mkdir runs; cp \"$S\" runs/a.log; : >runs/b.log; echo x >runs/notes.md").status,
            0);
  const Run info = run("info runs");
  EXPECT_EQ(info.status, 0);
  EXPECT_EQ(info.err, "scrubjay: no recording, passed over: runs/b.log\n");
  EXPECT_EQ(run("--quiet info runs").err, "");
}

TEST_F(Program, json_of_something_else_is_left_out_of_a_folder_of_snapshots) {
  shell("mkdir world");
  const auto snapshot = [](int x) {
    return R"({"results":[{"name":"car","components":{"Position":{"x":)" + std::to_string(x) +
           R"(,"y":0}}}]})";
  };
  put("world/0_settings.json", R"({"volume": 3})");
  put("world/1.json", snapshot(1));
  put("world/2.json", snapshot(2));
  simdjson::dom::parser parser;
  const Run info = run("info world --json");
  EXPECT_EQ(info.status, 0) << info.err;
  const auto object = parsed(parser, info.out);
  EXPECT_EQ(std::string_view(object["format"]), "flecs");
  EXPECT_EQ(std::uint64_t(object["frames"]), 2u);
  EXPECT_EQ(std::uint64_t(object["size_bytes"]), 13 + 2 * snapshot(1).size());
  std::string codes;
  for (const auto problem : object["problems"].get_array()) {
    codes += std::string(std::string_view(problem["code"])) + " ";
  }
  EXPECT_NE(codes.find("foreign-file"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("0_settings.json"), std::string::npos) << info.out;
}

TEST_F(Program, formats_lists_what_can_be_read) {
  simdjson::dom::parser parser;
  const Run formats = run("formats --json");
  EXPECT_EQ(formats.status, 0);
  EXPECT_EQ(std::string_view(parsed(parser, formats.out).at(0)["name"]), "carla");
  EXPECT_NE(run("formats").out.find("CARLA"), std::string::npos);
  EXPECT_NE(run("formats").out.find("OpenDRIVE"), std::string::npos);
  EXPECT_EQ(formats.out.find("OpenDRIVE"), std::string::npos) << "it is no format of recordings";
}

}  // namespace
}  // namespace scrubjay
