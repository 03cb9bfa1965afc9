#include "app/viewer/panels/windows/palette_window.h"

#include <gtest/gtest.h>

#include "scripted_recording.h"

namespace scrubjay {
namespace {

constexpr std::size_t kCars = 5000;

/// Thousands of cars, of which each hits something twice.
Session busy_session() {
  Session session;
  session.recordings.emplace_back().recording = scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("", "");
    std::vector<EntityIndex> cars;
    for (std::size_t i = 0; i < kCars; ++i) {
      cars.push_back(builder.add_entity(std::to_string(i),
                                        i == 4711 ? "vehicle.tesla.model3" : "vehicle.audi",
                                        EntityKind::vehicle, stream));
    }
    for (const Seconds t : {0.0, 1.0}) {
      for (const EntityIndex car : cars) builder.add_event(instant(builder, t, "hit", "", car));
      add_frames(builder, stream, 1, 1, t);
    }
  });
  return session;
}

/// Names that fit the better the later they come.
Session scripted_session() {
  Session session;
  session.recordings.emplace_back().recording = scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("", "");
    for (const char* const name : {"a.u.x.d.i", "a.uxdi", "audxi", "my audi", "audi"}) {
      for (int i = 0; i < 20; ++i) builder.add_entity("", name, EntityKind::vehicle, stream);
    }
    add_frames(builder, stream, 1, 1);
  });
  return session;
}

TEST(PaletteSearch, FindsOneOfThousandsInSteps) {
  const Session session = busy_session();
  PaletteSearch search;
  search.start("tesla");
  std::size_t steps = 1;
  for (; steps < 100'000; ++steps) {
    WorkBudget nearly_none{std::chrono::microseconds(0)};
    if (search.advance(session, nearly_none)) break;
  }
  EXPECT_GT(steps, 10u);
  ASSERT_EQ(search.hits().size(), 2u);
  EXPECT_EQ(search.hits()[0].source, PaletteSource::entity);
  EXPECT_EQ(search.hits()[0].index, 4711u);
  EXPECT_EQ(search.hits()[1].source, PaletteSource::event);
  EXPECT_EQ(search.group(search.hits()[1]).count, 2u) << "one row for what happens again";
}

TEST(PaletteSearch, WhatSomebodyChoseStaysSoWhileBetterOnesAreFound) {
  const Session session = scripted_session();
  PaletteCache palette;
  palette.search.start("audi");
  const auto step = [&] {
    WorkBudget nearly_none{std::chrono::microseconds(0)};
    palette.advance(session, nearly_none);
  };
  while (palette.search.hits().size() < 2) step();
  palette.chosen = 1;
  palette.is_walked = true;
  const PaletteHit chosen = palette.search.hits()[1];
  std::size_t last = palette.chosen;
  while (!palette.is_done) {
    step();
    ASSERT_EQ(palette.search.hits()[palette.chosen], chosen);
    last = std::max(last, palette.chosen);
  }
  EXPECT_GT(last, 1u) << "better ones came";
}

TEST(PaletteSearch, KeepsTheBestOfMany) {
  const Session session = busy_session();
  PaletteSearch search;
  search.choices.push_back({.kind = "Command", .title = "Audible"});
  search.start("audi");
  WorkBudget budget = WorkBudget::unlimited();
  ASSERT_TRUE(search.advance(session, budget));
  EXPECT_EQ(search.hits().size(), PaletteSearch::kMostHits);
  EXPECT_EQ(search.found(), 1 + 2 * (kCars - 1));
  EXPECT_EQ(search.hits().front().source, PaletteSource::choice) << "it begins so";
  for (std::size_t i = 1; i < search.hits().size(); ++i) {
    EXPECT_GE(search.hits()[i - 1].score, search.hits()[i].score);
  }
}

TEST(PaletteSearch, WhatIsCalledSoGoesBeforeWhatIsBelowAGroupThatIs) {
  PaletteSearch search;
  for (const char* path : {"stats/health/Alive", "stats/health/Health", "stats/health/Armour"}) {
    search.properties.push_back({{}, path});
  }
  search.start("health");
  WorkBudget budget = WorkBudget::unlimited();
  ASSERT_TRUE(search.advance(Session(), budget));
  ASSERT_EQ(search.hits().size(), 3u);
  EXPECT_EQ(search.hits()[0].index, 1u);
  EXPECT_EQ(search.hits()[1].index, 0u) << "else in their order";
}

TEST(PaletteSearch, ShowsAllChoicesWhileNothingIsTyped) {
  PaletteSearch search;
  for (const char* title : {"b", "a"}) search.choices.push_back({.title = title});
  search.start("");
  WorkBudget budget = WorkBudget::unlimited();
  ASSERT_TRUE(search.advance(busy_session(), budget));
  ASSERT_EQ(search.hits().size(), 2u);
  EXPECT_EQ(search.choices[search.hits()[0].index].title, "b") << "in their order";
}

TEST(PaletteSearch, FindsChoicesByWhatElseTheyAreCalled) {
  PaletteSearch search;
  search.choices.push_back({.kind = "Command", .title = "Open sync"});
  search.choices.push_back(
      {.kind = "Command", .title = "Compare two runs", .words = "desync slow motion"});
  const auto first = [&](const char* typed) -> std::string {
    search.start(typed);
    WorkBudget budget = WorkBudget::unlimited();
    EXPECT_TRUE(search.advance(Session(), budget));
    return search.hits().empty() ? "" : search.choices[search.hits().front().index].title;
  };
  EXPECT_EQ(first("desy"), "Compare two runs");
  EXPECT_EQ(first("slow mo"), "Compare two runs");
  EXPECT_EQ(first("esync"), "") << "the begin of a word";
  EXPECT_EQ(first("sl"), "") << "of three letters or more";
  EXPECT_EQ(first("sync"), "Open sync");
}

TEST(PaletteSearch, GoesOnWithEventsThatComeLater) {
  EventGroups groups;
  std::shared_ptr<Recording> recording = waiting_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("", "");
    builder.add_event(instant(builder, 0, "hit"));
    builder.add_event(instant(builder, 0, "hit"));
    builder.add_event(instant(builder, 0, "miss"));
    add_frames(builder, stream, 1, 1);
  });
  WorkBudget budget = WorkBudget::unlimited();
  EXPECT_TRUE(groups.advance(*recording, budget));
  EXPECT_TRUE(groups.groups().empty());
  recording->index();
  EXPECT_TRUE(groups.advance(*recording, budget));
  ASSERT_EQ(groups.groups().size(), 2u);
  EXPECT_EQ(groups.groups()[0].count, 2u);
  EXPECT_EQ(groups.groups()[1].count, 1u);
}

}  // namespace
}  // namespace scrubjay
