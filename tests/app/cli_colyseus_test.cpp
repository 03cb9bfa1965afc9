// Colyseus recordings through the built program: clients by name, and what stays secret.
#include "cli_program.h"

namespace scrubjay {
namespace {

/// A schema-debug.txt of two clients in one room: the first one sees a player, the second one two.
constexpr const char* kTwoClients =
    "handshake:128,1,255,1,128,0,2,128,1,5,255,2,130,3,128,0,255,3,128,0,4,255,4,128,167,112,"
    "108,97,121,101,114,115,130,1,129,163,109,97,112,255,5,130,6,128,1,255,6,128,0,7,128,1,8,"
    "128,2,9,255,7,128,164,110,97,109,101,129,166,115,116,114,105,110,103,255,8,128,161,120,"
    "129,166,110,117,109,98,101,114,255,9,128,161,121,129,166,110,117,109,98,101,114\n"
    "state:nF1gKq_2Z:128,1,255,1,128,0,169,110,70,49,103,75,113,95,50,90,2,255,2,128,163,65,"
    "110,110,129,5,130,6\n"
    "state:Yk-svAfAh:128,1,255,1,128,0,169,110,70,49,103,75,113,95,50,90,2,128,1,169,89,107,"
    "45,115,118,65,102,65,104,3,255,2,128,163,65,110,110,129,5,130,6,255,3,128,163,66,111,98,"
    "129,7,130,8\n"
    "patch:nF1gKq_2Z:255,2,129,9\n";

class Colyseus : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    put("room.txt", kTwoClients);
  }
  std::string stream_shown(const std::string& options) {
    const Run shown = run("show room.txt --time 0 --json " + options);
    EXPECT_EQ(shown.status, 0) << shown.err;
    return std::string(parsed(parser_, shown.out)["stream"]);
  }
  static bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  }

  simdjson::dom::parser parser_;
};

TEST_F(Colyseus, a_stream_is_chosen_by_its_id_or_its_name) {
  EXPECT_EQ(stream_shown("--stream 0"), "0");
  EXPECT_EQ(stream_shown("--stream nF1gKq_2Z"), "0");
  EXPECT_EQ(stream_shown("--stream 1"), "1");
  EXPECT_EQ(stream_shown("--stream Yk-svAfAh"), "1");
  const Run none = run("show room.txt --time 0 --stream nobody");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(has(none.err, "\"nobody\"")) << none.err;
}

TEST_F(Colyseus, an_id_of_several_streams_is_told_unless_a_stream_is_chosen) {
  const Run shown = run("show room.txt --frame 0 --entity 2");
  EXPECT_EQ(shown.status, 0);
  EXPECT_TRUE(has(shown.err, "1 (Yk-svAfAh)")) << shown.err;
  EXPECT_TRUE(has(shown.err, "shown is that of 0 (nF1gKq_2Z)")) << shown.err;
  EXPECT_EQ(run("show room.txt --frame 0 --entity 2 --stream 0").err, "");
  EXPECT_EQ(run("show room.txt --frame 0 --entity 2 --all-streams").err, "");
}

TEST_F(Colyseus, events_as_csv_name_their_stream) {
  // Each client sees another player come; the first one after a patch more.
  put("joined.txt", kTwoClients + std::string("patch:nF1gKq_2Z:255,1,128,1,161,97,9\n"
                                              "patch:Yk-svAfAh:255,1,128,2,161,97,9\n"));
  const auto lines = lines_of(run("events joined.txt --csv --name added").out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[0].ends_with(",stream")) << lines[0];
  EXPECT_TRUE(lines[1].ends_with(",1")) << lines[1];
  EXPECT_TRUE(lines[2].ends_with(",0")) << lines[2];
}

TEST_F(Colyseus, a_state_and_a_patch_are_frames_and_no_events) {
  EXPECT_EQ(run("events room.txt --json").out, "[]\n");
}

TEST_F(Colyseus, session_ids_leave_in_a_conversion_only_when_they_are_to_be_kept) {
  struct Case {
    const char* options;
    bool is_kept;
  };
  for (const Case& one : {Case{"", false}, {"--secrets drop", false}, {"--secrets keep", true}}) {
    const Run converted =
        run(std::string("convert room.txt --to framebyframe -o - ") + one.options);
    EXPECT_EQ(converted.status, 0) << converted.err;
    EXPECT_EQ(has(converted.out, "nF1gKq_2Z"), one.is_kept) << one.options;
    EXPECT_EQ(has(converted.out, "Yk-svAfAh"), one.is_kept) << one.options;
    EXPECT_EQ(has(converted.out, "client-2"), !one.is_kept) << one.options;
    const Run told = run(std::string("convert room.txt -o room.fbf --json ") + one.options);
    const char* loss = R"("what":"session ids and tokens","became":"stand-ins","count":2,)";
    EXPECT_EQ(has(told.out, loss), one.options[0] == '\0') << told.out;  // unless asked for
  }
}

TEST_F(Colyseus, session_ids_are_printed_unless_they_are_to_be_dropped) {
  for (const char* const command :
       {"export room.txt --to ndjson -o -", "show room.txt --frame 0 --json",
        "info room.txt --json", "events room.txt --json"}) {
    const Run dropped = run(std::string(command) + " --secrets drop");
    EXPECT_EQ(dropped.status, 0) << dropped.err;
    EXPECT_FALSE(has(dropped.out, "nF1gKq_2Z")) << command;
  }
  EXPECT_TRUE(has(run("export room.txt --to ndjson -o -").out, "nF1gKq_2Z"));
  EXPECT_TRUE(has(run("info room.txt --json").out, "nF1gKq_2Z"));
}

TEST_F(Colyseus, a_field_mapped_to_what_no_format_knows_is_told_what_each_knows) {
  const Run wrong = run("info room.txt --map x=nowhere");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(has(wrong.err, "colyseus: one of none, position")) << wrong.err;
  EXPECT_TRUE(has(wrong.err, "flecs: one of")) << wrong.err;
  // What only another format knows is told when the file is opened, with what this one knows.
  const Run other = run("info room.txt --map x=world-position");
  EXPECT_NE(other.status, 0);
  EXPECT_TRUE(has(other.err, "angle-degrees")) << other.err;
  EXPECT_FALSE(has(other.err, "world-position, ")) << other.err;
}

}  // namespace
}  // namespace scrubjay
