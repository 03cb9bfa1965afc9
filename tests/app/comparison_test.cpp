// What the window makes of two runs, without a window.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>

#include "analysis/compare/pair_scan.h"
#include "app/shared/comparison/diff_command.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/comparing/differing_counts.h"
#include "app/viewer/panels/comparison/difference_rows.h"
#include "app/viewer/saved/settings.h"
#include "core/shell_word.h"
#include "formats/format.h"
#include "tests/formats/opened.h"

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
    values.push_back(
        static_cast<std::uint32_t>(random() % 50 == 0 ? random() % 1000 : random() % 3));
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

/// Wrapped flecs documents, one a frame, of entities with `components` numbers each, the n-th of
/// which is `changed` from the n-th frame on.
std::shared_ptr<Recording> wave(std::size_t entities, std::size_t components, std::size_t frames,
                                double changed) {
  std::string text;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const std::string number = std::to_string(frame);
    text += R"({"time":)" + number + R"(,"frame":)" + number + R"(,"data":{"results":[)";
    for (std::size_t i = 0; i < entities; ++i) {
      if (i > 0) text += ',';
      text += R"({"name":"e)" + std::to_string(i) + R"(","components":{"It":{)";
      for (std::size_t k = 0; k < components; ++k) {
        const double value = i % frames <= frame ? changed : 0;
        text += (k > 0 ? ",\"c" : "\"c") + std::to_string(k) + "\":" + std::to_string(value);
      }
      text += "}}}";
    }
    text += "]}}\n";
  }
  return opened(InputFile::from_memory("wave.ndjson", bytes_of(text)), {}, "flecs");
}

/// Two waves beside each other, of which nothing is compared yet.
struct TwoWaves {
  Session session;
  ChosenComparison chosen{{0}, {1}};
  std::shared_ptr<RunComparison::Run> run = std::make_shared<RunComparison::Run>();

  TwoWaves(std::size_t entities, std::size_t components, std::size_t frames) {
    for (const double changed : {0.0, 1.0}) {
      session.recordings.emplace_back().recording = wave(entities, components, frames, changed);
    }
    const std::atomic<bool> cancelled{false};
    auto plan = compare::plan_comparison(
        {session.recordings[0].recording, session.recordings[1].recording}, {}, cancelled);
    EXPECT_TRUE(plan);
    run->plan = std::move(*plan);
    run->summary = std::make_unique<compare::Summary>(*run->plan);
  }
  void compare_until(std::size_t items) const {
    const std::atomic<bool> cancelled{false};
    compare::compare_pairs(*run->plan, *run->summary, {.threads = 1}, cancelled,
                           [&](compare::ItemResult& result) {
                             run->summary->add(result);
                             return result.item + 1 < items;
                           });
  }
};

TEST(DifferenceRows, AreThoseOfAListMadeAnewWhateverIsUnfoldedMeanwhile) {
  std::mt19937 random(11);
  for (const bool by_path : {false, true}) {
    const TwoWaves waves(20, 3, 6);
    const compare::Summary& summary = *waves.run->summary;
    std::set<std::string> open;
    DifferenceRows rows;
    std::set<std::uint32_t> unfolded;
    for (std::size_t step = 1; step < 70; ++step) {
      if (step % 10 == 0) waves.compare_until(step / 10);
      ASSERT_TRUE(update_difference_rows(waves.run, by_path, open, rows));
      if (!rows.headers.empty() && random() % 2 == 0) {
        const auto header = static_cast<std::uint32_t>(random() % rows.headers.size());
        toggle_header(*waves.run->plan, header, open, rows);
        if (!unfolded.insert(header).second) unfolded.erase(header);
        EXPECT_EQ(open.size(), unfolded.size());
      }
      std::size_t row = 0;
      std::size_t groups = 0;
      for (std::uint32_t i = 0; i < rows.headers.size(); ++i) {
        ASSERT_EQ(rows.row(row).header, i);
        ASSERT_EQ(rows.row(row++).group, DifferenceRows::kNone);
        groups += rows.headers[i].groups.size();
        ASSERT_EQ(rows.is_unfolded(i), unfolded.contains(i));
        if (!unfolded.contains(i)) continue;
        for (const std::uint32_t group : rows.headers[i].groups) {
          ASSERT_EQ(rows.row(row).header, i);
          ASSERT_EQ(rows.row(row++).group, group);
        }
      }
      EXPECT_EQ(rows.size(), row);
      EXPECT_EQ(groups, summary.groups().size());
    }
    EXPECT_EQ(rows.headers.size(), by_path ? 3u : 20u);
    // Another list, with what was unfolded.
    DifferenceRows again;
    update_difference_rows(waves.run, by_path, open, again);
    EXPECT_EQ(again.size(), rows.size());
  }
}

TEST(DifferenceRows, TakeInManyAFewAtATime) {
  const TwoWaves waves(DifferenceRows::kMostAtOnce / 10, 21, 2);
  waves.compare_until(2);
  DifferenceRows rows;
  std::size_t pictures = 1;
  while (!update_difference_rows(waves.run, false, {}, rows)) ++pictures;
  EXPECT_EQ(rows.groups_known, waves.run->summary->groups().size());
  EXPECT_EQ(pictures, 3u);
  EXPECT_EQ(rows.size(), DifferenceRows::kMostAtOnce / 10);
}

TEST(DifferenceSteps, AreThoseOfALinearScan) {
  TwoWaves waves(40, 1, 8);
  waves.compare_until(8);
  waves.session.recordings[0].offset = waves.session.recordings[1].offset = 100;
  const auto& steps = waves.run->summary->spread();
  ASSERT_EQ(steps.size(), 40u);
  const auto time = [&](const compare::SpreadStep& step) {
    return time_of_item(waves.session, *waves.run->plan, waves.chosen, step.item);
  };
  for (Seconds t = 98; t < 110; t += 0.5) {
    const compare::SpreadStep* next = nullptr;
    const compare::SpreadStep* previous = nullptr;
    std::size_t within = 0;
    for (const compare::SpreadStep& step : steps) {
      if (time(step) > t && (next == nullptr || time(step) < time(*next))) next = &step;
      if (time(step) < t && (previous == nullptr || time(step) > time(*previous))) previous = &step;
      if (time(step) >= t && time(step) <= t + 2) ++within;
    }
    EXPECT_EQ(neighbour_step(waves.session, *waves.run, waves.chosen, t, +1), next) << t;
    EXPECT_EQ(neighbour_step(waves.session, *waves.run, waves.chosen, t, -1), previous) << t;
    EXPECT_EQ(steps_within(waves.session, *waves.run, waves.chosen, t, t + 2).size(), within) << t;
  }
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
            "scrubjay diff " + shell_word("/my runs/it's.log") +
                " ./-b.log --by=time --offset=-0.1 --match=place --tolerance=1e-06 " +
                shell_word("--tolerance-of=pose/*=0.25") + ' ' + shell_word("--ignore=a b") + ' ' +
                shell_word("--ignore=**/x") + " --from=1 --to-time=2.5 --positions=local");
}

TEST(DiffCommand, OfTwoClientsNamesTheirStreams) {
  EXPECT_EQ(diff_command_line({{"/a.fbf"}, {"0", "client 2"}, {}, {}}),
            "scrubjay diff /a.fbf --streams 0 " + shell_word("client 2"));
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
