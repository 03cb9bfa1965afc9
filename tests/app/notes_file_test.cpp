// Notes beside recordings: what is written is read back, what is hostile or damaged loses nothing.
#include "app/shared/notes_file.h"
#include "tests/core/file_text.h"
#include "tests/core/test_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

#ifdef _WIN32
/// Windows keeps nobody from writing into a folder by its permissions.
bool writes_everywhere() { return true; }
void set_data_folder(const std::string& path) { _putenv_s("APPDATA", path.c_str()); }
#else
bool writes_everywhere() { return geteuid() == 0; }
void set_data_folder(const std::string& path) { setenv("XDG_DATA_HOME", path.c_str(), 1); }
#endif

class NotesFiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "recordings");
    set_data_folder((folder_ / "data").string());
    recording = (folder_ / "recordings" / "drive.log").string();
    std::ofstream(recording) << "x";
  }
  void TearDown() override { fs::permissions(folder_ / "recordings", fs::perms::owner_all); }

  void put(const std::string& text) const {
    std::ofstream(notes_path_beside(recording), std::ios::binary) << text;
  }
  static Note note(const std::string& id, Seconds time, const std::string& text) {
    Note note = new_note(time, text);
    note.id = id;
    return note;
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> found;
    for (const Note& one : load_notes(recording).notes) found.push_back(one.text);
    return found;
  }

  TestFolder folder_;
  std::string recording;
};

using Texts = std::vector<std::string>;

TEST_F(NotesFiles, ReadBackWhatWasWritten) {
  Note full = note("a", 12.125, "brakes\n\"late\" \u00fc");
  full.end = 14;
  full.color = 0x123456;
  full.selected = {"24", "x/y"};
  full.view = R"({"camera":{"distance":3.5},"layers":{"Boxes":"off"}})";
  const auto read = read_notes(notes_text({"drive.log", {note("b", 20, "two"), full}, {}}));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->notes.size(), 2U);
  EXPECT_EQ(read->recording, "drive.log");
  EXPECT_EQ(read->notes[0], full);  // in order of time
  EXPECT_EQ(read->notes[1].text, "two");
  EXPECT_TRUE(read->problems.empty());
}

struct Malformed {
  const char* name;
  std::string text;
  const char* code;    ///< of the failure; empty: it can be read
  std::size_t notes;   ///< that are left
  std::size_t losses;  ///< notes that cannot be read
};

std::string with_notes(const std::string& notes) {
  return R"({"format":"scrubjay notes","version":1,"notes":)" + notes + "}";
}

class MalformedNotes : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedNotes, AreReadAsFarAsTheyCanBe) {
  const Malformed& given = GetParam();
  const auto read = read_notes(given.text);
  if (*given.code != '\0') {
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, given.code);
    return;
  }
  ASSERT_TRUE(read) << describe(read.error());
  EXPECT_EQ(read->notes.size(), given.notes);
  std::size_t losses = 0;
  for (const Problem& problem : read->problems) losses += problem.count;
  EXPECT_EQ(losses, given.losses);
}

INSTANTIATE_TEST_SUITE_P(
    Table, MalformedNotes,
    testing::Values(
        Malformed{"empty", "", "not-json", 0, 0},
        Malformed{"cut", R"({"format":"scrubjay notes","version":1,"notes":[{"ti)", "not-json", 0,
                  0},
        Malformed{"not_utf8", "{\"format\":\"scrubjay notes\xff\"}", "not-json", 0, 0},
        Malformed{"array", "[]", "not-notes", 0, 0},
        Malformed{"other_json", R"({"version":1,"notes":[]})", "not-notes", 0, 0},
        Malformed{"no_list", R"({"format":"scrubjay notes","version":1,"notes":{}})", "not-notes",
                  0, 0},
        Malformed{"version_text", R"({"format":"scrubjay notes","version":"1","notes":[]})",
                  "not-notes", 0, 0},
        Malformed{"version_0", R"({"format":"scrubjay notes","version":0,"notes":[]})", "not-notes",
                  0, 0},
        Malformed{"later", R"({"format":"scrubjay notes","version":2,"notes":7})", "version", 0, 0},
        Malformed{"too_large", std::string(kMostNotesBytes + 1, ' '), "too-large", 0, 0},
        Malformed{"none", with_notes("[]"), "", 0, 0},
        Malformed{"no_time", with_notes(R"([{"text":"a"},{"time":1,"text":"b"}])"), "", 1, 1},
        Malformed{"time_text", with_notes(R"([{"time":"1"}])"), "", 0, 1},
        Malformed{"no_objects", with_notes(R"([7,null,[],"x"])"), "", 0, 4},
        Malformed{
            "long_text",
            with_notes(R"([{"time":1,"text":")" + std::string(kLongestNote + 1, 'a') + "\"}]"), "",
            0, 1},
        Malformed{"odd_fields",
                  with_notes(R"([{"time":1,"end":0,"color":7,"selected":"x","view":[1],"id":{}}])"),
                  "", 1, 0},
        Malformed{"deep", std::string(5000, '['), "not-json", 0, 0}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(NotesText, OddValuesBecomeTheNearest) {
  const auto read =
      read_notes(with_notes(R"([{"time":1,"end":1,"color":"red","id":"a"},{"time":0,"id":"a"}])"));
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->notes[1].end);
  EXPECT_EQ(read->notes[1].color, Note::kUsualColor);
  EXPECT_NE(read->notes[0].id, read->notes[1].id) << "two of one id both stay";
}

TEST(NotesText, ColorsAreSixDigits) {
  EXPECT_EQ(read_note_color("#0a0B0c"), 0x0A0B0CU);
  EXPECT_EQ(read_note_color("E69F00"), 0xE69F00U);
  for (const char* wrong : {"", "#", "#12345", "#1234567", "#12345g", "0x1234", "-12345"}) {
    EXPECT_FALSE(read_note_color(wrong)) << wrong;
  }
  EXPECT_EQ(note_color_text(0xA), "#00000A");
}

TEST_F(NotesFiles, ChangesAreMadeOnWhatIsThereByThen) {
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note("a", 2, "mine")}}));
  // Another window that knows nothing of it.
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note("b", 1, "theirs")}}));
  EXPECT_EQ(texts(), (Texts{"theirs", "mine"}));
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note("a", 2, "edited")}}));
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::remove, note("b", 0, "")}}));
  EXPECT_EQ(texts(), Texts{"edited"});
  EXPECT_FALSE(fs::exists(folder_ / "data" / "scrubjay" / "notes"));
}

TEST_F(NotesFiles, ALongTextIsCutBetweenCharactersAndReadAgain) {
  const std::string most(kLongestNote - 1, 'a');
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, new_note(1, most + "\u00e9")},
                                       {NoteChange::Kind::set, new_note(2, most + "\xFF")}}));
  EXPECT_EQ(texts(), (Texts{most, most}));
  EXPECT_TRUE(load_notes(recording).problems.empty());
}

TEST_F(NotesFiles, NoMoreAreKeptThanAreRead) {
  std::vector<NoteChange> changes(kMostNotes, {NoteChange::Kind::set, note("", 1, "")});
  for (std::size_t i = 0; i < kMostNotes; ++i) changes[i].note.id = "n" + std::to_string(i);
  ASSERT_TRUE(change_notes(recording, changes));
  const std::string before = file_text(notes_path_beside(recording));
  const auto more = change_notes(recording, {{NoteChange::Kind::set, note("more", 1, "")}});
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, "too-many-notes");
  EXPECT_EQ(file_text(notes_path_beside(recording)), before);
  EXPECT_FALSE(fs::exists(notes_path_of_user(recording)));
  EXPECT_TRUE(change_notes(recording, {{NoteChange::Kind::remove, note("n7", 0, "")},
                                       {NoteChange::Kind::set, note("more", 1, "")}}));
  // Nor more bytes.
  const std::string view = "\"" + std::string(kMostNotesBytes, 'v') + "\"";
  Note large = note("large", 1, "");
  large.view = "{\"v\":" + view + "}";
  EXPECT_FALSE(change_notes(recording, {{NoteChange::Kind::set, large}}));
  EXPECT_EQ(load_notes(recording).notes.size(), kMostNotes);
}

TEST_F(NotesFiles, OfSeveralChangesToANoteTheLastHolds) {
  std::vector<Note> notes{note("a", 1, "a"), note("b", 2, "b"), note("c", 2, "c")};
  using Kind = NoteChange::Kind;
  make_changes(notes, std::vector<NoteChange>{{Kind::set, note("d", 1, "d")},
                                              {Kind::set, note("b", 5, "first")},
                                              {Kind::set, note("b", 1, "last")},
                                              {Kind::set, note("e", 0, "e")},
                                              {Kind::remove, note("e", 0, "")},
                                              {Kind::remove, note("c", 0, "")},
                                              {Kind::remove, note("unknown", 0, "")}});
  Texts found;
  for (const Note& one : notes) found.push_back(one.text);
  EXPECT_EQ(found, (Texts{"a", "d", "last"})) << "in order of time, what is new behind";
}

TEST_F(NotesFiles, OfTwoNotesOfOneIdThatOfTheUserIsShown) {
  put(with_notes(R"([{"id":"a","time":1,"text":"beside"},{"id":"b","time":2,"text":"alone"}])"));
  const std::string own = notes_path_of_user(recording);
  fs::create_directories(fs::path(own).parent_path());
  std::ofstream(own) << with_notes(R"([{"id":"a","time":1,"text":"own"}])");
  EXPECT_EQ(texts(), (Texts{"own", "alone"}));
  // It is changed where it is.
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note("a", 1, "edited")},
                                       {NoteChange::Kind::set, note("b", 2, "too")}}));
  EXPECT_EQ(texts(), (Texts{"edited", "too"}));
  EXPECT_TRUE(file_text(own).contains("edited"));
  EXPECT_FALSE(file_text(own).contains("too"));
}

TEST_F(NotesFiles, WindowsThatWriteAtOnceLoseNothing) {
  std::vector<std::thread> windows;
  for (int window = 0; window < 4; ++window) {
    windows.emplace_back([this, window] {
      for (int i = 0; i < 10; ++i) {
        const std::string name = std::to_string(window) + "." + std::to_string(i);
        EXPECT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note(name, i, name)}}));
      }
    });
  }
  for (std::thread& window : windows) window.join();
  EXPECT_EQ(load_notes(recording).notes.size(), 40U);
}

TEST_F(NotesFiles, ADamagedFileIsSetAsideWithAWord) {
  for (const std::string& damaged :
       {std::string("{\"format\":"),
        with_notes(R"([{"text":"no time"},{"time":3,"text":"kept"}])")}) {
    put(damaged);
    ASSERT_FALSE(load_notes(recording).problems.empty());
    const auto now = change_notes(recording, {{NoteChange::Kind::set, note("a", 1, "new")}});
    ASSERT_TRUE(now);
    ASSERT_EQ(now->problems.size(), 1U);
    EXPECT_EQ(now->problems[0].code, "set-aside");
    EXPECT_EQ(texts().front(), "new");
    EXPECT_TRUE(load_notes(recording).problems.empty());
  }
  EXPECT_EQ(texts(), (Texts{"new", "kept"})) << "what can be read stays";
  EXPECT_EQ(file_text(notes_path_beside(recording) + ".damaged-1"), "{\"format\":");
  EXPECT_TRUE(fs::exists(notes_path_beside(recording) + ".damaged-2"));
}

TEST_F(NotesFiles, AFileOfALaterProgramIsLeftAlone) {
  const std::string later = R"({"format":"scrubjay notes","version":2,"notes":[]})";
  put(later);
  const auto done = change_notes(recording, {{NoteChange::Kind::set, note("a", 1, "new")}});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "version");
  EXPECT_EQ(file_text(notes_path_beside(recording)), later);
}

TEST_F(NotesFiles, WhereTheFolderCannotBeWrittenTheyAreInTheUsersOwn) {
  if (writes_everywhere()) {
    // A folder in the file's place stands for one that cannot be written.
    fs::create_directories(notes_path_beside(recording) + "/x");
  } else {
    fs::permissions(folder_ / "recordings", fs::perms::owner_read | fs::perms::owner_exec);
  }
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note("a", 1, "own")}}));
  EXPECT_EQ(texts(), Texts{"own"});
  EXPECT_TRUE(fs::is_regular_file(notes_path_of_user(recording)));
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note("a", 1, "edited")}}));
  EXPECT_EQ(texts(), Texts{"edited"});
}

#ifndef _WIN32
TEST_F(NotesFiles, APipeInTheirPlaceIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(notes_path_beside(recording).c_str(), 0600), 0);
  EXPECT_TRUE(load_notes(recording).notes.empty());
}
#endif

TEST_F(NotesFiles, APartTakesTheNotesThatTouchIt) {
  Note range = note("c", 1, "range");
  range.end = 6;
  ASSERT_TRUE(change_notes(recording, {{NoteChange::Kind::set, note("a", 4.9, "before")},
                                       {NoteChange::Kind::set, note("b", 5, "at")},
                                       {NoteChange::Kind::set, range},
                                       {NoteChange::Kind::set, note("d", 8.1, "behind")}}));
  const std::string target = (folder_ / "recordings" / "cut.xrec").string();
  ASSERT_TRUE(copy_notes(recording, target, 5, 8));
  Texts found;
  for (const Note& one : load_notes(target).notes) found.push_back(one.text);
  EXPECT_EQ(found, (Texts{"range", "at"}));
}

}  // namespace
}  // namespace scrubjay
