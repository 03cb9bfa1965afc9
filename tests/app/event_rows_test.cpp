#include "app/viewer/panels/events/event_rows.h"

#include <gtest/gtest.h>

#include <string>

#include "app/viewer/panels/events/event_texts.h"
#include "ask_answer.h"
#include "core/id_index.h"
#include "session_of.h"
#include "test_scene.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

using Texts = std::vector<std::string>;

EventRowsKey key_of(const Session& session, std::string filter = "") {
  EventRowsKey key;
  for (const OpenRecording& open : session.recordings) {
    key.recordings.push_back(open.recording.get());
    key.offsets.push_back(open.offset);
    key.visible.push_back(open.visible);
    key.hidden_streams.push_back(open.hidden_streams);
  }
  key.filter = std::move(filter);
  return key;
}

/// "recording:row" of each row.
std::string text_of(const EventRows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) text += ' ';
    text += std::to_string(rows[i].recording) + ":" + std::to_string(rows[i].event.value);
  }
  return text;
}

EventRows all_rows(const Session& session, EventRowsKey key) {
  EventRows rows;
  rows.set_key(session, std::move(key));
  WorkBudget budget = WorkBudget::unlimited();
  EXPECT_TRUE(rows.advance(session, budget));
  return rows;
}

TestScene scene_with_events() {
  TestScene scene;
  scene.entities = {{.id = "24", .name = "vehicle.audi.tt"}, {.id = "240", .name = "walker"}};
  scene.events = {{0, "added", "lifetime", 0},
                  {0, "added", "lifetime", 1},
                  {3, "collision", "physics", 0},
                  {3, "weather changed", "weather"},
                  {7, "collision", "physics", 1}};
  return scene;
}

TEST(EventFilter, WordsAndFieldsAreToldApart) {
  struct Case {
    std::string_view text;
    EventFilter filter;
  };
  const Case cases[] = {
      {"", {}},
      {"  \t ", {}},
      {"brake", {.words = {"brake"}, .names = {}, .tags = {}, .entities = {}}},
      {"a  b", {.words = {"a", "b"}, .names = {}, .tags = {}, .entities = {}}},
      {"tag:physics x", {.words = {"x"}, .names = {}, .tags = {"physics"}, .entities = {}}},
      {"name:\"light changed\"",
       {.words = {}, .names = {"light changed"}, .tags = {}, .entities = {}}},
      {"entity:24 entity:audi", {.words = {}, .names = {}, .tags = {}, .entities = {"24", "audi"}}},
      {"\"traffic light", {.words = {"traffic light"}, .names = {}, .tags = {}, .entities = {}}},
      {"tag: name:", {}},
      {"time:3", {.words = {"time:3"}, .names = {}, .tags = {}, .entities = {}}},
      {"\"\"", {}},
  };
  for (const Case& c : cases) EXPECT_EQ(parse_event_filter(c.text), c.filter) << c.text;
}

TEST(EventRows, AFilterLeavesWhatHoldsAllItsParts) {
  struct Case {
    const char* filter;
    const char* rows;
  };
  const Session session = session_of({recording_of(scene_with_events())});
  const Case cases[] = {{"", "0:0 0:1 0:2 0:3 0:4"}, {"COLL", "0:2 0:4"},
                        {"tag:phys", "0:2 0:4"},     {"name:physics", ""},
                        {"entity:24", "0:0 0:2"},  // an id is meant whole
                        {"entity:walk", "0:1 0:4"},  {"collision audi", "0:2"},
                        {"weather", "0:3"},          {"entity:walker name:added", "0:1"}};
  for (const Case& c : cases) {
    EXPECT_EQ(text_of(all_rows(session, key_of(session, c.filter))), c.rows) << c.filter;
  }
}

TEST(EventRows, OnlyTheSelectionsEventsWhenAskedFor) {
  const Session session = session_of({recording_of(scene_with_events())});
  EventRowsKey key = key_of(session);
  key.of_selection = true;
  key.selected = {{0, EntityIndex(1)}};
  EXPECT_EQ(text_of(all_rows(session, key)), "0:1 0:4");
  key.selected.clear();
  EXPECT_EQ(text_of(all_rows(session, key)), "");
}

TEST(EventRows, EventsThatNameTheSelectionAreItsToo) {
  const Session session = session_of({opened(sample("sample.fbf"))});
  const Recording& recording = *session.recordings[0].recording;
  const IdIndex ids(recording);
  const auto guard = ids.find(StreamIndex(0), "12");
  ASSERT_EQ(guard.size(), 1u);
  EventRowsKey key = key_of(session);
  key.of_selection = true;
  key.selected = {{0, guard.front()}};
  const EventRows rows = all_rows(session, key);
  std::size_t received = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const EventInfo event = recording.event(rows[i].event);
    if (event.name == "Damage received" && event.entity != guard.front()) ++received;
  }
  EXPECT_EQ(received, 2u);
}

TEST(EventRows, RecordingsAreMergedInOrderOfSessionTime) {
  Session session =
      session_of({recording_of(scene_with_events()), recording_of(scene_with_events())});
  session.recordings[1].offset = 0.15;
  EXPECT_EQ(text_of(all_rows(session, key_of(session))), "0:0 0:1 1:0 1:1 0:2 0:3 1:2 1:3 0:4 1:4");
  session.recordings[0].visible = false;
  EXPECT_EQ(text_of(all_rows(session, key_of(session))), "1:0 1:1 1:2 1:3 1:4");
}

TEST(EventRows, RowsAtATimeAreFoundByTheirFrames) {
  const Session session = session_of({recording_of(scene_with_events())});
  const EventRows rows = all_rows(session, key_of(session));
  const Seconds third = 0.1 * 3.0;
  EXPECT_EQ(rows.first_at(session, third), 2u);
  EXPECT_EQ(rows.first_after(session, third), 4u);
  EXPECT_EQ(rows.first_after(session, -1), 0u);
  EXPECT_EQ(rows.first_at(session, 100), 5u);
}

TEST(EventRows, WorkInSlicesGivesTheSameRowsAndSaysHowFarItIs) {
  TestScene scene;
  scene.frames = 5000;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    scene.events.push_back({i, i % 3 == 0 ? "hit" : "miss", ""});
  }
  const Session session = session_of({recording_of(scene)});
  EventRows rows;
  EXPECT_TRUE(rows.set_key(session, key_of(session, "hit")));
  EXPECT_FALSE(rows.set_key(session, key_of(session, "hit")));
  std::size_t looked_at = 0;
  int slices = 0;
  while (true) {
    WorkBudget spent(std::chrono::microseconds(0));
    const bool done = rows.advance(session, spent);
    ++slices;
    EXPECT_GT(rows.looked_at(), looked_at);
    looked_at = rows.looked_at();
    if (done) break;
  }
  EXPECT_GT(slices, 10);
  EXPECT_EQ(looked_at, 5000u);
  EXPECT_EQ(rows.size(), 1667u);
}

TEST(EventRows, AnotherFilterBeginsAnew) {
  const Session session = session_of({recording_of(scene_with_events())});
  EventRows rows = all_rows(session, key_of(session, "collision"));
  EXPECT_EQ(rows.size(), 2u);
  EXPECT_TRUE(rows.set_key(session, key_of(session, "added")));
  EXPECT_EQ(rows.size(), 0u);
  WorkBudget budget = WorkBudget::unlimited();
  rows.advance(session, budget);
  EXPECT_EQ(text_of(rows), "0:0 0:1");
}

/// Ten cars are there from the start, one comes later.
TestScene scene_with_start() {
  TestScene scene;
  for (std::uint32_t i = 0; i < 11; ++i) {
    scene.entities.push_back({.id = std::to_string(i), .name = "car", .first = i == 10 ? 5U : 0U});
    scene.events.push_back({i == 10 ? 5U : 0U, "added", "lifetime", i});
  }
  scene.events.insert(scene.events.begin() + 3, {0, "weather changed", "weather"});
  return scene;
}

TEST(EventRows, WhatIsThereAtTheStartIsOneRowUntilItIsOpened) {
  const Session session = session_of({recording_of(scene_with_start())});
  EventRowsKey key = key_of(session);
  const EventRows folded = all_rows(session, key);
  EXPECT_EQ(text_of(folded), "0:0 0:3 0:11");
  ASSERT_NE(folded.start_at(0), nullptr);
  EXPECT_EQ(folded.start_at(0)->count, 10u);
  EXPECT_EQ(folded.start_at(1), nullptr);
  EXPECT_EQ(folded.listed(0, 3), 12u);
  EXPECT_EQ(folded.listed(1, 3), 2u);
  key.opens_start = true;
  const EventRows open = all_rows(session, key);
  EXPECT_EQ(open.size(), 13u) << "the row stays, to be folded again";
  EXPECT_EQ(open.listed(0, 13), 12u);
  ASSERT_NE(open.start_at(0), nullptr);
}

TEST(EventRows, WhatIsSearchedForIsNotFolded) {
  const Session session = session_of({recording_of(scene_with_start())});
  const EventRows rows = all_rows(session, key_of(session, "added"));
  EXPECT_EQ(rows.size(), 11u);
  EXPECT_EQ(rows.start_at(0), nullptr);
}

TEST(EventRows, EachClientHasAStartOfItsOwn) {
  TestScene scene;
  scene.streams = {"a", "b"};
  for (std::uint32_t i = 0; i < 8; ++i) {
    scene.entities.push_back({.id = std::to_string(i), .first = i / 4, .stream = i / 4});
    scene.events.push_back({i / 4, "added", "lifetime", i});
  }
  const Session session = session_of({recording_of(scene)});
  const EventRows rows = all_rows(session, key_of(session));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows.start_at(0)->stream, StreamIndex(0));
  EXPECT_EQ(rows.start_at(1)->stream, StreamIndex(1));
  EXPECT_EQ(rows.start_at(1)->count, 4u);
}

TEST(EventRows, WhatPassesIsSharedByRecordingWhileAFilterIsOn) {
  Session session =
      session_of({recording_of(scene_with_events()), recording_of(scene_with_events())});
  EXPECT_EQ(all_rows(session, key_of(session)).passed(), nullptr);
  const EventRows rows = all_rows(session, key_of(session, "collision"));
  ASSERT_NE(rows.passed(), nullptr);
  const std::vector<EventIndex> collisions{EventIndex(2), EventIndex(4)};
  EXPECT_EQ(*rows.passed(), (std::vector{collisions, collisions}));
}

TEST(EventTexts, AreDecodedElsewhereAndForgottenWithTheirRecording) {
  const auto recording = recording_of(scene_with_events());
  Background background([] {});
  EventTexts texts;
  texts.keep_only({recording.get()});
  EXPECT_EQ(texts.find(recording, EventIndex(3), background), nullptr);
  while (texts.is_waiting() && texts.find(recording, EventIndex(3), background) == nullptr) {
    std::this_thread::yield();
  }
  const std::string* text = texts.find(recording, EventIndex(3), background);
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(*text, "row 3");
  texts.keep_only({});
  // The cursor that decoded goes too, so that the file is not held open. Who waits takes what
  // comes.
  while (recording.use_count() > 1) {
    texts.is_waiting();
    std::this_thread::yield();
  }
  EXPECT_EQ(recording.use_count(), 1);
}

TEST(EventTexts, WaitingEndsThoughNobodyLooksForTheTextAgain) {
  const auto recording = recording_of(scene_with_events());
  Background background([] {});
  EventTexts texts;
  texts.keep_only({recording.get()});
  EXPECT_EQ(texts.find(recording, EventIndex(0), background), nullptr);
  for (int i = 0; i < 10'000'000 && texts.is_waiting(); ++i) std::this_thread::yield();
  EXPECT_FALSE(texts.is_waiting());
}

}  // namespace
}  // namespace scrubjay
