#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "analysis/tables/frame_rows.h"
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

}  // namespace
}  // namespace scrubjay::tables
