#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/derived/place.h"
#include "analysis/tables/frame_rows.h"
#include "analysis/tables/session.h"
#include "analysis/tables/value_history.h"
#include "tests/analysis/derived_scene.h"

namespace scrubjay::tables {
namespace {

/// Five entities in two frames, of which row 2 is in none.
std::shared_ptr<Recording> five() {
  DerivedScene scene;
  scene.kinds.assign(6, EntityKind::vehicle);
  for (int f = 0; f < 2; ++f) {
    DerivedFrame& frame = scene.frames.emplace_back();
    frame.time = f;
    for (const std::uint32_t row : {0U, 1U, 3U, 4U, 5U}) {
      DerivedEntity& entity = frame.entities.emplace_back();
      entity.row = row;
      entity.world.position = glm::dvec3(row, f, 0);
    }
  }
  return derived_recording(std::move(scene));
}

TEST(FrameRows, GoOnAtTheEntityWhereABatchWasFull) {
  for (const TableId table : {TableId::places, TableId::state, TableId::changes}) {
    RowRequest request;
    request.table = table;
    request.recording = five();
    request.columns = ColumnSlots::all(table_of(table).columns.size());
    request.of_places = true;  // of `changes`
    const auto rows = make_frame_rows(request);
    Cursor cursor(request.recording);
    std::vector<std::int64_t> entities;
    RowBatch batch;
    for (std::size_t part = 0; part != FrameRows::kDone;) {
      batch.clear();
      const std::size_t next = rows->add(cursor.seek(FrameIndex(1)), part, 1, batch);
      ASSERT_GT(next, part) << "it goes on";
      ASSERT_LE(batch.size(), 1U) << "one row is more than one byte";
      if (batch.size() == 1) {
        entities.push_back(batch.at(0, 3, table_of(table).columns.size()).integer);
      }
      part = next;
    }
    EXPECT_EQ(entities, (std::vector<std::int64_t>{0, 1, 3, 4, 5})) << table_of(table).name;
  }
}

TEST(PairRows, TakeTheBoxesThatGapsAlongATimeTake) {
  DerivedScene scene;
  scene.coordinates = kDerivedCoordinates;
  scene.kinds.assign(3, EntityKind::vehicle);
  DerivedFrame& frame = scene.frames.emplace_back();
  for (std::uint32_t row = 0; row < 3; ++row) {
    Transform world;
    world.position = glm::dvec3(10 * row, 0, 0);
    frame.entities.push_back({.row = row, .world = world, .box = Box{.half = glm::dvec3(1)}});
  }
  frame.entities[0].box->half = glm::dvec3(0);                        // formats write it for "none"
  frame.entities[1].world.rotation = glm::dquat(0.0, 0.0, 0.0, 0.0);  // turns nothing
  RowRequest request;
  request.table = TableId::pairs;
  request.recording = derived_recording(std::move(scene));
  request.filter.radius = 100;
  const std::size_t width = table_of(TableId::pairs).columns.size();
  request.columns = ColumnSlots::all(width);
  const auto rows = make_frame_rows(request);
  Cursor cursor(request.recording);
  RowBatch batch;
  const Frame& decoded = cursor.seek(FrameIndex(0));
  rows->add(decoded, 0, 1 << 20, batch);
  ASSERT_EQ(batch.size(), 3U);
  constexpr std::size_t kGap = 6;
  const CoordinateConversion way(decoded.coordinates, kDerivedCoordinates);
  std::vector<std::optional<OrientedBox>> boxes;
  for (const Entity& entity : decoded.entities) boxes.push_back(place_of(entity, way).box);
  for (std::size_t row = 0, a = 0; a < 3; ++a) {
    for (std::size_t b = a + 1; b < 3; ++b, ++row) {
      const Cell& gap = batch.at(row, kGap, width);
      ASSERT_EQ(gap.kind == Cell::Kind::real, boxes[a] && boxes[b]) << a << " and " << b;
      if (boxes[a] && boxes[b]) {
        EXPECT_NEAR(gap.real, gap_between(*boxes[a], *boxes[b]), 1e-9);
      }
    }
  }
  EXPECT_FALSE(boxes[0]);
  EXPECT_TRUE(boxes[1] && boxes[2]);
}

TEST(ValueHistory, IsOfAsManyLivesAsAnIdHad) {
  // Those that are there are few; how many are asked for counts.
  constexpr std::uint32_t kThere = 9;
  std::vector<EntityIndex> lives;
  for (std::size_t row = 0; row < 150'000; ++row) lives.emplace_back(row);
  DerivedScene scene;
  scene.kinds.assign(kThere, EntityKind::vehicle);
  for (int f = 0; f < 2; ++f) {
    DerivedFrame& frame = scene.frames.emplace_back();
    frame.time = f;
    for (std::uint32_t row = 0; row < kThere; ++row) {
      DerivedEntity& entity = frame.entities.emplace_back();
      entity.row = row;
      entity.world.position = glm::dvec3(row, row == 7 ? f : 0, 0);
    }
  }
  OneRecording set("lives", derived_recording(std::move(scene)));
  TableSession session{.recordings = set};
  std::vector<std::string> changes;
  for (const bool is_of_place : {true, false}) {
    const auto step = visit_changes(
        session, {.entities = lives, .path = "transform/position", .is_of_place = is_of_place},
        [&](const ValueChange& change) {
          changes.push_back(change.before.value_or("") + change.after.value_or(""));
          return true;
        });
    ASSERT_TRUE(step) << step.error().message;
    EXPECT_EQ(*step, Query::Step::done);
  }
  EXPECT_EQ(changes, std::vector<std::string>{"[7,0,0][7,1,0]"});
  EXPECT_EQ(paths_of(session, 0, lives).value_or(std::vector<std::string>{"?"}).size(), 0U);
}

}  // namespace
}  // namespace scrubjay::tables
