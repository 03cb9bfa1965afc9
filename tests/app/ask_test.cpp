#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "analysis/tables/query.h"
#include "app/viewer/ask/ask_completion.h"
#include "app/viewer/ask/ask_facts.h"
#include "app/viewer/ask/ask_file.h"
#include "app/viewer/ask/ask_job.h"
#include "app/viewer/ask/ask_lane.h"
#include "app/viewer/ask/ask_places.h"
#include "app/viewer/ask/ask_rows.h"
#include "app/viewer/ask/filter_query.h"
#include "app/viewer/ask/watch.h"
#include "app/viewer/view_state.h"
#include "ask_answer.h"
#include "core/time_cursor.h"
#include "test_scene.h"
#include "tests/analysis/straight_road.h"
#include "tests/core/file_text.h"
#include "tests/core/test_folder.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

std::vector<std::string> titles(const Completions& completions) {
  std::vector<std::string> found;
  for (const Completion& completion : completions.found) found.push_back(completion.title);
  return found;
}

bool has(const std::vector<std::string>& texts, const std::string& text) {
  return std::ranges::find(texts, text) != texts.end();
}

AskFacts some_facts() {
  AskFacts facts;
  facts.recordings = 1;
  facts.events = {{"collision", "physics", 6, true, false},
                  {"door opened", "vehicle", 4, true, false}};
  facts.kinds = {"vehicle", "person"};
  facts.paths = {{"stats/Health", "number", true, 4},
                 {"stats/Name", "string", true, 4},
                 {"stats/Alive", "boolean", true, 4},
                 {"body/Velocity", "vec3", true, 4},
                 {"Table", "table", false, 1}};
  return facts;
}

TEST(AskCompletion, OffersTablesBehindFromAndColumnsOfThoseThatAreNamed) {
  const AskFacts facts = some_facts();
  const std::string from = "select * from ev";
  EXPECT_EQ(titles(complete(from, from.size(), facts, false)).front(), "events");
  const std::string where = "select * from events where ta";
  const Completions columns = complete(where, where.size(), facts, false);
  EXPECT_EQ(columns.found.front().title, "tag");
  EXPECT_EQ(columns.begin, where.size() - 2);
  EXPECT_FALSE(has(titles(columns), "stats/Name"));
}

TEST(AskCompletion, QuotesPathsAndTakesTheirSlashesAsOneWord) {
  const AskFacts facts = some_facts();
  const std::string sql = "select stats/He from state";
  const Completions found = complete(sql, 15, facts, false);
  ASSERT_FALSE(found.found.empty());
  EXPECT_EQ(found.found.front().title, "stats/Health");
  EXPECT_EQ(found.found.front().insert, "\"stats/Health\"");
  EXPECT_EQ(found.begin, 7U);
  EXPECT_EQ(found.end, 15U);
  const std::string quoted = "select \"hea";
  const Completions in_quotes = complete(quoted, quoted.size(), facts, false);
  ASSERT_FALSE(in_quotes.found.empty());
  EXPECT_EQ(in_quotes.found.front().insert, "\"stats/Health\"");
  EXPECT_EQ(in_quotes.begin, 7U);
}

TEST(AskCompletion, OffersTextsInSingleQuotes) {
  const AskFacts facts = some_facts();
  const std::string sql = "select * from events where name = 'coll";
  const Completions found = complete(sql, sql.size(), facts, false);
  ASSERT_FALSE(found.found.empty());
  EXPECT_EQ(found.found.front().insert, "'collision'");
}

TEST(AskCompletion, IsSilentInCommentsNumbersAndForWholeWords) {
  const AskFacts facts = some_facts();
  for (const std::string sql : {"-- sel", "select 12", "select", "/* ev", "select 'x' "}) {
    EXPECT_TRUE(complete(sql, sql.size(), facts, false).found.empty()) << sql;
  }
  EXPECT_FALSE(complete("", 0, facts, true).found.empty());
}

TEST(AskCompletion, HoldsForEveryCursorInAnyText) {
  const AskFacts facts = some_facts();
  const std::string sql = "select \"stats/Health\", 'a''b' -- c\n/* d */ from state where x <> 'un";
  for (std::size_t cursor = 0; cursor <= sql.size() + 3; ++cursor) {
    const Completions found = complete(sql, cursor, facts, true);
    EXPECT_LE(found.begin, found.end);
    EXPECT_LE(found.end, sql.size());
  }
}

TEST(AskJob, StopsAnEndlessQueryAndBeginsTheNext) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0}};
  AskJob job;
  job.start({asked, std::nullopt,
             "with recursive n(i) as (select 1 union all select i + 1 from n) "
             "select max(i) from n"},
            [] {});
  job.start({asked, std::nullopt, "select count(*) from frames"}, [] {});
  while (job.is_running()) job.update();
  EXPECT_EQ(job.outcome()->end, AskJob::End::done);
  ASSERT_EQ(job.rows().size(), 1U);
  EXPECT_EQ(job.rows().value(0, 0).integer, 600);
}

TEST(AskJob, KeepsSoManyRowsAndSaysSo) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0}};
  const Answer all = ask(asked,
                         "with recursive n(i) as (select 1 union all select i + 1 from n "
                         "limit 250000) select i from n");
  EXPECT_EQ(all.outcome.end, AskJob::End::done);
  const Answer more = ask(asked,
                          "with recursive n(i) as (select 1 union all select i + 1 from n) "
                          "select i from n");
  EXPECT_EQ(more.outcome.end, AskJob::End::rows);
  EXPECT_EQ(more.rows.size(), AskJob::kMostRows);
  EXPECT_EQ(more.rows.value(AskJob::kMostRows - 1, 0).integer, 250'000);
}

TEST(AskJob, SaysWhereAQueryIsWrong) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0}};
  const auto place = [&](const std::string& sql) {
    const Answer answer = ask(asked, sql);
    EXPECT_EQ(answer.outcome.end, AskJob::End::failed) << sql;
    return answer.outcome.problem ? tables::place_in_query(sql, *answer.outcome.problem)
                                  : std::nullopt;
  };
  EXPECT_EQ(place("select time,\n  tyme from frames"), 15U);
  EXPECT_EQ(place("select * from framse"), 14U);
  EXPECT_EQ(place("select 1 +"), 10U);  // it ends too early
  EXPECT_EQ(place("selct 1"), 0U);
}

TEST(AskRows, AreSortedAsSqliteSortsAndFilteredByWords) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0}};
  const Answer answer = ask(asked,
                            "select column1 as v, column2 as w from (values (2, 'Two'), "
                            "('b', 'text'), (null, 'two again'), (1.5, 'x'), ('a', 'y'))");
  ASSERT_EQ(answer.rows.size(), 5U);
  const auto sorted = [&](bool is_descending, const std::string& words) {
    return ordered_rows(answer.rows, {0, is_descending, words},
                        [](auto, auto) -> std::optional<std::string> { return std::nullopt; });
  };
  EXPECT_EQ(sorted(false, ""), (std::vector<std::uint32_t>{2, 3, 0, 4, 1}));
  EXPECT_EQ(sorted(true, ""), (std::vector<std::uint32_t>{1, 4, 0, 3, 2}));
  EXPECT_EQ(sorted(false, "two"), (std::vector<std::uint32_t>{2, 0}));
  EXPECT_EQ(sorted(false, "two again"), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(sorted(false, "1.5"), (std::vector<std::uint32_t>{3}));
}

TEST(AskMoments, CallEntitiesByNameAndIdAndFindThemSo) {
  const auto recording = opened(sample("sample.log"));
  const std::vector<AskedRecording> asked{{recording, 0}};
  const Answer answer = ask(asked,
                            "select time, entity, 34 as a, entity as who, 1 as b from events "
                            "where name = 'collision' order by time limit 2");
  const AskMoments moments(answer.rows, asked);
  EXPECT_EQ(moments.entity_name(0, 0), std::nullopt);
  const std::int64_t row = answer.rows.value(0, 1).integer;
  const EntityInfo info = recording->entity(EntityIndex(static_cast<std::size_t>(row)));
  const std::string name = std::string(info.name) + " \u00b7 " + std::string(info.id);
  EXPECT_EQ(moments.entity_name(0, 1), name);
  EXPECT_EQ(moments.entity_name(0, 2), std::nullopt) << "a number: the row's entity is another";
  EXPECT_EQ(moments.entity_name(0, 3), std::nullopt) << "nobody says that it is an entity";
  const auto shown = [&](std::size_t at, std::size_t column) {
    return moments.entity_name(at, column);
  };
  EXPECT_EQ(ordered_rows(answer.rows, {{}, false, std::string(info.name)}, shown).front(), 0U);

  const Answer pairs = ask(asked,
                           "select 34 as a, 35 as b union all select 34.5, 35 "
                           "union all select null, 1000");
  const AskMoments of_pairs(pairs.rows, asked);
  EXPECT_EQ(of_pairs.entity_name(0, 0), name);
  EXPECT_NE(of_pairs.entity_name(0, 1), std::nullopt);
  EXPECT_EQ(of_pairs.entity_name(1, 0), std::nullopt) << "no row of a table";
  EXPECT_EQ(of_pairs.entity_name(2, 0), std::nullopt);
  EXPECT_EQ(of_pairs.entity_name(2, 1), std::nullopt) << "there is no such row";

  // Of two recordings a row has to say of which it is.
  const std::vector<AskedRecording> two{{recording, 0}, {recording, 0}};
  const AskMoments of_two(answer.rows, two);
  EXPECT_EQ(of_two.entity_name(0, 1), std::nullopt);
  ASSERT_TRUE(of_two.of(0));
  EXPECT_TRUE(of_two.of(0)->entities.empty());
}

TEST(AskFile, IsParquetWhereItsNameSaysSo) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0}};
  const Answer answer =
      ask(asked,
          "select column1 as n, column2 as n, column3 as t, null as missing from (values "
          "(1, 1, 'a'), (2, 2.5, 7), (null, 3, x'00ff'))");
  ASSERT_EQ(answer.rows.size(), 3U);
  const TestFolder folder;
  const std::string csv = (folder / "rows.csv").string();
  const std::string parquet = (folder / "rows.Parquet").string();
  ASSERT_TRUE(write_rows({.rows = answer.rows}, csv));
  ASSERT_TRUE(write_rows({.rows = answer.rows}, parquet));
  EXPECT_EQ(file_text(csv), "n,n,t,missing\n1,1,a,\n2,2.5,7,\n,3,AP8=,\n");
  // As a list shows them.
  ASSERT_TRUE(write_rows({.rows = answer.rows, .order = {{2, 0}}}, csv));
  EXPECT_EQ(file_text(csv), "n,n,t,missing\n,3,AP8=,\n1,1,a,\n");
  const std::string written = file_text(parquet);
  EXPECT_TRUE(written.starts_with("PAR1"));
  EXPECT_TRUE(written.ends_with("PAR1"));
  // A schema element: type 2 is int64, 5 double, 6 a text; then that it is optional, then its name.
  for (const std::string element :
       {"\x15\x04\x25\x02\x18\x01n", "\x15\x0A\x25\x02\x18\x03n_2", "\x15\x0C\x25\x02\x18\x01t",
        "\x15\x0C\x25\x02\x18\x07missing"}) {
    EXPECT_NE(written.find(element), std::string::npos) << element;
  }
  EXPECT_FALSE(write_rows({.rows = answer.rows}, (folder / "no/such/rows.parquet").string()));
}

TEST(AskFile, TellsWhoEntitiesAre) {
  const std::vector<AskedRecording> asked{{opened(sample("sample.log")), 0}};
  const TestFolder folder;
  const std::string csv = (folder / "rows.csv").string();
  const auto saved = [&](const char* sql) {
    EXPECT_TRUE(write_rows({.rows = ask(asked, sql).rows, .asked = asked}, csv));
    return file_text(csv);
  };
  const EntityInfo third = asked[0].recording->entity(EntityIndex(3));
  const std::string who = "3," + std::string(third.id) + ',' + std::string(third.name);
  EXPECT_EQ(saved("select time, entity from places where frame = 0 and entity = 3"),
            "time,entity,entity_id,entity_name\n0," + who + '\n');
  EXPECT_EQ(saved("select 3 as a, null as b"), "a,a_id,a_name,b,b_id,b_name\n" + who + ",,,\n");
  EXPECT_EQ(saved("select 'x' as entity, 7000 as n"), "entity,entity_id,entity_name,n\nx,,,7000\n");
}

TEST(AskPlaces, FollowTheColumnsThatThereAre) {
  Session session;
  session.recordings.resize(1);
  session.recordings[0].recording = opened(sample("sample.log"));
  session.recordings[0].offset = 10;
  const auto asked = asked_recordings(session, RoadsBelow());
  session.recordings[0].offset = 12;  // moved since
  const auto place = [&](const std::string& sql) {
    const Answer answer = ask(asked, sql);
    EXPECT_EQ(answer.message(), "");
    return place_of_row(answer.rows, 0, asked, session);
  };
  const auto event =
      place("select time, entity from events where name = 'collision' order by time");
  ASSERT_TRUE(event && event->time);
  EXPECT_EQ(event->entities.size(), 1U);
  const auto by_frame = place("select frame from frames where frame = 20");
  ASSERT_TRUE(by_frame && by_frame->time);
  EXPECT_EQ(*by_frame->time, session.recordings[0].recording->timeline().time(FrameIndex(20)) + 12);
  EXPECT_EQ(*place("select time from frames where frame = 20")->time, *by_frame->time);
  const auto only_entity = place("select entity from entities where entity = 3");
  ASSERT_TRUE(only_entity);
  EXPECT_FALSE(only_entity->time);
  EXPECT_EQ(only_entity->entities, std::vector{EntityIndex(3)});
  const auto pair = place("select time, a, b from pairs(5) limit 1");
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->entities.size(), 2U);
  EXPECT_FALSE(place("select count(*) from frames"));
  EXPECT_FALSE(place("select 1e9 as entity"));
  session.recordings.clear();
  EXPECT_FALSE(place("select 1 as time"));
}

TEST(AskLane, PlotsTheFirstNumberAndColoursTexts) {
  Session session;
  session.recordings.resize(1);
  session.recordings[0].recording = opened(sample("sample.log"));
  const auto asked = asked_recordings(session, RoadsBelow());
  const Answer numbers = ask(asked,
                             "select recording, frame, time, entity, 'a' as t, frame * 2 as n "
                             "from frames join entities using (recording) where entity = 1 and "
                             "frame < 5 order by frame desc");
  EXPECT_EQ(usual_lane_column(numbers.rows), 5U);
  const AskLane plotted = make_ask_lane(numbers.rows, asked, 5);
  EXPECT_EQ(plotted.kind, AskLaneKind::numbers);
  ASSERT_EQ(plotted.marks.size(), 5U);
  EXPECT_EQ(plotted.marks.front().value, 0);
  EXPECT_EQ(plotted.marks.front().row, 4U);
  EXPECT_EQ(plotted.most, 8);
  EXPECT_TRUE(plotted.is_series);
  const Answer texts =
      ask(asked, "select time, name from events where name like 'door%' order by name");
  const AskLane coloured = make_ask_lane(texts.rows, asked, usual_lane_column(texts.rows));
  EXPECT_EQ(coloured.kind, AskLaneKind::texts);
  EXPECT_EQ(coloured.texts.size(), 2U);
  EXPECT_EQ(coloured.marks.size(), 7U);
  EXPECT_TRUE(make_ask_lane(ask(asked, "select kind from entities").rows, asked, 0).marks.empty());
}

TEST(AskLane, IsWalkedInTheOrderOfTimeWhereverTheRecordingIsMovedTo) {
  Session session;
  session.recordings.resize(1);
  session.recordings[0].recording = opened(sample("sample.log"));
  const auto asked = asked_recordings(session, RoadsBelow());
  const Answer answer = ask(asked, "select frame from frames where frame in (10, 20, 30)");
  const AskLane lane = make_ask_lane(answer.rows, asked, std::nullopt);
  session.recordings[0].offset = 100;
  const Timeline& timeline = session.recordings[0].recording->timeline();
  const auto time = [&](std::size_t frame) { return timeline.time(FrameIndex(frame)) + 100; };
  const auto next = [&](Seconds t, int direction) {
    const AskMark* const mark = neighbour_mark(lane, session, t, direction);
    return mark == nullptr ? std::nullopt : time_of(lane, *mark, session);
  };
  EXPECT_EQ(next(0, +1), time(10));
  EXPECT_EQ(next(time(10), +1), time(20));
  EXPECT_EQ(next(time(25), -1), time(20));
  EXPECT_EQ(next(time(20), -1), time(10));
  EXPECT_FALSE(next(time(30), +1));
  session.recordings[0].visible = false;
  EXPECT_FALSE(next(0, +1));
}

TEST(AskLane, IsInTheOrderOfTimeWhereOneOfItsRecordingsIsMoved) {
  Session session;
  session.recordings.resize(2);
  AskLane lane;
  for (std::uint32_t place = 0; place < 2; ++place) {
    session.recordings[place].recording = opened(sample("sample.log"));
    lane.asked.push_back({session.recordings[place].recording, 0});
    for (const Seconds time : {1, 2, 3, 3, 4}) lane.marks.push_back({time, place, 0, 0, 0});
  }
  session.recordings[1].offset = 0.5;
  const auto times = [&](TimeRange range) {
    std::vector<Seconds> found;
    for (const PlacedMark& placed : marks_within(lane, session, range)) {
      EXPECT_EQ(placed.time, time_of(lane, *placed.mark, session));
      found.push_back(placed.time);
    }
    return found;
  };
  EXPECT_EQ(times({1.5, 2.5}), (std::vector<Seconds>{1, 1.5, 2, 2.5, 3, 3.5}));
  EXPECT_EQ(times({10, 11}), (std::vector<Seconds>{4, 4.5}));
  const auto next = [&](Seconds t, int direction) {
    const AskMark* const mark = neighbour_mark(lane, session, t, direction);
    return mark == nullptr ? std::nullopt : time_of(lane, *mark, session);
  };
  EXPECT_EQ(next(1, +1), 1.5);
  EXPECT_EQ(next(1.5, +1), 2);
  EXPECT_EQ(next(2, -1), 1.5);
  EXPECT_EQ(neighbour_mark(lane, session, 3.4, -1), &lane.marks[2]) << "the first of a moment";
  session.recordings[1].visible = false;
  EXPECT_EQ(next(1, +1), 2);
  EXPECT_EQ(times({1.5, 2.5}), (std::vector<Seconds>{1, 2, 3}));
}

TEST(Watch, TellsAnExpressionForANumberFromACondition) {
  for (const char* const number :
       {"z", "z * 2", "\"control/brake\" -- < 0", "max(x, y)", "case when id = '39' then z end",
        "iif(z < 0, 1, 2) + 1", "abs(x) + (y)", "'a < b'"}) {
    EXPECT_TRUE(may_be_number(number)) << number;
  }
  for (const char* const condition :
       {"z < 0", "(z < 0)", "not z", "x AND y", "z is null", "id in ('39')", "name like 'v%'",
        "case when z then 1 end > 0", "abs(x) = 2", "z between 1 and 2", "x != 1"}) {
    EXPECT_FALSE(may_be_number(condition)) << condition;
  }
}

TEST(Watch, HasTheLeastAndTheGreatestNumberOfAnExpressionInEachFrame) {
  Session session;
  session.recordings.resize(1);
  session.recordings[0].recording = opened(sample("sample.log"));
  auto asked = asked_recordings(session, RoadsBelow());
  const Timeline& timeline = session.recordings[0].recording->timeline();
  const auto numbers = [&](const std::string& expression) {
    const Answer answer = ask(asked, number_query(expression));
    EXPECT_EQ(answer.message(), "") << expression;
    return watched_numbers(answer.rows, asked);
  };
  // Of one entity it is one number.
  const auto one =
      numbers("case when id = '39' and (frame < 10 or frame > 49) then frame * 2.5 end -- of one");
  ASSERT_EQ(one.size(), 1U);
  const ValuePlot& plot = one.front().plot;
  EXPECT_EQ(plot.components(), 1U);
  EXPECT_EQ(plot.value(9, 0), 22.5);
  EXPECT_EQ(plot.time(9), timeline.time(FrameIndex(9)));
  // Where there is none, the line is interrupted.
  EXPECT_TRUE(std::isnan(plot.value(10, 0)));
  EXPECT_EQ(plot.time(10), timeline.time(FrameIndex(10)));
  EXPECT_EQ(plot.value(11, 0), 125.0);
  EXPECT_EQ(plot.time(11), timeline.time(FrameIndex(50)));
  const auto two =
      numbers("case when frame > 9 then case id when '39' then 1.5 when '35' then -2 end end");
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two.front().plot.components(), 2U);
  EXPECT_EQ(two.front().plot.time(0), timeline.time(FrameIndex(10)));
  EXPECT_EQ(two.front().plot.value(0, 0), -2.0);
  EXPECT_EQ(two.front().plot.value(0, 1), 1.5);
  // What says yes and no is no number, nor is a name.
  EXPECT_TRUE(numbers("\"control/handbrake\"").empty());
  EXPECT_TRUE(numbers("name").empty());
  EXPECT_TRUE(numbers("null").empty());
}

TEST(Watch, HasABandForEachRunOfFramesInWhichTheConditionHolds) {
  Session session;
  session.recordings.resize(1);
  session.recordings[0].recording = opened(sample("sample.log"));
  const auto asked = asked_recordings(session, RoadsBelow());
  const Timeline& timeline = session.recordings[0].recording->timeline();
  const auto time = [&](std::size_t frame) { return timeline.time(FrameIndex(frame)); };
  const auto bands = [&](const std::string& condition) {
    const Answer answer = ask(asked, watch_query(condition));
    EXPECT_EQ(answer.message(), "") << condition;
    return watch_bands(answer.rows, asked);
  };
  const EntityIndex car = session.recordings[0].recording->entities_with_id("39").front();
  const EntityIndex other = session.recordings[0].recording->entities_with_id("35").front();
  const auto two = bands(
      "(frame between 10 and 12 or frame = 20) and id = '39' or frame between 11 and 13 and id = "
      "'35'"
      " -- or never");
  EXPECT_EQ(two, (std::vector<WatchBand>{{0, car, time(10), time(13)},
                                         {0, other, time(11), time(14)},
                                         {0, car, time(20), time(21)}}));
  const auto lasting = bands("frame >= 590 and id = '1'");
  EXPECT_EQ(lasting, (std::vector<WatchBand>{{0, EntityIndex(0), time(590), time(599)}}));
  EXPECT_TRUE(bands("false").empty());
  session.recordings[0].offset = 5;
  const auto next = [&](Seconds t, int direction) {
    return neighbour_band(two, asked, session, t, direction);
  };
  EXPECT_EQ(next(5, +1)->range, (TimeRange{time(10) + 5, time(13) + 5}));
  EXPECT_EQ(next(5, +1)->entity, (EntityRef{0, car}));
  EXPECT_EQ(next(time(10) + 5, +1)->entity, (EntityRef{0, other}));
  EXPECT_EQ(next(time(20) + 5, -1)->range.begin, time(11) + 5);
  EXPECT_FALSE(next(time(20) + 5, +1));
  EXPECT_FALSE(next(time(10) + 5, -1));
  const auto here = bands_at(two, asked, session, time(12) + 5);
  ASSERT_EQ(here.size(), 2U);
  EXPECT_EQ(here.front().entity, (EntityRef{0, other})) << "who came last";
  EXPECT_EQ(here.back().entity, (EntityRef{0, car}));
  EXPECT_TRUE(bands_at(two, asked, session, time(15) + 5).empty());
  // The nearest within reach.
  const auto near = bands_at(two, asked, session, time(15) + 5, 0.2);
  ASSERT_EQ(near.size(), 1U);
  EXPECT_EQ(near.front().entity, (EntityRef{0, other}));
  EXPECT_EQ(bands_at(two, asked, session, time(19) + 5, 0.2).front().range.begin, time(20) + 5);
  session.recordings[0].visible = false;
  EXPECT_FALSE(next(5, +1));
}

TEST(Watch, RefusesWhatIsNoCondition) {
  EXPECT_EQ(fault_of_watch("z < 0"), nullptr);
  for (const char* const text : {"", "  -- nothing", "select 1", "with a as (select 1) select 1",
                                 "z < 0)", "z < 0; select 1"}) {
    EXPECT_NE(fault_of_watch(text), nullptr) << text;
  }
}

Filter property_filter(FilterMember member, const std::string& group = "") {
  Filter filter;
  filter.group = group;
  filter.members.push_back(std::move(member));
  return filter;
}

TEST(FilterQuery, AsksTheColumnsThatAConditionIsAbout) {
  const AskFacts facts = some_facts();
  FilterMember health{
      .name = "health", .type = MemberType::number, .number = 30, .mode = MemberMode::less};
  const FilterQuery query = query_of(property_filter(health, "stats"), facts);
  EXPECT_NE(query.sql.find("where \"stats/Health\" < 30"), std::string::npos) << query.sql;
  EXPECT_TRUE(query.left_out.empty());
  const FilterQuery elsewhere = query_of(property_filter(health, "body"), facts);
  EXPECT_EQ(elsewhere.left_out.size(), 1U);
  FilterMember velocity{
      .name = "velocity.y", .type = MemberType::number, .number = 1, .mode = MemberMode::more};
  EXPECT_NE(query_of(property_filter(velocity), facts)
                .sql.find("json_extract(\"body/Velocity\", '$[1]') > 1"),
            std::string::npos);
  FilterMember cell{.name = "Table", .type = MemberType::string, .text = "x"};
  EXPECT_FALSE(query_of(property_filter(cell), facts).left_out.empty());
}

/// What a filter finds, as the window's own search does.
std::size_t matching_entities(const Recording& recording, const Filter& filter,
                              std::size_t frames) {
  const FilterMatcher matcher(filter);
  FilterScratch scratch;
  std::size_t count = 0;
  Cursor cursor(std::shared_ptr<const Recording>(std::shared_ptr<void>(), &recording));
  for (std::size_t i = 0; i < frames; ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    for (const Entity& entity : frame.entities) {
      if (matcher.matches_entity(recording, frame, entity, scratch)) ++count;
    }
  }
  return count;
}

TEST(FilterQuery, FindsWhatTheFilterFinds) {
  const auto recording = opened(sample("sample_saved.fbf"));
  ASSERT_NE(recording, nullptr);
  const std::vector<AskedRecording> asked{{recording, 0}};
  const AskFacts facts = facts_of(asked);
  const std::size_t frames = recording->frame_count();
  const std::vector<Filter> filters{
      property_filter(
          {.name = "Health", .type = MemberType::number, .number = 90, .mode = MemberMode::less}),
      property_filter({.name = "Health",
                       .type = MemberType::number,
                       .number = 100,
                       .mode = MemberMode::equals}),
      property_filter({.name = "health/Armour",
                       .type = MemberType::number,
                       .number = 60,
                       .mode = MemberMode::more}),
      property_filter({.name = "Alive",
                       .type = MemberType::boolean,
                       .boolean = true,
                       .mode = MemberMode::equals}),
      property_filter({.name = "State",
                       .type = MemberType::string,
                       .text = "attack",
                       .mode = MemberMode::contains},
                      "behaviour"),
      property_filter({.name = "State",
                       .type = MemberType::string,
                       .text = "patrol",
                       .mode = MemberMode::equals},
                      "behaviour"),
      property_filter(
          {.name = "kind", .type = MemberType::string, .text = "other", .mode = MemberMode::equals},
          "entity"),
      property_filter({.name = "Speed",
                       .type = MemberType::number,
                       .number = 1.5,
                       .mode = MemberMode::similar})};
  for (const Filter& filter : filters) {
    const FilterQuery query = query_of(filter, facts);
    const Answer answer = ask(asked, query.sql);
    EXPECT_EQ(answer.message(), "") << query.sql;
    EXPECT_EQ(answer.rows.size(), matching_entities(*recording, filter, frames)) << query.sql;
  }
  // A table has a column "State", too: a query does not look inside, and says so.
  const Filter anywhere = property_filter(
      {.name = "State", .type = MemberType::string, .text = "patrol", .mode = MemberMode::equals});
  EXPECT_EQ(query_of(anywhere, facts).left_out.size(), 1U);
}

TEST(FilterQuery, AsksEventsByNameTagAndProperties) {
  const std::vector<AskedRecording> asked{{opened(sample("sample_saved.fbf")), 0}};
  Filter filter;
  filter.kind = FilterKind::event;
  filter.name = "damage";
  filter.tag = "Combat";
  const Answer all = ask(asked, query_of(filter, {}).sql);
  EXPECT_EQ(all.rows.size(), 13U) << all.message();
  filter.members.push_back(
      {.name = "amount", .type = MemberType::number, .number = 0, .mode = MemberMode::more});
  EXPECT_EQ(ask(asked, query_of(filter, {}).sql).rows.size(), 13U);
  filter.members.back().number = 1e6;
  EXPECT_EQ(ask(asked, query_of(filter, {}).sql).rows.size(), 0U);
  filter.members.insert(filter.members.begin(), filter.members.back());
  filter.members.front().number = 0;
  EXPECT_EQ(ask(asked, query_of(filter, {}).sql).rows.size(), 0U);
  filter.is_any_enough = true;
  EXPECT_EQ(ask(asked, query_of(filter, {}).sql).rows.size(), 13U);
  filter.name = "nothing that happens";
  EXPECT_EQ(ask(asked, query_of(filter, {}).sql).rows.size(), 0U);
}

TEST(EarlierQueries, AreKeptNewestFirstAndBounded) {
  EarlierQueries earlier;
  for (int i = 0; i < 60; ++i) earlier.remember("select " + std::to_string(i));
  EXPECT_EQ(earlier.texts.size(), EarlierQueries::kMost);
  EXPECT_EQ(earlier.texts.front(), "select 59");
  earlier.remember("select 30");
  EXPECT_EQ(earlier.texts.front(), "select 30");
  EXPECT_EQ(earlier.texts.size(), EarlierQueries::kMost);
  earlier.remember(std::string(EarlierQueries::kLongest + 1, 'x'));
  earlier.remember("");
  EXPECT_EQ(earlier.texts.front(), "select 30");
}

TEST(AskedRoads, AreAskedForOnlyByQueriesThatMayShowThem) {
  EXPECT_TRUE(asks_for_road_values("select \"road/lane\" from state"));
  EXPECT_TRUE(asks_for_road_values("SELECT * FROM state"));
  EXPECT_TRUE(asks_for_road_values("select s.* from state s"));
  EXPECT_TRUE(asks_for_road_values("select path from Properties"));
  EXPECT_FALSE(asks_for_road_values("select count(*) from state where z < 0"));
  EXPECT_FALSE(asks_for_road_values("select x from places -- of the road"));
}

TEST(AskedRoads, AreInTheColumnsOfState) {
  TestScene scene;
  scene.entities = {{.id = "1", .kind = EntityKind::vehicle}};
  const auto recording = recording_of(scene);
  const auto roads = std::make_shared<RecordingOverRoads>(
      recording, RoadsOfRecording{.roads = std::make_shared<StraightRoad>(),
                                  .path = "made.xodr",
                                  .placement = {.offset = {100, 0, 0}}});
  const auto has_lane = [&](const std::vector<AskedRecording>& asked) {
    const AskFacts facts = facts_of(asked);
    return std::ranges::any_of(facts.paths, [](const AskFacts::Path& path) {
      return path.column.contains("road/lane_offset");
    });
  };
  EXPECT_FALSE(has_lane({{recording, 0}}));
  EXPECT_TRUE(has_lane({{recording, 0, roads}}));
  const std::string sql = "select frame from properties where path = 'road/road' and text = 'r7'";
  EXPECT_EQ(ask({{recording, 0, roads}}, sql).rows.size(), 10u);
  EXPECT_EQ(ask({{recording, 0}}, sql).rows.size(), 0u);
}

}  // namespace
}  // namespace scrubjay
