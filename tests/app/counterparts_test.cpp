#include "app/viewer/panels/entities/counterparts.h"

#include <gtest/gtest.h>

#include <array>

#include "test_scene.h"

namespace scrubjay {
namespace {

/// What two clients saw: of "3" under different names, "9" by the second one alone.
std::shared_ptr<Recording> two_clients() {
  TestScene scene;
  scene.streams = {"Server", "Client 1"};
  scene.entities = {{.id = "3", .name = "Intruder", .stream = 0},
                    {.id = "3", .name = "Player", .stream = 1},
                    {.id = "9", .name = "Camera", .stream = 1}};
  return recording_of(scene, "/there/arena.fbf");
}

TEST(Counterparts, AreOfOneIdInOtherClients) {
  Session session;
  session.recordings.push_back({two_clients(), 0, true, {}});
  EXPECT_EQ(counterparts(session, {0, EntityIndex(0)}),
            (std::vector{EntityRef{0, EntityIndex(1)}}));
  EXPECT_EQ(counterparts(session, {0, EntityIndex(1)}),
            (std::vector{EntityRef{0, EntityIndex(0)}}));
  EXPECT_TRUE(counterparts(session, {0, EntityIndex(2)}).empty());
  EXPECT_EQ(owner_title(session, {0, EntityIndex(1)}), "Client 1");
}

TEST(Counterparts, ArePinnedBesideEachOtherAndUnpinned) {
  Session session;
  session.recordings.push_back({two_clients(), 0, true, {}});
  const EntityRef intruder{0, EntityIndex(0)};
  const EntityRef player{0, EntityIndex(1)};
  const EntityRef camera{0, EntityIndex(2)};
  EXPECT_TRUE(are_counterparts(session, intruder, player));
  EXPECT_FALSE(are_counterparts(session, intruder, camera));
  EXPECT_FALSE(are_counterparts(session, intruder, intruder));
  KnownCounterparts known;
  EXPECT_EQ(known.of(session, intruder), (std::vector{player}));
  EXPECT_EQ(known.of(session, player), (std::vector{intruder}));
  ViewState state;
  state.pinned = {camera, player};
  toggle_pinned_beside(state, intruder, {player});
  EXPECT_EQ(state.pinned, (std::vector{camera, player, intruder})) << "what was pinned stays";
  toggle_pinned_beside(state, intruder, {player});
  EXPECT_EQ(state.pinned, (std::vector{camera}));
}

TEST(Counterparts, ColumnsOfOneEntityAreTitledByWhoSawIt) {
  Session session;
  session.recordings.push_back({two_clients(), 0, true, {}});
  const std::array shown{EntityRef{0, EntityIndex(0)}, EntityRef{0, EntityIndex(1)},
                         EntityRef{0, EntityIndex(2)}};
  const PinnedTitle player = pinned_title(session, shown, shown[1], "Player");
  EXPECT_TRUE(player.is_by_owner);
  EXPECT_EQ(player.first, "Client 1");
  EXPECT_EQ(player.second, "Player");
  const PinnedTitle camera = pinned_title(session, shown, shown[2], "Camera");
  EXPECT_FALSE(camera.is_by_owner);
  EXPECT_EQ(camera.first, "Camera");
  EXPECT_EQ(camera.second, "id 9 \xC2\xB7 Client 1 \xC2\xB7 arena.fbf");
}

TEST(Counterparts, InTheSameRecordingGoBeforeThoseOfOthers) {
  TestScene alone;
  alone.entities = {{.id = "3", .name = "Player"}};
  Session session;
  session.recordings.push_back({two_clients(), 0, true, {}});
  for (int i = 0; i < 5; ++i) {
    session.recordings.push_back({recording_of(alone, "/there/alone.log"), 0, true, {}});
  }
  EXPECT_EQ(counterparts_beside(session, {0, EntityIndex(1)}),
            (std::vector{EntityRef{0, EntityIndex(0)}}));
  EXPECT_EQ(counterparts_beside(session, {1, EntityIndex(0)}).size(), kMostBeside);
}

TEST(Counterparts, OfOtherRecordingsHaveTheSameNameToo) {
  TestScene alone;
  alone.entities = {{.id = "3", .name = "Player"}, {.id = "9", .name = "Tree"}};
  Session session;
  session.recordings.push_back({two_clients(), 0, true, {}});
  session.recordings.push_back({recording_of(alone, "/there/alone.log"), 0, true, {}});
  EXPECT_EQ(counterparts(session, {1, EntityIndex(0)}), (std::vector{EntityRef{0, EntityIndex(1)}}))
      << "ids alone are the same in recordings that have nothing in common";
  EXPECT_TRUE(counterparts(session, {1, EntityIndex(1)}).empty());
  EXPECT_EQ(owner_title(session, {1, EntityIndex(0)}), "alone.log");
}

}  // namespace
}  // namespace scrubjay
