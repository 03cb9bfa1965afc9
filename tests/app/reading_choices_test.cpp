#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/viewer/panels/windows/reading_window.h"
#include "app/viewer/saved/settings.h"

namespace scrubjay {
namespace {

constexpr std::array<std::string_view, 2> kPlaces{"local", "world"};
constexpr ReadOption kPositions{.name = "positions",
                                .title = "Positions are",
                                .description = "",
                                .kind = ReadOption::Kind::choice,
                                .values = kPlaces};
constexpr ReadOption kClock{
    .name = "clock", .title = "Time from", .description = "", .kind = ReadOption::Kind::text};

TEST(ReadingChoices, WhatIsNotChosenHasItsDefault) {
  EXPECT_EQ(value_of(kPositions, {}), "local");
  EXPECT_EQ(value_of(kClock, {}), "");
  EXPECT_EQ(value_of(kPositions, {{"clock", "x"}, {"positions", "world"}}), "world");
}

TEST(ReadingChoices, AnEmptyFieldShowsWhatIsInUseOrAnExample) {
  const Format* const flecs = find_format("flecs");
  ASSERT_NE(flecs, nullptr);
  const RecordingInfo info{.format = "flecs",
                           .format_version = "4",
                           .coordinates = CoordinateSystem::parse("unreal").value(),
                           .metadata = {}};
  const auto hint = [&](std::string_view name) {
    return hint_of(*std::ranges::find(flecs->read_options, name, &ReadOption::name), info);
  };
  EXPECT_EQ(hint("clock"), "such as Epoch/Epoch/time");
  EXPECT_EQ(hint("step"), "such as 1/60");
  EXPECT_EQ(hint("axes"), "now: unreal");
}

TEST(ReadingChoices, AChoiceReplacesTheOneBeforeAndTheDefaultTakesItOff) {
  ReadOptions choices{{"clock", "Epoch"}};
  set_value(kPositions, "world", choices);
  set_value(kClock, "Epoch/time", choices);
  EXPECT_EQ(choices, (ReadOptions{{"positions", "world"}, {"clock", "Epoch/time"}}));
  set_value(kPositions, "local", choices);
  set_value(kClock, "", choices);
  EXPECT_TRUE(choices.empty());
}

TEST(ReadingChoices, AreRememberedForEachRecording) {
  Settings settings;
  settings.choices["/a.ndjson"].read = {{"map", "Body=position"}, {"map", "Spin=rotation"}};
  settings.choices["/b.ndjson"].playhead = 2;
  const Settings read = settings_from_json(to_json(settings));
  EXPECT_EQ(read.choices.at("/a.ndjson").read, settings.choices["/a.ndjson"].read);
  EXPECT_TRUE(read.choices.at("/b.ndjson").read.empty());
}

TEST(ReadingChoices, DamagedOnesAreLeftOut) {
  const Settings read = settings_from_json(
      R"({"version":1,"recordings":{"/a":{"read":[["map"],7,["a","b"],[1,2],{"x":"y"}]}}})");
  EXPECT_EQ(read.choices.at("/a").read, (ReadOptions{{"a", "b"}}));
}

}  // namespace
}  // namespace scrubjay
