#include "app/viewer/panels/properties/summary_rows.h"

#include <gtest/gtest.h>

#include "test_scene.h"

namespace scrubjay {
namespace {

TestScene town() {
  TestScene scene;
  scene.entities = {{.id = "1", .name = "a", .kind = EntityKind::vehicle},
                    {.id = "2", .name = "b", .kind = EntityKind::vehicle},
                    {.id = "3", .name = "c", .kind = EntityKind::sign},
                    {.id = "4", .name = "d", .kind = EntityKind::other, .is_background = true}};
  for (std::uint32_t i = 0; i < 4; ++i) scene.events.push_back({0, "added", "lifetime", i});
  for (std::uint32_t frame = 1; frame < 8; ++frame) {
    scene.events.push_back({frame, "light changed", "traffic"});
    if (frame % 3 == 0) scene.events.push_back({frame, "collision", "physics", 0});
  }
  return scene;
}

RecordingTally tally_of(const std::shared_ptr<Recording>& recording) {
  RecordingTally tally;
  WorkBudget budget = WorkBudget::unlimited();
  EXPECT_TRUE(tally.advance(recording, budget));
  return tally;
}

TEST(RecordingTally, CountsKindsAndNamesOfEvents) {
  const auto recording = recording_of(town());  // its texts are the recording's
  const RecordingTally tally = tally_of(recording);
  EXPECT_EQ(tally.count(EntityKind::vehicle), 2u);
  EXPECT_EQ(tally.count(EntityKind::sign), 1u);
  EXPECT_EQ(tally.count(EntityKind::other), 0u) << "how the source describes itself";
  ASSERT_EQ(tally.events().size(), 2u) << "what is there at the start does not happen";
  EXPECT_EQ(tally.events()[0].name, "light changed");
  EXPECT_EQ(tally.events()[0].count, 7u);
  EXPECT_EQ(tally.events()[1].name, "collision");
  EXPECT_EQ(tally.events()[1].count, 2u);
}

TEST(RecordingTally, GoesOnInSlicesAndBeginsAnewForAnotherRecording) {
  const auto recording = recording_of(town());
  RecordingTally tally;
  for (int slice = 0; slice < 1000; ++slice) {
    WorkBudget spent(std::chrono::microseconds(0));
    if (tally.advance(recording, spent)) break;
  }
  EXPECT_EQ(tally.events().size(), 2u);
  WorkBudget budget = WorkBudget::unlimited();
  const auto other = recording_of(TestScene());
  EXPECT_TRUE(tally.advance(other, budget));
  EXPECT_TRUE(tally.events().empty());
  EXPECT_EQ(tally.count(EntityKind::vehicle), 0u);
}

TEST(Summary, SaysWhatThereIsWhatHappensAndWhatGoesFar) {
  Session session;
  session.recordings.push_back({recording_of(town(), "town.log"), 0, true, {}});
  Travels travels{.farthest = {{EntityIndex(1), 120.0}}, .is_exact = true};
  std::vector<SummaryRow> rows;
  add_summary(session, 0, tally_of(session.recordings[0].recording), &travels, rows);
  const auto row_of = [&](SummaryRow::Type type, std::string_view text) {
    const auto row = std::ranges::find_if(
        rows, [&](const SummaryRow& one) { return one.type == type && one.text == text; });
    return row == rows.end() ? SummaryRow() : *row;
  };
  EXPECT_EQ(rows.front().text, "town.log");
  EXPECT_EQ(row_of(SummaryRow::Type::fact, "Length").value, "0.900 s");
  EXPECT_EQ(row_of(SummaryRow::Type::kind, "Vehicles").value, "2");
  EXPECT_EQ(row_of(SummaryRow::Type::event, "light changed").value, "7\xC3\x97");
  EXPECT_EQ(row_of(SummaryRow::Type::traveller, "b").value, "120 m");
  EXPECT_NE(row_of(SummaryRow::Type::heading, "What goes farthest").text, "");
  travels.is_exact = false;
  rows.clear();
  add_summary(session, 0, tally_of(session.recordings[0].recording), &travels, rows);
  EXPECT_NE(row_of(SummaryRow::Type::heading, "What goes farthest, at least, of a sample").text,
            "");
}

TEST(Summary, TheNextEventOfANameIsFoundAndThenTheFirstAgain) {
  const auto recording = recording_of(town());
  const EventIndex first = tally_of(recording).events()[1].first;
  const Seconds time = recording->event(first).time;
  EXPECT_EQ(next_like(*recording, first, -1), first);
  const EventIndex second = next_like(*recording, first, time);
  EXPECT_GT(recording->event(second).time, time);
  EXPECT_EQ(recording->event(second).name, "collision");
  EXPECT_EQ(next_like(*recording, first, recording->event(second).time), first);
}

}  // namespace
}  // namespace scrubjay
