#include <gtest/gtest.h>

#include "app/viewer/saved/settings.h"
#include "tests/core/test_folder.h"

namespace scrubjay {
namespace {

TEST(LayerSettings, ComeBackAsTheyWere) {
  Settings settings;
  settings.names = LayerState::selected;
  settings.trails = LayerState::all;
  settings.trail_seconds = kWholeTrail;
  settings.trails_ahead = false;
  settings.trails_by_speed = true;
  settings.references = LayerState::selected;
  settings.color_by = ColorBy::property;
  settings.color_property = "actor/health";
  settings.show_back_faces = true;
  settings.choices["/tmp/a.fbf"].layers = {{"", LayerState::off},
                                           {"Hits \"x\"", LayerState::selected}};
  const Settings read = settings_from_json(to_json(settings));
  EXPECT_EQ(read.names, LayerState::selected);
  EXPECT_EQ(read.trails, LayerState::all);
  EXPECT_EQ(read.trail_seconds, kWholeTrail);
  EXPECT_FALSE(read.trails_ahead);
  EXPECT_TRUE(read.trails_by_speed);
  EXPECT_EQ(read.references, LayerState::selected);
  EXPECT_EQ(read.color_by, ColorBy::property);
  EXPECT_EQ(read.color_property, "actor/health");
  EXPECT_TRUE(read.show_back_faces);
  EXPECT_EQ(read.choices.at("/tmp/a.fbf").layers, settings.choices["/tmp/a.fbf"].layers);
}

TEST(LayerSettings, KeepDefaultsForWhatCannotBeRead) {
  const Settings read = settings_from_json(
      R"({"version": 1, "scene": {"names": "often", "paths": 3, "path_seconds": "x"},
          "recordings": {"/a": {"layers": {"A": "off", "B": "all", "C": 7, "D": null}},
                         "/b": {"layers": [1]}}})");
  EXPECT_EQ(read.names, LayerState::all);
  EXPECT_EQ(read.trails, LayerState::selected);
  EXPECT_EQ(read.trail_seconds, 3.0);
  EXPECT_EQ(read.choices.at("/a").layers, (LayerStates{{"A", LayerState::off}}));
  EXPECT_TRUE(read.choices.at("/b").layers.empty());
}

RecentFile recent(const char* path, std::int64_t opened) {
  return {.path = path, .format = "carla", .length = 1, .opened = opened};
}

/// "path opened" of each recent file.
std::string recent_text(const Settings& settings) {
  std::string text;
  for (const RecentFile& file : settings.recent) {
    text += file.path + " " + std::to_string(file.opened) + "; ";
  }
  return text;
}

TEST(SettingsOfTwoWindows, KeepTheRecentFilesOfBoth) {
  Settings begun;
  begun.recent = {recent("old", 1)};
  Settings mine = begun;
  remember_recent(mine, recent("mine", 5));
  remember_recent(mine, recent("both", 6));
  Settings theirs = begun;
  remember_recent(theirs, recent("both", 3));
  remember_recent(theirs, recent("theirs", 4));
  EXPECT_EQ(recent_text(merged(mine, begun, theirs)), "both 6; mine 5; theirs 4; old 1; ");
  EXPECT_EQ(recent_text(merged(theirs, begun, mine)), "both 6; mine 5; theirs 4; old 1; ");
  EXPECT_EQ(recent_text(merged(mine, begun, begun)), recent_text(mine));
}

TEST(SettingsOfTwoWindows, KeepWhatEachRemembersOfRecordings) {
  Settings begun;
  begun.choices["untouched"].playhead = 1;
  begun.choices["mine"].playhead = 1;
  Settings mine = begun;
  mine.choices["mine"].playhead = 2;
  mine.choices["new"].playhead = 2;
  Settings theirs = begun;
  theirs.choices["untouched"].playhead = 3;
  theirs.choices["mine"].playhead = 3;
  theirs.choices["theirs"].playhead = 3;
  const Settings both = merged(mine, begun, theirs);
  EXPECT_EQ(both.choices.at("untouched").playhead, 3);
  EXPECT_EQ(both.choices.at("mine").playhead, 2);
  EXPECT_EQ(both.choices.at("new").playhead, 2);
  EXPECT_EQ(both.choices.at("theirs").playhead, 3);
}

TEST(SettingsOfTwoWindows, WhatIsTakenAwayStaysAway) {
  Settings begun;
  begun.scenery.placements["reset"].heading = 1;
  begun.scenery.maps["reset"] = "/a.xodr";
  Settings theirs = begun;
  theirs.scenery.placements["theirs"].heading = 3;
  theirs.scenery.maps["theirs"] = "/b.xodr";
  const Settings both = merged({}, begun, theirs);
  EXPECT_FALSE(both.scenery.placements.contains("reset"));
  EXPECT_FALSE(both.scenery.maps.contains("reset"));
  EXPECT_EQ(both.scenery.placements.at("theirs").heading, 3);
  EXPECT_EQ(both.scenery.maps.at("theirs"), "/b.xodr");
}

TEST(SettingsOfTwoWindows, OpeningARecordingAgainIsNoChoice) {
  Settings begun;
  begun.choices["a"].used = 1;
  Settings mine = begun;
  mine.choices["a"].used = 5;
  Settings theirs = begun;
  theirs.choices["a"].used = 3;
  theirs.choices["a"].playhead = 3;
  const Settings both = merged(mine, begun, theirs);
  EXPECT_EQ(both.choices.at("a").playhead, 3);
  EXPECT_EQ(both.choices.at("a").used, 5);
}

TEST(RememberedRecordings, AreThoseUsedLast) {
  Settings saved;
  for (std::size_t i = 0; i < Settings::kChoices; ++i) {
    saved.choices["a" + std::to_string(i)].used = static_cast<std::int64_t>(100 + i);
  }
  Settings mine;
  mine.choices["z"].hidden = {"24"};
  mine.choices["z"].used = 1000;
  const Settings read = settings_from_json(to_json(merged(mine, {}, saved)));
  EXPECT_EQ(read.choices.size(), Settings::kChoices);
  ASSERT_TRUE(read.choices.contains("z"));
  EXPECT_EQ(read.choices.at("z").hidden, std::vector<std::string>{"24"});
  EXPECT_EQ(read.choices.at("z").used, 1000);
  EXPECT_FALSE(read.choices.contains("a0")) << "it was used before all others";
}

class SettingsFileTest : public testing::Test {
 protected:
  SettingsFileTest() { ::setenv("XDG_CONFIG_HOME", folder_.string().c_str(), 1); }
  ~SettingsFileTest() override { ::unsetenv("XDG_CONFIG_HOME"); }

 private:
  TestFolder folder_;
};

TEST_F(SettingsFileTest, AChangeTakenBackAfterItWasSavedStaysBack) {
  Settings settings;
  settings.choices["a"].playhead = 1;
  SettingsFile file(settings);
  settings.choices["a"].hidden = {"24"};
  ASSERT_TRUE(file.save(settings));
  EXPECT_EQ(load_settings().choices.at("a").hidden.size(), 1u);
  settings.choices["a"].hidden.clear();
  ASSERT_TRUE(file.save(settings));
  EXPECT_TRUE(load_settings().choices.at("a").hidden.empty());
}

TEST_F(SettingsFileTest, WhatAnotherWindowChoseSinceTheLastTimeIsKept) {
  Settings settings;
  SettingsFile file(settings);
  settings.choices["a"].playhead = 1;
  ASSERT_TRUE(file.save(settings));
  Settings theirs = load_settings();
  SettingsFile other(theirs);
  theirs.choices["a"].playhead = 2;
  ASSERT_TRUE(other.save(theirs));
  ASSERT_TRUE(file.save(settings));
  EXPECT_EQ(load_settings().choices.at("a").playhead, 2);
}

}  // namespace
}  // namespace scrubjay
