// What the built program makes of its arguments: what is refused, and how slips are told.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cli_program.h"

namespace scrubjay {
namespace {

struct WrongCase {
  std::string name;
  std::string arguments;
  int status;
  std::string told;  ///< part of what standard error says
};

class WrongUse : public Program, public testing::WithParamInterface<WrongCase> {};

TEST_P(WrongUse, has_its_status_and_reason) {
  const Run wrong = run(GetParam().arguments);
  EXPECT_EQ(wrong.status, GetParam().status);
  EXPECT_NE(wrong.err.find(GetParam().told), std::string::npos) << wrong.err;
  EXPECT_EQ(std::ranges::count(wrong.err, '\n'), 1) << wrong.err;
  if (GetParam().arguments.find("--json") != std::string::npos)
    expect_json(wrong.out);
  else
    EXPECT_EQ(wrong.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    , WrongUse,
    testing::Values(
        WrongCase{"no_file", "info", 2, "FILE"},
        WrongCase{"no_file_json", "info --json", 2, "FILE"},
        WrongCase{"unknown_option", "info \"$S\" --bogus --json", 2, "--bogus"},
        WrongCase{"no_moment", "show \"$S\" --json", 2, "--time"},
        WrongCase{"two_moments", "show \"$S\" --time 1 --frame 1 --json", 2, "--frame"},
        WrongCase{"time_no_number", "show \"$S\" --time soon", 2, "soon"},
        WrongCase{"time_nan", "show \"$S\" --time nan", 2, "nan"},
        WrongCase{"frame_below_zero", "show \"$S\" --frame -1", 2, "-1"},
        WrongCase{"frame_with_tail", "show \"$S\" --frame 1x", 2, "1x"},
        WrongCase{"frame_beyond", "show \"$S\" --frame 99999999 --json", 2, "no frame 99999999"},
        WrongCase{"frame_beyond_32_bits", "show \"$S\" --frame 4294967296 --json", 2, "no frame"},
        WrongCase{"entity", "show \"$S\" --frame 1 --entity nobody --json", 2, "nobody"},
        WrongCase{"event_entity", "events \"$S\" --entity nobody --json", 2, "nobody"},
        WrongCase{"stream", "show \"$S\" --frame 1 --stream x --json", 2, "stream \"x\""},
        WrongCase{"format", "info \"$S\" --format png --json", 2, "png"},
        WrongCase{"coordinates", "info \"$S\" --coordinates up --json", 2, "up"},
        WrongCase{"two_outputs", "events \"$S\" --json --csv", 2, "--csv"},
        WrongCase{"export_format", "export \"$S\" --to xml -o -", 2, "xml"},
        WrongCase{"export_target", "export \"$S\" --to ndjson", 2, "--output"},
        WrongCase{"render_no_moment", "render \"$S\" -o a.png", 2, "--time"},
        WrongCase{"render_no_rate", "render \"$S\" -o a_%d.png --from 0 --to 1", 2, "--fps"},
        WrongCase{"render_no_place", "render \"$S\" -o a.png --from 0 --to 1 --fps 2", 2, "%05d"},
        WrongCase{"render_rate", "render \"$S\" -o a_%d.png --from 0 --to 1 --fps 0", 2, "--fps"},
        WrongCase{"render_backwards", "render \"$S\" -o a_%d.png --from 1 --to 0 --fps 1", 2,
                  "--to"},
        WrongCase{"render_flood", "render \"$S\" -o a_%d.png --from 0 --to 1e9 --fps 1e9", 2,
                  "ten"},
        WrongCase{"render_size", "render \"$S\" -o a.png --time 1 --size 12", 2, "--size"},
        WrongCase{"render_follow", "render \"$S\" -o a.png --time 1 --follow nobody", 2, "nobody"},
        WrongCase{"render_missing", "render missing.log -o a.png --time 1", 3, "missing.log"},
        WrongCase{"query", "query \"$S\" nonsense --json", 2, "collisions"},
        WrongCase{"query_key", "query \"$S\" collisions --set nonsense=1 --json", 2, "nonsense"},
        WrongCase{"query_setting", "query \"$S\" collisions --set type1 --json", 2, "type1"},
        WrongCase{"missing", "show missing.log --frame 0 --json", 3, "missing.log"},
        WrongCase{"missing_events", "events missing.log --json", 3, "missing.log"},
        WrongCase{"missing_query", "query missing.log collisions --json", 3, "missing.log"},
        WrongCase{"missing_export", "export missing.log --to ndjson -o -", 3, "missing.log"},
        WrongCase{"missing_quiet", "info missing.log --quiet --json", 3, "missing.log"},
        WrongCase{"folder", "info . --json", 3, "folder"},
        WrongCase{"empty_input", "info - --json", 3, "empty"},
        WrongCase{"no_recording", "verify /bin/sh --json", 3, "/bin/sh"}),
    [](const auto& row) { return row.param.name; });

TEST_F(Program, common_options_may_stand_before_the_subcommand) {
  EXPECT_EQ(run("--coordinates ros show \"$S\" --frame 20 --json").out,
            run("show \"$S\" --frame 20 --json --coordinates ros").out);
  EXPECT_EQ(run("--format carla info \"$S\" --json").status, 0);
  // Choices of formats, too: this one is of another format.
  const Run behind = run("show \"$S\" --frame 20 --positions world");
  const Run before = run("--positions world show \"$S\" --frame 20");
  EXPECT_EQ(behind.status, 2);
  EXPECT_EQ(before.status, 2);
  EXPECT_EQ(before.err, behind.err);
  EXPECT_EQ(run("--positions world show \"$S\" --frame 20 --positions local").err,
            run("show \"$S\" --frame 20 --positions local").err);
}

TEST_F(Program, what_only_the_window_knows_is_refused_before_a_subcommand) {
  for (const char* const option : {"--time 3", "--frame 3", "--select 24", "--view {}",
                                   "--scenery none.xodr", "--state-file s.json"}) {
    const Run refused = run(std::string(option) + " info \"$S\"");
    EXPECT_EQ(refused.status, 2) << option;
    const std::string name = std::string(option).substr(0, std::string(option).find(' '));
    EXPECT_NE(refused.err.find(name + " stands before the subcommand info"), refused.err.npos)
        << refused.err;
  }
}

TEST_F(Program, a_range_that_ends_before_it_begins_is_refused_by_every_command) {
  for (const char* command :
       {"events \"$S\" --from 10 --to 5 --json",
        "series \"$S\" --entity 37 --property speed --to 5 --from 10",
        "export \"$S\" --to csv -o - --from 10 --to-time 5",
        "convert \"$S\" -o x.xrec --from 10 --to-time 5",
        "diff \"$S\" \"$S\" --from 10 --to-time 5", "notes \"$S\" --add x --from 10 --to 5",
        "render \"$S\" --from 10 --to 5 --fps 1 -o p_%d.png"}) {
    const Run reversed = run(command);
    EXPECT_EQ(reversed.status, 2) << command;
    EXPECT_NE(reversed.err.find("5 lies before --from, which is 10"), std::string::npos)
        << command << reversed.err;
  }
}

TEST_F(Program, a_slip_in_the_subcommand_is_told_with_what_was_meant) {
  for (const auto& [slip, meant] : {std::pair("inof", "info"), std::pair("sow", "show"),
                                    std::pair("convrt", "convert"), std::pair("event", "events")}) {
    const Run slipped = run(std::string(slip) + " \"$S\"");
    EXPECT_EQ(slipped.status, 2) << slip;
    EXPECT_NE(slipped.err.find("subcommand " + std::string(meant) + "?"), std::string::npos)
        << slipped.err;
  }
}

struct OptionSlip {
  const char* arguments;
  const char* told;
};

TEST_F(Program, a_slip_in_an_option_is_told_first_with_what_was_meant) {
  for (const OptionSlip& c : {
           OptionSlip{"show \"$S\" --tme 3",
                      "scrubjay: --tme is no option of show; did you mean --time?"},
           OptionSlip{"show \"$S\" --tme=3 --json",
                      "scrubjay: --tme is no option of show; did you mean --time?"},
           OptionSlip{"series \"$S\" --entty 37 --property speed", "did you mean --entity?"},
           OptionSlip{"diff \"$S\" \"$S\" --to 5", "did you mean --to-time?"},
           OptionSlip{"info \"$S\" --nothing-like-it",
                      "scrubjay: --nothing-like-it is no option of info ("},
           OptionSlip{"--selct 24 \"$S\"",
                      "scrubjay: --selct is no option of scrubjay; did you mean --select?"},
       }) {
    const Run slipped = run(c.arguments);
    EXPECT_EQ(slipped.status, 2) << c.arguments;
    EXPECT_NE(slipped.err.find(c.told), std::string::npos) << slipped.err;
  }
}

TEST_F(Program, an_empty_value_is_none_of_the_words_behind_it) {
  const Run apart = run("events \"$S\" --name '' --to 2 --json");
  EXPECT_EQ(apart.status, 0) << apart.err;
  EXPECT_EQ(run("events \"$S\" --to=2 --name= --json").out, apart.out);
  EXPECT_EQ(run("events \"$S\" --to 2 --json --name=").out, apart.out);
  const Run wrong = run("events \"$S\" --to= --json");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.out.find("--to: \\\"\\\" is not a time"), std::string::npos) << wrong.out;
}

TEST_F(Program, a_time_where_a_format_is_asked_for_is_told_with_the_option_for_it) {
  for (const char* command :
       {"convert \"$S\" -o x.xrec --from 3 --to 5", "export \"$S\" -o x --to 5"}) {
    const Run slipped = run(command);
    EXPECT_EQ(slipped.status, 2) << command;
    EXPECT_NE(slipped.err.find("--to-time 5"), std::string::npos) << slipped.err;
  }
}

TEST_F(Program, a_choice_of_vectors_that_no_property_has_is_told) {
  const Run useless = run("show \"$S\" --time 1 --vectors nobody=direction");
  EXPECT_EQ(useless.status, 0);
  EXPECT_NE(useless.err.find("--vectors nobody"), std::string::npos) << useless.err;
  const Run useful = run("show \"$S\" --time 1 --vectors linear_velocity=velocity");
  EXPECT_EQ(useful.err.find("--vectors"), std::string::npos) << useful.err;
}

TEST_F(Program, help_and_version_stand_on_every_level_with_an_example) {
  for (const std::string command : {"", "info", "show", "events", "export", "convert", "query",
                                    "notes", "render", "verify", "formats"}) {
    const Run help = run(command + " --help");
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.out.find("Example"), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("--coordinates"), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("--no-cache "), std::string::npos) << help.out;
    EXPECT_EQ(help.out.find("--no-cache{"), std::string::npos) << help.out;
    EXPECT_EQ(run(command + " --version").out.substr(0, 9), "scrubjay ");
    EXPECT_EQ(help.out.find("--vectors"), std::string::npos) << help.out;
    EXPECT_NE(run(command + " --help-all").out.find("--vectors"), std::string::npos);
  }
}

}  // namespace
}  // namespace scrubjay
