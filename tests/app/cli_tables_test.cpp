// Runs `sql`, `find` with a condition, `history` and `export --to parquet` as a shell
// does.
#include <set>

#include "cli_program.h"

namespace scrubjay {
namespace {

class Tables : public Program {
 protected:
  /// The rows as compact JSON.
  std::string rows(const std::string& sql) const {
    put("q.sql", sql);
    const Run result = shell("\"$P\" sql \"$S\" - --json <q.sql");
    EXPECT_EQ(result.status, 0) << sql << "\n" << result.err;
    simdjson::dom::parser parser;
    return simdjson::minify(parsed(parser, result.out)["rows"]);
  }
};

TEST_F(Tables, PushedDownConstraintsGiveWhatSqliteGivesWithoutThem) {
  // A + before a column keeps a constraint from being handed down (and takes its affinity away, so
  // that only numbers are compared with numbers here).
  for (const char* condition :
       {"frame = 3", "frame = 2.5", "frame < 2.5", "frame <= 2", "frame > 'abc'", "frame >= -1",
        "frame = null", "frame in (1, 2.0, null, 4)", "time between 0.1 and 0.5", "time > 1",
        "entity in (0, 3) and frame < 4", "entity is null and frame < 4",
        "frame = 1 or (entity = 2 and frame < 6)", "path = 'FRAME_ID' collate nocase and frame < 3",
        "path = 'frame_id' and frame < 5", "path > 'm' and frame = 0",
        "recording = 0 and frame = 1", "recording = 1"}) {
    std::string free = condition;
    for (const char* column : {"frame ", "time ", "entity ", "path ", "recording "}) {
      for (std::size_t at = free.find(column); at != free.npos; at = free.find(column, at + 3)) {
        free.insert(at, "+");
      }
    }
    const std::string counted =
        "select count(*), sum(frame), count(distinct entity), min(path) from properties where ";
    const std::string bound = free.find("+frame") == free.npos ? " and frame < 8" : "";
    EXPECT_EQ(rows(counted + "(" + condition + ")" + bound),
              rows(counted + "(" + free + ")" + bound))
        << condition;
  }
}

TEST_F(Tables, PairsAreThoseOfEitherSideOfAnOr) {
  const auto count = [&](const std::string& from) { return rows("select count(*) from " + from); };
  EXPECT_EQ(count("pairs(9) where frame = 1 or frame = 2"),
            count("pairs(9) where frame in (1, 2)"));
  const std::string early = "pairs where radius = 9 and frame < 20 and ";
  EXPECT_EQ(count(early + "(a = 3 or b = 4)"), count(early + "(+a = 3 or +b = 4)"));
  EXPECT_EQ(count(early + "(distance < 2 or closing > 1)"),
            count(early + "(+distance < 2 or +closing > 1)"));
  EXPECT_EQ(
      count("entities e join pairs(9) p on (p.a = e.entity or p.b = e.entity) where frame = 9"),
      count("(select a from pairs(9) where frame = 9 union all "
            "select b from pairs(9) where frame = 9)"));
  for (const char* const without : {"pairs", "pairs where a = 3", "pairs where a = 3 or b = 4"}) {
    const Run none = run(std::string("sql \"$S\" 'select * from ") + without + "'");
    EXPECT_EQ(none.status, 2);
    EXPECT_EQ(none.err, "scrubjay: pairs needs its radius: pairs(5)\n") << without;
  }
}

TEST_F(Tables, PairsHaveEachRadiusThatIsAskedFor) {
  const auto count = [&](const std::string& from) { return rows("select count(*) from " + from); };
  EXPECT_EQ(count("pairs(9) where radius = 4"), "[[0]]");
  EXPECT_EQ(count("pairs(0) where radius = 4"), "[[0]]");
  EXPECT_EQ(count("pairs where radius in (4, 9) and radius = 4"), count("pairs(4)"));
  EXPECT_EQ(count("pairs(9) where radius in (4, 9)"), count("pairs(9)"));
  EXPECT_EQ(count("pairs(9) p join pairs(4) q on p.radius = q.radius and p.frame = q.frame"),
            "[[0]]");
}

TEST_F(Tables, RowsOfEitherSideOfAnOrAreNotTakenForEachOther) {
  const std::string pairs = "select radius, count(*) from pairs where ";
  EXPECT_EQ(rows(pairs + "(radius = 5 and frame = 3) or (radius = 9 and frame = 3) group by 1"),
            rows(pairs + "radius in (5, 9) and frame = 3 group by 1"));

  // A life that begins at frame 65,536 of the first, and one at frame 0 of the second.
  const auto frame = [](int time, const std::string& entities) {
    return R"({"time":)" + std::to_string(time) + R"(,"data":{"results":[)" + entities + "]}}\n";
  };
  const std::string entity = R"({"parent":"","name":"E","components":{"v":1}})";
  std::string late;
  for (int time = 0; time < 65536; ++time) late += frame(time, "");
  put("late.ndjson", late + frame(65536, entity));
  put("soon.ndjson", frame(0, entity));
  const auto count = [&](const std::string& condition) {
    const Run result =
        shell("\"$P\" sql late.ndjson soon.ndjson \"select count(*) from lives where " + condition +
              "\" --csv");
    return result.out;
  };
  EXPECT_EQ(count("(recording = 0 and entity = 0) or (recording = 1 and entity = 0)"),
            count("(+recording = 0 and entity = 0) or (+recording = 1 and entity = 0)"));
  EXPECT_EQ(count("entity = 0"), "count(*)\n2\n");
}

TEST_F(Tables, WhatIsPrintedOfATextThatIsNoneFindsIt) {
  std::string bytes = file_text(kSample);
  for (std::size_t at = bytes.find("spectator"); at != bytes.npos; at = bytes.find("spectator")) {
    bytes[at + 2] = '\xFF';
  }
  put("broken.log", bytes);
  const std::string name =
      "'sp\xEF\xBF\xBD"
      "ctator'";
  for (const std::string& condition : {"name = " + name, "name in ('a', " + name + ")"}) {
    const Run found = run("sql broken.log \"select count(*) > 0 from entities where " + condition +
                          "\" --ndjson");
    EXPECT_EQ(found.out, "{\"count(*) > 0\":1}\n") << found.err;
  }
}

TEST_F(Tables, NoTwoValuesOfARowHaveOneKey) {
  const std::string query = "select 1 as a, 2 as a, 3 as a_2, 4 as a from recordings";
  const std::string row = R"({"a":1,"a_3":2,"a_2":3,"a_4":4})";
  EXPECT_EQ(run("sql \"$S\" '" + query + "' --ndjson").out, row + "\n");
  put("r.sql", "-- rule: all\n" + query + "\n");
  const Run checked = run("check \"$S\" --rules r.sql --json");
  EXPECT_NE(checked.out.find("\"row\":" + row), checked.out.npos) << checked.out;
}

TEST_F(Tables, RowsCanBeOrderedByTheirNumbers) {
  // No column, so that a sanitizer sees what a look at the columns for it reads.
  EXPECT_EQ(rows("select frame from frames order by rowid limit 3"), "[[0],[1],[2]]");
  EXPECT_EQ(rows("select frame from frames where frame < 2 order by rowid desc"), "[[1],[0]]");
}

TEST_F(Tables, WhatIsKnownOfARecordingIsJsonOfNamesAndTexts) {
  EXPECT_EQ(rows("select metadata ->> 'map', metadata ->> 'date' from recordings"),
            R"([["Jaytown","2026-01-01T12:00:00Z"]])");
}

TEST_F(Tables, AnglesAndDistancesAreOfQuaternionsAndPlaces) {
  EXPECT_EQ(rows("select distance(1, 2, 3, 1, 5, 7), round(angle(0, 0, 0, 1, 0, 0, 1, 0), 9), "
                 "round(angle(0, 0, 0, 1, 0.6, 0, 0, 0.8) - 2 * acos(0.8), 9), "
                 "angle(0, 0, 0, 0, 0, 0, 0, 1), distance(1, 2, null, 1, 5, 7)"),
            "[[5,3.141592654,0,null,null]]");
}

TEST_F(Tables, ContactsAreThoseThatEventsDerivedLists) {
  simdjson::dom::parser parser;
  std::string listed;
  const Run events = run("events \"$S\" --derived contacts --json");
  for (const auto contact : parsed(parser, events.out)) {
    listed += (listed.empty() ? "" : ",") + std::string("[") + simdjson::minify(contact["frame"]);
    for (const char* const field : {"time", "end", "entity"}) {
      listed += ',' + simdjson::minify(contact[field]);
    }
    std::string closing = "null";
    std::string rest;
    for (const auto property : contact["properties"]) {
      const std::string_view name = property["name"];
      const std::string value = simdjson::minify(property["value"]);
      if (name == "other") listed += ',' + value;
      if (name == "closing") closing = value;
      if (name == "assumed" || name == "recorded") rest += value == "true" ? ",1" : ",0";
    }
    listed += ',' + closing + rest + ']';
  }
  ASSERT_NE(listed, "");
  EXPECT_EQ(rows("select frame, time, end, x.id, y.id, closing, assumed, recorded from contacts c "
                 "join entities x on x.entity = a join entities y on y.entity = b order by time"),
            '[' + listed + ']');
  // The last frame is the one at the end; what is handed down finds the same.
  EXPECT_EQ(rows("select count(*) from contacts join frames f on f.frame = last_frame "
                 "where f.time = contacts.end"),
            rows("select count(*) from contacts"));
  for (const char* const condition :
       {"frame = (select frame from contacts limit 1 offset 1)", "time > 20", "time < 20",
        "a = (select a from contacts limit 1)", "recording = 1"}) {
    const std::string text(condition);
    EXPECT_EQ(rows("select * from contacts where " + text),
              rows("select * from contacts where +" + text))
        << condition;
  }
}

TEST_F(Tables, RowsOfOneEntityAreThoseThatItHasAmongAll) {
  // Only frames' one entity is decoded where the constraint is handed down.
  for (const char* table : {"places", "properties", "changes", "state"}) {
    const std::string all = std::string("select * from ") + table + " where frame < 9 and ";
    for (const char* order : {" order by frame", " order by frame, entity"}) {
      EXPECT_EQ(rows(all + "entity = 3" + order), rows(all + "+entity = 3" + order)) << table;
      EXPECT_EQ(rows(all + "entity in (2, 5, 40)" + order),
                rows(all + "+entity in (2, 5, 40)" + order))
          << table;
    }
    // A row that both sides find is one row.
    const std::string counted = std::string("select count(*) from ") + table + " where ";
    EXPECT_EQ(rows(counted + "(entity = 3 and frame < 9) or frame = 4"),
              rows(counted + "frame < 9 and (+entity = 3 or +frame = 4)"))
        << table;
    // The same frame again and again, for another entity each time.
    const std::string joined = std::string("select count(*), sum(frame) from ") + table;
    EXPECT_EQ(rows("with e as materialized (select entity from entities) select count(*), "
                   "sum(frame) from e cross join " +
                   std::string(table) + " using (entity) where frame in (3, 4)"),
              rows(joined + " where frame in (3, 4) and +entity is not null"))
        << table;
  }
}

TEST_F(Tables, SqliteListsThem) {
  const std::string names =
      rows("select name from pragma_table_list where type = 'virtual' order by 1");
  for (const char* table : {"changes", "contacts", "entities", "events", "frames", "lives", "pairs",
                            "places", "properties", "recordings", "state"}) {
    EXPECT_NE(names.find(table), names.npos) << table << names;
  }
  EXPECT_NE(rows("pragma table_list").find("frames"), std::string::npos);
  // Which changes nothing of what they are.
  EXPECT_EQ(rows("select count(*) from frames"),
            rows("select count(*) from frames where 'table_list' is not null"));
  EXPECT_EQ(rows("select count(*) from pairs(5)"),
            rows("select count(*) from pairs(5) where 'table_list' is not null"));
}

TEST_F(Tables, WhatDoesNotReadIsRefused) {
  for (const char* sql : {"",
                          ";",
                          "-- nothing",
                          "select",
                          "select 1; select 2",
                          "select 1; drop table events",
                          "attach ':memory:' as x",
                          "detach main",
                          "pragma writable_schema = 1",
                          "pragma journal_mode = off",
                          "create table t(x)",
                          "create virtual table temp.table_list using frames",
                          "create temp table t as select 1",
                          "create view v as select 1",
                          "insert into events(event) values(1)",
                          "delete from frames",
                          "update entities set name = ''",
                          "drop table frames",
                          "vacuum into 'x.sqlite'",
                          "begin",
                          "commit",
                          "savepoint s",
                          "reindex",
                          "analyze",
                          "alter table frames rename to f",
                          "select load_extension('x')",
                          "select readfile('/etc/passwd')",
                          "select writefile('x', 1)",
                          "select \"no such text\"",
                          "select nonsense from frames",
                          "select \"nó path\" from state",
                          "select * from pairs",
                          "select * from pairs(",
                          "select 'open",
                          "select \"open",
                          "select [x",
                          "/*",
                          "select /* from frames",
                          "select * from sqlite_dbpage",
                          "select count(*) from SQLITE_DBPAGE",
                          "select * from dbstat",
                          "\x01",
                          "select ?, from",
                          "with recursive t as (select 1) insert into t select 1"}) {
    put("q.sql", sql);
    const Run result = shell("\"$P\" sql \"$S\" - --json <q.sql");
    EXPECT_EQ(result.status, 2) << sql << "\n" << result.out;
    EXPECT_NE(result.err, "") << sql;
    expect_json(result.out);
    EXPECT_EQ(result.out.find("\"rows\""), std::string::npos) << sql;
  }
  EXPECT_FALSE(std::filesystem::exists(path("x.sqlite")));
}

TEST_F(Tables, AMistakeIsToldWithItsPlace) {
  for (const auto& [sql, place] : {std::pair("select count(* from frames", "(line 1, column 16)"),
                                   std::pair("select (1", "(line 1, column 10)"),
                                   std::pair("select *\nfrom nowhere", "(line 2, column 6)")}) {
    put("q.sql", sql);
    const Run result = shell("\"$P\" sql \"$S\" - <q.sql");
    EXPECT_EQ(result.status, 2) << sql;
    EXPECT_NE(result.err.find(place), std::string::npos) << result.err;
  }
}

TEST_F(Tables, AMistypedPathNamesNearOnes) {
  const Run result = run("sql \"$S\" 'select \"control/throtle\" from state'");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("control/throttle"), std::string::npos) << result.err;
}

TEST_F(Tables, APathOfLaterFramesIsAColumnWhateverElseIsCalledSo) {
  const auto frame = [](const std::string& number, const std::string& components) {
    return R"({"time":)" + number + R"(,"frame":)" + number +
           R"(,"data":{"results":[{"parent":"","name":"A","components":{)" + components + "}}]}}\n";
  };
  put("late.ndjson", frame("0", R"("x1":1)") + frame("1", R"("number":7,"hp":3)") +
                         frame("2", R"("number":8,"hp":9)"));
  const auto asked = [&](const std::string& sql) {
    put("q.sql", sql);
    return shell("\"$P\" sql late.ndjson - --csv <q.sql | tail -n +2");
  };
  // An alias, a column outside, one of a join, one that is joined by.
  EXPECT_EQ(asked("select count(*) from (select frame as hp from state where hp > 3)").out, "1\n");
  EXPECT_EQ(asked("select count(*) from (select max(frame) as hp from state group by hp)").out,
            "3\n");
  EXPECT_EQ(asked("select (select count(*) from state where number > 7) from frames").out,
            "1\n1\n1\n");
  EXPECT_EQ(asked("select count(*) from state join frames using (frame) where number > 7").err,
            "scrubjay: ambiguous column name: number (line 1, column 60)\n");
  EXPECT_EQ(asked("select count(*) from state a join state b using (recording, frame, hp)").out,
            "2\n");
  EXPECT_EQ(asked("select s.'hp' from state s where s.'hp' > 3").out, "9\n");
}

TEST_F(Tables, BoundsEndAQuery) {
  Run result = run("sql \"$S\" 'select frame from frames' --json --most-rows 2");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "{\"columns\":[\"frame\"],\"rows\":[[0],[1]],\"stopped\":\"rows\"}\n");
  result = run(
      "sql \"$S\" 'with recursive t(n) as (select 1 union all select n + 1 from t) select sum(n) "
      "from t' --json --timeout 0.2");
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "{\"columns\":[\"sum(n)\"],\"rows\":[],\"stopped\":\"time\"}\n");
}

TEST_F(Tables, AConditionStaysOne) {
  for (const char* condition : {"1) or (1", "1); drop table x; --", "(1", "1;", "1) --"}) {
    put("c.txt", condition);
    EXPECT_EQ(shell("\"$P\" find \"$S\" \"$(cat c.txt)\" --json").status, 2) << condition;
  }
  const Run result = run("find \"$S\" 'frame = 0 -- all' --csv");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(lines_of(result.out).at(0), "recording,frame,time,entity,id,name");
}

TEST_F(Tables, AnErrorOfAConditionIsToldByItsPlaceInIt) {
  const auto complaint = [&](const std::string& condition) {
    put("c.txt", condition);
    const Run result = shell("\"$P\" find \"$S\" \"$(cat c.txt)\"");
    EXPECT_EQ(result.status, 2) << condition;
    return result.err;
  };
  EXPECT_EQ(complaint("kind ="), "scrubjay: incomplete input (line 1, column 7)\n");
  EXPECT_EQ(complaint("kind = = 3"), "scrubjay: near \"=\": syntax error (line 1, column 8)\n");
  EXPECT_EQ(complaint("x > 3\n and and y < 3"),
            "scrubjay: near \"and\": syntax error (line 2, column 6)\n");
}

TEST_F(Tables, HistoryListsEachChange) {
  EXPECT_EQ(run("history \"$S\" --entity nobody --property x --json").status, 2);
  simdjson::dom::parser parser;
  const std::string changes = rows(
      "select frame, before, after from changes join entities using (recording, entity) "
      "where id = '37' and path = 'pose/location'");
  const Run run_history = run("history \"$S\" --entity 37 --property pose/location --json");
  ASSERT_EQ(run_history.status, 0) << run_history.err;
  const simdjson::dom::element history = parser.parse(run_history.out);
  EXPECT_EQ(std::string_view(history["entity"]), "37");
  EXPECT_EQ(std::string_view(history["property"]), "pose/location");
  std::string listed;
  for (const auto change : history["changes"].get_array()) {
    listed += (listed.empty() ? "[" : ",[") + std::to_string(std::int64_t(change["frame"])) +
              ",\"" + simdjson::minify(change["before"]) + "\",\"" +
              simdjson::minify(change["after"]) + "\"]";
  }
  EXPECT_GT(listed.size(), 100u);
  EXPECT_EQ("[" + listed + "]", changes);
}

TEST_F(Tables, HistoryKnowsAPropertyByItsLastNameAndNoOther) {
  const Run whole = run("history \"$S\" --entity 35 --property control/gear --csv");
  EXPECT_GT(lines_of(whole.out).size(), 2u);
  EXPECT_EQ(run("history \"$S\" --entity 35 --property gear --csv").out, whole.out);
  const Run still = run("history \"$S\" --entity 35 --property actor/attributes/color --json");
  EXPECT_EQ(still.status, 0) << "it is there, and does not change";
  EXPECT_EQ(still.out,
            "{\"entity\":\"35\",\"property\":\"actor/attributes/color\",\"changes\":[]}\n");
  const auto complaint = [&](const char* property) {
    const Run result =
        run(std::string("history \"$S\" --entity 35 --property ") + property + " --json");
    EXPECT_EQ(result.status, 2) << property;
    expect_json(result.out);
    return result.err;
  };
  EXPECT_NE(complaint("control/geer").find("it has control/brake, control/gear,"),
            std::string::npos);
  EXPECT_NE(complaint("control").find("a group \"control\"; its properties are control/brake"),
            std::string::npos);
  EXPECT_NE(complaint("location").find("several properties \"location\""), std::string::npos);
  EXPECT_NE(complaint("transform/nosuch").find("no property \"transform/nosuch\""),
            std::string::npos);
  EXPECT_NE(complaint("derived/speed").find("series reads"), std::string::npos);
}

TEST_F(Tables, AConditionAndAnEntityThatDoNotExistAreToldWithWhatIsNearThem) {
  EXPECT_EQ(run("find \"$S\" 'throtle > 0.5'").err,
            "scrubjay: no such column: throtle (line 1, column 1); near it: \"control/throttle\", "
            "\"physics_control/damping_rate_full_throttle\", "
            "\"physics_control/damping_rate_zero_throttle_clutch_disengaged\"\n");
  EXPECT_EQ(run("sql \"$S\" 'select tim from frames'").err,
            "scrubjay: no such column: tim (line 1, column 8); near it: \"time\"\n");
  EXPECT_EQ(
      run("sql \"$S\" 'select \"derived/speed\" from state'").err,
      "scrubjay: no such column: derived/speed (line 1, column 8); what follows from what was "
      "recorded is no column, but a property of `series`\n");
  EXPECT_EQ(
      run("sql \"$S\" 'select entity from pairs(5)'").err,
      "scrubjay: no such column: entity (line 1, column 8); pairs has recording, frame, time, "
      "a, b, distance, gap, closing, ttc\n");
  EXPECT_EQ(run("sql \"$S\" 'select foo from pairs(5) join entities on entity = a'").err,
            "scrubjay: no such column: foo (line 1, column 8); entities has recording, entity, id, "
            "name, kind, stream, parent; pairs has recording, frame, time, a, b, distance, gap, "
            "closing, ttc\n");
  // A text without quotes is a name to SQL.
  EXPECT_EQ(run("find \"$S\" 'x > 90 and kind = vehicle'").err,
            "scrubjay: no such column: vehicle (line 1, column 19); a text is written 'vehicle'\n");
  EXPECT_EQ(run("sql \"$S\" 'select id from entities where kind = vehicle'").err,
            "scrubjay: no such column: vehicle (line 1, column 38); a text is written 'vehicle'\n");
  EXPECT_EQ(run("sql \"$S\" 'select * from event'").err,
            "scrubjay: no such table: event (line 1, column 15); near it: \"events\"\n");
  EXPECT_EQ(run("events \"$S\" --name colision").err,
            "scrubjay: no such events; near it: \"collision\", \"collision continues\"\n");
  EXPECT_EQ(run("events \"$S\" --name collision --from 1000").err, "scrubjay: no such events\n");
  // Changes of several would stand in one list that does not say whose they are.
  const Run several = run("history \"$S\" --entity walker.pedestrian.0019 --property gear");
  EXPECT_EQ(several.status, 2);
  EXPECT_NE(several.err.find("\"walker.pedestrian.0019\" could be "), std::string::npos)
      << several.err;
  const Run nobody = run("history \"$S\" --entity lincon --property control/throttle");
  EXPECT_EQ(nobody.status, 2);
  EXPECT_NE(nobody.err.find("\"lincon\"; near it: \"vehicle.lincoln.mkz_2020\"."),
            std::string::npos)
      << nobody.err;
}

TEST_F(Tables, HistorySaysWhichPathItTookAndWhereTheEntitysOwnPlaceIs) {
  const std::string history =
      "history '" + std::string(SCRUBJAY_ASSETS) + "/sample.xrec' --entity 'Guard Ada' --property ";
  const Run own = run(history + "position");
  EXPECT_EQ(own.status, 0);
  EXPECT_EQ(own.err,
            "scrubjay: position is taken for transform/position; channels/samples/position is "
            "another one\n");
  EXPECT_EQ(own.out, run(history + "transform/position").out);
  const Run whole = run(history + "channels/samples/position");
  EXPECT_EQ(whole.err, "scrubjay: channels/samples/position does not change\n");
  const Run place = run("history \"$S\" --entity 35 --property position");
  EXPECT_EQ(place.err, "scrubjay: position is taken for transform/position\n");
  EXPECT_EQ(run("history \"$S\" --entity 35 --property transform/position").out, place.out);
}

TEST_F(Tables, HistoryIsOfOneStreamWhereThatIsAskedFor) {
  const std::string of = std::string("history '") + SCRUBJAY_ASSETS +
                         "/sample.fbf' --entity 3 --property special/position --csv";
  const Run all = run(of);
  EXPECT_EQ(
      all.err,
      "scrubjay: \"3\" is in 2 streams, whose changes are all listed (--stream: those of one): "
      "0, 1\n");
  const Run server = run(of + " --stream Server");
  const Run client = run(of + " --stream 1");
  EXPECT_EQ(server.err + client.err, "");
  const auto table = lines_of(run(of.substr(0, of.find(" --csv"))).out);
  EXPECT_EQ(table[0].find("   time  frame  stream  before"), 0u) << table[0];
  EXPECT_EQ(lines_of(run(of.substr(0, of.find(" --csv")) + " --stream 1").out)[0].find("stream"),
            std::string::npos);
  // Each with a title.
  const std::size_t of_server = lines_of(server.out).size() - 1;
  const std::size_t of_client = lines_of(client.out).size() - 1;
  EXPECT_GT(of_server, 0u);
  EXPECT_GT(of_client, of_server);
  EXPECT_EQ(lines_of(all.out).size() - 1, of_server + of_client);
  const Run none = run(of + " --stream 7");
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("The stream \"7\" has no entity \"3\"."), none.err.npos) << none.err;
}

/// A frame of a client in which its entity 1 has `value`, and an event of its entity 2 names 1.
std::string frame_of_client(int client, int milliseconds, int value, const std::string& event) {
  return "{\"frameId\":1,\"clientId\":" + std::to_string(client) +
         ",\"serverTime\":" + std::to_string(milliseconds) +
         R"(,"entities":[{"id":1,"properties":[{"name":"properties","type":"group","value":[)"
         R"({"type":"number","name":"v","value":)" +
         std::to_string(value) + R"(}]}]},{"id":2,"properties":[],"events":[{"name":")" + event +
         R"(","idx":0,"properties":{"type":"group","value":[)"
         R"({"type":"eref","name":"by","value":{"name":"","id":1}}]}}]}]})";
}

TEST_F(Tables, EventsOfAHistoryNameTheEntityOfTheirOwnStream) {
  put("two.fbf", R"({"type":1,"version":4,"rawFrames":[)" + frame_of_client(0, 0, 1, "early") +
                     "," + frame_of_client(1, 1, 1, "of another") + "," +
                     frame_of_client(0, 2, 2, "late") + "]}");
  const Run shown = run("history two.fbf --entity 1 --stream 0 --property properties/v --json");
  ASSERT_EQ(shown.status, 0) << shown.err;
  simdjson::dom::parser parser;
  const simdjson::dom::array changes = parsed(parser, shown.out)["changes"];
  ASSERT_EQ(changes.size(), 1u);
  std::string names;
  for (const auto event : changes.at(0)["events"].get_array()) {
    names += std::string(std::string_view(event["name"])) + ";";
  }
  EXPECT_EQ(names, "early;late;");
}

TEST_F(Tables, HistoryOfAPlaceHasWhereItsSeriesChanges) {
  std::size_t changes = 0;
  for (const auto& [file, entity] : {std::pair("sample.log", "35"),
                                     {"sample.xrec", "Guard Ada"},
                                     {"sample.fbf", "Intruder"},
                                     {"sample.ndjson", "town.vehicle_19"}}) {
    for (const char* part : {"position", "rotation"}) {
      const std::string of = "'" + std::string(SCRUBJAY_ASSETS) + "/" + file + "' --entity '" +
                             entity + "' --coordinates unity --json --property ";
      const Run history = run("history " + of + "transform/" + part);
      if (history.status != 0) continue;
      const Run series = run("series " + of + part);
      simdjson::dom::parser parser;
      const simdjson::dom::element samples = parsed(parser, series.out);
      std::vector<std::string> frames;
      for (const auto frame : samples["frame"].get_array())
        frames.push_back(simdjson::minify(frame));
      std::string values;
      std::string last;
      std::size_t row = 0;
      for (const auto sample : samples["value"].get_array()) {
        const std::string value = simdjson::minify(sample);
        if (!last.empty() && value != last) {
          values += frames.at(row) + ' ' + last + ' ' + value + '\n';
          ++changes;
        }
        last = value;
        ++row;
      }
      std::string told;
      for (const auto change : parsed(parser, history.out)["changes"].get_array()) {
        told += simdjson::minify(change["frame"]) + ' ' + simdjson::minify(change["before"]) + ' ' +
                simdjson::minify(change["after"]) + '\n';
      }
      EXPECT_EQ(told, values) << file << " " << part;
    }
  }
  EXPECT_GT(changes, 1000U);
}

TEST_F(Tables, ParquetIsAddedToAFolderAndPassedOverWhereItIsThere) {
  ASSERT_EQ(run("export \"$S\" --to parquet -o out").status, 0);
  const std::filesystem::path file = folder_ / "out/frames/recording=sample/part-0.parquet";
  const std::string bytes = file_text(file);
  ASSERT_GT(bytes.size(), 8u);
  EXPECT_EQ(bytes.substr(0, 4) + bytes.substr(bytes.size() - 4), "PAR1PAR1");
  const auto written = std::filesystem::last_write_time(file);
  ASSERT_EQ(run("export \"$S\" --to parquet -o out").status, 0);
  EXPECT_EQ(std::filesystem::last_write_time(file), written);
  // A table that was taken away is there again.
  const std::filesystem::path events = folder_ / "out/events";
  std::filesystem::remove_all(events);
  ASSERT_EQ(run("export \"$S\" --to parquet -o out").status, 0);
  EXPECT_TRUE(std::filesystem::exists(events / "recording=sample/part-0.parquet"));
  EXPECT_EQ(file_text(file), bytes);
  put("sample.log", "");
  ASSERT_EQ(shell("head -c 3000 \"$S\" >sample.log").status, 0);
  ASSERT_EQ(shell("cp \"$S\" other.log").status, 0);
  // It is not replaced unasked; others are written all the same.
  const Run refused = run("export sample.log other.log --to parquet -o out");
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.err.find("sample.log: fatal: "), refused.err.npos) << refused.err;
  EXPECT_NE(refused.err.find("--replace replaces it"), refused.err.npos) << refused.err;
  EXPECT_EQ(lines_of(refused.err).back(), "scrubjay: 1 recording written, 1 not");
  EXPECT_EQ(file_text(file), bytes);
  EXPECT_LE(run("export sample.log --to parquet -o out --replace").status, 1);
  EXPECT_NE(file_text(file), bytes);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.part"));
  // What another program wrote, and what is cut off, is another recording.
  const std::filesystem::path known = folder_ / "out/recordings/recording=sample/part-0.parquet";
  std::filesystem::resize_file(known, std::filesystem::file_size(known) - 1);
  EXPECT_EQ(run("export sample.log --to parquet -o out").status, 3);
}

TEST_F(Tables, ParquetOfSeveralIsThatOfEachByItself) {
  ASSERT_EQ(
      shell("head -c 30000 \"$S\" >a.log; head -c 60000 \"$S\" >b.log; cp \"$S\" c.log").status, 0);
  EXPECT_LE(run("export a.log b.log c.log --to parquet -o together").status, 1);
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_LE(run("export " + std::string(name) + ".log --to parquet -o apart").status, 1);
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "apart")) {
    if (!entry.is_regular_file()) continue;
    const auto name = std::filesystem::relative(entry.path(), folder_ / "apart");
    EXPECT_EQ(file_text(folder_ / "together" / name), file_text(entry.path())) << name;
    ++files;
  }
  EXPECT_EQ(files, 27U);  // of nine tables
}

TEST_F(Tables, ParquetOfFilesOfOneNameIsNumbered) {
  ASSERT_EQ(shell("for i in a b c d; do mkdir $i; head -c 30000 \"$S\" >$i/x.log; done; "
                  "cp a/x.log c/x-2.log; mkdir e; cp a/x.log e/x-2.log")
                .status,
            0);
  EXPECT_LE(
      run("export a/x.log b/x.log c/x-2.log c/x.log e/x-2.log d/x.log --to parquet -o out").status,
      1);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "out/frames")) {
    names.insert(entry.path().filename().string());
  }
  EXPECT_EQ(names, (std::set<std::string>{"recording=x", "recording=x-2", "recording=x-2-2",
                                          "recording=x-3", "recording=x-2-3", "recording=x-4"}));
}

TEST_F(Tables, ParquetOfAFolderHasItsNameWithASlashBehindItToo) {
  std::filesystem::create_directories(folder_ / "docs");
  for (const char* const name : {"docs/1.json", "docs/2.json"}) {
    put(name, R"({"results":[{"name":"A"}]})");
  }
  const Run made = run("export docs/ --to parquet -o out");
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/recordings/recording=docs"));
}

TEST_F(Tables, ParquetOfDamagedRecordingsIsToldEachTime) {
  ASSERT_EQ(shell("head -c 30000 \"$S\" >cut.log; cp \"$S\" whole.log; : >empty.log").status, 0);
  const std::string command = "export cut.log empty.log whole.log --to parquet -o out";
  const Run first = run(command);
  EXPECT_EQ(first.status, 3);
  EXPECT_NE(first.err.find("empty.log: fatal: "), first.err.npos) << first.err;
  EXPECT_EQ(lines_of(first.err).back(), "scrubjay: 2 recordings written, 1 not");
  const Run again = run("export cut.log whole.log --to parquet -o out");
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.err.find("cut.log: error: It has errors"), again.err.npos) << again.err;
  EXPECT_EQ(lines_of(again.err).back(), "scrubjay: 0 recordings written, 2 there already");
}

TEST_F(Tables, FramesThatCannotBeDecodedAreErrorsBehindEachDoor) {
  ASSERT_EQ(run("convert \"$S\" -o bad.mcap --to-time 6").status, 0);
  std::string bytes = file_text(path("bad.mcap"));
  for (std::size_t i = 0; i < 40; ++i) bytes[bytes.size() * 15 / 100 + i] ^= '\x55';
  put("bad.mcap", bytes);
  const std::string found = lines_of(run("verify bad.mcap").err).at(0);
  ASSERT_NE(found.find("bad.mcap: error: "), found.npos) << found;
  ASSERT_EQ(run("info bad.mcap").status, 0);  // the index pass does not know
  const std::string violated = "-- rule: none\nselect 1 from places where frame < 0\n";
  put("whole.sql", violated + "-- rule: all\nselect 1 from places where x is 'no number'\n");
  put("head.sql", violated);
  for (const char* const command :
       {"sql bad.mcap 'select count(*) from state'", "sql bad.mcap 'select * from state' --json",
        "sql bad.mcap 'select count(*) from state a join state b using (frame, entity)'",
        "find bad.mcap 'x > 1e9'", "check bad.mcap --rules whole.sql",
        "check bad.mcap --rules whole.sql --each", "export bad.mcap --to parquet -o out"}) {
    const Run result = run(command);
    EXPECT_EQ(result.status, 1) << command;
    EXPECT_NE(result.err.find(found), result.err.npos) << command << "\n" << result.err;
  }
  EXPECT_EQ(run("export bad.mcap --to parquet -o out").status, 1);
  const Run checked = run("check bad.mcap --rules whole.sql");
  EXPECT_NE(checked.out.find("1 recording is damaged"), checked.out.npos) << checked.out;
  // What was not looked at is not said to be whole or damaged.
  EXPECT_EQ(run("check bad.mcap --rules head.sql").status, 0);
}

TEST_F(Tables, AnExportThatWasKilledIsGoneOnWith) {
  ASSERT_EQ(shell("cp \"$S\" a.log; cp \"$S\" b.log").status, 0);
  ASSERT_EQ(run("export a.log --to parquet -o out").status, 0);
  const std::filesystem::path done = folder_ / "out/places/recording=a/part-0.parquet";
  const auto written = std::filesystem::last_write_time(done);
  // It had some tables of b in their places, and others not yet.
  std::filesystem::create_directories(folder_ / "out/changes/recording=b");
  put("out/changes/recording=b/part-0.parquet", "PAR1");
  std::filesystem::create_directories(folder_ / "out.part/places/recording=b");
  put("out.part/lock", "");
  put("out.part/places/recording=b/part-0.parquet", "PAR1");
  ASSERT_EQ(run("export a.log b.log --to parquet -o out").status, 0);
  EXPECT_EQ(std::filesystem::last_write_time(done), written);
  EXPECT_EQ(file_text(folder_ / "out/changes/recording=b/part-0.parquet").size(),
            file_text(folder_ / "out/changes/recording=a/part-0.parquet").size());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.part"));
}

TEST_F(Tables, AnExportLeavesAFolderAloneThatIsNoneOfIts) {
  std::filesystem::create_directories(folder_ / "out.part");
  put("out.part/thesis.txt", "Chapter 1");
  ASSERT_LE(shell("head -c 30000 \"$S\" >a.log; \"$P\" export a.log --to parquet -o out").status,
            1);
  EXPECT_EQ(file_text(path("out.part/thesis.txt")), "Chapter 1");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.part2"));
}

}  // namespace
}  // namespace scrubjay
