#include "app/shared/filter_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "test_scene.h"
#include "tests/analysis/straight_road.h"

namespace scrubjay {
namespace {

/// Two clients that take turns. Entity 0 (client 0) and 1 (client 1) have Health = 100 - frame.
TestScene duel(std::size_t frames = 100) {
  TestScene scene;
  scene.frames = frames;
  scene.streams = {"Server", "Client"};
  scene.entities = {{.id = "7", .name = "Guard"}, {.id = "7", .name = "Orc", .stream = 1}};
  for (std::uint32_t frame = 0; frame < frames; frame += 10) {
    scene.events.push_back({frame, frame % 20 == 0 ? "Hit" : "Step", "combat", frame % 2});
  }
  scene.properties = [](std::size_t frame, std::size_t, PropertyTree& out) {
    out.number("Health", 100 - static_cast<double>(frame), Precision::float64);
  };
  scene.event_properties = [](std::size_t event, PropertyTree& out) {
    out.integer("damage", static_cast<std::int64_t>(event) * 10);
  };
  return scene;
}

Filter health(MemberMode mode, double value) {
  return {
      .kind = FilterKind::property,
      .members = {{.name = "Health", .type = MemberType::number, .number = value, .mode = mode}}};
}
Filter events(std::string name) { return {.kind = FilterKind::event, .name = std::move(name)}; }

std::vector<FilterHit> hits_of(const FilterScan& scan) {
  std::vector<FilterHit> all;
  const std::atomic<bool> cancelled{false};
  EXPECT_TRUE(find_hits(scan, cancelled, [&](FrameIndex frame, std::span<FilterHit> hits) {
    for (const FilterHit& hit : hits) {
      EXPECT_EQ(hit.frame, frame);
      all.push_back(hit);
    }
    return true;
  }));
  return all;
}

TEST(FindHitsTest, EntitiesAreFoundInEveryFrameOfTheirStream) {
  const auto hits = hits_of({recording_of(duel()), {health(MemberMode::less, 3)}});
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].frame, FrameIndex(98));
  EXPECT_EQ(hits[0].entity, EntityIndex(0));
  EXPECT_EQ(hits[1].frame, FrameIndex(99));
  EXPECT_EQ(hits[1].entity, EntityIndex(1));
  EXPECT_EQ(hits[1].reason, "Health = 1");
  EXPECT_FALSE(hits[1].event.exists());
}

TEST(FindHitsTest, EventsAreFoundTheSameWithAndWithoutFiltersOnProperties) {
  Filter hard = events("hit");
  hard.members = {
      {.name = "damage", .type = MemberType::number, .number = 35, .mode = MemberMode::more}};
  const auto recording = recording_of(duel());
  const auto alone = hits_of({recording, {hard, events("step")}});
  const auto beside = hits_of({recording, {hard, events("step"), health(MemberMode::more, 1e9)}});
  ASSERT_EQ(alone.size(), 3u + 5u);
  ASSERT_EQ(beside.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].filter, beside[i].filter);
    EXPECT_EQ(alone[i].frame, beside[i].frame);
    EXPECT_EQ(alone[i].event, beside[i].event);
    EXPECT_EQ(alone[i].entity, beside[i].entity);
    EXPECT_EQ(alone[i].reason, beside[i].reason);
  }
  EXPECT_EQ(alone[1].reason, "");
  const auto first_hard = std::ranges::find(alone, 0u, &FilterHit::filter);
  EXPECT_EQ(first_hard->reason, "damage = 40");
}

TEST(FindHitsTest, OnlyTheFramesAskedForAreLookedAt) {
  const auto recording = recording_of(duel());
  for (const Filter& filter : {health(MemberMode::more, -1e9), events("")}) {
    for (const auto& [first, end] :
         {std::pair<std::size_t, std::size_t>{0, 50}, {33, 71}, {99, 500}, {60, 60}, {500, 600}}) {
      FilterScan scan{recording, {filter}};
      scan.first = first;
      scan.end = end;
      for (const FilterHit& hit : hits_of(scan)) {
        EXPECT_GE(hit.frame.value, first);
        EXPECT_LT(hit.frame.value, end);
      }
    }
    FilterScan scan{recording, {filter}};
    scan.first = 30;
    scan.end = 51;
    EXPECT_EQ(hits_of(scan).size(), filter.kind == FilterKind::event ? 3u : 21u);
  }
}

TEST(FindHitsTest, StopsWhenToldTo) {
  const auto recording = recording_of(duel());
  std::atomic<bool> cancelled{false};
  for (const Filter& filter : {health(MemberMode::more, -1e9), events("")}) {
    int calls = 0;
    EXPECT_FALSE(find_hits({recording, {filter}}, cancelled,
                           [&](FrameIndex, std::span<FilterHit>) { return ++calls < 3; }));
    EXPECT_EQ(calls, 3);
  }
  cancelled = true;
  for (const Filter& filter : {health(MemberMode::more, -1e9), events("")}) {
    EXPECT_FALSE(find_hits({recording, {filter}}, cancelled,
                           [](FrameIndex, std::span<FilterHit>) { return true; }));
  }
}

TEST(FilterMatchesTest, NeighbouringFramesOfAStreamAreOneRun) {
  const auto recording = recording_of(duel(20));
  const Timeline& timeline = recording->timeline();
  FilterMatches matches;
  const auto add = [&](std::size_t frame, std::size_t hits) {
    matches.add(timeline, FrameIndex(frame), std::vector<FilterHit>(hits));
  };
  add(0, 1);  // n 0 of stream 0
  add(1, 0);
  add(2, 2);  // n 1 of stream 0
  add(3, 1);  // n 1 of stream 1
  add(6, 1);  // n 3 of stream 0
  add(8, 1);  // n 4
  ASSERT_EQ(matches.runs.size(), 2u);
  ASSERT_EQ(matches.runs[0].size(), 2u);
  EXPECT_EQ(matches.runs[0][0].first, 0u);
  EXPECT_EQ(matches.runs[0][0].last, 1u);
  EXPECT_EQ(matches.runs[0][1].first, 3u);
  EXPECT_EQ(matches.runs[0][1].last, 4u);
  EXPECT_EQ(matches.runs[0][1].before, 2u);
  EXPECT_EQ(matches.runs[1].size(), 1u);
  EXPECT_EQ(matches.hits, 6u);
  EXPECT_EQ(matches.listed.size(), 6u);
  EXPECT_EQ(matches.looked_at, 9u);
}

TEST(FilterMatchesTest, TheListIsBoundedButEverythingIsCounted) {
  const auto recording = recording_of(duel(4));
  FilterMatches matches;
  matches.add(recording->timeline(), FrameIndex(0),
              std::vector<FilterHit>(FilterMatches::kMostListed - 1));
  matches.add(recording->timeline(), FrameIndex(1), std::vector<FilterHit>(5));
  EXPECT_EQ(matches.listed.size(), FilterMatches::kMostListed);
  EXPECT_EQ(matches.hits, FilterMatches::kMostListed + 4);
}

TEST(MatchingFramesTest, CountsAsALinearLookDoes) {
  const std::vector<MatchRun> runs{{0, 0, 0}, {3, 7, 1}, {10, 10, 6}, {20, 40, 7}};
  const auto lies_in_run = [&](std::size_t n) {
    return std::ranges::any_of(
        runs, [&](const MatchRun& run) { return n >= run.first && n <= run.last; });
  };
  for (std::size_t begin = 0; begin < 50; ++begin) {
    for (std::size_t end = 0; end < 50; ++end) {
      std::size_t expected = 0;
      for (std::size_t n = begin; n < end; ++n) expected += lies_in_run(n) ? 1u : 0u;
      EXPECT_EQ(matching_frames(runs, begin, end), expected) << begin << " " << end;
    }
  }
  EXPECT_EQ(matching_frames({}, 0, 10), 0u);
}

/// A search whose end can be waited for.
class FilterSearchTest : public testing::Test {
 protected:
  void want(const std::shared_ptr<Recording>& recording, const std::vector<Filter>& filters) {
    search_.want({recording}, filters, background_);
  }
  void wait_for_end() {
    std::unique_lock lock(mutex_);
    ASSERT_TRUE(
        changed_.wait_for(lock, std::chrono::minutes(2), [&] { return !search_.is_searching(); }));
  }
  std::uint64_t hits(const std::shared_ptr<Recording>& recording, const Filter& filter) {
    const FilterSearch::Found found = search_.found();
    const FilterMatches* matches = found.find(recording.get(), filter);
    return matches == nullptr ? 0 : matches->hits;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int woken_ = 0;
  Background background_{[this] {
    const std::lock_guard lock(mutex_);
    ++woken_;
    changed_.notify_all();
  }};
  FilterSearch search_;
};

TEST_F(FilterSearchTest, FindsWhatIsWantedInTheBackground) {
  const auto recording = recording_of(duel(1000));
  want(recording, {health(MemberMode::less, 50), events("Hit")});
  wait_for_end();
  EXPECT_EQ(hits(recording, health(MemberMode::less, 50)), 949u);
  EXPECT_EQ(hits(recording, events("Hit")), 50u);
  EXPECT_EQ(search_.progress(), 1);
  std::unique_lock lock(mutex_);
  EXPECT_TRUE(changed_.wait_for(lock, std::chrono::minutes(2), [&] { return woken_ > 0; }));
}

TEST_F(FilterSearchTest, AChangedFilterBeginsAnewAndOthersKeepWhatTheyFound) {
  const auto recording = recording_of(duel(500));
  want(recording, {health(MemberMode::less, 50), events("Hit")});
  wait_for_end();
  want(recording, {health(MemberMode::less, 10), events("Hit")});
  EXPECT_EQ(hits(recording, events("Hit")), 25u);
  wait_for_end();
  EXPECT_EQ(hits(recording, health(MemberMode::less, 10)), 409u);
  // What was found before is still there when it is asked for again.
  want(recording, {health(MemberMode::less, 50)});
  EXPECT_FALSE(search_.is_searching());
  EXPECT_EQ(hits(recording, health(MemberMode::less, 50)), 449u);
}

TEST_F(FilterSearchTest, ARecordingThatWasClosedIsLetGo) {
  auto recording = recording_of(duel(5000));
  want(recording, {health(MemberMode::less, 50)});
  const std::weak_ptr<Recording> watched = recording;
  search_.want({}, {health(MemberMode::less, 50)}, background_);
  recording.reset();
  for (int i = 0; i < 2000 && !watched.expired(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(watched.expired());
}

TEST_F(FilterSearchTest, EndsAtOnceInTheMiddleOfASearch) {
  const auto recording = recording_of(duel(50'000));
  {
    FilterSearch search;
    search.want({recording}, {health(MemberMode::less, 50)}, background_);
  }
  EXPECT_EQ(recording.use_count(), 1) << "nothing looks at it any more";
}

TEST(FilterSearch, AsksForRoadsOnlyWhereTheseMayMatter) {
  const auto about = [](const char* member, const char* group = "") {
    Filter filter{.group = group};
    if (*member != '\0') filter.members.push_back({.name = member});
    return may_be_about_roads(filter);
  };
  EXPECT_TRUE(about("road/lane"));
  EXPECT_TRUE(about("lane_TYPE"));
  EXPECT_TRUE(about("ahead.id"));
  EXPECT_TRUE(about("lane", "road"));
  EXPECT_TRUE(about("", "road"));
  EXPECT_FALSE(about("lane", "stats"));
  EXPECT_FALSE(about("Health"));
  EXPECT_FALSE(about("stats/lane"));
  EXPECT_FALSE(about(""));
  EXPECT_FALSE(may_be_about_roads({.kind = FilterKind::event, .members = {{.name = "lane"}}}));
}

TEST_F(FilterSearchTest, FindsWhatFollowsFromTheRoadsThatAreThere) {
  TestScene scene;
  scene.frames = 10;
  scene.entities = {{.id = "1", .kind = EntityKind::vehicle}};
  scene.position = [](std::size_t frame, std::size_t) {
    return frame < 7 ? glm::dvec3(2, 2, 0) : glm::dvec3(-2, -2, 0);
  };
  const auto recording = recording_of(scene);
  const Filter left{.members = {{.name = "road/lane",
                                 .type = MemberType::number,
                                 .number = 1,
                                 .mode = MemberMode::equals}}};
  const auto search = [&](const std::shared_ptr<RecordingOverRoads>& roads) {
    search_.want({recording}, {left}, background_, {roads});
    wait_for_end();
    return hits(recording, left);
  };
  EXPECT_EQ(search(nullptr), 0u);
  const auto roads = std::make_shared<RecordingOverRoads>(
      recording, RoadsOfRecording{.roads = std::make_shared<StraightRoad>(),
                                  .path = "made.xodr",
                                  .placement = {.offset = {100, 0, 0}}});
  const std::uint64_t found = search(roads);
  EXPECT_TRUE(found == 7 || found == 3) << found << "; left is one of the two";
  EXPECT_EQ(search(nullptr), 0u) << "they are gone";
}

}  // namespace
}  // namespace scrubjay
