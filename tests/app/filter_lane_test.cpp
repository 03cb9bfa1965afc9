#include "app/viewer/panels/timeline/filter_lane.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/saved/settings.h"
#include "test_scene.h"

namespace scrubjay {
namespace {

/// 40 frames 0.1 s apart of two streams in turn: stream 0 at 0.0, 0.2, ...; stream 1 at 0.1, 0.3,
/// ...
class FiltersLaneTest : public testing::Test {
 protected:
  FiltersLaneTest() {
    TestScene scene;
    scene.frames = 40;
    scene.streams = {"Server", "Client"};
    session_.recordings.push_back({recording_of(std::move(scene)), 0, true, {}});
  }
  std::vector<MatchSource> sources() const {
    return {{0, StreamIndex(0), server_}, {0, StreamIndex(1), client_}};
  }
  std::optional<FrameRef> next(Seconds t, bool lasting) const {
    return neighbour_match(session_, sources(), t, +1, lasting);
  }
  std::optional<FrameRef> previous(Seconds t, bool lasting) const {
    return neighbour_match(session_, sources(), t, -1, lasting);
  }
  static FrameRef frame(std::size_t n) { return {0, FrameIndex(n)}; }

  Session session_;
  /// Frames 4, 6, 8 (0.4 to 0.8 s) and 30 (3.0 s).
  std::vector<MatchRun> server_{{2, 4, 0}, {15, 15, 3}};
  /// Frames 5 (0.5 s) and 37, 39 (3.7, 3.9 s).
  std::vector<MatchRun> client_{{2, 2, 0}, {18, 19, 1}};
};

TEST_F(FiltersLaneTest, AStateHoldsUntilTheNextFrameAndAnEventDoesNot) {
  const auto lasting = match_bars(session_, sources()[0], {0, 10}, true, 100);
  ASSERT_TRUE(lasting);
  ASSERT_EQ(lasting->size(), 2u);
  EXPECT_NEAR((*lasting)[0].begin, 0.4, 1e-9);
  EXPECT_NEAR((*lasting)[0].end, 1.0, 1e-9);
  const auto events = match_bars(session_, sources()[0], {0, 10}, false, 100);
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 4u);
  EXPECT_EQ((*events)[1].begin, (*events)[1].end);
}

TEST_F(FiltersLaneTest, OnlyBarsThatMeetTheTimeShownAreGivenAndNotTooMany) {
  EXPECT_EQ(match_bars(session_, sources()[0], {0.95, 2}, true, 100)->size(), 1u);
  EXPECT_EQ(match_bars(session_, sources()[0], {1.1, 2}, true, 100)->size(), 0u);
  EXPECT_EQ(match_bars(session_, sources()[0], {0.5, 0.7}, false, 100)->size(), 1u);
  EXPECT_FALSE(match_bars(session_, sources()[0], {0, 10}, false, 3));
  EXPECT_TRUE(match_bars(session_, sources()[0], {0, 10}, false, 4));
}

TEST_F(FiltersLaneTest, EveryMatchIsInAColumnHoweverWideThoseAre) {
  for (const Seconds width : {0.05, 0.1, 0.35, 1.0, 5.0, 100.0}) {
    const ColumnGrid grid = ColumnGrid::over({0, 4}, width);
    const auto columns = match_columns(session_, sources(), grid);
    const auto has = [&](Seconds t) {
      return std::ranges::find(columns, grid.column_of(t), &MatchColumn::column) != columns.end();
    };
    const Timeline& timeline = session_.recordings[0].recording->timeline();
    for (const std::size_t n : {4u, 5u, 6u, 8u, 30u, 37u, 39u}) {
      EXPECT_TRUE(has(timeline.time(FrameIndex(n)))) << width << " " << n;
    }
    for (const MatchColumn& column : columns) {
      EXPECT_GT(column.share, 0);
      EXPECT_LE(column.share, 1);
    }
  }
  const auto all = match_columns(session_, sources(), ColumnGrid::over({0, 4}, 100));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_NEAR(all[0].share, 7.0 / 40, 1e-9);
}

TEST_F(FiltersLaneTest, TheNextHitOfAStateIsWhereItBegins) {
  EXPECT_EQ(next(-1, true), frame(4));
  EXPECT_EQ(next(0.45, true), frame(5));
  EXPECT_EQ(next(0.55, true), frame(30));
  EXPECT_EQ(next(3.5, true), frame(37));
  EXPECT_EQ(next(3.75, true), std::nullopt);
  EXPECT_EQ(previous(9, true), frame(37));
  EXPECT_EQ(previous(3.5, true), frame(30));
  EXPECT_EQ(previous(0.3, true), std::nullopt);
}

TEST_F(FiltersLaneTest, TheNextHitOfEventsIsEachFrame) {
  std::vector<std::uint32_t> visited;
  Seconds t = -1;
  const Timeline& timeline = session_.recordings[0].recording->timeline();
  while (const auto hit = next(t, false)) {
    visited.push_back(hit->frame.value);
    t = timeline.time(hit->frame);
  }
  EXPECT_EQ(visited, (std::vector<std::uint32_t>{4, 5, 6, 8, 30, 37, 39}));
  std::ranges::reverse(visited);
  std::vector<std::uint32_t> back;
  t = 100;
  while (const auto hit = previous(t, false)) {
    back.push_back(hit->frame.value);
    t = timeline.time(hit->frame);
  }
  EXPECT_EQ(back, visited);
}

TEST_F(FiltersLaneTest, AClickTakesTheHitUnderItOrTheNearestWithinReach) {
  const auto nearest = [&](Seconds t, bool lasting, Seconds reach = 0.05) {
    return nearest_match(session_, sources(), t, reach, lasting);
  };
  EXPECT_EQ(nearest(0.9, true), frame(8));  // the state of 0.8 still holds
  EXPECT_EQ(nearest(0.9, false), std::nullopt);
  EXPECT_EQ(nearest(0.84, false), frame(8));
  EXPECT_EQ(nearest(2.97, true), frame(30));
  EXPECT_EQ(nearest(2.0, true), std::nullopt);
  EXPECT_EQ(nearest(2.2, true, 5), frame(30));
}

TEST_F(FiltersLaneTest, HitsOfHiddenStreamsAreNotShown) {
  Background background([] {});
  FilterSearch search;
  const Filter filter;  // everything
  TestScene scene;
  scene.streams = {"Server", "Client"};
  scene.entities = {{.id = "1"}, {.id = "2", .stream = 1}};
  session_.recordings[0].recording = recording_of(std::move(scene));
  search.want({session_.recordings[0].recording}, {filter}, background);
  while (search.is_searching()) std::this_thread::yield();
  EXPECT_EQ(match_sources(session_, search.found(), filter).size(), 2u);
  session_.recordings[0].hidden_streams = {false, true};
  const auto found = search.found();
  const auto shown = match_sources(session_, found, filter);
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0].stream, StreamIndex(0));
}

TEST(FiltersListTest, ColorsDifferWhileThereAreColors) {
  ViewState state;
  std::set<std::uint32_t> colors;
  for (std::size_t i = 0; i < kCategoricalColors; ++i) {
    colors.insert(state.filters[add_filter(state, {})].color);
  }
  EXPECT_EQ(colors.size(), kCategoricalColors);
  const std::uint32_t freed = state.filters[2].color;
  remove_filter(state, 2);
  EXPECT_EQ(state.filters[add_filter(state, {})].color, freed);
}

TEST(FiltersListTest, RemovingKeepsTheEditedOneInSight) {
  ViewState state;
  for (const char* title : {"a", "b", "c"}) {
    Filter filter;
    filter.title = title;
    add_filter(state, filter);
  }
  state.edited_filter = 2;
  remove_filter(state, 0);
  EXPECT_EQ(state.filters[state.edited_filter].filter.title, "c");
  remove_filter(state, 1);
  EXPECT_EQ(state.filters[state.edited_filter].filter.title, "b");
  remove_filter(state, 0);
  EXPECT_TRUE(state.filters.empty());
}

struct PropertyCase {
  const char* path;
  const char* words;  ///< null: cannot be filtered by
};

TEST(FiltersListTest, AFilterOfAPropertyFindsItAsItIs) {
  PropertyTree tree;
  const auto user = tree.open("properties", PropertyType::group);
  tree.boolean("Alive", true);
  const auto stats = tree.open("Stats", PropertyType::group);
  tree.number("Health", 24.5, Precision::float64);
  tree.integer("Ammo", -3);
  tree.close(stats);
  const auto sphere = tree.open("Vision", PropertyType::sphere);
  tree.vec3("position", {1, 2, 3}, Precision::float64);
  tree.close(sphere);
  tree.text("Target", "7", PropertyType::entity);
  tree.text("Blob", "\x01", PropertyType::bytes);
  tree.null("Nothing");
  tree.close(user);
  const PropertyCase cases[] = {
      {"properties/Alive", "Alive is true"},
      {"properties/Stats/Health", "Health is about 24.5 in group \"Stats\""},
      {"properties/Stats/Ammo", "Ammo is -3 in group \"Stats\""},
      {"properties/Stats", "any property in group \"Stats\""},
      {"properties/Vision/position", "Vision.position.x is about 1"},
      {"properties/Target", "Target.id is \"7\""},
      {"properties/Blob", nullptr},
      {"properties/Nothing", nullptr},
      {"properties/Vision", nullptr},
  };
  for (const PropertyCase& one : cases) {
    const auto node = find_path(tree, {0, tree.size()}, one.path);
    ASSERT_TRUE(node) << one.path;
    const auto filter = filter_of_property(tree, *node);
    ASSERT_EQ(filter.has_value(), one.words != nullptr) << one.path;
    if (!filter) continue;
    EXPECT_EQ(describe(*filter), one.words);
    FilterScratch scratch;
    Filter as_event = *filter;
    as_event.kind = FilterKind::event;  // the same members, without an entity around
    EXPECT_TRUE(FilterMatcher(as_event).matches_event(tree, {0, tree.size()}, scratch)) << one.path;
  }
}

TEST(FiltersListTest, FiltersAreRememberedBetweenRuns) {
  Settings settings;
  ListedFilter listed;
  listed.filter.kind = FilterKind::event;
  listed.filter.title = "Deaths";
  listed.filter.tag = "combat";
  listed.filter.members = {
      {.name = "by", .type = MemberType::number, .number = 0.1, .mode = MemberMode::more}};
  listed.color = 3;
  listed.is_on = false;
  std::vector<ListedFilter>& kept = settings.choices["/recording.fbf"].filters;
  kept = {listed, {}};
  EXPECT_EQ(settings_from_json(to_json(settings)).choices["/recording.fbf"].filters, kept);
}

}  // namespace
}  // namespace scrubjay
