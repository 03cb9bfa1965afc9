// `scrubjay notes`, and notes on the way through `convert`.
#include "cli_program.h"
#include "core/printed.h"

namespace scrubjay {
namespace {

class NotesCommand : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    std::filesystem::copy_file(kSample, path("drive.log"));
    setenv("XDG_DATA_HOME", path("data").c_str(), 1);
  }
};

TEST_F(NotesCommand, AddsListsAndRemoves) {
  EXPECT_EQ(run("notes drive.log").status, 0);
  Run added =
      run("notes drive.log --add 'too \"late\"' --time 2.5 --select 24 --color 009E73 --json");
  ASSERT_EQ(added.status, 0) << added.err;
  simdjson::dom::parser parser;
  auto list = parsed(parser, added.out).get_array().value();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(std::string_view(list.at(0)["text"]), "too \"late\"");
  EXPECT_EQ(double(list.at(0)["time"]), 2.5);
  EXPECT_EQ(std::string_view(list.at(0)["color"]), "#009E73");
  EXPECT_EQ(std::string_view(list.at(0)["selected"].at(0)), "24");
  EXPECT_EQ(std::string_view(list.at(0)["source"]), "notes");
  const std::string id(std::string_view(list.at(0)["id"]));
  EXPECT_EQ(run("notes drive.log --add range --from 3 --to 4").status, 0);
  EXPECT_TRUE(std::filesystem::exists(path("drive.log.notes.json")));
  EXPECT_EQ(run("notes drive.log --remove " + id).status, 0);
  const Run rest = run("notes drive.log");
  EXPECT_NE(rest.out.find("3.000 s \u2013 4.000 s"), std::string::npos) << rest.out;
  EXPECT_EQ(rest.out.find("late"), std::string::npos);
}

TEST_F(NotesCommand, ATimeAsItIsPrintedTellsOfTheFrameThatItWasPrintedOf) {
  EXPECT_EQ(run("notes drive.log --add here --time 1.000").err,
            "scrubjay: frame 20 is just after that, at 1.0000000149011612 s: the note is about the "
            "frame before it\n");
  EXPECT_EQ(run("notes drive.log --add here --time 1.0000000149011612").err, "");
}

TEST_F(NotesCommand, AnIdThatSeveralHaveSaysWhichOne) {
  std::filesystem::copy_file(std::string(SCRUBJAY_ASSETS) + "/sample.fbf", path("run.fbf"));
  // The server's is the first of them, the client's the second.
  const Run ambiguous = run("series run.fbf --entity 3 --property special/position");
  EXPECT_EQ(ambiguous.status, 2);
  EXPECT_NE(ambiguous.err.find("3#1 of stream 0: Intruder"), std::string::npos) << ambiguous.err;
  EXPECT_NE(ambiguous.err.find("3#2 of stream 1: Player"), std::string::npos) << ambiguous.err;
  EXPECT_NE(ambiguous.err.find("Say which, e.g. \"3#1\"."), std::string::npos) << ambiguous.err;
  for (const auto& [which, name] : {std::pair("3#1", "Intruder"), std::pair("3#2", "Player")}) {
    const Run shown = run(std::string("show run.fbf --time 1 --entity ") + which);
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_NE(shown.out.find(name), std::string::npos) << shown.out;
  }
  for (const char* const nobody : {"3#0", "3#3", "3#", "3#x", "#1"}) {
    EXPECT_NE(run(std::string("show run.fbf --time 1 --entity '") + nobody + "'").status, 0)
        << nobody;
  }
  const Run added = run("notes run.fbf --add his --time 1 --select 3#2 --json");
  ASSERT_EQ(added.status, 0) << added.err;
  simdjson::dom::parser parser;
  EXPECT_EQ(std::string_view(parsed(parser, added.out).at(0)["selected"].at(0)), "3#2");
}

TEST_F(NotesCommand, RefusesWhatCannotBe) {
  EXPECT_EQ(run("notes drive.log --add x").status, 2);
  EXPECT_EQ(run("notes drive.log --add '' --time 1").status, 2);
  EXPECT_EQ(run("notes drive.log --add ' ' --time 1").status, 2);
  EXPECT_EQ(run("notes drive.log --add x --time 1 --color red").status, 2);
  EXPECT_EQ(run("notes drive.log --add x --time 1 --select nobody").status, 2);
  EXPECT_EQ(run("notes drive.log --remove nothing").status, 2);
  const Run outside = run("notes drive.log --add x --time 1000");
  EXPECT_EQ(outside.status, 2);
  EXPECT_NE(outside.err.find("lasts from 0.000 s to 29.950 s"), std::string::npos) << outside.err;
  EXPECT_EQ(run("notes drive.log --add x --from 30 --to 40").status, 2);
  EXPECT_EQ(run("notes drive.log --add x --time -1").status, 2);
  EXPECT_EQ(run("notes no.log").status, 3);
  EXPECT_EQ(shell("\"$P\" notes - --add x --time 1 <drive.log").status, 2);
  EXPECT_FALSE(std::filesystem::exists(path("drive.log.notes.json")));
}

TEST_F(NotesCommand, OfStandardInputAreTheRecordingsOwn) {
  put("noted.fbf",
      R"({"version":4,"type":0,"frameData":[{"frameId":1,"clientId":0,"serverTime":0,"entities":[]}],)"
      R"("comments":{"1":{"id":1,"type":0,"text":"start","pos":{"x":3,"y":4},"frameId":0}}})");
  const Run piped = shell("\"$P\" notes - --json <noted.fbf");
  EXPECT_EQ(piped.status, 0) << piped.err;
  EXPECT_NE(piped.out.find("\"text\":\"start\""), std::string::npos) << piped.out;
  EXPECT_EQ(piped.out, run("notes noted.fbf --json").out);
}

TEST_F(NotesCommand, MayReachOverTheRecordingsEnds) {
  EXPECT_EQ(run("notes drive.log --add x --from -5 --to 40").status, 0);
  EXPECT_EQ(run("notes drive.log --add 'its last frame, as it is printed' --time 29.950").status,
            0);
}

TEST_F(NotesCommand, TakesOverTheNotesOfAFile) {
  std::filesystem::copy_file(kSample, path("other.log"));
  ASSERT_EQ(run("notes drive.log --add one --time 1").status, 0);
  ASSERT_EQ(run("notes other.log --import drive.log.notes.json").status, 0);
  ASSERT_EQ(run("notes other.log --import drive.log.notes.json").status, 0);
  simdjson::dom::parser parser;
  EXPECT_EQ(parsed(parser, run("notes other.log --json").out).get_array().value().size(), 1U);
}

TEST_F(NotesCommand, SaysThatAFileIsDamaged) {
  put("drive.log.notes.json", "{");
  const Run listed = run("notes drive.log");
  EXPECT_EQ(listed.status, 1);
  EXPECT_NE(listed.err.find("drive.log.notes.json"), std::string::npos) << listed.err;
  const Run added = run("notes drive.log --add one --time 1");
  EXPECT_EQ(added.status, 0) << added.err;
  EXPECT_EQ(file_text(path("drive.log.notes.json.damaged-1")), "{");
}

TEST_F(NotesCommand, GoAlongWithTimesThatBeginAtZero) {
  ASSERT_EQ(run("notes drive.log --add 'at a moment' --time 2.5").status, 0);
  ASSERT_EQ(run("notes drive.log --add 'for a while' --from 1 --to 3").status, 0);
  ASSERT_EQ(run("convert drive.log -o kept.xrec").status, 0);
  const auto times_of = [&](const std::string& file) {
    simdjson::dom::parser parser;
    std::string times;
    const Run listed = run("notes " + file + " --json");
    for (auto note : parsed(parser, listed.out).get_array().value()) {
      times += std::string(std::string_view(note["text"])) + " " +
               printed("%.3f", double(note["time"])) + "\n";
    }
    return times;
  };
  const std::string moved = "for a while -1.000\nat a moment 0.500\n";
  // A CARLA file's first time is 0, whatever it was written from.
  ASSERT_EQ(run("convert drive.log -o part.log --from 2 --to-time 4").status, 0);
  EXPECT_EQ(times_of("part.log"), moved);
  ASSERT_EQ(run("convert kept.xrec -o bare.log --from 2 --to-time 4 --keep nothing").status, 0);
  EXPECT_EQ(times_of("bare.log"), moved);
  ASSERT_EQ(run("convert drive.log -o part.xrec --from 2 --to-time 4").status, 0);
  EXPECT_EQ(times_of("part.xrec"), "for a while 1.000\nat a moment 2.500\n");
}

TEST_F(NotesCommand, ThatCannotGoAlongAreAnError) {
  ASSERT_EQ(run("notes drive.log --add noted --time 2.5").status, 0);
  // There is room neither beside the file nor with what is the user's own.
  std::filesystem::create_directory(path("out.xrec.notes.json"));
  put("none", "");
  const Run converted =
      shell("XDG_DATA_HOME=\"$PWD/none\" \"$P\" convert drive.log -o out.xrec --json");
  EXPECT_EQ(converted.status, 1) << converted.err;
  EXPECT_NE(converted.err.find("error: "), std::string::npos) << converted.err;
  simdjson::dom::parser parser;
  EXPECT_EQ(parsed(parser, converted.out)["problems"].get_array().size(), 1U) << converted.out;
  EXPECT_EQ(run("info out.xrec").status, 0) << "the recording itself is whole";
}

TEST_F(NotesCommand, BecomeCommentsOfFrameByFrame) {
  ASSERT_EQ(run("notes drive.log --add 'frame 3 is odd' --time 2.5").status, 0);
  ASSERT_EQ(run("convert drive.log -o saved.fbf --container saved --keep nothing").status, 0);
  EXPECT_FALSE(std::filesystem::exists(path("saved.fbf.notes.json")));
  simdjson::dom::parser parser;
  const std::string text = run("notes saved.fbf --json").out;
  auto list = parsed(parser, text).get_array().value();
  ASSERT_EQ(list.size(), 1U) << text;
  EXPECT_EQ(std::string_view(list.at(0)["source"]), "recording");
  EXPECT_EQ(std::string_view(list.at(0)["text"]), "frame 3 is odd");
  const std::int64_t frame = list.at(0)["frame"];
  // Once more: the comment is the recording's own by now, and stays one.
  ASSERT_EQ(run("notes saved.fbf --add second --time 1").status, 0);
  ASSERT_EQ(run("convert saved.fbf -o again.fbf --container saved").status, 0);
  list = parsed(parser, run("notes again.fbf --json").out).get_array().value();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(std::int64_t(list.at(1)["frame"]), frame);
}

TEST_F(NotesCommand, AreSeenWhereTheFileKeepsAnotherFormatWhole) {
  ASSERT_EQ(run("notes drive.log --add noted --time 2.5").status, 0);
  ASSERT_EQ(run("convert drive.log -o saved.fbf --container saved").status, 0);
  EXPECT_NE(run("notes saved.fbf").out.find("noted"), std::string::npos);
}

TEST_F(NotesCommand, GoAlongWithACut) {
  ASSERT_EQ(run("notes drive.log --add inside --time 2.5").status, 0);
  ASSERT_EQ(run("notes drive.log --add outside --time 8").status, 0);
  ASSERT_EQ(run("convert drive.log -o cut.xrec --from 2 --to-time 3").status, 0);
  const Run listed = run("notes cut.xrec");
  EXPECT_NE(listed.out.find("inside"), std::string::npos) << listed.out << listed.err;
  EXPECT_EQ(listed.out.find("outside"), std::string::npos);
}

}  // namespace
}  // namespace scrubjay
