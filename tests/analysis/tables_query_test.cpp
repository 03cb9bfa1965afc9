// Of which columns of `state` a query needs to know whether they are there.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "analysis/tables/query.h"
#include "analysis/tables/session.h"
#include "tests/core/made_recording.h"

namespace scrubjay::tables {
namespace {

/// Entities with a number "row".
std::shared_ptr<Recording> rows_recording() {
  MadeScene scene;
  scene.frames = steady_frames(40);
  scene.lives = {{.entity = 0}, {.entity = 1}};
  auto recording = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  return recording;
}

/// Whether all frames are read before the query runs. It has to be right.
bool looks_at_all(const std::string& sql) {
  OneRecording set("made", rows_recording());
  TableSession session{.recordings = set};
  StatePaths paths(session);
  const auto query = Query::prepare(session, paths, sql);
  EXPECT_TRUE(query.has_value()) << sql << ": " << (query ? "" : query.error().message);
  return paths.is_at_end();
}

TEST(QueryPaths, OfAQueryThatNamesWhatIsKnownAreEnough) {
  for (const char* const sql :
       {"select time, x, row from state where entity = 1 and frame between 3 and 5",
        "select count(*) as n from state group by kind order by n",
        "select s.time, row as lane from state s where s.row > 0 and lower(s.name) like 'n%'",
        "select s.row, n.tag from state s join events n using (recording, frame, entity)",
        "select row > 0 is true as is_there, cast(row as text) from state limit 3",
        "with late as (select recording, frame as f from frames where number > 3) "
        "select count(*) from late join state s on s.frame = late.f",
        "select frame, (select count(*) as sum from events e where e.frame = s.frame) from state s",
        "select row, row_number() over (partition by entity order by frame desc) from state"}) {
    EXPECT_FALSE(looks_at_all(sql)) << sql;
  }
}

TEST(QueryPaths, AreLookedForWhereANameCouldBeOne) {
  for (const char* const sql :
       {"select frame as power from state where power > 3",
        "select name from events where exists (select 1 from state where tag = 'x')",
        "select tag from state s join events e on s.frame = e.frame",
        "select count(*) from frames join streams using (recording, stream), state s"}) {
    EXPECT_TRUE(looks_at_all(sql)) << sql;
  }
}

}  // namespace
}  // namespace scrubjay::tables
