// What changed at a frame, the rarest first, and when one property changed.
#include "app/viewer/found/changes_here.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "app/shared/history_text.h"
#include "app/viewer/found/value_history.h"
#include "test_scene.h"

namespace scrubjay {
namespace {

/// Two cars: `speed` changes with each frame, `gear` with each tenth, `state` of the second at 60.
TestScene busy_road(std::size_t frames) {
  TestScene scene;
  scene.frames = frames;
  scene.entities = {{.id = "7", .name = "car", .kind = EntityKind::vehicle},
                    {.id = "8", .name = "van", .kind = EntityKind::vehicle}};
  scene.position = [](std::size_t, std::size_t) { return glm::dvec3(1, 2, 3); };
  scene.properties = [](std::size_t frame, std::size_t entity, PropertyTree& out) {
    const auto motor = out.open("motor", PropertyType::group);
    out.number("speed", static_cast<double>(frame + entity), Precision::float64, "m/s");
    out.number("gear", static_cast<double>(frame / 10), Precision::float64, "");
    out.text("state", entity == 1 && frame >= 60 ? "broken" : "running");
    out.close(motor);
  };
  return scene;
}

std::shared_ptr<const ChangeRates> rates_of(const std::shared_ptr<Recording>& recording) {
  Background background([] {});
  ChangeSurvey survey(recording, background);
  survey.request();
  background.wait_until_idle();
  return survey.latest();
}

std::vector<std::string> listed(const ChangesHere& changes) {
  std::vector<std::string> rows;
  for (const ListedChange& row : changes.rows) {
    const EntityIndex entity = row.entity.entity;
    rows.push_back((entity.exists() ? std::to_string(entity.value) : "frame") + " " + row.path);
  }
  return rows;
}

TEST(ChangeSurvey, CountsEveryFrameOfAShortRecording) {
  const auto recording = recording_of(busy_road(100));
  const auto rates = rates_of(recording);
  ASSERT_NE(rates, nullptr);
  EXPECT_EQ(rates->frames, 99U);
  const auto kind = static_cast<std::size_t>(EntityKind::vehicle);
  const auto rate = [&](std::string_view path) {
    return rates->rate(kind, change_key(kind, path));
  };
  EXPECT_DOUBLE_EQ(rate("motor/speed").value(), 1);
  EXPECT_DOUBLE_EQ(rate("motor/gear").value(), 9.0 / 99);
  EXPECT_DOUBLE_EQ(rate("motor/state").value(), 1.0 / 198);
  EXPECT_DOUBLE_EQ(rate("motor/nothing").value(), 0);
  EXPECT_FALSE(rates->rate(static_cast<std::size_t>(EntityKind::sign), 1).has_value());
}

TEST(ChangeSurvey, AsksOnlyEntitiesThatHaveTheProperty) {
  const auto kind = static_cast<std::size_t>(EntityKind::vehicle);
  std::vector<std::string> names;
  for (int i = 0; i < 42; ++i) names.push_back("of " + std::to_string(i));
  for (const bool has_slashes : {false, true}) {
    TestScene scene = busy_road(100);
    for (int i = 0; i < 40; ++i) {
      scene.entities.push_back(
          {.id = std::to_string(100 + i), .name = "other", .kind = EntityKind::vehicle});
    }
    scene.properties = [&](std::size_t frame, std::size_t entity, PropertyTree& out) {
      const auto number = static_cast<double>(frame);
      if (has_slashes) out.number("a/b", 1, Precision::float64, "");
      if (entity == 0) out.number("own", number, Precision::float64, "");
      if (entity == 1 && frame % 2 == 0) out.number("now and then", 1, Precision::float64, "");
      if (entity > 1) out.number(names[entity], 1, Precision::float64, "");
      if (entity == 41) out.number("last", number, Precision::float64, "");
    };
    const auto rates = rates_of(recording_of(std::move(scene)));
    const auto rate = [&](std::string_view path) {
      return rates->rate(kind, change_key(kind, path)).value();
    };
    EXPECT_EQ(rates->compared[kind], 42U * 99);
    EXPECT_DOUBLE_EQ(rate("own"), 1) << has_slashes;
    EXPECT_DOUBLE_EQ(rate("now and then"), 1) << has_slashes;
    EXPECT_DOUBLE_EQ(rate("of 7"), 0) << has_slashes;
    EXPECT_DOUBLE_EQ(rate("last"), 1) << has_slashes;
  }
}

TEST(ChangeLister, ListsTheRarestFirst) {
  const auto recording = recording_of(busy_road(100));
  const auto rates = rates_of(recording);
  ChangeLister lister(recording, std::nullopt);
  ChangesHere changes;
  lister.list(FrameIndex(60), 0, rates.get(), changes);
  EXPECT_EQ(changes.count, 6U);
  EXPECT_EQ(listed(changes),
            (std::vector<std::string>{"1 motor/state", "0 motor/gear", "1 motor/gear", "frame tick",
                                      "0 motor/speed", "1 motor/speed"}));
  EXPECT_EQ(changes.rows[0].before, "\"running\"");
  EXPECT_EQ(changes.rows[0].after, "\"broken\"");
  EXPECT_EQ(changes.rows[1].delta, 1);
  // Going back is the same.
  ChangesHere again;
  lister.list(FrameIndex(5), 0, rates.get(), again);
  EXPECT_EQ(listed(again),
            (std::vector<std::string>{"frame tick", "0 motor/speed", "1 motor/speed"}));
}

TEST(ChangeLister, PutsWhatIsSeldomHereFirstWhileNothingIsCounted) {
  const auto recording = recording_of(busy_road(100));
  ChangeLister lister(recording, std::nullopt);
  ChangesHere changes;
  lister.list(FrameIndex(60), 3, nullptr, changes);
  ASSERT_EQ(changes.rows.size(), 6U);
  EXPECT_EQ(listed(changes)[0], "1 motor/state");
  EXPECT_EQ(listed(changes)[1], "frame tick");
  EXPECT_EQ(changes.rows[0].entity.recording, 3U);
  EXPECT_FALSE(changes.rows[0].rate.has_value());
}

TEST(ChangeLister, FollowsPropertiesThatComeAndGo) {
  TestScene scene = busy_road(6);
  scene.properties = [](std::size_t frame, std::size_t, PropertyTree& out) {
    if (frame != 2) out.text("name", "same");
    if (frame >= 3) out.number("extra", 1, Precision::float64, "");
    out.text("last", frame == 4 ? "x" : "y");
  };
  ChangeLister lister(recording_of(std::move(scene)), std::nullopt);
  const auto at = [&](std::size_t frame) {
    ChangesHere changes;
    lister.list(FrameIndex(frame), 0, nullptr, changes);
    std::vector<std::string> rows;
    for (const ListedChange& row : changes.rows) {
      if (row.entity.entity != EntityIndex(0)) continue;
      rows.push_back(row.path + (row.before ? " -" : " +") + (row.after ? "+" : ""));
    }
    return rows;
  };
  EXPECT_EQ(at(1), std::vector<std::string>());
  EXPECT_EQ(at(2), std::vector<std::string>{"name -"});
  EXPECT_EQ(at(3), (std::vector<std::string>{"extra ++", "name ++"}));
  EXPECT_EQ(at(4), std::vector<std::string>{"last -+"});
}

TEST(ChangeLister, HasNothingAtTheFirstFrame) {
  ChangeLister lister(recording_of(busy_road(3)), std::nullopt);
  ChangesHere changes;
  lister.list(FrameIndex(0), 0, nullptr, changes);
  EXPECT_EQ(changes.count, 0U);
}

TEST(ChangesHere, OfSeveralRecordingsAreInOneOrder) {
  ChangesHere changes;
  for (const double rate : {0.5, 0.1, 0.9, 0.0}) {
    changes.rows.emplace_back();
    changes.rows.back().rate = rate;
  }
  sort_changes(changes);
  EXPECT_EQ(changes.rows.front().rate, 0.0);
  EXPECT_EQ(changes.rows.back().rate, 0.9);
}

HistoryOf history_of(const std::shared_ptr<Recording>& recording, const char* path) {
  return {recording, EntityIndex(0), path, std::nullopt};
}

TEST(ValueHistory, ReadsEveryChangeFromTheMiddleOn) {
  const auto recording = recording_of(busy_road(500));
  Background background([] {});
  ValueHistory history(HistoryReach::all);
  history.want(history_of(recording, "motor/gear"), FrameIndex(255), background);
  background.wait_until_idle();
  const ValueHistory::Found found = history.found();
  EXPECT_TRUE(found.is_read());
  EXPECT_EQ(found.share(), 1);
  ASSERT_EQ(found.changes().size(), 49U);
  for (std::size_t i = 0; i < 49; ++i) {
    EXPECT_EQ(found.changes()[i].change.frame, FrameIndex(10 * (i + 1)));
    EXPECT_EQ(found.changes()[i].change.delta, 1);
  }
  EXPECT_EQ(found.last_until(FrameIndex(10))->change.frame, FrameIndex(10));
  EXPECT_EQ(found.last_until(FrameIndex(9)), nullptr);
  EXPECT_TRUE(found.knows_until(FrameIndex(9)));
  EXPECT_EQ(found.first_after(FrameIndex(10))->change.frame, FrameIndex(20));
}

TEST(ValueHistory, ReadsWhereTheEntityIsFromTheMiddleOn) {
  TestScene scene = busy_road(500);
  scene.position = [](std::size_t frame, std::size_t) {
    return glm::dvec3(static_cast<double>(frame / 50), 2, 3);
  };
  // A property of that path is another thing.
  scene.properties = [](std::size_t frame, std::size_t, PropertyTree& out) {
    const auto group = out.open("transform", PropertyType::group);
    out.number("position", static_cast<double>(frame), Precision::float64, "");
    out.close(group);
  };
  const auto recording = recording_of(std::move(scene));
  Background background([] {});
  ValueHistory history(HistoryReach::all);
  HistoryOf of = history_of(recording, "transform/position");
  of.is_of_place = true;
  history.want(of, FrameIndex(255), background);
  background.wait_until_idle();
  {
    const ValueHistory::Found found = history.found();
    EXPECT_TRUE(found.is_read());
    ASSERT_EQ(found.changes().size(), 9U);
    EXPECT_EQ(found.changes()[4].change.frame, FrameIndex(250));
    EXPECT_EQ(found.changes()[4].change.before, "[4,2,3]");
    EXPECT_EQ(found.changes()[4].change.after, "[5,2,3]");
    EXPECT_EQ(found.changes()[4].change.delta, 1);
  }
  of.is_of_place = false;
  history.want(of, FrameIndex(255), background);
  background.wait_until_idle();
  EXPECT_EQ(history.found().changes().size(), 499U);
}

TEST(ValueHistory, LooksForNeighboursNoFartherThanTheyAre) {
  TestScene scene = busy_road(20'000);
  std::atomic<int> decoded{0};
  const auto own = scene.properties;
  scene.properties = [&, own](std::size_t frame, std::size_t entity, PropertyTree& out) {
    decoded += entity == 0 ? 1 : 0;
    own(frame, entity, out);
  };
  const auto recording = recording_of(std::move(scene));
  Background background([] {});
  ValueHistory history(HistoryReach::neighbours);
  history.want(history_of(recording, "motor/gear"), FrameIndex(10'005), background);
  background.wait_until_idle();
  {
    const ValueHistory::Found found = history.found();
    EXPECT_EQ(found.last_until(FrameIndex(10'005))->change.frame, FrameIndex(10'000));
    EXPECT_EQ(found.first_after(FrameIndex(10'005))->change.frame, FrameIndex(10'010));
    EXPECT_TRUE(found.knows_until(FrameIndex(10'005)));
    EXPECT_TRUE(found.knows_after(FrameIndex(10'005)));
  }
  EXPECT_LT(decoded.load(), 1000);
  // What never changes is known to do so once all is read.
  history.want(history_of(recording, "motor/state"), FrameIndex(10'005), background);
  background.wait_until_idle();
  const ValueHistory::Found found = history.found();
  EXPECT_EQ(found.last_until(FrameIndex(10'005)), nullptr);
  EXPECT_TRUE(found.knows_until(FrameIndex(10'005)));
  EXPECT_TRUE(found.knows_after(FrameIndex(10'005)));
}

TEST(ChangeText, ShowsValuesWithoutWhatJsonPutsAroundThem) {
  const auto short_text = [](const std::string& json) {
    return short_change_texts(json, std::nullopt).before;
  };
  EXPECT_EQ(change_value_text(std::nullopt), "nothing");
  EXPECT_EQ(change_value_text(R"("open")"), "open");
  EXPECT_EQ(change_value_text(R"("")"), "empty");
  EXPECT_EQ(change_value_text("true"), "true");
  EXPECT_EQ(change_value_text("[-0.123456,0,12345678901]"), "-0.123456, 0, 12345678901");
  EXPECT_EQ(short_text("[-0.123456,0,12345678901]"), "-0.1235, 0, 12345678901");
  EXPECT_EQ(short_text(R"([[1,2],["a","b"],[]])"), "(1, 2), (a, b), (empty)");
  EXPECT_EQ(short_text("[]"), "empty");
  EXPECT_EQ(short_text(R"(["","a","NaN"])"), "empty, a, NaN");
  EXPECT_EQ(short_text("9999.96"), "10000");
  EXPECT_EQ(short_text("1732780800.25"), "1732780800");
  const ChangeTexts near = short_change_texts("5000000000", "5000000000.5");
  EXPECT_EQ(near.before, "5000000000");
  EXPECT_EQ(near.after, "5000000000.5") << "what tells it from the other is not rounded away";
  EXPECT_EQ(short_change_texts("0.12345", "0.12346").after, "0.12346");
  EXPECT_EQ(short_change_texts("0.12345", "0.2").before, "0.1235");
  EXPECT_EQ(short_text(R"({"a":1})"), R"({"a":1})");
  EXPECT_EQ(short_text("123456789012345678901234567890"), "123456789012345678901234567890");
}

TEST(ValueHistory, IsForgottenWhenNothingIsWanted) {
  const auto recording = recording_of(busy_road(50));
  Background background([] {});
  ValueHistory history(HistoryReach::all);
  history.want(history_of(recording, "motor/gear"), FrameIndex(5), background);
  background.wait_until_idle();
  EXPECT_FALSE(history.found().changes().empty());
  history.want({}, {}, background);
  background.wait_until_idle();
  EXPECT_TRUE(history.found().changes().empty());
  EXPECT_EQ(history.found().of().recording, nullptr);
}

}  // namespace
}  // namespace scrubjay
