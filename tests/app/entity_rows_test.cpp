#include "app/viewer/panels/entities/entity_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "test_scene.h"

namespace scrubjay {
namespace {

/// Rows as lines: indentation by depth, then the id, the group or the recording, "+" when folded.
std::string text_of(const std::vector<EntityRow>& rows, const Recording& recording) {
  std::string text;
  for (const EntityRow& row : rows) {
    text += std::string(row.depth * std::size_t{2}, ' ');
    switch (row.type) {
      case EntityRowType::recording: text += "recording"; break;
      case EntityRowType::stream:
        text += "client " + std::string(recording.timeline().stream_info(row.stream).name);
        break;
      case EntityRowType::group: text += std::string(plural_of(row.kind)); break;
      case EntityRowType::entity: text += std::string(recording.entity(row.ref.entity).id); break;
    }
    if (row.type != EntityRowType::entity || row.count > 0) {
      text += " " + std::to_string(row.count) + (row.is_open ? "" : " +");
    }
    if (!row.is_match) text += " (around)";
    text += '\n';
  }
  return text;
}

struct Built {
  std::vector<EntityRow> rows;
  std::size_t found = 0;
};

Built build(const std::shared_ptr<Recording>& recording, std::string_view search = "",
            const std::set<EntityRef>& toggled = {}, bool all = true,
            std::vector<ListedEntity> living = {}) {
  EntitySearch matches;
  matches.set_text(search);
  EntityRowsBuild build;
  build.start({{0, recording, std::move(living), {}, all}}, toggled);
  WorkBudget budget = WorkBudget::unlimited();
  EXPECT_TRUE(build.advance(matches, budget));
  Built built;
  build.take(built.rows);
  built.found = build.found();
  return built;
}

TestScene small_scene() {
  TestScene scene;
  scene.entities = {{.id = "1", .name = "audi", .kind = EntityKind::vehicle},
                    {.id = "2", .name = "camera", .kind = EntityKind::sensor, .parent = 0},
                    {.id = "3", .name = "Anna", .kind = EntityKind::person},
                    {.id = "4", .name = "lidar", .kind = EntityKind::sensor, .parent = 0},
                    {.id = "5", .name = "lens", .kind = EntityKind::sensor, .parent = 1}};
  return scene;
}

TestScene town_scene() {
  TestScene scene;
  for (int i = 0; i < 25; ++i) {
    scene.entities.push_back({.id = "p" + std::to_string(i), .kind = EntityKind::prop});
  }
  for (int i = 0; i < 8; ++i) {
    scene.entities.push_back({.id = "v" + std::to_string(i), .kind = EntityKind::vehicle});
  }
  return scene;
}

TEST(EntityRows, AnIdThatIsThePathInTheTreeSaysNothingMore) {
  TestScene scene;
  scene.entities = {{.id = "Yard", .name = "Yard"},
                    {.id = "Yard/Gate", .name = "Gate", .parent = 0},
                    {.id = "Yard.Gate.Bolt", .name = "Bolt", .parent = 1},
                    {.id = "17", .name = "Guard", .parent = 0},
                    {.id = "Yard/Gate", .name = "Gate"}};
  const auto recording = recording_of(scene);
  const auto is_told = [&](std::size_t i) {
    return is_told_by_tree(*recording, recording->entity(EntityIndex(i)));
  };
  EXPECT_TRUE(is_told(0)) << "the name itself";
  EXPECT_TRUE(is_told(1));
  EXPECT_FALSE(is_told(2)) << "the one above is called otherwise";
  EXPECT_FALSE(is_told(3));
  EXPECT_FALSE(is_told(4)) << "nothing is above it";
}

TEST(EntityRows, FewEntitiesAreATreeByParentInOrderOfAppearance) {
  const auto recording = recording_of(small_scene());
  EXPECT_EQ(text_of(build(recording).rows, *recording),
            "recording 5\n"
            "  1 2\n"
            "    2 1\n"
            "      5\n"
            "    4\n"
            "  3\n");
}

TEST(EntityRows, ManyRootsOfSeveralKindsGetHeadersAndLargeStillGroupsAreFolded) {
  const auto recording = recording_of(town_scene());
  EXPECT_EQ(text_of(build(recording).rows, *recording),
            "recording 33\n"
            "  Vehicles 8\n"
            "    v0\n    v1\n    v2\n    v3\n    v4\n    v5\n    v6\n    v7\n"
            "  Props 25 +\n");
}

TEST(EntityRows, ARowThatWasFoldedByHandDiffersFromItsDefault) {
  const auto recording = recording_of(town_scene());
  const std::set<EntityRef> toggled{group_ref(0, EntityKind::prop),
                                    group_ref(0, EntityKind::vehicle)};
  const auto rows = build(recording, "", toggled).rows;
  ASSERT_EQ(rows.size(), 28u);
  EXPECT_FALSE(rows[1].is_open);
  EXPECT_TRUE(rows[2].is_open);
  EXPECT_EQ(build(recording, "", {EntityRef{0, {}}}).rows.size(), 1u);
}

TEST(EntityRows, SearchListsMatchesWithWhatIsAboveThemUnfolded) {
  const auto recording = recording_of(small_scene());
  const auto built = build(recording, "LENS", {EntityRef{0, EntityIndex(0)}});
  EXPECT_EQ(text_of(built.rows, *recording),
            "recording 5\n"
            "  1 1 (around)\n"
            "    2 1 (around)\n"
            "      5\n");
  EXPECT_EQ(built.found, 1u);
}

TEST(EntityRows, EachWordOfASearchMustBeInIdNameOrKind) {
  const EntityInfo entity{.id = "24",
                          .name = "vehicle.audi.tt",
                          .kind = EntityKind::vehicle,
                          .stream = {},
                          .parent = {}};
  struct Case {
    std::string_view search;
    bool found;
  };
  for (const Case& c : std::initializer_list<Case>{{"", true},
                                                   {"  ", true},
                                                   {"audi", true},
                                                   {"AUDI tt", true},
                                                   {"24 audi", true},
                                                   {"audi bmw", false},
                                                   {"vehicle", true},
                                                   {"person", false}}) {
    EXPECT_EQ(entity_matches(entity, c.search), c.found) << c.search;
  }
}

TEST(EntityRows, ASearchThatFindsNothingLeavesTheRecordingAlone) {
  const auto recording = recording_of(small_scene());
  EXPECT_EQ(build(recording, "nothing").rows.size(), 1u);
}

TEST(EntityRows, ParentsOfTheFrameCountAndOneThatDoesNotLiveMakesARoot) {
  const auto recording = recording_of(small_scene());
  const auto built = build(recording, "", {}, false,
                           {{EntityIndex(1), EntityIndex(0), EntityKind::sensor},
                            {EntityIndex(2), {}, EntityKind::person},
                            {EntityIndex(3), EntityIndex(2), EntityKind::sensor}});
  EXPECT_EQ(text_of(built.rows, *recording),
            "recording 3\n"
            "  2\n"
            "  3 1\n"
            "    4\n");
}

TEST(EntityRows, EntitiesThatAreEachOthersParentsAreAllListedOnce) {
  TestScene scene = small_scene();
  scene.entities[0].parent = 4;  // 1 is in 5, which is in 2, which is in 1
  scene.entities[2].parent = 2;  // 3 is in itself
  const auto recording = recording_of(scene);
  const auto rows = build(recording).rows;
  std::map<EntityRef, int> seen;
  for (const EntityRow& row : rows) ++seen[row.ref];
  EXPECT_EQ(rows.size(), 6u);
  EXPECT_EQ(seen.size(), 6u);
}

TEST(EntityRows, WorkInSlicesGivesTheSameRowsAsWorkAtOnce) {
  std::mt19937 random(7);
  TestScene scene;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    scene.entities.push_back({.id = std::to_string(i),
                              .name = "n" + std::to_string(random() % 100),
                              .kind = static_cast<EntityKind>(random() % kEntityKinds),
                              .parent = random() % 3 == 0
                                            ? TestScene::kNone
                                            : static_cast<std::uint32_t>(random() % 3000)});
  }
  const auto recording = recording_of(scene);
  for (const std::string_view search : {"", "n7"}) {
    EntitySearch matches;
    matches.set_text(search);
    EntityRowsBuild sliced;
    sliced.start({{0, recording, {}, {}, true}}, {});
    int slices = 0;
    while (true) {
      WorkBudget spent(std::chrono::microseconds(0));
      ++slices;
      if (sliced.advance(matches, spent)) break;
    }
    EXPECT_GT(slices, 10);
    std::vector<EntityRow> rows;
    sliced.take(rows);
    EXPECT_EQ(rows, build(recording, search).rows);
    EXPECT_EQ(sliced.found(), build(recording, search).found);
  }
}

TEST(EntityRows, ADeepChainOfParentsIsListedWithoutRecursion) {
  TestScene scene;
  scene.frames = 1;
  for (std::uint32_t i = 0; i < 50000; ++i) {
    scene.entities.push_back(
        {.id = std::to_string(i), .parent = i == 0 ? TestScene::kNone : i - 1});
  }
  const auto recording = recording_of(scene);
  const auto rows = build(recording).rows;
  EXPECT_EQ(rows.size(), 50001u);
  EXPECT_EQ(rows.back().ref.entity, EntityIndex(49999));
}

TEST(EntityRows, NoGroupStandsForAnEntityOrARecording) {
  for (std::size_t i = 0; i < kEntityKinds; ++i) {
    const auto kind = static_cast<EntityKind>(i);
    EXPECT_TRUE(group_ref(0, kind).entity.exists());
    EXPECT_GT(group_ref(0, kind).entity.value, 0xFFFFFF00u);
  }
}

TestScene vehicles_of_two_clients(std::size_t more = 0) {
  TestScene scene;
  scene.streams = {"Server", "Client"};
  scene.entities = {{.id = "1", .name = "audi", .kind = EntityKind::vehicle},
                    {.id = "1", .name = "Anna", .kind = EntityKind::person, .stream = 1},
                    {.id = "2", .name = "wheel", .parent = 0},
                    {.id = "3", .name = "bmw", .kind = EntityKind::vehicle, .stream = 1}};
  for (std::size_t i = 0; i < more; ++i) {
    scene.entities.push_back({.id = "p" + std::to_string(i),
                              .kind = EntityKind::prop,
                              .stream = static_cast<std::uint32_t>(i % 2)});
  }
  return scene;
}

TEST(EntityRows, SeveralStreamsHaveHeaders) {
  const auto recording = recording_of(vehicles_of_two_clients());
  EXPECT_EQ(text_of(build(recording).rows, *recording),
            "recording 4\n"
            "  client Server 2\n"
            "    1 1\n"
            "      2\n"
            "  client Client 2\n"
            "    1\n"
            "    3\n");
}

TEST(EntityRows, AStreamWithNothingListedKeepsItsHeader) {
  const auto recording = recording_of(vehicles_of_two_clients());
  EXPECT_EQ(text_of(build(recording, "", {}, false,
                          {{EntityIndex(1), {}, EntityKind::person, StreamIndex(1)}})
                        .rows,
                    *recording),
            "recording 1\n"
            "  client Server 0\n"
            "  client Client 1\n"
            "    1\n");
  EXPECT_EQ(text_of(build(recording, "", {}, false, {}).rows, *recording),
            "recording 0\n"
            "  client Server 0\n"
            "  client Client 0\n");
}

TEST(EntityRows, AFoldedStreamListsNothing) {
  const auto recording = recording_of(vehicles_of_two_clients());
  EXPECT_EQ(text_of(build(recording, "", {stream_ref(0, StreamIndex(0))}).rows, *recording),
            "recording 4\n"
            "  client Server 2 +\n"
            "  client Client 2\n"
            "    1\n"
            "    3\n");
}

TEST(EntityRows, KindsAreGroupedInsideEachStreamAndFoldedByThemselves) {
  const auto recording = recording_of(vehicles_of_two_clients(40));
  const EntityRef vehicles = group_ref(0, EntityKind::vehicle, StreamIndex(1));
  const std::set<EntityRef> toggled{vehicles, group_ref(0, EntityKind::prop, StreamIndex(0)),
                                    group_ref(0, EntityKind::prop, StreamIndex(1))};
  EXPECT_EQ(text_of(build(recording, "", toggled).rows, *recording),
            "recording 44\n"
            "  client Server 22\n"
            "    Vehicles 1\n"
            "      1 1\n"
            "        2\n"
            "    Props 20 +\n"
            "  client Client 22\n"
            "    Vehicles 1 +\n"
            "    People 1\n"
            "      1\n"
            "    Props 20 +\n");
}

TEST(EntityRows, ASearchListsOnlyStreamsInWhichSomethingIsFound) {
  const auto recording = recording_of(vehicles_of_two_clients());
  EXPECT_EQ(text_of(build(recording, "anna").rows, *recording),
            "recording 4\n"
            "  client Client 1\n"
            "    1\n");
}

TEST(EntityRows, HeadersOfStreamsAndKindsDiffer) {
  std::set<EntityRef> refs;
  std::size_t count = 0;
  for (std::size_t stream = 0; stream < 5; ++stream) {
    refs.insert(stream_ref(0, StreamIndex(stream)));
    ++count;
    for (std::size_t kind = 0; kind < kEntityKinds; ++kind) {
      refs.insert(group_ref(0, static_cast<EntityKind>(kind), StreamIndex(stream)));
      ++count;
    }
  }
  refs.insert({0, EntityIndex::none()});
  EXPECT_EQ(refs.size(), count + 1);
}

}  // namespace
}  // namespace scrubjay
