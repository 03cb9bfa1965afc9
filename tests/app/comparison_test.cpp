// What the window makes of two runs, without a window.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "app/shared/diff_command.h"
#include "app/viewer/comparison_choice.h"
#include "app/viewer/differing_counts.h"
#include "app/viewer/settings.h"

namespace scrubjay {
namespace {

TEST(DifferingCounts, AreThoseOfALinearScan) {
  std::mt19937 random(7);
  std::vector<Seconds> times;
  std::vector<std::uint32_t> values;
  DifferingCounts counts;
  Seconds time = 0;
  for (std::size_t i = 0; i < 700; ++i) {
    time += static_cast<double>(random() % 3);
    times.push_back(time);
    values.push_back(static_cast<std::uint32_t>(random() % 50 == 0 ? random() % 1000 : random() % 3));
    counts.add(time, values.back());
    if (i % 37 != 0 && i + 1 != 700) continue;
    for (int query = 0; query < 40; ++query) {
      const Seconds begin = static_cast<double>(random() % 800) - 20;
      const Seconds end = begin + static_cast<double>(1 + random() % 100);
      std::uint32_t expected = 0;
      for (std::size_t k = 0; k < times.size(); ++k) {
        // Of several at one time the last one holds on.
        const bool holds_at_begin =
            times[k] <= begin && (k + 1 == times.size() ? times[k] == begin : times[k + 1] > begin);
        const bool is_within = times[k] > begin && times[k] < end;
        if (holds_at_begin || is_within) expected = std::max(expected, values[k]);
      }
      EXPECT_EQ(counts.most(begin, end), expected) << i << ' ' << begin << ' ' << end;
    }
  }
  EXPECT_EQ(counts.most(), *std::ranges::max_element(values));
}

TEST(DifferingCounts, OfNothingAreNothing) {
  const DifferingCounts counts;
  EXPECT_EQ(counts.most(0, 10), 0u);
  EXPECT_EQ(counts.most(), 0u);
}

TEST(DiffCommand, IsAsShortAsItsOptions) {
  EXPECT_EQ(diff_command_line({{"/a/one.log", "/a/two.log"}, {}, {}, {}}),
            "scrubjay diff /a/one.log /a/two.log");
}

TEST(DiffCommand, NamesAllThatIsChosenAndQuotesWhatAShellTakesForSomethingElse) {
  DiffCommand command;
  command.files = {"/my runs/it's.log", "-b.log"};
  command.options.by = compare::FramesBy::time;
  command.options.match = compare::EntitiesBy::place;
  command.options.offset = -0.1;
  command.options.tolerance = 1e-6;
  command.options.tolerance_of = {{"pose/*", 0.25}};
  command.options.ignore = {"a b", "**/x"};
  command.options.from = 1;
  command.options.to = 2.5;
  command.read = {{"positions", "local"}};
  EXPECT_EQ(diff_command_line(command),
            "scrubjay diff '/my runs/it'\\''s.log' ./-b.log --by=time --offset=-0.1 --match=place "
            "--tolerance=1e-06 '--tolerance-of=pose/*=0.25' '--ignore=a b' '--ignore=**/x' --from=1 "
            "--to-time=2.5 --positions=local");
}

TEST(DiffCommand, OfTwoClientsNamesTheirStreams) {
  EXPECT_EQ(diff_command_line({{"/a.fbf"}, {"0", "client 2"}, {}, {}}),
            "scrubjay diff /a.fbf --streams 0 'client 2'");
}

TEST(ComparisonState, GoesWithARecordingThatIsClosedAndFollowsTheOthers) {
  ViewState state;
  state.comparison = ChosenComparison{{1}, {2}};
  recording_closed(state, 0);
  ASSERT_TRUE(state.comparison);
  EXPECT_EQ(state.comparison->a.recording, 0u);
  EXPECT_EQ(state.comparison->b.recording, 1u);
  recording_closed(state, 1);
  EXPECT_FALSE(state.comparison);
}

TEST(ComparisonState, IsUndone) {
  ViewState state;
  const UndoableView before = undoable(state);
  begin_comparison(state, {{0}, {1}});
  remember(state, before);
  state.comparison->options.tolerance = 3;
  undo(state);
  EXPECT_FALSE(state.comparison);
  redo(state);
  ASSERT_TRUE(state.comparison);
  EXPECT_EQ(state.comparison->options.tolerance, 3);
}

TEST(ComparisonSettings, AreReadAsTheyWereWritten) {
  Settings settings;
  settings.shown_runs = ShownRuns::b;
  settings.differences_by_path = true;
  RecordingChoices& choices = settings.choices["/a.log"];
  choices.offset = -0.1;
  choices.comparison = SavedComparison{"/b.log", std::pair(2u, 0u), {}};
  compare::Options& options = choices.comparison->options;
  options.by = compare::FramesBy::number;
  options.match = compare::EntitiesBy::name;
  options.tolerance = 0.1;
  options.relative = 1e-9;
  options.tolerance_of = {{"x/**", 2}, {"y", 0}};
  options.ignore = {"weather"};
  options.only = {"pose"};
  options.entities = {"24"};
  options.from = 0.5;
  const Settings read = settings_from_json(to_json(settings));
  EXPECT_EQ(read.choices, settings.choices);
  EXPECT_EQ(read.shown_runs, ShownRuns::b);
  EXPECT_TRUE(read.differences_by_path);
}

TEST(ComparisonSettings, HostileOnesAreLeftOut) {
  const Settings read = settings_from_json(
      R"({"version":1,"recordings":{"/a":{"offset":"x","comparison":{"with":5,"tolerance":-3,)"
      R"("by":"nonsense","tolerance_of":[["p",-1],["q"],7,["r",2]],"stream_a":-1}},)"
      R"("/b":{"comparison":[]}}})");
  ASSERT_TRUE(read.choices.at("/a").comparison);
  const SavedComparison& saved = *read.choices.at("/a").comparison;
  EXPECT_EQ(saved.options.tolerance, 0);
  EXPECT_EQ(saved.options.by, compare::FramesBy::automatic);
  ASSERT_EQ(saved.options.tolerance_of.size(), 1u);
  EXPECT_EQ(saved.options.tolerance_of[0].pattern, "r");
  EXPECT_FALSE(saved.streams);
  EXPECT_FALSE(read.choices.at("/b").comparison);
}

}  // namespace
}  // namespace scrubjay
