#include "app/viewer/saved/notes_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "panel_fixture.h"
#include "scripted_recording.h"
#include "tests/core/test_folder.h"

namespace scrubjay {
namespace {

/// Eleven frames, a second apart.
std::shared_ptr<Recording> ten_frames() {
  return scripted_recording([](RecordingBuilder& builder) {
    add_frames(builder, builder.add_stream("s", ""), 11, 1);
    builder.set_complete(true);
  });
}

class NotesStoreTest : public PanelTest {
 protected:
  NotesStoreTest() : PanelTest({700, 400}) {}

  void draw(PanelContext& context) override {
    store().update(session(), state_, [] {});
    if (state_.windows[WindowId::notes]) notes_window(context);
    if (wished_ != nullptr) go_to_note(context, 0, *wished_);
    wished_ = nullptr;
  }

  NotesStore& store() { return caches_.of<NotesStore>(); }
  void note(const std::string& id, Seconds time, const std::string& text) {
    Note note = new_note(time, text);
    note.id = id;
    store().set(session(), state_, 0, note);
  }
  std::vector<std::string> texts() {
    std::vector<std::string> found;
    for (const Note& one : store().of(session(), 0)) found.push_back(one.text);
    return found;
  }

  const Note* wished_ = nullptr;  ///< in the next picture
};

TEST_F(NotesStoreTest, ARangeOfARecordingThatWasMovedIsSelectedWhereItIsNow) {
  open(ten_frames(), 100);
  Note note = new_note(2, "turns");
  note.end = 5;
  wished_ = &note;
  picture();
  EXPECT_EQ(state_.playback.playhead, 102);
  ASSERT_TRUE(state_.playback.range);
  EXPECT_EQ(state_.playback.range->begin, 102);
  EXPECT_EQ(state_.playback.range->end, 105);
}

TEST_F(NotesStoreTest, ChangesAreTakenBackAndMadeAgainTogether) {
  open(ten_frames());
  picture();
  note("a", 1, "a");
  note("b", 2, "b");
  note("a", 3, "later");
  store().remove(session(), state_, 0, "b");
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts(), Texts{"later"});
  EXPECT_EQ(state_.note_changes, 4U);
  const auto after = [&](std::size_t changes) {
    state_.note_changes = changes;
    picture();
    return texts();
  };
  EXPECT_EQ(after(1), Texts{"a"});
  EXPECT_EQ(after(3), (Texts{"b", "later"}));
  EXPECT_EQ(after(0), Texts{});
  EXPECT_EQ(after(4), Texts{"later"});
}

TEST_F(NotesStoreTest, WhatWasChangedBeforeARecordingIsReadAgainCanBeTakenBack) {
  const auto before = ten_frames();
  open(before);
  picture();
  note("a", 1, "a");
  const auto again = ten_frames();
  session().recordings[0].recording = again;
  store().exchange(before, again);
  picture();
  EXPECT_EQ(texts(), std::vector<std::string>{"a"});
  state_.note_changes = 0;
  picture();
  EXPECT_TRUE(texts().empty());
}

TEST_F(NotesStoreTest, AFileOfNotesIsTakenOverForARecordingThatIsNoFile) {
  const TestFolder folder;
  const std::string path = (folder / "drive.log.notes.json").string();
  std::ofstream(path) << notes_text({"drive.log", {new_note(1, "a")}, {}});
  open(ten_frames());
  picture();
  store().import(path);
  picture();
  for (int i = 0; i < 10'000 && store().is_busy(); ++i) {
    picture();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(texts(), std::vector<std::string>{"a"});
}

TEST_F(NotesStoreTest, TheListDrawsTheRowsInView) {
  open(ten_frames());
  picture();
  for (int i = 0; i < 300; ++i) note(std::to_string(i), 10 - i / 100.0, "text");
  state_.windows[WindowId::notes] = true;
  pictures(3);
  const auto rows = [&] {
    return std::ranges::count_if(places_.places, [](const auto& place) {
      return place.first.starts_with("notes.row.") && std::ranges::count(place.first, '.') == 2;
    });
  };
  EXPECT_GT(rows(), 3);
  EXPECT_LT(rows(), 30);
  // It follows what becomes of the notes, and where the recording is.
  for (int i = 2; i < 300; ++i) store().remove(session(), state_, 0, std::to_string(i));
  session().recordings[0].offset = 5;
  pictures(2);
  EXPECT_EQ(rows(), 2);
  point_at("notes.row.1", 0.3F);
  ImGui::GetIO().MouseDown[0] = true;
  picture();
  ImGui::GetIO().MouseDown[0] = false;
  pictures(2);
  EXPECT_EQ(state_.playback.playhead, 15);
}

}  // namespace
}  // namespace scrubjay
